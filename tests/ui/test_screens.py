"""Every screen but the table stays whole at every scale and in the smallest window: nothing is cut off or overlaps."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game.demos import Demo, list_demos
from game.engine.dice import DiceSource
from game.engine.rulebook import load_rulebook
from game.engine.setup import Setup
from game.maps.fielding import setup_of
from game.maps.scenarios import load_scenario
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui import kit
from game.ui.app import App
from game.ui.battle.options import ROW
from game.ui.ground import Backdrop
from game.ui.screen import Screen
from game.ui.screens.battle import BattleScreen
from game.ui.screens.cards import ClauseCard, RulesScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.demo import BookList, DemoBooks, DemoList, DemoStrip
from game.ui.screens.menu import HelpScreen, MenuScreen, SettingsScreen
from game.ui.screens.offer import books
from game.ui.screens.saves import SavesScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.sheets import AskScreen, MessageScreen, WordsScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk
from tests.ui.ledger import Ledger, drawn, outside, overlapping, words_on

SKETCH = {
    "ruleset": "skirmishcorps",
    "board": ["." * 12] * 8,
    "seats": ["blue", "red"],
    "units": [
        {"id": "b1", "profile": "trooper", "seat": "blue", "at": [1, 1]},
        {"id": "r1", "profile": "trooper", "seat": "red", "at": [10, 6]},
    ],
}
LONG = "Yes, take it back, although a face-down marker of R1 has been turned up since and dice have been rolled"
SIZES = {"1280x800": (1280, 800), "960x600": (960, 600)}


@cache
def demonstrations() -> list[Demo]:
    """Enough demonstrations for a list that scrolls."""
    return list_demos()[:25]


def session() -> Session:
    """A battle of one unit on each side."""
    return Session(read_sketch(SKETCH), dice=DiceSource(seed=5))


def handed_over(app: App) -> Screen:
    """The curtain between Blue and Red."""
    two = session()
    two.choose("b1:overwatch")
    two.choose("confirm")
    assert two.sight.curtain
    return CurtainScreen(app, two, lambda: None)


def kept(app: App) -> Screen:
    """The list of two saves, one of which has a long name."""
    table = BattleScreen(app, session())
    app.push(table)
    app.draw()
    for name in ("First", "A game with a name that goes on for much longer than the list is wide, and further"):
        app.save(table.session, name, Backdrop(table.session.setup.board))
    app.pop()
    return SavesScreen(app)


def paused(app: App) -> Screen:
    """The menu of a battle."""
    table = BattleScreen(app, session())
    app.push(table)
    app.draw()
    table.open_menu()
    menu = app.top
    app.screens.remove(menu)
    return menu


def set_up(seats: int) -> Callable[[App], Screen]:
    """What makes the set-up of a map with so many seats."""
    return lambda app: SetupScreen(app, next(s for s in TitleScreen(app).scenarios if len(s.seats) == seats))


SCREENS: dict[str, Callable[[App], Screen]] = {
    "title": TitleScreen,
    "set-up of two": set_up(2),
    "set-up of four": set_up(4),
    "curtain": handed_over,
    "saves": kept,
    "no saves": SavesScreen,
    "menu": paused,
    "keys": HelpScreen,
    "settings": SettingsScreen,
    "demonstrations by rulebook": lambda app: DemoBooks(app, demonstrations()),
    "demonstrations": lambda app: DemoList(app, "SkirmishCorps", demonstrations()),
    "books": lambda app: BookList(app, books()),
    "book": lambda app: RulesScreen(app, books()[0]),
    "ruling": lambda app: RulesScreen(app, books()[0], "SC-A1"),
    "clause": lambda app: ClauseCard(app, books()[0], "SC-19", ("SC-19", "SC-21")),
    "message": lambda app: MessageScreen(app, "This map cannot be played", f"{LONG}. " * 3),
    "question": lambda app: AskScreen(app, "Does everybody agree?", LONG, "No, leave it", lambda: None),
    "note": lambda app: WordsScreen(app, "A note on this moment", "B1 should have fired earlier", lambda _: None),
}
MAY_BE_CUT = {"saves"}
"""Screens with names that the player chose."""


def sound(desk: Desk, *, cut: bool = False) -> None:
    """Hold the screen in sight to whole words that lie apart; with `cut`, words may end in an ellipsis."""
    ledger = drawn(desk)
    assert ledger.lines
    assert [line.words for line in ledger.lines if line.cut] == [] or cut
    assert overlapping(ledger.lines) == []
    assert outside(ledger) == []


@pytest.mark.parametrize("scale", [100, 125, 200])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("name", SCREENS)
def test_words_are_whole_and_clear_of_one_another(name: str, size: tuple[int, int], scale: int) -> None:
    desk = Desk(size)
    desk.app.settings.scale = scale
    desk.open(SCREENS[name](desk.app))
    sound(desk, cut=name in MAY_BE_CUT)


def first_question(desk: Desk, setup: Setup) -> Ledger:
    """The screen of a battle that begins, as it is written."""
    screen = BattleScreen(desk.app, Session(setup, dice=DiceSource(seed=3), table=TableKind.OPEN))
    desk.open(screen)
    assert screen.column.rows.of_units
    return drawn(desk)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
@pytest.mark.parametrize("name", ["canal_bridge", "hill_farm", "prepared_position", "fire_lanes"])
def test_units_listed_as_answers_are_told_whole_on_one_line_each(name: str, size: tuple[int, int]) -> None:
    """Before, those of Canal Bridge on overwatch were "in position, over…", in a smaller window one below the other."""
    desk = Desk(size)
    ledger = first_question(desk, setup_of(load_scenario(name)))
    assert [line.words for line in ledger.lines if line.cut] == []
    assert "options" not in desk.zones(), "nothing scrolls"
    rows = [zone.rect.height for zone in desk.top.zones if zone.id.startswith("option:")]
    assert max(rows) < 1.2 * ROW * desk.app.scale


def test_rows_of_units_are_as_high_as_their_words_need() -> None:
    """Before, only the first row was measured, and rows of two lines overlapped."""
    setup = setup_of(load_scenario("hill_farm"))
    worn = {"suppressed": 3, "wounded": 2, "confidence": 2}
    units = [
        replace(unit, markers={"suppressed": "up"}, facts=worn, figures=3) if unit.id == "r9" else unit
        for unit in setup.units
    ]
    setup = replace(setup, units=tuple(units))
    desk = Desk()
    ledger = first_question(desk, setup)
    assert [line.words for line in ledger.lines if line.cut] == []
    told = [line.rect for line in ledger.lines if line.words.endswith((" fit", " wounded"))]
    rows = [zone.rect for zone in desk.top.zones if zone.id.startswith("option:")]
    assert len(rows) == 9
    assert all(any(row.contains(rect) for rect in told) for row in rows)


def test_the_title_has_room_for_everything_that_may_stand_at_its_left() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.app.message = f"{LONG}. " * 2
    title.left = [Path("left.journal")]
    for scale in (100, 200):
        desk.app.settings.scale = scale
        desk.app.screens.append(title)
        desk.app.draw()
        assert desk.zones("resume") and desk.zones("complaint") and desk.zones("menu:Q")
        ledger = drawn(desk)
        assert overlapping(ledger.lines) == []
        assert outside(ledger) == []


def test_every_row_of_a_scrolled_list_is_reached_by_tab() -> None:
    desk = Desk((960, 600))
    desk.open(DemoList(desk.app, "SkirmishCorps", demonstrations()))
    rows = len(desk.top.entries())
    seen = set()
    for _ in range(rows):
        desk.press("tab")
        zone = next(z for z in desk.top.zones if z.id == desk.top.focus)
        assert zone.rect.height > 0.9 * zone.full.height, zone.id
        seen.add(zone.id)
    assert len(seen) == rows


def test_the_wheel_scrolls_the_rulebook_and_leaves_the_chosen_clause() -> None:
    desk = Desk()
    screen = RulesScreen(desk.app, books()[0])
    desk.open(screen)
    desk.point_at((200, 400))
    for _ in range(5):
        desk.app.dispatch(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
        desk.app.draw()
    assert screen.listed.at > 0
    assert screen.at == 0
    desk.press("down")
    assert screen.at == 1
    assert screen.listed.at < 30


def test_a_strip_measures_its_captions_once_and_keeps_the_height_of_the_highest() -> None:
    desk = Desk()
    strip = desk.demo("sc-snowball").strip
    assert isinstance(strip, DemoStrip)
    measured = [one._sizes.copy() for one in strip.caption_rows]
    assert all(measured)
    desk.press("right")
    assert [one._sizes for one in strip.caption_rows] == measured


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1280, 800)])
def test_the_story_of_a_battle_is_told_whole_below_its_map(size: tuple[int, int]) -> None:
    desk = Desk(size)
    desk.open(TitleScreen(desk.app))
    canvas = drawn(desk)
    for scenario in desk.top.scenarios:
        screen = SetupScreen(desk.app, scenario)
        room = kit.Size(canvas.logical[0] * 0.5 - 60, canvas.logical[1] - 80)
        assert screen._story(canvas, room).measure(canvas, room.w).h <= room.h, scenario.id


def test_the_longest_ruling_has_room_on_its_page_at_the_largest_size_of_letters() -> None:
    desk = Desk()
    desk.app.settings.scale = 200
    screen = RulesScreen(desk.app, load_rulebook("stargrunt2"), "SG-A7")
    desk.open(screen)
    assert screen.read.most == 0


def test_a_menu_row_goes_back_to_the_table_and_does_what_it_says() -> None:
    desk = Desk()
    table = BattleScreen(desk.app, session())
    desk.open(table)
    desk.press("escape")
    assert isinstance(desk.top, MenuScreen)
    desk.press("r")
    assert isinstance(desk.top, RulesScreen)
    assert desk.app.below(desk.top) is table


def test_of_two_sheets_only_the_upper_one_is_seen() -> None:
    """Before, the pause menu stood out around a smaller sheet."""

    def seen(*keys: str) -> bytes:
        """The window with a message over a battle in which these keys were pressed."""
        desk = Desk()
        desk.open(BattleScreen(desk.app, session()))
        desk.press(*keys)
        desk.open(MessageScreen(desk.app, "Not saved", "The disk is full."))
        return desk.pixels()

    assert seen() == seen("escape")


@pytest.mark.parametrize("size", [(115, 55), (60, 30), (319, 900), (330, 250)])
@pytest.mark.parametrize("name", ["market_street", "gun_on_the_hill"])
def test_a_window_of_any_size_is_drawn_with_every_overlay(size: tuple[int, int], name: str) -> None:
    desk = Desk(size)
    screen = desk.battle(name)
    desk.press("space", "t")
    assert screen.model.threat
    desk.press("l", "right")
    assert screen.model.sight == (name == "market_street"), "the rules of the hex map know no sight"


def test_sizes_above_100_percent_are_larger_and_say_where_the_window_has_no_more_room() -> None:
    scales = []
    for percent in (100, 125, 150):
        desk = Desk((1280, 800))
        desk.app.settings.scale = percent
        scales.append(desk.app.scale)
        desk.app.push(TitleScreen(desk.app))
        desk.open(SettingsScreen(desk.app))
        words = words_on(desk)
        told = f"{percent}%, this window has room for 125%" if percent > 125 else f"{percent}%"
        assert told in words
    assert scales == [1.0, 1.25, 1.25]


def test_enter_on_a_list_goes_to_its_first_row_and_then_opens_it() -> None:
    """Before, it did nothing at all until an arrow had been pressed."""
    desk = Desk()
    desk.open(BookList(desk.app, books()))
    desk.press("return")
    assert desk.top.focus == "row:0"
    desk.press("return")
    assert isinstance(desk.top, RulesScreen)


def test_the_choice_of_where_units_begin_is_worded_unlike_the_choice_of_units() -> None:
    """Before, “As the map has them” stood below “As the battle has it”."""
    desk = Desk((1024, 640))
    desk.open(set_up(2)(desk.app))
    said = words_on(desk)
    assert "Units where the map has them" in said
    assert not [words for words in said if words.startswith("As the map")]
