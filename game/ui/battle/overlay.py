"""Drawing over the ground: tints, outlines, sight, paths with step discs and danger pips, shots, objectives, plates."""

from __future__ import annotations

import itertools
import math
from collections import Counter
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
"""A call-out is fewer than this many steps of half a cell from its point."""
GRAZED = 3
"""How far a flag may lie over the edges of units and their markers, in logical pixels."""
PIPPED = 30
"""Where cells are narrower than this, in logical pixels, guns are one triangle and a number: plates would touch."""
MOST_PIPS = 4
"""The most triangles on a plate, which mean as many guns or more."""
AIR = 0.8
"""How far from the middle of a token a shot begins and ends, in sizes of a token, so that its markers stay readable."""
MOST_SHADES = 4
"""The number of shades that show how many enemies see a cell; the darkest means as many or more."""
SHADOW, HATCHING = (42, 38, 32), (42, 38, 32, 58)
"""The ink of shades and of hatching over the ground, the latter with its opacity (of 255)."""
CLOSED_DISC = (214, 205, 184)
Tint = tuple[int, int, int, int]


def fill_cells(surface: pygame.Surface, view: MapView, cells: Iterable[int], tint: Tint) -> pygame.Rect:
    """Tint cells. Returns the part of the surface that is tinted."""
    layer = pygame.Surface(view.area.size, pygame.SRCALPHA)
    tinted = around([_fill_cell(layer, view, cell, tint) for cell in cells])
    return surface.blit(layer, tinted.move(view.area.topleft), tinted)


def _fill_cell(layer: pygame.Surface, view: MapView, cell: int, tint: Tint) -> pygame.Rect:
    """Tint one cell on a layer that lies over the map. Returns the part of the layer that it covers."""
    if view.board.grid == "square":
        return layer.fill(tint, view.rect_of(cell).move(-view.area.x, -view.area.y))
    corners = [(x - view.area.x, y - view.area.y) for x, y in view.corners(cell)]
    return pygame.draw.polygon(layer, tint, corners)


def around(parts: Iterable[pygame.Rect]) -> pygame.Rect:
    """The smallest rectangle round all of these that are not empty."""
    filled = [part for part in parts if part]
    return filled[0].unionall(filled) if filled else pygame.Rect(0, 0, 0, 0)


BorderStyle = Literal["solid", "dashed", "dotted"]


def outline_cells(
    surface: pygame.Surface,
    view: MapView,
    cells: Collection[int],
    colour: Colour,
    style: BorderStyle = "solid",
) -> pygame.Rect:
    """Draw the border between the cells and all others. Returns the part of the surface that it lies in."""
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
    drawn = pygame.Rect(left, top, math.ceil(max(xs)) + thick + 2 - left, math.ceil(max(ys)) + thick + 2 - top)
    return drawn.clip(surface.get_rect())


def draw_field(surface: pygame.Surface, view: MapView, seen: set[int]) -> None:
    """Light the cells that are seen, and hatch all others."""
    fill_cells(surface, view, seen, SEEN)
    outline_cells(surface, view, seen, SEEN_EDGE)
    layer = pygame.Surface(view.area.size, pygame.SRCALPHA)
    step = max(6, round(view.grain / 4))
    for i in range(-view.area.height, view.area.width, step):
        pygame.draw.line(layer, HATCHING, (i, 0), (i + view.area.height, view.area.height))
    for cell in seen:
        _fill_cell(layer, view, cell, (0, 0, 0, 0))
    surface.blit(layer, view.area)


def draw_ranges(canvas: Canvas, view: MapView, cell: int, bands: Sequence[int], length: Callable[[int], str]) -> None:
    """Circles round a cell, `bands` cells away, each with its `length` in words; on hexes outlines of areas."""
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
    """Shade the cells that enemies see from the cells `guns`, the darker the more of them do."""
    counts = Counter(cell for gun in guns for cell in view.board.field(gun))
    for shade in range(1, MOST_SHADES + 1):
        cells = [cell for cell, count in counts.items() if min(count, MOST_SHADES) == shade]
        fill_cells(surface, view, cells, (*SHADOW, 22 + 20 * shade))


