"""What a person has to read on the map and beside it stays readable: ids, markers, short lists of answers."""

from __future__ import annotations

from functools import cache

import pygame
import pytest

from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.maps.scenarios import load_scenario, read_head
from game.paths import MAPS
from game.records.levels import Level, Strength
from game.records.tables import TableKind
from game.rules import build
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch
from game.ui import text
from game.ui.battle import overlay
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.demo import open_demo
from game.ui.screens.force import ForceScreen
from game.ui.screens.saves import SavesScreen
from game.ui.screens.setup import SetupScreen
from game.ui.settings import Settings
from game.ui.tokens import LEGIBLE, PLATED, Marks, plate_rect, token
from tests.scene import Scene
from tests.ui.desk import Desk, open_scene
from tests.ui.ledger import drawn, words_on
from tests.ui.street import acting

UNITS = [
    {"id": "b1", "seat": "blue", "profile": "veteran", "at": [20, 6]},
    {"id": "b2", "seat": "blue", "profile": "trooper", "at": [20, 7]},
    {"id": "r1", "seat": "red", "profile": "trooper", "at": [20, 20]},
]


def wide(desk: Desk) -> BattleScreen:
    """A whole board of small cells: everybody has a move marker and all lies open."""
    return acting(desk, seed=3, turns=3, board=["." * 40] * 26, units=UNITS)


def plate(desk: Desk, screen: BattleScreen, unit: str) -> bytes:
    """The pixels of a unit's id plate, without its edge, as they are in the window."""
    view = screen.map
    rect = view.plate_rect(view.at(screen.model.units[unit].at), view.token_size, unit.upper())
    return pygame.image.tobytes(desk.app.window.subsurface(rect.inflate(-4, -4)), "RGB")


@pytest.mark.parametrize("size", [PLATED, 20, 28])
def test_an_id_is_written_in_letters_that_can_be_read_on_the_smallest_token_that_bears_one(size: int) -> None:
    """Before, the ids of Market Street in a window of 1280 x 720 were six pixels high."""
    rect = plate_rect("B4", 0, 0, size)
    assert rect.h >= LEGIBLE
    assert rect.w > text.width("B4", "label_bold", LEGIBLE)


def test_neither_the_path_of_a_chosen_move_nor_its_pips_nor_a_ring_hides_the_id_of_a_unit() -> None:
    """Before, the line of a move began in the middle of its token, and a ring lay over the collar and the id."""
    desk = Desk((1280, 720))
    screen = wide(desk)
    own = next(unit for unit in ("b1", "r1") if unit in screen.model.able())
    screen.picking.select(own)
    desk.app.draw()
    before = {unit: plate(desk, screen, unit) for unit in screen.model.units}
    x, y = screen.map.board.xy(screen.model.units[own].at)
    for to in ((x - 1, y + 2), (x + 2, y - 1)):
        screen.input.click_cell(screen.map.board.cell(*to))
        desk.app.draw()
        assert screen.model.option() is not None
        assert {unit: plate(desk, screen, unit) for unit in screen.model.units} == before


def test_a_list_of_four_answers_is_seen_whole_while_the_units_below_it_scroll() -> None:
    """Before, the fourth answer was cut in half so that a fifth unit could be seen under it."""
    desk = Desk((1280, 720))
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle("market_street", seed=11)
    while (asked := screen.session.match.pending).kind == "assign":
        screen.game.choose(f"{asked.unit}:move" if asked.unit else "confirm")
    desk.settle()
    screen.picking.select("r4")
    desk.app.draw()
    assert len(screen.picking.rows.order()) == 4
    assert "options" not in [zone.id for zone in desk.top.zones], "nothing to scroll"
    assert "roster" in [zone.id for zone in desk.top.zones]


def test_the_unit_to_activate_is_picked_from_the_one_list_of_units() -> None:
    """Before, "Activate B1" to "Activate B9" stood over a list of the same nine units, and both had to scroll."""
    desk = Desk((1280, 720))
    screen = desk.battle("prepared_position", seed=4)
    words = words_on(desk)
    assert words.count("B3 Third squad") == 1
    assert not {"options", "roster"} & {zone.id for zone in desk.top.zones}, "nothing scrolls"
    desk.press("3")
    assert screen.model.selected == "b3"
    desk.press("return")
    assert screen.model.decision.unit == "b3"
    words = words_on(desk)
    assert words.count("B3 Third squad") == 2, "among the units, and on the card of who acts"


