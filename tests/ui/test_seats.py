"""Three and four seats on the screen: who decides, who is next, who may answer and why not; nothing is cut anywhere."""

from __future__ import annotations

import pygame
import pytest

from game.engine.answers import Choice
from game.engine.decisions import Refusal
from game.engine.dice import DiceSource
from game.engine.names import spoken, wins
from game.maps.scenarios import load_scenario, read_head
from game.paths import MAPS
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle import answers, seats
from game.ui.battle.conditions import marks_of
from game.ui.palette import PALETTES, SEATS, seat_colours, seat_index
from game.ui.screens.battle import RIGHT, BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.title import TitleScreen
from game.ui.signs import NOBODY, SITES, seat_mark, site
from game.ui.tokens import token
from tests.ui.desk import Desk, middle
from tests.ui.hextable import at_island, island, spot
from tests.ui.ledger import Ledger, drawn, outside, overlapping, words_on
from tests.ui.street import street
from tests.ui.test_hands import until
from tests.ui.test_secrecy import THREE

WINDOWS = [((1280, 800), 100), ((1600, 1000), 100), ((1280, 800), 200), ((1920, 1080), 100), ((960, 600), 100)]
NARROW = [((1280, 800), 200), ((960, 600), 100)]
every_window = pytest.mark.parametrize(
    ("size", "scale", "playing"),
    [
        *((size, scale, "brgp") for size, scale in (WINDOWS[0], *NARROW)),
        *((*WINDOWS[0], playing) for playing in ("br", "brg")),
        *(
            pytest.param(size, scale, playing, marks=pytest.mark.fuzz)
            for size, scale in WINDOWS[1:]
            for playing in ("br", "brg", "brgp")
            if playing != "brgp" or (size, scale) not in NARROW
        ),
    ],
)
"""Daily: four seats where room is least, fewer in one window. In the long run: two to four seats in every window."""


def sound(desk: Desk) -> Ledger:
    """The picture has room for all its words."""
    ledger = drawn(desk)
    assert [line.words for line in ledger.lines if line.cut] == []
    assert outside(ledger) == []
    if isinstance(desk.top, BattleScreen):
        window = ledger.surface.get_rect()
        column = pygame.Rect(window.right - ledger.px(RIGHT), 0, ledger.px(RIGHT), window.height)
        assert overlapping(line for line in ledger.lines if column.contains(line.rect)) == []
    return ledger


def attacked(size: tuple[int, int] = (1280, 800), scale: int = 100, seats: str = "brgp") -> tuple[Desk, BattleScreen]:
    """Red attacks the town at 0505; Blue's gun on the mountain is asked."""
    desk, screen = at_island(size, scale, seats, table=TableKind.OPEN)
    for option in ("r1:move:4,4", "r2:move:4,4", "battle:4,4"):
        screen.game.choose(option)
    desk.settle()
    assert screen.session.asked == "blue"
    return desk, screen


# -- the panels -------------------------------------------------------------------------------------------------------


@every_window
def test_two_three_and_four_seats_fit_every_window(size: tuple[int, int], scale: int, playing: str) -> None:
    desk, _ = at_island(size, scale, playing)
    for name in [SEATS_OF[letter] for letter in playing]:
        assert spoken(name) in [line.words for line in sound(desk).lines]
    desk.press("tab", "g", "t")
    sound(desk)


@every_window
def test_a_window_of_overwatch_fits_every_window(size: tuple[int, int], scale: int, playing: str) -> None:
    desk, _ = attacked(size, scale, playing)
    words = [line.words for line in sound(desk).lines]
    for _ in range(8):  # what has no room is scrolled to
        desk.press("pagedown", mod=pygame.KMOD_LCTRL)
        words += [line.words for line in sound(desk).lines]
    assert "trigger: battle at 0505" in words
    assert "NOW" in words
    assert "3 hexes from 0505, 1 is the limit" in words