def draw_path(canvas: Canvas, view: MapView, path: Sequence[int], colour: Colour) -> None:
    """A path: dots over a white line."""
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
    """Numbered discs on the steps of a path (index 0 is the start): `closed` ones grey, that of `now` on saffron."""
    radius, scale = disc_radius(view), canvas.scale
    for point, cell in enumerate(path):
        if point == 0:
            continue
        x, y = view.at(cell)
        middle = round(x), round(y)
        fill, ink = (CLOSED_DISC, INK3) if point in closed else (CARD, colour)
        if point == now:
            pygame.draw.aacircle(canvas.surface, SAFFRON, middle, radius + canvas.px(4))
            pygame.draw.aacircle(canvas.surface, SAFFRON_EDGE, middle, radius + canvas.px(4), 1)
        pygame.draw.aacircle(canvas.surface, fill, middle, radius)
        pygame.draw.aacircle(canvas.surface, ink, middle, radius, max(1, canvas.px(1.6)))
        size = radius * 1.15 / scale
        canvas.write(str(point), x / scale, y / scale, "label_bold", size, ink, align="centre", middle=True)


def draw_pips(
    canvas: Canvas, view: MapView, path: Sequence[int], guns: Mapping[int, int], units: Collection[int]
) -> None:
    """Beside each step of a path (index 0 is the start) the number of guns that see it, off the `units` (cells)."""
    for plate, count, small in pip_plates(canvas, view, path, guns, units):
        _pips(canvas, plate, count, small=small)


def pip_plates(
    canvas: Canvas, view: MapView, path: Sequence[int], guns: Mapping[int, int], units: Collection[int]
) -> list[tuple[pygame.Rect, int, bool]]:
    """For each step that is seen its plate, the number of guns, and whether it is short: one triangle and that number.

    A plate stands beside its step, where it hides least of discs, units and other plates. It is short where cells are
    small, and where one with a triangle for each gun would hide something that a short one does not.
    """
    radius, height = disc_radius(view), canvas.px(12)
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
            for place in _beside_step(view, view.at(cell), (_pips_width(canvas, count, small=small), height))
        ]
        best = min(places, key=lambda form: hidden_by(form[0], keep_off))  # a tie goes to all triangles, at the right
        keep_off.append(best[0])
        plates.append(best)
    return plates


def disc_radius(view: MapView) -> int:
    """The radius of the disc on a step of a path, in real pixels."""
    return max(7, round(view.grain * 0.31))


def _pips_width(canvas: Canvas, count: int, *, small: bool) -> int:
    """The width of a plate with triangles, in real pixels."""
    triangles = 1 if small else min(count, MOST_PIPS)
    return (canvas.px(6) + canvas.px(1)) * triangles + canvas.px(11 if small else 7)


def _beside_step(view: MapView, at: Point, size: tuple[int, int]) -> list[pygame.Rect]:
    """The places for a plate beside a step, the best first: upper right, above, below, upper left, then the others."""
    (x, y), (width, height), offset = at, size, view.grain * 0.31
    left, right = x - 1.5 * offset - width / 2, x + 1.5 * offset + width / 2
    above, below = y - offset - height / 2, y + offset + height / 2
    middles = [(right, y - offset), (x, above), (x, below), (left, y - offset), (right, y + offset), (left, y + offset)]
    middles += [(right, above), (left, above), (right, below), (left, below), (right, y), (left, y)]
    return [pygame.Rect(0, 0, width, height).move_to(center=(round(a), round(b))) for a, b in middles]


def _pips(canvas: Canvas, plate: pygame.Rect, count: int, *, small: bool) -> None:
    """Ink triangles on a small plate, one for each gun; if `small`, one triangle and the number."""
    side = canvas.px(6)
    box(canvas.surface, plate, CARD, LINE2, canvas.px(6))
    for i in range(1 if small else min(count, MOST_PIPS)):
        left = plate.x + canvas.px(4) + i * (side + canvas.px(1))
        base = plate.bottom - canvas.px(3)
        pygame.draw.polygon(canvas.surface, INK, [(left, base), (left + side, base), (left + side / 2, base - side)])
    if small:
        after = (plate.x + canvas.px(4) + side + canvas.px(2)) / canvas.scale
        canvas.write(str(count), after, plate.centery / canvas.scale, "label_bold", 11, INK, middle=True)