def test_the_start_of_a_path_has_the_key_0_and_every_step_its_own_number() -> None:
    """Before, to stand was the first of the rows and had the key 4, before three steps with 1 to 3."""
    setup = read_sketch({"ruleset": "skirmishcorps", "turns": 3, "board": ["." * 40] * 26, "units": UNITS})
    session = Session(setup, dice=DiceSource(seed=3), table=TableKind.OPEN)
    order = {"b1": "move", "b2": "move", "r1": "overwatch"}
    while (asked := session.match.pending).kind == "assign":
        session.choose(f"{asked.unit}:{order[asked.unit]}" if asked.unit else "confirm")
    for option in ("b1:move:jog:20,9", "r1:ranged_attack:b1"):
        session.choose(option)
    while session.match.pending.kind != "carry_out":
        session.choose(session.match.pending.default)
    session.hand_over()
    desk = Desk()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    keys = {zone.key: zone.id for zone in desk.top.zones if zone.id.startswith("option:")}
    assert keys["0"] == "option:b1:stand"
    steps = [screen.model.choices.by_id[keys[str(step)].removeprefix("option:")] for step in (1, 2, 3)]
    assert [step.point for step in steps] == [1, 2, 3]


def test_a_shot_goes_from_token_to_token_and_hides_no_id() -> None:
    desk = Desk((1280, 720))
    screen = wide(desk)
    before = {unit: plate(desk, screen, unit) for unit in screen.model.units}
    view, units = screen.map, screen.model.units
    ends = view.at(units["b2"].at), view.at(units["r1"].at)
    overlay.draw_shot(drawn(desk), view, ends, (0, 0, 0), "dashed")
    assert {unit: plate(desk, screen, unit) for unit in screen.model.units} == before


def test_enter_goes_back_from_a_confirmation() -> None:
    """Before, Enter did nothing there."""
    scene = Scene("a1 .*6 b1")
    desk, screen = open_scene(scene)
    desk.press("n")
    assert {"End acting", "Go back"} <= set(words_on(desk))
    desk.press("return")
    assert desk.top is screen
    assert screen.session.match.pending.seat == "a"


@pytest.mark.parametrize("size", [PLATED, 17, 20, 28])
def test_the_number_of_figures_covers_no_letter_of_the_id(size: int) -> None:
    bare, told = (token("rifleman", 0, size, plate="B8", marks=Marks(figures=count)) for count in ("", "12"))
    middle = bare.get_width() // 2
    rect = plate_rect("B8", middle, middle + size * 0.47, size)
    letters = pygame.Rect(0, 0, text.width("B8", "label_bold", LEGIBLE), rect.h // 2).move_to(midbottom=rect.midbottom)
    assert pygame.image.tobytes(bare.subsurface(letters), "RGBA") == pygame.image.tobytes(
        told.subsurface(letters), "RGBA"
    )


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800)])
def test_the_coming_roll_has_room_in_the_tray(size: tuple[int, int]) -> None:
    """Before, the words were in two by two short lines beside the dice, and the window's edge cut off the last roll."""
    desk = Desk(size)
    screen = desk.battle("prepared_position", seed=4)
    desk.press("1", "return", "1")
    assert screen.model.option().action == "fire"
    tray = [line for line in drawn(desk).lines if line.rect.top > screen.map.area.bottom and line.rect.right < 1000]
    assert "At least one casualty 14%" in [line.words for line in tray]
    assert [line.words for line in tray if line.cut or line.rect.bottom > size[1]] == []


def test_the_last_roll_is_called_that_beside_a_coming_one() -> None:
    """Before, the chance of a shot stood under "mobility", which is what the die in the corner was thrown for."""
    desk = Desk()
    screen = start(desk.app, "canal_bridge", {}, {}, DiceSource(seed=5))
    assert isinstance(screen, BattleScreen)
    screen.session.table = TableKind.OPEN
    desk.open(screen)
    fast = "combat_move"
    while screen.model.decision.kind != "react":
        asked = screen.model.decision
        far = [option for option in asked.options if option.action == fast]
        screen.game.choose(max(far, key=lambda option: option.to).id if far else asked.options[0].id)
        desk.settle()
    heads = ("mobility", "last: mobility")
    assert [line.words for line in drawn(desk).lines if line.words in heads] == ["mobility"]
    screen.picking.pick(next(option.id for option in screen.model.decision.options if option.target))
    assert [line.words for line in drawn(desk).lines if line.words in heads] == ["last: mobility"]