SEATS_OF = {"b": "blue", "r": "red", "g": "gold", "p": "plum"}


def test_the_seats_stand_in_turn_order_and_say_who_decides_who_moves_and_who_is_next() -> None:
    desk, screen = attacked()
    assert [seat.seat for seat in seats.listed(screen.model)] == ["red", "gold", "plum", "blue"]
    assert [seats.role(screen.model, seat) for seat in ("red", "gold", "plum", "blue")] == [
        "to move",
        "next",
        "",
        "decides",
    ]
    words = words_on(desk)
    column = [line.words for line in drawn(desk).lines if line.rect.left > screen.map.area.right]
    assert [word for word in column if word in ("decides", "to move", "next")] == ["to move", "next", "decides"]
    assert "2 of 9 moved" in words
    assert {"R2 out", "91%", "64%"} <= set(column), "the one figure of each answer, where there is no room for more"


def test_two_seats_with_nothing_to_note_keep_the_plain_standing() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    assert not seats.wanted(screen.model)


def test_three_seats_of_another_rulebook_have_the_same_panel() -> None:
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(THREE), dice=DiceSource(seed=5), table=TableKind.OPEN))
    desk.open(screen)
    until(screen, lambda s: s.session.match.pending.kind == "activate")
    screen.skip()
    assert seats.wanted(screen.model)
    words = [line.words for line in sound(desk).lines]
    assert {"Red", "Blue", "Gold"} <= set(words)


# -- who may answer ---------------------------------------------------------------------------------------------------


def test_the_list_of_answers_is_what_the_engine_says_of_each_unit() -> None:
    _, screen = attacked()
    match = screen.session.match
    listed = answers.answers(screen.model)
    told = {name: answer for answer in listed for name in answer.units}
    guns = [u for u in ("b3", "b5", "b8", "g2", "p2") if u in match.front.units]
    assert set(told) == set(guns)
    for name in guns:
        why = match.rules.why(match.front, name)
        if isinstance(why, Refusal):
            assert (told[name].state, told[name].words, told[name].clause) == ("no", why.reason, why.clause)
        else:
            assert told[name].state == "now"
            assert told[name].words in why[0].text
            assert told[name].clause == why[0].clauses[0]
    assert listed[0].units == ("b3",), "who is asked stands first"
    assert [screen.model.units[a.units[0]].seat for a in listed if a.state == "no"][:2] == ["blue", "blue"]


def test_an_answer_stands_with_its_result_and_may_not_be_repeated() -> None:
    desk = Desk()
    sketch = island()
    sketch["units"] += [{"id": "b20", "seat": "blue", "profile": "artillery", "at": [4, 5]}]
    screen = BattleScreen(desk.app, Session(read_sketch(sketch), dice=DiceSource(seed=5), table=TableKind.OPEN))
    desk.open(screen)
    for option in ("r1:move:4,4", "r2:move:4,4", "battle:4,4", "b3:overwatch:4,4"):
        screen.game.choose(option)
    desk.settle()
    fired = [answer for answer in answers.answers(screen.model) if "b3" in answer.units]
    assert [answer.state for answer in fired] == ["now"], "the shot is being worked out: Blue picks the victim"
    assert fired[0].note == "one hit with two dice"
    screen.game.choose(screen.session.match.pending.default)
    desk.settle()
    done = [answer for answer in answers.answers(screen.model) if "b3" in answer.units]
    assert [(answer.state, answer.note) for answer in done] == [("done", "one hit with two dice")]
    assert [option.id for option in screen.session.match.pending.options] == ["b20:overwatch:4,4", "pass"]
    assert screen.model.units["b3"].extra.shots == 0


def test_a_gun_that_may_fire_shows_an_eye_and_one_that_has_fired_a_tick() -> None:
    desk, screen = attacked()
    assert marks_of(screen.model, screen.model.units["b3"]).order == "overwatch"
    screen.game.choose("b3:overwatch:4,4")
    desk.settle()
    assert marks_of(screen.model, screen.model.units["b3"]).order == "spent"
    assert marks_of(screen.model, screen.model.units["r1"]).order == ""


