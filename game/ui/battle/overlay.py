"""What is drawn over the ground: reach, sight, paths with step discs and danger pips, shots, objectives, call-outs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal

import pygame

from game.engine.ruleset import Ruleset
from game.engine.view import ObjectiveView
from game.ui.battle.glide import Point
from game.ui.battle.mapview import MapView
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, SAFFRON, SAFFRON_EDGE, SEEN, SEEN_EDGE, Colour
from game.ui.shapes import arrow_head, box, dashed, dotted, outside

FARTHEST = 6
"""A call-out stands less than so many steps of half a cell from its point."""
GRAZED = 3
"""A flag may lie over the edges of units, and of what they wear, by so many logical pixels."""
PIPPED = 30
"""Where a cell is narrower than this, in logical pixels, guns are told by their number: plates would grow together."""
MOST_PIPS = 4
"""The most triangles on a plate: they stand for as many guns, or for more."""
AIR = 0.8
"""How far from the middle of a token a shot begins and ends, in sizes of a token, so that what it wears stays readable."""
Tint = tuple[int, int, int, int]


def fill_cells(surface: pygame.Surface, view: MapView, cells: Iterable[int], tint: Tint) -> pygame.Rect:
    """Tint cells. Returns the part of the surface that is tinted."""
    layer = pygame.Surface(view.area.size, pygame.SRCALPHA)
    tinted = around([_fill_cell(layer, view, cell, tint) for cell in cells])
    return surface.blit(layer, tinted.move(view.area.topleft), tinted)


def _fill_cell(layer: pygame.Surface, view: MapView, cell: int, tint: Tint) -> pygame.Rect:
    """One cell on a layer that lies over the map. Returns the part of the layer that it covers."""
    if view.board.grid == "square":
        return layer.fill(tint, view.rect_of(cell).move(-view.area.x, -view.area.y))
    corners = [(x - view.area.x, y - view.area.y) for x, y in view.corners(cell)]
    return pygame.draw.polygon(layer, tint, corners)


def around(parts: Iterable[pygame.Rect]) -> pygame.Rect:
    """The smallest rectangle that holds all of these parts of a surface, without those that are empty."""
    held = [part for part in parts if part]
    return held[0].unionall(held) if held else pygame.Rect(0, 0, 0, 0)


BorderStyle = Literal["solid", "dashed", "dotted"]


def outline_cells(
    surface: pygame.Surface,
    view: MapView,
    cells: Collection[int],
    colour: Colour,
    style: BorderStyle = "solid",
) -> pygame.Rect:
    """The border between the cells and everything else: solid, dashed or dotted. Returns the part of the surface it lies in."""
    thick = max(1, round(view.grain / 18))
    border = view.border(cells)
    for a, b in border:
        if style == "solid":
            pygame.draw.line(surface, colour, a, b, thick)
        elif style == "dashed":
            dashed(surface, a, b, colour, thick, view.grain / 4, view.grain / 6)
        else:
            dotted(surface, a, b, colour, max(1, thick * 0.6), view.grain / 6)
    if not border:
        return pygame.Rect(0, 0, 0, 0)
    xs, ys = zip(*itertools.chain.from_iterable(border), strict=True)
    left, top = math.floor(min(xs)) - thick - 1, math.floor(min(ys)) - thick - 1
    lies = pygame.Rect(left, top, math.ceil(max(xs)) + thick + 2 - left, math.ceil(max(ys)) + thick + 2 - top)
    return lies.clip(surface.get_rect())


def draw_field(surface: pygame.Surface, view: MapView, seen: set[int]) -> None:
    """The seen area lit, dead ground hatched."""
    fill_cells(surface, view, seen, SEEN)
    outline_cells(surface, view, seen, SEEN_EDGE)
    layer = pygame.Surface(view.area.size, pygame.SRCALPHA)
    step = max(6, round(view.grain / 4))
    for i in range(-view.area.height, view.area.width, step):
        pygame.draw.line(layer, (42, 38, 32, 58), (i, 0), (i + view.area.height, view.area.height))
    for cell in seen:
        _fill_cell(layer, view, cell, (0, 0, 0, 0))
    surface.blit(layer, view.area)


def draw_ranges(canvas: Canvas, view: MapView, cell: int, bands: Sequence[int], length: Callable[[int], str]) -> None:
    """Circles round a cell, `bands` cells away, each with its `length` in words; on hexes the outline of the hexes."""
    x, y = view.at(cell)
    for band in bands:
        radius = round((band + 0.5) * view.size)
        if view.board.grid == "hex":
            outline_cells(canvas.surface, view, set(view.board.area(cell, band)), SEEN_EDGE)
        else:
            pygame.draw.aacircle(canvas.surface, SEEN_EDGE, (round(x), round(y)), radius, max(1, canvas.px(1.2)))
        for spot in ((x, y - radius), (x, y + radius), (x - radius, y), (x + radius, y)):
            if view.area.collidepoint(spot):
                label_plate(canvas, *spot, length(band), SEEN_EDGE)
                break


def draw_threat(surface: pygame.Surface, view: MapView, guns: Sequence[int]) -> None:
    """Cells that enemies see, darker where more of them do."""
    counts: dict[int, int] = {}
    for gun in guns:
        for cell in view.board.field(gun):
            counts[cell] = counts.get(cell, 0) + 1
    for many in range(1, 5):
        cells = [cell for cell, count in counts.items() if min(count, 4) == many]
        fill_cells(surface, view, cells, (42, 38, 32, 22 + 20 * many))


def draw_path(canvas: Canvas, view: MapView, path: Sequence[int], colour: Colour) -> None:
    """A path as white line under dots."""
    points = [view.at(cell) for cell in path]
    if len(points) > 1:
        pygame.draw.lines(canvas.surface, CARD, False, points, max(3, canvas.px(6)))
    for a, b in itertools.pairwise(points):
        dotted(canvas.surface, a, b, colour, max(1.2, canvas.px(1.6)), canvas.px(7))


def draw_discs(
    canvas: Canvas,
    view: MapView,
    path: Sequence[int],
    colour: Colour,
    *,
    closed: Collection[int] = (),
    now: int = -1,
) -> None:
    """Numbered discs on the steps of a path (index 0 is the start); closed ones are grey, `now` is saffron."""
    radius = disc_radius(view)
    for point, cell in enumerate(path):
        if point == 0:
            continue
        x, y = view.at(cell)
        open_ = point not in closed
        if point == now:
            pygame.draw.aacircle(canvas.surface, SAFFRON, (round(x), round(y)), radius + canvas.px(4))
            pygame.draw.aacircle(canvas.surface, SAFFRON_EDGE, (round(x), round(y)), radius + canvas.px(4), 1)
        pygame.draw.aacircle(canvas.surface, CARD if open_ else (214, 205, 184), (round(x), round(y)), radius)
        pygame.draw.aacircle(
            canvas.surface, colour if open_ else INK3, (round(x), round(y)), radius, max(1, canvas.px(1.6))
        )
        canvas.write(
            str(point), x / canvas.scale, y / canvas.scale, "label_bold", radius * 1.15 / canvas.scale, colour if open_ else INK3,
            align="centre", middle=True,
        )  # fmt: skip


def draw_pips(
    canvas: Canvas, view: MapView, path: Sequence[int], guns: Mapping[int, int], units: Collection[int]
) -> None:
    """Beside each step of a path (index 0 is the start) how many guns see it; off the `units` (their cells)."""
    for plate, count, small in pip_plates(canvas, view, path, guns, units):
        _pips(canvas, plate, count, small=small)


def pip_plates(
    canvas: Canvas, view: MapView, path: Sequence[int], guns: Mapping[int, int], units: Collection[int]
) -> list[tuple[pygame.Rect, int, bool]]:
    """A plate for each step that is seen, with the number of guns, and whether it is written as one triangle and that.

    Each stands beside its step, where it lies over no disc, no unit and no other plate if it can, else over the least
    of them; where a triangle for each gun has no such place, and where cells are small, it is the short one.
    """
    radius, high = disc_radius(view), canvas.px(12)
    keep_off = [pygame.Rect(0, 0, 2 * radius, 2 * radius).move_to(center=view.at(cell)) for cell in path]
    keep_off += tokens_at(view, units)
    plates: list[tuple[pygame.Rect, int, bool]] = []
    for point, cell in enumerate(path):
        count = guns.get(point, 0) if point else 0
        if not count:
            continue
        forms = (False, True) if count > 1 and view.grain >= canvas.px(PIPPED) else (count > 1,)
        places = [
            (place, count, small)
            for small in forms
            for place in _beside_step(view, view.at(cell), (_pips_wide(canvas, count, small=small), high))
        ]
        best = min(
            places, key=lambda one: hidden_by(one[0], keep_off)
        )  # the first of equals: all triangles, to the right
        keep_off.append(best[0])
        plates.append(best)
    return plates


def disc_radius(view: MapView) -> int:
    """Of the disc on a step of a path."""
    return max(7, round(view.grain * 0.31))


def _pips_wide(canvas: Canvas, count: int, *, small: bool) -> int:
    shown = 1 if small else min(count, MOST_PIPS)
    return (canvas.px(6) + canvas.px(1)) * shown + canvas.px(11 if small else 7)


def _beside_step(view: MapView, at: Point, size: tuple[int, int]) -> list[pygame.Rect]:
    """The places of a plate beside a step: to the upper right, above, below, upper left, then the others around it."""
    (x, y), (wide, high), off = at, size, view.grain * 0.31
    left, right = x - 1.5 * off - wide / 2, x + 1.5 * off + wide / 2
    above, below = y - off - high / 2, y + off + high / 2
    middles = [(right, y - off), (x, above), (x, below), (left, y - off), (right, y + off), (left, y + off)]
    middles += [(right, above), (left, above), (right, below), (left, below), (right, y), (left, y)]
    return [pygame.Rect(0, 0, wide, high).move_to(center=(round(a), round(b))) for a, b in middles]


def _pips(canvas: Canvas, plate: pygame.Rect, count: int, *, small: bool) -> None:
    """Ink triangles on a small plate, one for each gun; or one and the number."""
    tri = canvas.px(6)
    box(canvas.surface, plate, CARD, LINE2, canvas.px(6))
    for i in range(1 if small else min(count, MOST_PIPS)):
        left = plate.x + canvas.px(4) + i * (tri + canvas.px(1))
        base = plate.bottom - canvas.px(3)
        pygame.draw.polygon(canvas.surface, INK, [(left, base), (left + tri, base), (left + tri / 2, base - tri)])
    if small:
        after = (plate.x + canvas.px(4) + tri + canvas.px(2)) / canvas.scale
        canvas.write(str(count), after, plate.centery / canvas.scale, "label_bold", 11, INK, middle=True)


ShotStyle = Literal["dashed", "dotted"]


def shot_style(side: int) -> ShotStyle:
    """The line of the shots of side number `side`: neighbours in the order of seats are told apart without colour."""
    return "dashed" if side % 2 else "dotted"


def draw_shot(
    canvas: Canvas, view: MapView, ends: tuple[Point, Point], colour: Colour, style: ShotStyle, *, share: float = 1.0
) -> None:
    """A shot line; `share` of it is drawn so far.

    It goes from token to token, not over them, where they are far enough from one another; and under plates with names.
    """
    (a, b), air = ends, view.token_size * AIR
    long = math.dist(a, b)
    if long > 3 * air:
        off = ((b[0] - a[0]) * air / long, (b[1] - a[1]) * air / long)
        a, b = (a[0] + off[0], a[1] + off[1]), (b[0] - off[0], b[1] - off[1])
    end = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
    wide = canvas.px(4)
    for one, two in outside(a, end, [plate.inflate(wide, wide) for plate in view.plates]):
        if style == "dashed":
            dashed(canvas.surface, one, two, colour, max(2, canvas.px(2)), canvas.px(8), canvas.px(5))
        else:
            dotted(canvas.surface, one, two, colour, max(1.4, 1.6 * canvas.scale), canvas.px(6))
    arrow_head(canvas.surface, a, end, colour, canvas.px(9))


def draw_sight(
    canvas: Canvas,
    view: MapView,
    a: int,
    b: int,
    length: Callable[[int], str],
    *,
    told: bool = True,
    units: Collection[int] = (),
) -> None:
    """The line between two cells: clear with its cover, or broken at the blocking cell.

    `told` in a call-out, too, that keeps off the `units` (their cells).
    """
    board = view.board
    sight = board.sight(a, b)
    start, end = view.at(a), view.at(b)
    words = f"{length(sight.distance)}, {board.sight_words(sight)}"
    if sight.visible:
        pygame.draw.aaline(canvas.surface, INK, start, end)
        if sight.cover:
            frame_cell(canvas, view, sight.cover_cell)
        if told:
            call_out(canvas, view, words, end, units)
        return
    frame_cell(canvas, view, sight.blocked_by)
    stop = view.at(sight.blocked_by)
    pygame.draw.aaline(canvas.surface, INK, start, stop)
    dashed(canvas.surface, stop, end, INK3, 1, canvas.px(4), canvas.px(4))
    if told:
        call_out(canvas, view, words, stop, units)


def call_out(
    canvas: Canvas,
    view: MapView,
    words: str,
    at: Point,
    units: Collection[int],
    *,
    others: Sequence[pygame.Rect] = (),
    about: Collection[int] = (),
    flags: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """A plate with a sentence close to a point: above, below or beside it, where it hides the fewest units and flags.

    It keeps off the `others` that stand there already, then off the cells it is `about`. Returns where it stands.
    """
    wide, high = canvas.px(canvas.width(words, "label_semi", 13.5) + 16), canvas.px(22)
    hidden, told = [*tokens_at(view, units), *flags], tokens_at(view, about)
    off, area = round(view.grain * 0.5) + worn(view), view.area
    x, y = round(at[0]), round(at[1])
    spots = []
    for far in range(1, FARTHEST):
        spots += [pygame.Rect(x - wide // 2, top, wide, high) for top in (y - far * off - high, y + far * off)]
        spots += [pygame.Rect(left, y - high // 2, wide, high) for left in (x + far * off, x - far * off - wide)]
        aside = itertools.product((y - far * off - high, y + far * off), (x + off, x - off - wide))
        spots += [pygame.Rect(left, top, wide, high) for top, left in aside]
    spots = [spot.clamp(area) for spot in spots]
    best = min(spots, key=lambda spot: tuple(len(spot.collidelistall(some)) for some in (others, told, hidden)))
    canvas.call_out(words, best.centerx / canvas.scale, best.bottom / canvas.scale)
    return best


def worn(view: MapView) -> int:
    """How far what a token wears stands over the edge of its cell, in real pixels."""
    return max(4, round(view.grain * 0.1))


def tokens_at(view: MapView, cells: Collection[int]) -> list[pygame.Rect]:
    """The room of tokens in these cells, with what they wear; in a hex they stand about its middle."""
    air = 2 * worn(view)
    if view.board.grid == "hex":
        return [rect.inflate(air - rect.w // 4, air - rect.h // 2) for rect in map(view.rect_of, cells)]
    return [view.rect_of(cell).inflate(air, air) for cell in cells]


def hidden_by(plate: pygame.Rect, others: Collection[pygame.Rect]) -> int:
    """How much of others a plate would hide, or they of it, in square pixels."""
    return sum(over.w * over.h for over in map(plate.clip, others))


def frame_cell(canvas: Canvas, view: MapView, cell: int) -> None:
    """The blocking cell: ink frame with saffron dashes."""
    if cell < 0:
        return
    corners = view.corners(cell)
    if view.board.grid == "square":
        pygame.draw.rect(canvas.surface, INK, view.rect_of(cell), max(2, canvas.px(3.5)))
    else:
        pygame.draw.polygon(canvas.surface, INK, corners, max(2, canvas.px(3.5)))
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        dashed(canvas.surface, a, b, SAFFRON, max(1, canvas.px(1.6)), canvas.px(4), canvas.px(4))


def draw_objectives(
    canvas: Canvas,
    view: MapView,
    objectives: Sequence[ObjectiveView],
    rules: Ruleset,
    colour_of: Callable[[str], Colour],
    *,
    units: Collection[int],
) -> list[pygame.Rect]:
    """Objectives: an outline and a flag with name and what it gives, in the colour of the side that holds it.

    The flag stands above the outline, below it or beside it, where none of the `units` (their cells) and no other flag
    would hide it; if they would everywhere, where they hide the least. Those that would lie over one another
    bear their names alone: the column says the rest. Returns where the flags stand.
    """
    edge = -2 * canvas.px(GRAZED)
    tokens = [rect.inflate(edge, edge) for rect in tokens_at(view, units)]
    placed = [(one, set(one.cells), colour_of(one.seat) if one.seat else INK2) for one in objectives if one.cells]
    told = [rules.worth(one.points, one.goal) for one, _, _ in placed]
    for _, cells, colour in placed:
        outline_cells(canvas.surface, view, cells, colour, "dashed")

    def laid() -> list[pygame.Rect]:
        flags: list[pygame.Rect] = []
        for (one, cells, _), points in zip(placed, told, strict=True):
            spots = _flag_spots(canvas, view, cells, one.name, points)
            flags.append(min(spots, key=lambda plate: hidden_by(plate, [*tokens, *flags])))
        return flags

    flags = laid()
    crowded = {place for place, flag in enumerate(flags) if len(flag.collidelistall(flags)) > 1}
    if crowded:
        told = ["" if place in crowded else points for place, points in enumerate(told)]
        flags = laid()
    for (one, _, colour), points, flag in zip(placed, told, flags, strict=True):
        _flag(canvas, flag, one.name, points, colour)
    return flags


def _flag_spots(canvas: Canvas, view: MapView, cells: set[int], name: str, points: str) -> list[pygame.Rect]:
    """Where the plate of an objective may stand: above its outline, below it or beside it, as far as it is in sight there."""
    first = view.rect_of(min(cells))
    frame = first.unionall([view.rect_of(cell) for cell in cells])
    wide = canvas.width(name, "label_semi", 12) + 22
    wide += canvas.width(points, "label", 12) + 8 if points else 0
    above = pygame.Rect(first.x, first.y - canvas.px(17), canvas.px(wide), canvas.px(16))
    if first.colliderect(view.area):
        above.right = min(above.right, view.area.right - canvas.px(2))
    below = above.move(0, frame.bottom + canvas.px(1) - above.y)
    beside = (pygame.Rect(x, y, *above.size) for y in (frame.top, frame.bottom - above.h, frame.centery)
              for x in (frame.right + canvas.px(2), frame.left - above.w - canvas.px(2)))  # fmt: skip
    along = (plate.move(frame.right - plate.right, 0) for plate in (above, below))
    return [plate for plate in (above, below, *along, *beside) if view.area.contains(plate)] or [above]


def _flag(canvas: Canvas, plate: pygame.Rect, name: str, points: str, colour: Colour) -> None:
    """The plate of an objective."""
    x, y = plate.x / canvas.scale, plate.centery / canvas.scale
    canvas.box(x, y - 8, plate.width / canvas.scale, 16, PANEL, LINE2, 3)
    pole = canvas.px(x + 7)
    pygame.draw.line(canvas.surface, colour, (pole, canvas.px(y - 5)), (pole, canvas.px(y + 6)), max(1, canvas.px(1.4)))
    pygame.draw.polygon(
        canvas.surface,
        colour,
        [(pole, canvas.px(y - 5)), (pole + canvas.px(8), canvas.px(y - 2)), (pole, canvas.px(y + 1))],
    )
    used = canvas.write(name, x + 18, y, "label_semi", 12, INK, middle=True)
    if points:
        canvas.write(points, x + 26 + used, y, "label", 12, INK2, middle=True)


def plate_place(
    canvas: Canvas, view: MapView, words: str, regions: Sequence[set[int]], flags: Sequence[pygame.Rect]
) -> Point | None:
    """Where in the first of some regions a plate with words lies wholly on its cells: its middle, None if nowhere.

    Under a flag only where there is no other place.
    """
    hidden: list[Point] = []
    wide = canvas.px(canvas.width(words, "label_bold", 13) + 14)
    board, count = view.board, max(1, math.ceil(wide / view.size))
    for cells in regions:
        for cell in sorted(cells):
            row = range(cell, cell + count)
            if board.xy(cell)[0] + count > board.width or not cells.issuperset(row):
                continue
            a, b = view.at(row[0]), view.at(row[-1])
            plate = pygame.Rect(0, 0, wide, canvas.px(18))
            plate.center = round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)
            if view.area.contains(plate):
                if plate.collidelist(flags) < 0:
                    return plate.center
                hidden.append(plate.center)
    return hidden[0] if hidden else None


def beside(canvas: Canvas, view: MapView, words: str, cell: int, taken: Collection[int]) -> Point:
    """The middle of a plate with words beside a cell: to its left, right, above or below, where it hides the fewest cells."""
    wide, high = canvas.px(canvas.width(words, "label_bold", 13) + 14), canvas.px(18)
    (x, y), off = view.at(cell), view.grain * 0.66
    middles = [(x - off - wide / 2, y), (x + off + wide / 2, y), (x, y - off - high / 2), (x, y + off + high / 2)]
    plates = [pygame.Rect(round(a - wide / 2), round(b - high / 2), wide, high) for a, b in middles]
    own, hidden = view.rect_of(cell), [view.rect_of(one) for one in {*taken, cell}]
    seen = [plate.clamp(view.area) for plate in plates]
    room = round(view.grain * 0.2)
    own.inflate_ip(-room, -room)
    return min(seen, key=lambda plate: (plate.colliderect(own), len(plate.collidelistall(hidden)))).center


def label_plate(canvas: Canvas, x: float, y: float, words: str, fill: Colour) -> None:
    """A dark plate with white words, its middle at real (x, y)."""
    wide = canvas.width(words, "label_bold", 13) + 14
    lx, ly = x / canvas.scale, y / canvas.scale
    canvas.box(lx - wide / 2, ly - 9, wide, 18, fill, None, 3)
    canvas.write(words, lx, ly, "label_bold", 13, CARD, align="centre", middle=True)


def draw_cursor(canvas: Canvas, view: MapView, cell: int) -> None:
    """The keyboard's cell cursor: the corners of the cell in ink."""
    thick = max(2, canvas.px(2))
    if view.board.grid == "hex":
        corners = view.corners(cell)
        for i, corner in enumerate(corners):
            for other in (corners[i - 1], corners[(i + 1) % 6]):
                end = (corner[0] + (other[0] - corner[0]) * 0.3, corner[1] + (other[1] - corner[1]) * 0.3)
                pygame.draw.line(canvas.surface, INK, corner, end, thick + 1)
        return
    rect = view.rect_of(cell).inflate(canvas.px(2), canvas.px(2))
    arm = rect.width // 3
    for sx, sy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        x, y = (rect.left, rect.right)[sx], (rect.top, rect.bottom)[sy]
        pygame.draw.line(canvas.surface, INK, (x, y), (x + (arm if sx == 0 else -arm), y), thick)
        pygame.draw.line(canvas.surface, INK, (x, y), (x, y + (arm if sy == 0 else -arm)), thick)
