"""The widgets measure what they draw, keep to their spot, and register what can be used."""

from __future__ import annotations

import pygame
import pytest

from game.ui import kit
from game.ui.battle.parts import OddsBar, refusal
from game.ui.canvas import Answering, Canvas, Citing
from game.ui.palette import INK
from game.ui.scroll import Position, Scroll

GROUND = (1, 2, 3)
LONG = "No sight to the third step of the run: the corner of the Corn Hall and a wagon are in the way"


def sheet(scale: float = 1.0, focus: str = "", mouse: tuple[int, int] = (-1, -1)) -> Canvas:
    """An empty canvas of 640 by 480 at scale 1."""
    surface = pygame.Surface((round(640 * scale), round(480 * scale)))
    surface.fill(GROUND)
    return Canvas(surface, scale, focus, mouse)


def differing(a: pygame.Surface, b: pygame.Surface) -> pygame.Rect:
    """The least rectangle with all pixels that differ."""
    mask = pygame.mask.from_threshold(a, (0, 0, 0), (1, 1, 1, 255), b)
    mask.invert()
    found = mask.get_bounding_rects()
    return found[0].unionall(found[1:]) if found else pygame.Rect(0, 0, 0, 0)


def spoilt(canvas: Canvas, spot: kit.Spot) -> pygame.Rect:
    """The least rectangle with all painted pixels outside the spot."""
    clean = sheet(canvas.scale).surface
    rest = canvas.surface.copy()
    rest.fill(GROUND, canvas.rect(*spot))
    return differing(rest, clean)


def painted(canvas: Canvas, spot: kit.Spot) -> bool:
    """Whether anything was drawn in the spot."""
    part = canvas.surface.subsurface(canvas.rect(*spot).clip(canvas.surface.get_rect()))
    return pygame.transform.average_color(part)[:3] != GROUND


def nothing() -> None:
    """The action of a button that does nothing."""


def opened(_: str) -> None:
    """The opening of a clause that does nothing."""


def everything() -> dict[str, kit.Widget]:
    """One widget of every kind, by its name."""
    chip = kit.Chip("SC-57", opened)
    return {
        "text": kit.Text(LONG),
        "short text": kit.Text(LONG, lines=2),
        "label": kit.Label("Fire at u14"),
        "rule": kit.Rule(),
        "section": kit.Section("Snowball ladder", "by RE"),
        "key cap": kit.KeyCap("Enter"),
        "chip": chip,
        "odds": OddsBar(0.3, 0.6),
        "button": kit.Button("do", "Enter", "Fire at u14", nothing, primary=True),
        "long button": kit.Button("do", "R", LONG, nothing),
        "row": kit.Row(kit.KeyCap("1"), kit.Text(LONG), chip),
        "column": kit.Column(kit.Text(LONG), kit.Rule(), kit.Label("below")),
        "card": kit.Card(kit.Row(kit.Text(LONG, grow=1), chip), side=(200, 0, 0)),
        "lapsed card": kit.Card(kit.Text(LONG), look="lapsed"),
        "scroll": Scroll(kit.Column(*(kit.Text(LONG) for _ in range(30))), Position(), "list"),
        "refusal": refusal(LONG, chip),
    }


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.25, 2.0])
@pytest.mark.parametrize("name", everything())
def test_nothing_is_drawn_outside_the_measured_size(name, scale):
    widget, canvas = everything()[name], sheet(scale)
    room = 180.0
    size = widget.measure(canvas, room)
    assert size.w <= room
    spot = kit.Spot(60, 40, room, min(size.h, 200))
    widget.draw(canvas, spot)
    assert painted(canvas, spot)
    assert not spoilt(canvas, spot)


@pytest.mark.parametrize("name", [n for n in everything() if n not in {"rule", "scroll"}])
def test_a_widget_at_its_natural_width_keeps_the_height_it_measured(name):
    widget, canvas = everything()[name], sheet()
    size = widget.measure(canvas)
    assert 0 < size.w < kit.WIDE
    assert widget.measure(canvas, size.w).h == size.h