def test_equal_reasons_stand_together() -> None:
    sketch = island("brg")
    sketch["units"] += [
        {"id": "b20", "seat": "blue", "profile": "artillery", "at": [2, 6]},
        {"id": "b21", "seat": "blue", "profile": "artillery", "at": [2, 6]},
    ]
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(sketch), dice=DiceSource(seed=5), table=TableKind.OPEN))
    desk.open(screen)
    for option in ("r1:move:4,4", "battle:4,4"):
        screen.game.choose(option)
    assert ("b5", "b20", "b21") in [answer.units for answer in answers.answers(screen.model)]
    sound(desk)


def test_only_a_seats_own_units_are_named_where_markers_are_hidden() -> None:
    desk = Desk()
    screen = street(desk, TableKind.OPEN)
    until(screen, lambda s: s.session.match.pending.kind == "react")
    mine = {u for u, unit in screen.model.units.items() if unit.seat == screen.session.viewer}
    fired = {r.unit for r in screen.model.reactions()}
    told = {name for answer in answers.answers(screen.model) for name in answer.units}
    assert told
    assert told <= mine | fired


def test_a_few_answers_are_cards_that_keys_and_clicks_reach() -> None:
    desk, screen = attacked()
    assert desk.zones("option:") == ["option:b3:overwatch:4,4", "option:pass"]
    desk.press("1")
    assert screen.model.chosen == "b3:overwatch:4,4"
    desk.press("2")
    assert screen.model.chosen == "pass"
    desk.click("option:b3")
    desk.click("option:b3")
    assert screen.session.match.choices[3] == Choice("b3:overwatch:4,4")


def test_a_click_on_an_attacker_or_on_the_attacked_hex_picks_the_shot() -> None:
    for place in ("hex", "r2"):
        desk, screen = attacked()
        cell = screen.map.board.cell(4, 4)
        x, y = middle(screen, cell)
        desk.click_at((x, y + round(screen.map.size * 0.45)) if place == "hex" else spot(screen, "r2"))
        assert screen.model.chosen == "b3:overwatch:4,4"


# -- colours, shapes, sites -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", PALETTES)
def test_each_seat_has_a_shape_of_its_own_in_every_palette(palette: str) -> None:
    pygame.display.set_mode((100, 100))
    outlines = set()
    for side, name in enumerate(SEATS):
        colours = seat_colours(side, palette)
        made = token("rifleman", side, 64, palette=palette)
        outlines.add(tuple(sorted(pygame.mask.from_surface(made, 200).outline(8))))
        plated = token("rifleman", side, 64, palette=palette, plate="B1")
        for surface in (made, plated):
            seen = {surface.get_at((x, y))[:3] for x in range(128) for y in range(128)}
            assert {colours.fill, colours.edge} <= seen
        assert pygame.image.tobytes(made, "RGBA") != pygame.image.tobytes(plated, "RGBA")
        assert seat_index(name) == side
    assert len(outlines) == len(SEATS)
    assert {seat_colours(side, palette).shape for side in range(4)} == {"circle", "cut_square", "hexagon", "shield"}


@pytest.mark.parametrize("figure", ["rifleman", "cavalry", "artillery", "frigate"])
@pytest.mark.parametrize("seat", SEATS)
def test_every_seat_has_a_picture_file_of_every_figure(figure: str, seat: str) -> None:
    assert (MAPS.parent / f"assets/pieces/token-{seat}-{figure}.png").is_file()