ShotStyle = Literal["dashed", "dotted"]


def shot_style(side: int) -> ShotStyle:
    """The line style of a side's shots: neighbours in the order of seats can be told apart without colour."""
    return "dashed" if side % 2 else "dotted"


def draw_shot(
    canvas: Canvas, view: MapView, ends: tuple[Point, Point], colour: Colour, style: ShotStyle, *, share: float = 1.0
) -> None:
    """A line of fire, of which `share` (0 to 1) is drawn so far.

    It leaves out the tokens at its ends, if they are far enough apart, and the plates with names.
    """
    (a, b), air = ends, view.token_size * AIR
    length = math.dist(a, b)
    if length > 3 * air:
        shift = ((b[0] - a[0]) * air / length, (b[1] - a[1]) * air / length)
        a, b = (a[0] + shift[0], a[1] + shift[1]), (b[0] - shift[0], b[1] - shift[1])
    end = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
    margin = canvas.px(4)
    for start, stop in outside(a, end, [plate.inflate(margin, margin) for plate in view.plates]):
        if style == "dashed":
            dashed(canvas.surface, start, stop, colour, max(2, canvas.px(2)), canvas.px(8), canvas.px(5))
        else:
            dotted(canvas.surface, start, stop, colour, max(1.4, 1.6 * canvas.scale), canvas.px(6))
    arrow_head(canvas.surface, a, end, colour, canvas.px(9))


