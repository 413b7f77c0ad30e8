"""A battlefield by seed from the title: another book, size and seed by keys, then set up and begun."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest

from game.engine.deployment import DEPLOY
from game.maps.generated import battlefield
from game.maps.scenarios import read_head
from game.paths import MAPS
from game.records.tables import TableKind
from game.ui.palette import INK
from game.ui.screens.battle import BattleScreen
from game.ui.screens.battlefield import BattlefieldScreen
from game.ui.screens.force import ForceScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk
from tests.ui.ledger import words_on


def test_g_at_the_title_offers_a_battlefield_that_keys_change_and_enter_begins() -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.press("g")
    screen = desk.top
    assert isinstance(screen, BattlefieldScreen)
    seed, first = screen.ground, desk.pixels()
    desk.press("2")
    sitter = screen.seats["red"]
    desk.press("n")
    assert screen.ground != seed
    assert screen.seats["red"] == sitter != "human", "who sits where stays"
    assert desk.pixels() != first
    desk.press("b", "l")
    assert screen.setup.ruleset == "wh40k2"
    assert (screen.setup.board.width, screen.setup.turns) == (42, 8)
    desk.press("b", "b", "l", "2", "return")
    battle = desk.top
    assert isinstance(battle, BattleScreen)
    assert battle.session.setup.title == f"Battlefield {screen.ground}"
    assert battle.session.match.pending.kind == DEPLOY


def test_a_typed_seed_draws_the_battlefield_of_that_seed() -> None:
    """Before, it could be given on the command line alone."""
    desk = Desk()
    screen = BattlefieldScreen(desk.app, ground=7)
    desk.open(screen)
    desk.press("s")
    desk.type("372121")
    desk.press("return")
    assert desk.top is screen
    assert screen.source() == battlefield("skirmishcorps", 372121)
    desk.click("type seed")
    desk.type("885308")
    desk.press("escape")
    desk.press("s", "return")
    assert screen.ground == 372121, "what is left or empty changes nothing"


def test_a_typed_seed_takes_nine_digits_and_refuses_anything_else_in_a_sentence() -> None:
    desk = Desk()
    screen = BattlefieldScreen(desk.app, ground=7)
    desk.open(screen)
    desk.press("s")
    desk.type("12x")
    assert "A battlefield’s seed is a whole number of at most nine digits, not '12x'." in words_on(desk)
    desk.press("backspace")
    assert words_on(desk) == ["The seed of the battlefield", "1", "Enter", "Keep it", "Esc", "Leave it"]
    desk.type("234567890")
    assert "A battlefield’s seed is a whole number of at most nine digits, not '1234567890'." in " ".join(
        words_on(desk)
    )
    desk.press("return")
    assert screen.ground == 123456789


def test_a_seed_is_pasted_and_a_clipboard_without_one_changes_nothing() -> None:
    desk = Desk()
    screen = BattlefieldScreen(desk.app, ground=7)
    desk.open(screen)
    desk.press("s")
    for words in ("seed 12", "372121\n"):
        pygame.scrap.put_text(words)
        desk.press("v", mod=pygame.KMOD_CTRL)
    pygame.scrap.put_text("")
    desk.press("return")
    assert screen.ground == 372121


def test_keys_scroll_to_the_choices_that_have_no_room() -> None:
    """Before, a wheel was needed for rulings in large letters."""
    desk = Desk((960, 600))
    desk.app.settings.scale = 150
    screen = BattlefieldScreen(desk.app, "stargrunt2", ground=7)
    desk.open(screen)
    assert screen.position.most > 0
    desk.press("end")
    assert screen.position.at == screen.position.most
    desk.press("page up", "home")
    assert screen.position.at == 0


def test_typing_the_name_of_a_force_stops_at_the_length_that_is_kept(own_folder: Path) -> None:
    """Before, two hundred letters were, and eighty of them kept."""
    desk = Desk()
    screen = BattlefieldScreen(desk.app, ground=7)
    desk.open(screen)
    for letter, most in (("f", 80), ("狼", 66)):
        desk.press("p", "n", "s")
        desk.type(letter * most)
        assert "The name of a force can be no longer than this." not in words_on(desk)
        desk.type(letter)
        assert "The name of a force can be no longer than this." in words_on(desk)
        desk.press("return")
        assert [path.stem for path in (own_folder / "forces").glob(f"{letter}*")] == [letter * most]
        desk.press("escape")


def setting_up(size: tuple[int, int] = (1280, 800), seed: int = 7) -> tuple[Desk, BattleScreen]:
    """A battlefield by seed on an open table, at the first question of the set-up."""
    desk = Desk(size)
    desk.app.settings.table = TableKind.OPEN
    desk.open(BattlefieldScreen(desk.app, ground=seed))
    desk.press("return")
    assert isinstance(desk.top, BattleScreen)
    return desk, desk.top


def test_units_are_set_up_by_clicks_and_handed_over_with_enter() -> None:
    desk, battle = setting_up()
    seat = battle.session.asked
    unit = next(name for name, one in battle.model.units.items() if one.seat == seat)
    cell = next(option.to for option in battle.model.decision.options if option.unit == unit)
    battle.picking.select(unit)
    battle.input.click_cell(cell)
    assert battle.model.units[unit].at == cell
    desk.press("return")
    assert battle.session.asked != seat
    assert battle.session.match.pending.kind == DEPLOY


def ink(desk: Desk, zone: str) -> bool:
    """Whether a button has the ink of the one that Enter presses."""
    rect = next(found.rect for found in desk.top.zones if found.id == zone)
    return desk.app.window.get_at((rect.x + 10, rect.centery))[:3] == INK


def test_a_replay_of_a_set_up_shows_the_next_unit_and_its_cell() -> None:
    """Before, it did not show that, offered the end of the set-up under Enter, and told how to do impossible things."""
    desk, battle = setting_up()
    assert "Click a unit, then a cell; or drag it there." in words_on(desk)
    unit = battle.model.selected
    cell = battle.model.choices.of_unit(unit)[-1].to
    assert ink(desk, "confirm")
    battle.picking.select(unit)
    battle.input.click_cell(cell)
    desk.press("s", "home")
    replay = desk.top
    assert replay is not battle
    (row,) = replay.picture.pieces.plan.rows()
    assert (row.unit, row.to) == (unit, cell)
    assert not ink(desk, "confirm")
    told = words_on(desk)
    assert "Each unit begins on a cell of Blue’s zone." in told
    assert [words for words in told if words.startswith(("Click", "Choose", "Or drag"))] == []
    desk.press("return")
    assert replay.model.units[unit].at == cell


def test_against_the_computer_no_button_of_the_set_up_speaks_of_handing_over() -> None:
    """Before, its button said Hand over."""
    desk = Desk()
    screen = BattlefieldScreen(desk.app, ground=7)
    screen.seats["red"] = "computer"
    desk.open(screen)
    desk.press("return")
    assert "End Blue’s set-up" in words_on(desk)
    assert "Hand over" not in words_on(desk)


def test_the_cell_under_the_pointer_shows_the_unit_that_would_be_set_up_there() -> None:
    desk, battle = setting_up()
    unit = battle.model.selected
    cell = next(move.to for move in battle.model.choices.of_unit(unit) if not battle.model.units_at(move.to))
    desk.point_at(battle.map.rect_of(cell).center)
    assert [(row.unit, row.to) for row in battle.picture.pieces.plan.rows()] == [(unit, cell)]


def test_dragging_the_ground_during_the_set_up_pulls_the_map_and_sets_up_no_unit() -> None:
    """Before, the unit in hand stood at once where the button went down."""
    desk, battle = setting_up()
    desk.press("+", "+", "space")
    free = [move.to for move in battle.model.moves() if not battle.model.units_at(move.to)]
    cell = min(free, key=lambda at: math.dist(battle.map.rect_of(at).center, battle.map.area.center))
    start = battle.map.rect_of(cell).center
    desk.drag(start, (start[0] - 60, start[1] - 60))
    assert battle.session.match.history == []
    assert battle.map.rect_of(cell).center != start
    desk.click_at(battle.map.rect_of(cell).center)
    assert battle.model.units[battle.model.selected].at == cell


def companies() -> tuple[Desk, BattleScreen]:
    """The set-up of an Epic battlefield: Ash is at the left, Birch in the middle, Cedar at the right."""
    desk = Desk()
    desk.app.settings.table = TableKind.OPEN
    desk.open(BattlefieldScreen(desk.app, "epic", ground=7))
    desk.press("return")
    assert isinstance(desk.top, BattleScreen)
    return desk, desk.top


def places(battle: BattleScreen, group: str) -> dict[str, tuple[int, int]]:
    """Where the stands of a formation stand, by column and row."""
    board = battle.session.setup.board
    return {name: board.xy(battle.model.units[name].at) for name in battle.model.standing(group)}


def spot(battle: BattleScreen, place: tuple[int, int]) -> tuple[int, int]:
    """The middle of a cell, given by column and row, on the screen."""
    return battle.map.rect_of(battle.session.setup.board.cell(*place)).center


def test_the_words_about_the_formation_in_hand_keep_off_the_keys_of_the_map() -> None:
    desk = Desk()
    desk.app.settings.table = TableKind.OPEN
    desk.open(SetupScreen(desk.app, read_head(MAPS / "elbow_to_elbow.tmx")))
    desk.press("u", "return")
    battle = desk.top
    assert isinstance(battle, BattleScreen)
    desk.settle()
    assert battle.model.formation
    held, keys = battle.picture.strips
    assert not held.colliderect(keys)


def test_a_formation_is_set_up_with_one_click_and_its_stands_keep_their_places() -> None:
    """Before, each of its stands was set up by itself."""
    desk, battle = companies()
    assert battle.model.formation == "Ash"
    before, others = places(battle, "Ash"), [places(battle, name) for name in ("Birch", "Cedar")]
    x, y = before[battle.model.selected]
    desk.point_at(spot(battle, (x + 2, y)))
    assert len(battle.picture.pieces.plan.rows()) == len(before) == 6, "all of them are seen before it is done"
    desk.click_at(spot(battle, (x + 2, y)))
    assert places(battle, "Ash") == {name: (x + 2, y) for name, (x, y) in before.items()}
    assert [places(battle, name) for name in ("Birch", "Cedar")] == others
    assert battle.model.formation == "", "then its stands are put right one by one"
    desk.click_at(spot(battle, (x + 3, y)))
    assert places(battle, "Ash") == {name: (x + 2, y) for name, (x, y) in before.items()} | {"b1": (x + 3, y)}


def test_another_formation_is_dragged_as_a_whole_at_once_and_its_stands_alone_after_a_click() -> None:
    desk, battle = companies()
    before = places(battle, "Cedar")
    x, y = before["b13"]
    desk.drag(spot(battle, (x, y)), spot(battle, (x + 1, y)))
    assert places(battle, "Cedar") == {name: (x + 1, y) for name, (x, y) in before.items()}
    desk.click_at(spot(battle, places(battle, "Ash")["b2"]))
    assert (battle.model.formation, battle.model.selected) == ("Ash", "b2")
    desk.click_at(spot(battle, places(battle, "Ash")["b3"]))
    assert (battle.model.formation, battle.model.selected) == ("", "b3")
    desk.press("f")
    assert battle.model.formation == "Ash"
    desk.press("escape")
    assert battle.model.formation == ""


def test_a_stand_without_room_in_its_place_takes_the_nearest_free_cell() -> None:
    desk, battle = companies()
    others = [places(battle, name) for name in ("Birch", "Cedar")]
    corner = max(battle.model.reach()["formation"])
    desk.click_at(battle.map.rect_of(corner).center)
    now = places(battle, "Ash")
    assert now["b1"] == battle.session.setup.board.xy(corner)
    assert len(set(now.values())) == 6
    assert all(abs(x - now["b1"][0]) + abs(y - now["b1"][1]) <= 4 for x, y in now.values())
    assert [places(battle, name) for name in ("Birch", "Cedar")] == others, "nobody else is pushed away"
    assert battle.model.notice == ""


def test_a_replay_of_a_set_up_shows_one_stand_after_the_other_and_sets_up_none_itself() -> None:
    desk, battle = companies()
    x, y = places(battle, "Ash")["b1"]
    desk.click_at(spot(battle, (x + 1, y)))
    desk.press("s", "home")
    replay = desk.top
    assert isinstance(replay, BattleScreen)
    assert replay is not battle
    assert replay.model.formation == ""
    assert len(replay.picture.pieces.plan.rows()) == 1
    shown = places(replay, "Ash")
    desk.press("f")
    desk.click_at(spot(replay, (x, y - 1)))
    assert places(replay, "Ash") == shown


@pytest.mark.parametrize("seed", [7, 372121, 885308])
def test_no_key_of_the_map_lies_over_a_cell_where_a_unit_may_be_set_up(seed: int) -> None:
    """Nor over a unit; before, where the left of the map was taken, there were no keys."""
    desk, battle = setting_up((1280, 720), seed)
    zone = [battle.map.rect_of(move.to) for move in battle.model.moves()]
    assert "next unit" in words_on(desk)
    assert [strip for strip in battle.picture.strips if strip.collidelist(zone) >= 0] == []


def test_a_force_is_chosen_with_the_mouse_kept_by_name_and_fielded(own_folder: Path) -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.press("n")
    setup = desk.top
    assert isinstance(setup, SetupScreen)
    desk.click("force:red")
    screen = desk.top
    assert isinstance(screen, ForceScreen)
    assert screen.force is not None
    assert (screen.force.cost, screen.limit) == (48, 60), "it begins with what the battle has"
    assert "Rifle 20″" in words_on(desk)
    desk.click("more:scout")
    assert screen.force.cost == 59
    desk.click("more:leader")
    assert screen.force.cost == 59
    assert screen.message == "Leader costs 15, and 1 point is left."
    desk.click("unit:trooper")
    desk.press("down", "down", "left", "+", "up", "up", "down", "down", "right")
    assert screen.profiles[screen.at].id == "scout"
    desk.click("less:veteran")
    assert screen.force.written == "trooper+scout*2+gunner"
    desk.click("size")
    assert screen.limit == 90
    desk.click("keep")
    desk.type("fox")
    desk.press("return")
    assert (own_folder / "forces" / "fox.json").is_file()
    assert screen.kept_forces.forces == (screen.force,)
    desk.click("draw")
    desk.click("kept:fox")
    assert screen.force.name == "fox"
    desk.click("take")
    assert desk.top is setup
    assert setup.forces["red"].written == "trooper+scout*2+gunner"
    desk.press("return", "space")
    battle = desk.top
    assert isinstance(battle, BattleScreen)
    assert [unit.profile for unit in battle.session.setup.units if unit.seat == "red"] == [
        "trooper",
        "scout",
        "scout",
        "gunner",
    ]


def test_a_force_over_the_limit_is_not_taken_and_the_battle_can_have_its_own_units_back() -> None:
    desk = Desk()
    screen = BattlefieldScreen(desk.app)
    desk.open(screen)
    desk.press("p")
    force = desk.top
    assert isinstance(force, ForceScreen)
    assert force.limit == 90
    desk.press("l", "l", "l")
    assert force.limit == 60
    assert force.over > 0
    desk.press("return")
    assert desk.top is force
    desk.click("map")
    assert desk.top is screen
    assert not screen.forces
    desk.press("p", "n", "return")
    assert screen.forces["blue"].cost <= 90
    seed = screen.ground
    desk.press("n")
    assert screen.ground != seed
    assert screen.forces, "another field, the same force"
    desk.press("b")
    assert not screen.forces, "another rulebook has other units"


def test_a_battle_about_one_of_its_units_offers_no_force_to_its_seat() -> None:
    desk = Desk()
    desk.open(SetupScreen(desk.app, read_head(MAPS / "the_way_home.tmx")))
    assert desk.zones("force:") == ["force:red"]
    desk.open(SetupScreen(desk.app, read_head(MAPS / "two_batteries.tmx")))
    assert desk.zones("force:") == []


def test_a_veteran_is_offered_where_the_rulebook_has_one_and_is_a_plain_computer_elsewhere() -> None:
    desk = Desk()
    screen = BattlefieldScreen(desk.app)
    desk.open(screen)
    desk.press("b", "b")
    assert screen.setup.ruleset == "stargrunt2"
    screen.seats["red"] = "human"
    for _ in range(5):
        desk.click("seat:red")
    assert screen.seats["red"] == "computer:veteran"
    desk.click("seat:red")
    assert screen.seats["red"] == "human"
    screen.seats["red"] = "computer:veteran"
    desk.press("b")
    assert screen.setup.ruleset == "epic"
    assert screen.seats["red"] == "computer"
    desk.click("seat:red")
    assert screen.seats["red"] == "computer:recruit"


def test_a_force_of_one_unit_is_counted_as_1_unit() -> None:
    """Before, it had “1 units”."""
    desk = Desk()
    desk.open(SetupScreen(desk.app, next(s for s in TitleScreen(desk.app).scenarios if s.path.stem == "first_battle")))
    desk.press("p")
    for less in ("veteran", "scout", "gunner"):
        desk.click(f"less:{less}")
    assert "1 unit" in words_on(desk)
    assert "1 units" not in words_on(desk)