def test_the_third_seat_is_a_hexagon_and_the_fourth_a_shield() -> None:
    pygame.display.set_mode((100, 100))
    hexagon = pygame.mask.from_surface(seat_mark(seat_colours(2), 256))
    wide, high = hexagon.get_size()
    box = hexagon.get_bounding_rects()[0]
    left = [y for y in range(high) if hexagon.get_at((box.left + 1, y))]
    assert len(left) > 0.4 * high, "flat left"
    top = [x for x in range(wide) if hexagon.get_at((x, box.top + 1))]
    assert len(top) < 0.05 * wide, "a corner above"
    shield = pygame.mask.from_surface(seat_mark(seat_colours(3), 256))
    foot = shield.get_bounding_rects()[0].bottom - 2
    point = [x for x in range(wide) if shield.get_at((x, foot))]
    assert len(point) < 0.1 * wide, "a shield ends in a point below"
    assert sum(point) / len(point) == pytest.approx(wide / 2, abs=1)


@pytest.mark.parametrize("kind", SITES)
def test_a_site_shows_its_owner_by_roof_and_banner_and_keeps_off_the_label(kind: str) -> None:
    pygame.display.set_mode((100, 100))
    size = 128
    made = {side: site(kind, side, size) for side in (NOBODY, 0, 1, 2, 3)}
    assert len({pygame.image.tobytes(surface, "RGBA") for surface in made.values()}) == 5
    for side in range(4):
        colours = seat_colours(side)
        seen = {tuple(made[side].get_at((x, y))[:3]) for x in range(size) for y in range(made[side].get_height())}
        assert colours.fill in seen
    box = made[0].get_bounding_rect()
    middle = made[0].get_height() / 2
    assert box.bottom < middle, "in the upper half of the hex"
    assert box.top > middle - 0.66 * size
    assert box.left > 0
    assert box.right < size


# -- curtains, set-up, title, end -------------------------------------------------------------------------------------


def test_the_curtain_between_three_people_speaks_of_all_of_them() -> None:
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(THREE), dice=DiceSource(seed=5)))
    desk.open(screen)
    desk.press("o", "o", "return")
    assert isinstance(desk.top, CurtainScreen)
    words = " ".join(line.words for line in sound(desk).lines)
    assert "Everybody else, turn away." in words
    assert "the same person plays all sides" in words
    assert "Then back to" not in words


def test_all_three_agree_to_another_table() -> None:
    """Before, “both sides” were asked."""
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(THREE), dice=DiceSource(seed=5)))
    desk.open(screen)
    desk.press("escape", "b")
    assert desk.top.title == "Does everybody agree to another table?"


def test_the_curtain_between_two_people_names_the_one_who_turns_away() -> None:
    desk = Desk()
    street(desk)
    desk.press("o", "o", "return")
    words = " ".join(line.words for line in sound(desk).lines)
    assert "Red, turn away." in words
    assert "the same person plays both sides" in words


def test_a_battle_has_no_path_that_could_be_bent() -> None:
    _, screen = at_island()
    screen.game.choose("r1:move:4,4")
    screen.model.chosen = "battle:4,4"
    screen.picking.bend(0)
    assert not screen.model.bends
    assert screen.model.path == ()


def test_no_curtain_falls_between_four_seats_where_nothing_is_hidden() -> None:
    desk, screen = at_island()
    for option in ("r1:move:4,4", "battle:4,4"):
        screen.game.choose(option)
    assert desk.top is screen
    assert screen.session.viewer == "blue"


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_four_seats_are_set_up_with_people_and_computers(size: tuple[int, int], scale: int) -> None:
    desk = Desk(size)
    desk.app.settings.scale = scale
    desk.app.push(TitleScreen(desk.app))
    desk.open(SetupScreen(desk.app, read_head(MAPS / "four_banks.tmx")))
    screen = desk.top
    assert isinstance(screen, SetupScreen)
    sound(desk)
    desk.press("2", "4")
    assert screen.seats == {"blue": "human", "red": "computer", "gold": "human", "plum": "computer"}
    words = [line.words for line in sound(desk).lines]
    assert "2 people share the screen; the computer plays the rest." in words
    assert any("15 × 15 hexes" in line for line in words)
    desk.press("return")
    assert isinstance(desk.top, BattleScreen)
    assert desk.top.session.people == ["blue", "gold"]
    assert set(desk.top.session.players) == {"red", "plum"}