def test_a_stake_says_who_holds_it() -> None:
    """Before, a farm that counts for Blue was worth "1 point a turn for Blue, nobody"."""
    desk = Desk()
    screen = start(desk.app, "hill_farm", {}, {}, DiceSource(seed=5))
    desk.open(screen)
    words = words_on(desk)
    assert "1 point a turn for Blue, held by nobody" in words


def test_the_chance_on_a_card_names_its_place_however_short_the_room_is() -> None:
    """Before, where four seats are listed below, two guns had "98%" each, and nothing said of what."""
    desk = Desk()
    screen = start(desk.app, "four_banks", {}, {}, DiceSource(seed=5))
    assert isinstance(screen, BattleScreen)
    screen.session.table = TableKind.OPEN
    desk.open(screen)
    match, player = screen.session.match, ComputerSeat(Strength(Level.RECRUIT))
    while (asked := match.pending) is not None and (asked.kind != "react" or len(asked.options) < 3):
        screen.session.choose(player.choose(match, asked.seat).id)
    screen.session.hand_over()
    screen.model.refresh()
    desk.settle()
    lines = [line for line in drawn(desk).lines if line.rect.left > screen.map.area.right]
    chances = [line.rect for line in lines if line.words.endswith("%")]
    places = [line.rect for line in lines if line.words.endswith(" held")]
    assert len(places) == 2
    assert all(any(abs(one.centery - place.centery) < 4 for one in chances) for place in places)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
def test_the_keys_of_the_map_lie_on_no_plate_with_an_id(size: tuple[int, int]) -> None:
    """Before, they began where the square of a token ends, which its plate juts out of: R2 and B3 were cut in half."""
    desk = Desk(size)
    open_demo(desk.app, "sg-worked-example")
    screen = desk.top
    assert isinstance(screen, BattleScreen)
    screen.picture.with_keys = True
    desk.press(*["right"] * 8)
    view = screen.map
    units = [unit for unit in screen.model.units.values() if not unit.out]
    plates = [view.plate_rect(view.at(unit.at), view.token_size, unit.id.upper()) for unit in units]
    assert screen.picture.strips
    assert [rect for rect in plates if rect.collidelist(screen.picture.strips) >= 0] == []


def test_a_single_pace_is_not_offered_as_a_choice() -> None:
    """Before, "Q Move 13 hexes" took the room of two units, and Q changed nothing."""
    desk = Desk()
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle("gun_on_the_hill")
    assert any(screen.model.moves())
    assert desk.zones("pace:") == []


def test_the_set_up_says_what_each_level_of_the_computer_is_like() -> None:
    desk = Desk()
    scenario = read_head(MAPS / "market_street.tmx")
    desk.app.push(SetupScreen(desk.app, scenario))
    desk.app.draw()
    told = set()
    for _ in range(5):
        desk.press("2")
        told |= set(words_on(desk))
    assert {"the easiest: does not look ahead", "weighs what follows each answer"} <= told


def test_taking_out_a_unit_that_is_not_in_the_force_says_so() -> None:
    """Before, the button with the minus did nothing, and said nothing."""
    desk = Desk()
    screen = ForceScreen(desk.app, read_head(MAPS / "market_street.tmx"), "blue", None, print)
    screen.force = None
    desk.app.push(screen)
    desk.app.draw()
    desk.click("less:brute")
    assert "There is no Brute to take out." in words_on(desk)
    cut = [line.words for line in drawn(desk).lines if line.cut]
    assert cut == [], "what is said of each unit is there to its end"


def test_the_settings_call_the_usual_pace_so_and_another_one_by_its_factor() -> None:
    """Before, the settings said "1 times the usual"."""
    assert [Settings(pace=pace).pace_words for pace in (100, 150)] == ["the usual pace", "1.5 times the usual pace"]