def draw_sight(
    canvas: Canvas,
    view: MapView,
    a: int,
    b: int,
    length: Callable[[int], str],
    *,
    in_words: bool = True,
    units: Collection[int] = (),
) -> None:
    """The line of sight between two cells: whole, with the cell that gives cover, or broken at the blocking cell.

    A call-out says it `in_words`, too; it keeps off the `units` (cells).
    """
    board = view.board
    sight = board.sight(a, b)
    start, end = view.at(a), view.at(b)
    words = f"{length(sight.distance)}, {board.sight_words(sight)}"
    if sight.visible:
        pygame.draw.aaline(canvas.surface, INK, start, end)
        if sight.cover:
            frame_cell(canvas, view, sight.cover_cell)
        if in_words:
            call_out(canvas, view, words, end, units)
        return
    frame_cell(canvas, view, sight.blocked_by)
    stop = view.at(sight.blocked_by)
    pygame.draw.aaline(canvas.surface, INK, start, stop)
    dashed(canvas.surface, stop, end, INK3, 1, canvas.px(4), canvas.px(4))
    if in_words:
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
    """Draw a plate with a sentence close to a point, above, below or beside it. Returns its place, in real pixels.

    It keeps off the `others` that stand there already, then off the cells it is `about`, then off `units` and `flags`.
    """
    width, height = canvas.px(canvas.width(words, "label_semi", 13.5) + 16), canvas.px(22)
    hidden, concerned = [*tokens_at(view, units), *flags], tokens_at(view, about)
    gap, area = round(view.grain * 0.5) + worn(view), view.area
    x, y = round(at[0]), round(at[1])
    spots = []
    for step in range(1, FARTHEST):
        spots += [pygame.Rect(x - width // 2, top, width, height) for top in (y - step * gap - height, y + step * gap)]
        spots += [
            pygame.Rect(left, y - height // 2, width, height) for left in (x + step * gap, x - step * gap - width)
        ]
        aside = itertools.product((y - step * gap - height, y + step * gap), (x + gap, x - gap - width))
        spots += [pygame.Rect(left, top, width, height) for top, left in aside]
    spots = [spot.clamp(area) for spot in spots]
    avoided = (others, concerned, hidden)
    best = min(spots, key=lambda spot: tuple(len(spot.collidelistall(rects)) for rects in avoided))
    canvas.call_out(words, best.centerx / canvas.scale, best.bottom / canvas.scale)
    return best


def worn(view: MapView) -> int:
    """How far the markers of a token stand out over the edge of its cell, in real pixels."""
    return max(4, round(view.grain * 0.1))


def tokens_at(view: MapView, cells: Collection[int]) -> list[pygame.Rect]:
    """The rectangles of tokens in these cells with their markers, in real pixels; in a hex that is its middle part."""
    air = 2 * worn(view)
    if view.board.grid == "hex":
        return [rect.inflate(air - rect.w // 4, air - rect.h // 2) for rect in map(view.rect_of, cells)]
    return [view.rect_of(cell).inflate(air, air) for cell in cells]


def hidden_by(plate: pygame.Rect, others: Collection[pygame.Rect]) -> int:
    """How much a plate and other rectangles overlap, in square pixels."""
    return sum(overlap.w * overlap.h for overlap in map(plate.clip, others))


def frame_cell(canvas: Canvas, view: MapView, cell: int) -> None:
    """A frame of ink with saffron dashes round a cell; nothing for -1."""
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
    """Draw objectives in the colours of the sides that hold them: an outline, and a flag with name and points.

    A flag stands above, below or beside the outline, where it overlaps least with the `units` (cells) and other flags.
    Flags that would overlap have no points: the column says them. Returns the flags, in real pixels.
    """
    edge = -2 * canvas.px(GRAZED)
    tokens = [rect.inflate(edge, edge) for rect in tokens_at(view, units)]
    visible = [objective for objective in objectives if objective.cells]
    colours = [colour_of(objective.seat) if objective.seat else INK2 for objective in visible]
    worths = [objective.goal.worth(objective.points) for objective in visible]
    for objective, colour in zip(visible, colours, strict=True):
        outline_cells(canvas.surface, view, set(objective.cells), colour, "dashed")

    def placed() -> list[pygame.Rect]:
        flags: list[pygame.Rect] = []
        for objective, worth in zip(visible, worths, strict=True):
            spots = _flag_spots(canvas, view, set(objective.cells), objective.name, worth)
            flags.append(min(spots, key=lambda plate: hidden_by(plate, [*tokens, *flags])))
        return flags

    flags = placed()
    crowded = {place for place, flag in enumerate(flags) if len(flag.collidelistall(flags)) > 1}
    if crowded:
        worths = ["" if place in crowded else worth for place, worth in enumerate(worths)]
        flags = placed()
    for objective, worth, flag, colour in zip(visible, worths, flags, colours, strict=True):
        _flag(canvas, flag, objective.name, worth, colour)
    return flags


def _flag_spots(canvas: Canvas, view: MapView, cells: set[int], name: str, points: str) -> list[pygame.Rect]:
    """The places for an objective's flag that are in sight: above its outline, below it and beside it."""
    first = view.rect_of(min(cells))
    frame = first.unionall([view.rect_of(cell) for cell in cells])
    width = canvas.width(name, "label_semi", 12) + 22
    width += canvas.width(points, "label", 12) + 8 if points else 0
    above = pygame.Rect(first.x, first.y - canvas.px(17), canvas.px(width), canvas.px(16))
    if first.colliderect(view.area):
        above.right = min(above.right, view.area.right - canvas.px(2))
    below = above.move(0, frame.bottom + canvas.px(1) - above.y)
    beside = (
        pygame.Rect(x, y, *above.size)
        for y in (frame.top, frame.bottom - above.h, frame.centery)
        for x in (frame.right + canvas.px(2), frame.left - above.w - canvas.px(2))
    )
    along = (plate.move(frame.right - plate.right, 0) for plate in (above, below))
    return [plate for plate in (above, below, *along, *beside) if view.area.contains(plate)] or [above]


def _flag(canvas: Canvas, plate: pygame.Rect, name: str, points: str, colour: Colour) -> None:
    """The flag of an objective: a plate with a little flag, its name, and its points if they are given."""
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
    canvas: Canvas,
    view: MapView,
    words: str,
    regions: Sequence[set[int]],
    flags: Sequence[pygame.Rect],
    *,
    standing: Collection[int],
) -> Point | None:
    """The middle of a plate with words that lies wholly on the cells of one of the regions, tried in their order.

    It lies under one of the `flags` only if there is no other place, and never on or between units, on the `standing`
    cells. None if there is no place at all.
    """
    hidden: list[Point] = []
    width = canvas.px(canvas.width(words, "label_bold", 13) + 14)
    board, count = view.board, max(1, math.ceil(width / view.size))
    for cells in regions:
        for cell in sorted(cells):
            row = range(cell, cell + count)
            if board.xy(cell)[0] + count > board.width or not cells.issuperset(row):
                continue
            a, b = view.at(row[0]), view.at(row[-1])
            plate = pygame.Rect(0, 0, width, canvas.px(18))
            plate.center = round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)
            if view.area.contains(plate) and _off_units(view, plate, standing):
                if plate.collidelist(flags) < 0:
                    return plate.center
                hidden.append(plate.center)
    return hidden[0] if hidden else None


def plate_beside(
    canvas: Canvas, view: MapView, words: str, cell: int, *, standing: Collection[int], path: Collection[int] = ()
) -> Point | None:
    """The middle of a plate with words beside a cell, where it hides fewest cells of a `path`.

    It never lies on or between units, on the `standing` cells. None if there is no such place.
    """
    width, height = canvas.px(canvas.width(words, "label_bold", 13) + 14), canvas.px(18)
    (x, y), gap = view.at(cell), view.grain * 0.66
    across, down = gap + width / 2, gap + height / 2
    steps = [
        (-across, 0),
        (across, 0),
        (0, -down),
        (0, down),
        *((a, b) for b in (-down, down) for a in (-across, across)),
    ]
    plates = [pygame.Rect(round(x + a - width / 2), round(y + b - height / 2), width, height) for a, b in steps]
    in_sight = [plate.clamp(view.area) for plate in plates]
    free = [plate for plate in in_sight if _off_units(view, plate, {*standing, cell})]
    hidden = [view.rect_of(step) for step in path]
    return min(free, key=lambda plate: len(plate.collidelistall(hidden))).center if free else None


def _off_units(view: MapView, plate: pygame.Rect, standing: Collection[int]) -> bool:
    """Whether a plate lies on no unit, and has no units on both its sides, nor both above and below it."""
    side = gap = round(view.grain * 0.8)
    units = [pygame.Rect(round(x - side / 2), round(y - side / 2), side, side) for x, y in map(view.at, standing)]
    left, right, above, below = (
        plate.move(x, y).collidelist(units) >= 0 for x, y in ((-gap, 0), (gap, 0), (0, -gap), (0, gap))
    )
    return plate.collidelist(units) < 0 and not (left and right) and not (above and below)


def label_plate(canvas: Canvas, x: float, y: float, words: str, fill: Colour) -> pygame.Rect:
    """A dark plate with white words, its middle at (x, y) in real pixels. Returns its place."""
    width = canvas.width(words, "label_bold", 13) + 14
    lx, ly = x / canvas.scale, y / canvas.scale
    canvas.box(lx - width / 2, ly - 9, width, 18, fill, None, 3)
    canvas.write(words, lx, ly, "label_bold", 13, CARD, align="centre", middle=True)
    return canvas.rect(lx - width / 2, ly - 9, width, 18)


def draw_cursor(canvas: Canvas, view: MapView, cell: int) -> None:
    """The keyboard's cell cursor: the corners of the cell in ink."""
    thick = max(2, canvas.px(2))
    if view.board.grid == "hex":
        corners = view.corners(cell)
        for i, corner in enumerate(corners):
            for neighbour in (corners[i - 1], corners[(i + 1) % 6]):
                end = (corner[0] + (neighbour[0] - corner[0]) * 0.3, corner[1] + (neighbour[1] - corner[1]) * 0.3)
                pygame.draw.line(canvas.surface, INK, corner, end, thick + 1)
        return
    rect = view.rect_of(cell).inflate(canvas.px(2), canvas.px(2))
    arm = rect.width // 3
    for sx, sy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        x, y = (rect.left, rect.right)[sx], (rect.top, rect.bottom)[sy]
        pygame.draw.line(canvas.surface, INK, (x, y), (x + (arm if sx == 0 else -arm), y), thick)
        pygame.draw.line(canvas.surface, INK, (x, y), (x, y + (arm if sy == 0 else -arm)), thick)