@pytest.mark.parametrize(
    ("size", "scale"), [WINDOWS[0], *(pytest.param(*one, marks=pytest.mark.fuzz) for one in WINDOWS[1:])]
)
def test_the_cards_of_scenarios_show_two_three_and_four_seats(size: tuple[int, int], scale: int) -> None:
    desk = Desk(size)
    desk.app.settings.scale = scale
    title = TitleScreen(desk.app)
    desk.open(title)
    said = set()
    for place in range(len(title.scenarios)):
        title.at = place
        desk.settle()
        said |= {line.words for line in sound(desk).lines}
    for scenario in title.scenarios:
        assert f"{len(scenario.seats)} seats, {scenario.turns} turns, {scenario.extent}" in said
    assert {len(scenario.seats) for scenario in title.scenarios} == {2, 3, 4}


@pytest.mark.parametrize("playing", ["brg", "brgp"])
def test_the_end_shows_the_scores_of_every_seat(playing: str) -> None:
    computers = {SEATS_OF[letter]: ComputerSeat() for letter in playing}
    desk = Desk()
    session = Session(read_sketch({**island(playing), "turns": 1}), dice=DiceSource(seed=2), players=computers)
    while session.match.pending is not None:
        session.let_player_choose()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    words = [line.words for line in sound(desk).lines]
    assert "final score" in words
    score = session.match.rules.score(session.match.front)
    for points in score.values():
        assert any(f"{points} point" in word for word in words)
    outcome = session.match.outcome
    assert outcome is not None
    names = [spoken(seat) for seat in (outcome.winner, *score) if seat]
    assert set(names) - {words[0]} <= set(words) | {word.removesuffix(" wins") for word in words}


def test_a_league_wins_in_the_colours_of_its_first_seat() -> None:
    sketch = island() | {"options": {"sides": "blue+red/gold+plum"}}
    model = BattleScreen(Desk().app, Session(read_sketch(sketch))).model
    assert model.side("gold+plum") == SEATS.index("gold")
    assert model.colours("blue+red") == model.colours("blue")
    assert wins("gold+plum") == "Gold and Plum win"
    assert wins("red") == "Red wins"


def test_the_log_marks_every_seat_with_its_shape() -> None:
    for seat, option in (("red", "r4:move:4,2"), ("gold", "g3:move:7,4"), ("plum", "p4:move:5,6")):
        desk = Desk()
        screen = BattleScreen(desk.app, Session(read_sketch(island(first=seat)), dice=DiceSource(seed=5)))
        desk.open(screen)
        assert screen.session.match.pending.option(option), [o.id for o in screen.session.match.pending.options]
        screen.game.choose(option)
        desk.settle()
        row = next(
            line.rect
            for line in drawn(desk).lines
            if line.words.startswith(option[:2].upper()) and line.rect.y > 672 and line.rect.x < 600
        )
        desk.app.draw()
        assert desk.app.window.get_at((row.x - 11, row.centery))[:3] == seat_colours(seat_index(seat)).fill


@pytest.mark.parametrize("name", ["four_banks", pytest.param("gun_on_the_hill", marks=pytest.mark.fuzz)])
def test_computers_play_the_maps_for_three_and_four_on_the_screen(name: str) -> None:
    setup = load_scenario(name).setup
    desk = Desk()
    session = Session(setup, dice=DiceSource(seed=4), players={seat: ComputerSeat() for seat in setup.seats})
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    for _ in range(30):
        if session.match.pending is None:
            break
        screen.tick(0.3)
        screen.skip()
        desk.app.draw()
    assert len(session.match.history) > 25 or session.match.pending is None