def test_words_are_wrapped_and_not_cut_where_there_is_room():
    canvas = sheet()
    text = kit.Text(LONG)
    rows = text.rows(canvas, 180)
    assert " ".join(rows) == LONG
    assert text.measure(canvas, 180).h == pytest.approx(len(rows) * 14 * kit.LEADING)
    two = kit.Text(LONG, lines=2)
    assert two.measure(canvas, 180).h == pytest.approx(2 * 14 * kit.LEADING)
    assert " ".join(two.rows(canvas, 180)) == LONG
    assert kit.Text("short", lines=2).rows(canvas, 180) == ("short",)


def test_empty_words_and_an_empty_chip_take_no_room_and_no_gap():
    canvas = sheet()
    only = kit.Row(kit.Label("Fire"), gap=8).measure(canvas)
    assert kit.Row(kit.Text(""), kit.Label("Fire"), kit.Chip("", opened), gap=8).measure(canvas) == only
    alone = kit.Column(kit.Label("Fire"), gap=8).measure(canvas, 200)
    assert kit.Column(kit.Text(""), kit.Label("Fire"), gap=8).measure(canvas, 200) == alone


def test_a_row_narrows_its_widest_words_and_leaves_chips_whole():
    canvas = sheet()
    chip, short, long = kit.Chip("SC-57", opened), kit.Label("R4"), kit.Text(LONG)
    widths = kit.Row(short, long, chip, gap=8).widths(canvas, 220)
    assert widths[0] == short.measure(canvas).w
    assert widths[2] == chip.measure(canvas).w
    assert sum(widths) + 16 == pytest.approx(220)


def test_a_part_that_grows_takes_the_room_that_a_row_or_a_column_has_left():
    canvas = sheet()
    widths = kit.Row(kit.KeyCap("1"), kit.Space(grow=1), kit.KeyCap("2"), gap=0).widths(canvas, 200)
    assert widths == [20, 160, 20]
    spans = list(kit.Column(kit.Space(h=20), kit.Space(grow=1), kit.Space(h=30), gap=5).spans(canvas, 100, 200))
    assert [(top, high) for _, top, high in spans] == [(0, 20), (25, 140), (170, 30)]


def test_a_scroll_gives_up_height_for_the_part_below_it():
    canvas = sheet()
    scroll = Scroll(kit.Column(*(kit.Space(h=50) for _ in range(9))), Position(), "list")
    spans = list(kit.Column(scroll, kit.Space(h=40), gap=0).spans(canvas, 100, 300))
    assert [(top, high) for _, top, high in spans] == [(0, 260), (260, 40)]


def test_a_button_is_hit_all_over_and_has_its_hot_key():
    canvas, done = sheet(2.0), []
    button = kit.Button("do", "Enter", "Fire", lambda: done.append(1))
    spot = kit.Spot(10, 20, 200, 33)
    button.draw(canvas, spot)
    (zone,) = canvas.zones
    assert zone.rect == pygame.Rect(20, 40, 400, 66)
    assert (zone.id, zone.key, zone.focusable) == ("do", "Enter", True)
    zone.action()
    assert done == [1]


def test_the_only_zone_of_a_refusal_is_its_clause():
    canvas = sheet()
    refusal("no sight", kit.Chip("SC-57", opened)).draw(canvas, kit.Spot(10, 20, 200, 33))
    assert [zone.about for zone in canvas.zones] == [Citing("SC-57")]


def test_a_card_says_what_it_stands_for_and_what_its_key_does_with_shift():
    canvas = sheet()
    card = kit.Card(kit.Label("Fire"), name="row", action=nothing, key="1")
    card.shifted, card.about = nothing, Answering("r2:fire")
    card.draw(canvas, kit.Spot(10, 20, 200, 33))
    (zone,) = canvas.zones
    assert (zone.about, zone.shifted) == (Answering("r2:fire"), nothing)


def test_a_chip_on_a_card_lies_over_the_card():
    canvas, seen = sheet(), []
    card = kit.Card(
        kit.Row(kit.Label("R4"), kit.Space(grow=1), kit.Chip("SC-21", seen.append)), name="row", action=nothing
    )
    card.draw(canvas, kit.Spot(0, 0, 200, 36))
    top = [z for z in reversed(canvas.zones) if z.rect.collidepoint((190, 18))]
    assert [z.id.split(":")[0] for z in top] == ["chip", "row"]
    top[0].action()
    assert seen == ["SC-21"]