def test_the_list_of_saves_says_where_no_picture_was_kept() -> None:
    """Before, the list of saves showed an empty frame for a game that was ended from outside."""
    desk = Desk()
    screen = start(desk.app, "market_street", {}, {}, DiceSource(seed=3))
    assert isinstance(screen, BattleScreen)
    screen.session.choose("b1:overwatch")
    assert screen.session.keeper is not None
    screen.session.keeper.close()
    desk.open(SavesScreen(desk.app))
    words = words_on(desk)
    assert "Market Street" in words
    assert "It was saved without a picture." in words


def test_the_marker_that_enter_lays_shows_its_key() -> None:
    """Before, Enter laid an overwatch marker and nothing on the screen said so."""
    desk = Desk()
    screen = desk.battle("market_street")
    caps = [line.rect.centery for line in drawn(desk).lines if line.words == "Enter"]
    card = next(zone.rect for zone in screen.zones if zone.id == "give:overwatch")
    assert [y for y in caps if card.top < y < card.bottom] == caps != []
    desk.press("return")
    laid = next(unit for unit in screen.model.units.values() if unit.id == "b1")
    assert [marker.kind for marker in laid.markers] == ["overwatch"]


@cache
def up_to_reactions(name: str) -> list[list[Choice]]:
    """What computer players choose on a map up to each of the first four reactions."""
    setup, player, found = load_scenario(name).setup, ComputerSeat(Strength(Level.RECRUIT)), []
    match = Match(setup, build(setup.ruleset), DiceSource(seed=3))
    while len(found) < 4:
        if match.pending.kind == "react" and any(option.unit for option in match.pending.options):
            found.append([choice for choice in match.choices if choice.faces is None])
        match.choose(player.choose(match, match.pending.seat).id)
    return found


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["market_street", "rear_guard"])
def test_no_answer_to_a_reaction_is_cut(name: str, size: tuple[int, int]) -> None:
    """Before, "Cover B3 against R1 and R2" and two others ended alike after "against"."""
    for choices in up_to_reactions(name):
        desk = Desk(size)
        desk.app.settings.table = TableKind.OPEN
        screen = start(desk.app, name, {}, {}, DiceSource(seed=3))
        assert isinstance(screen, BattleScreen)
        for choice in choices:
            screen.session.match.choose(choice)
        desk.open(screen)
        assert screen.model.able()
        screen.picking.step_rows(1)
        assert [line.words for line in drawn(desk).lines if line.cut] == []


@pytest.mark.parametrize("size", [PLATED, 17, 19, 22, 28])
def test_the_number_of_figures_leaves_the_order_marker_readable(size: int) -> None:
    """Before, on a small token the number lay over the eye of a unit on overwatch."""
    drawn_with = {
        (order, figures): token("rifleman", 0, size, plate="B1", marks=Marks(order, (), figures))
        for order in ("overwatch", "") for figures in ("6", "")
    }  # fmt: skip
    plain, marked = drawn_with["", ""], drawn_with["overwatch", ""]
    numbered, both = drawn_with["", "6"], drawn_with["overwatch", "6"]
    room = plain.get_width()
    spots = [(x, y) for x in range(room) for y in range(room)]
    marker = {spot for spot in spots if both.get_at(spot) != numbered.get_at(spot)}
    whole = {spot for spot in spots if marked.get_at(spot) != plain.get_at(spot)}
    assert len(marker) >= 0.7 * len(whole)


def test_a_name_that_is_too_long_for_the_card_of_its_unit_ends_in_dots_inside_the_window() -> None:
    """Before, it ran out of the window."""
    desk = Desk()
    units = [UNITS[0] | {"name": "The first lieutenant of the second company of foot"}, *UNITS[1:]]
    setup = read_sketch({"ruleset": "skirmishcorps", "board": ["." * 40] * 26, "units": units})
    desk.open(BattleScreen(desk.app, Session(setup, dice=DiceSource(seed=3), table=TableKind.OPEN)))
    desk.click("unit:b1")
    card = [line for line in drawn(desk).lines if line.words.startswith("B1 The first") and line.rect.y > 700]
    assert [line.cut for line in card] == [True]
    assert all(line.rect.right <= 1280 for line in card)