def listed(count: int = 20) -> kit.Column:
    """A column of cards 40 high, row0 and so on."""
    rows = (kit.Card(kit.Label(f"row {i}"), name=f"row{i}", action=nothing, h=40, pad=(8, 0)) for i in range(count))
    return kit.Column(*rows, gap=0)


def test_a_scroll_stops_at_both_ends():
    canvas, position = sheet(), Position()
    scroll, spot = Scroll(listed(), position, "list"), kit.Spot(0, 0, 200, 100)
    scroll.draw(canvas, spot)
    assert position.most == 700
    wheel = next(z.wheel for z in canvas.zones if z.id == "list")
    wheel(1)
    assert position.at == 0
    for _ in range(100):
        wheel(-1)
    assert position.at == 700
    scroll.draw(sheet(), kit.Spot(0, 0, 200, 800))
    assert position.at == 0


def test_only_the_rows_in_sight_of_a_scroll_can_be_clicked():
    canvas = sheet()
    Scroll(listed(), Position(), "list").draw(canvas, kit.Spot(10, 10, 200, 100))
    usable = [z for z in canvas.zones if z.action and z.rect.width and z.rect.height]
    assert [z.id for z in usable] == ["row0", "row1", "row2"]
    assert usable[2].rect.bottom == 110
    assert not spoilt(canvas, kit.Spot(10, 10, 200, 100))


def test_nothing_of_a_scroll_without_any_height_can_be_clicked():
    """Before, all its rows could, over whatever stood below it."""
    canvas = sheet()
    Scroll(listed(), Position(), "list").draw(canvas, kit.Spot(10, 10, 200, 0))
    assert [z.id for z in canvas.zones if z.action], "the focus can still reach them"
    assert not [z.id for z in canvas.zones if z.rect.width and z.rect.height]


def test_the_focus_brings_a_hidden_row_into_sight_once():
    position = Position()
    for focus, at in (("row0", 0), ("row12", 420), ("row12", 420), ("row11", 420), ("row3", 120)):
        canvas = sheet(focus=focus)
        Scroll(listed(), position, "list").draw(canvas, kit.Spot(0, 0, 200, 100))
        assert position.at == at
        shown = next(z for z in canvas.zones if z.id == focus)
        assert shown.rect.height == 40
    position.by(-1000)
    Scroll(listed(), position, "list").draw(sheet(focus="row3"), kit.Spot(0, 0, 200, 100))
    assert position.at == 0


def test_the_watched_part_stays_in_sight_until_the_player_scrolls():
    position = Position()
    spot = kit.Spot(0, 0, 200, 100)
    Scroll(listed(), position, "list", watch=9).draw(sheet(), spot)
    assert position.at == 300
    position.by(-1000)
    Scroll(listed(), position, "list", watch=9).draw(sheet(), spot)
    assert position.at == 0
    position.home()
    Scroll(listed(), position, "list", watch=9).draw(sheet(), spot)
    assert position.at == 300


def test_a_tip_is_drawn_beside_its_button_and_inside_the_window():
    for spot in (kit.Spot(10, 20, 100, 33), kit.Spot(540, 440, 100, 33)):
        rect = sheet().rect(*spot)
        canvas = sheet(mouse=rect.center)
        kit.Button("do", "", "Fire", nothing, tip=LONG).draw(canvas, spot)
        before = canvas.surface.copy()
        canvas.finish()
        changed = differing(canvas.surface, before)
        assert changed
        assert not changed.colliderect(rect)
        assert canvas.surface.get_rect().inflate(-2, -2).contains(changed), "not cut by the edge"


def test_a_widget_measures_itself_once(monkeypatch):
    canvas, counted = sheet(), []
    row = kit.Row(kit.Text(LONG), kit.Label("R4"))
    first = row.measure(canvas, 200)
    monkeypatch.setattr(kit.Row, "_measure", lambda *_: counted.append(1))
    assert row.measure(canvas, 200) == first
    assert counted == []


def test_words_with_a_least_width_make_a_column_of_rows():
    canvas = sheet()
    rows = [kit.Row(kit.Label(words, w=40, align="right"), kit.Label("x")) for words in ("7%", "100%")]
    assert len({tuple(row.widths(canvas, 200)) for row in rows}) == 1


def test_a_scroll_gives_up_its_height_before_any_other_part_is_cut():
    canvas = sheet()
    rows = Scroll(kit.Column(*(kit.Text(f"row {i}") for i in range(20))), Position(), "rows", grow=0)
    foot = kit.Column(kit.Text("a head"), kit.Text("the foot"), grow=1)
    column = kit.Column(rows, foot)
    whole = foot.measure(canvas, 200).h
    given = {part: high for part, _, high in column.spans(canvas, 200, 160)}
    assert given[foot] == whole
    assert given[rows] == 160 - whole - column.gap
    given = {part: high for part, _, high in column.spans(canvas, 200, 40)}
    assert sum(given.values()) + column.gap == pytest.approx(40), "and then everything that may"


def shades(canvas: Canvas, rect: pygame.Rect) -> set[tuple[int, int, int]]:
    """The colours of the pixels in a part of the surface."""
    return {
        tuple(canvas.surface.get_at((x, y))[:3]) for x in range(rect.x, rect.right) for y in range(rect.y, rect.bottom)
    }


@pytest.mark.parametrize("radius", [3, 5, 10])
def test_corners_are_round_without_steps_and_edges_are_sharp(radius: int) -> None:
    """Before, every corner in the window was a staircase of two colours."""
    canvas, white, black = sheet(), (255, 255, 255), (0, 0, 0)
    canvas.surface.fill(white)
    rect = canvas.box(10, 10, 120, 40, black, None, radius)
    assert canvas.surface.get_at(rect.topleft)[:3] != black
    corner = shades(canvas, pygame.Rect(rect.topleft, (radius, radius)))
    assert corner - {white, black}, "shades between the two"
    assert shades(canvas, rect.inflate(-2 * radius, 0)) == {black}
    assert shades(canvas, rect.inflate(0, -2 * radius)) == {black}
    assert shades(canvas, rect.inflate(4, 4).clip((0, 0, 640, 9))) <= {white}


def test_an_edge_is_as_thick_in_the_corners_as_between_them_and_leaves_the_inside_alone() -> None:
    canvas, white, red = sheet(), (255, 255, 255), (200, 0, 0)
    canvas.surface.fill(white)
    rect = canvas.box(10, 10, 120, 40, None, red, 6, 2)
    assert shades(canvas, rect.inflate(-12, 0).clip(rect.x, rect.y, 200, 2)) == {red}
    assert shades(canvas, rect.inflate(-12, -4)) == {white}
    assert {shade for shade in shades(canvas, rect) if shade[1] > shade[0]} == set(), "no shade darker than both"


def test_the_dark_part_of_a_bar_is_as_long_as_the_chance() -> None:
    """Before, a chance of 1 % filled a quarter of a short bar."""
    for p_out, most in ((0.01, 2), (0.11, 4), (0.5, 17)):
        canvas = sheet()
        OddsBar(p_out, p_out, 34).draw(canvas, kit.Spot(10, 20, 34, 9))
        row = [canvas.surface.get_at((x, 24))[:3] for x in range(10, 44)]
        assert 1 <= sum(shade == INK for shade in row) <= most, p_out


def test_a_card_with_several_sides_is_split_between_them_from_top_to_foot() -> None:
    canvas, blue, red = sheet(), (0, 0, 200), (200, 0, 0)
    kit.Card(kit.Space(50, 40), sides=[blue, red], radius=0, pad=(8, 0)).draw(canvas, kit.Spot(10, 20, 120, 40))
    assert [canvas.surface.get_at((12, y))[:3] for y in (20, 39, 40, 59)] == [blue, blue, red, red]


def test_a_row_whose_parts_fit_only_without_its_gaps_keeps_to_its_spot() -> None:
    """Fixed parts of 60, 60 and 60 with two gaps of 10 need 200: in 190, the last one is cut at the edge."""
    canvas, spot = sheet(), kit.Spot(100, 100, 190, 20)
    block = kit.Drawing(60, 20, lambda on, at: on.box(at.x, at.y, at.w, at.h, (200, 0, 0), None, 0))
    kit.Row(block, block, block, gap=10).draw(canvas, spot)
    assert painted(canvas, kit.Spot(285, 105, 4, 4))
    assert not spoilt(canvas, spot)
