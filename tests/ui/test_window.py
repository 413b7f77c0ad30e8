"""People play in the window: by keys alone, by the mouse alone, through curtains, to the end of a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.engine.answers import Choice
from game.engine.dice import DiceSource, seeded_die
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.cards import ClauseCard, RulesScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.demo import DemoStrip, open_demo
from game.ui.screens.menu import HelpScreen, MenuScreen, SettingsScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk, middle
from tests.ui.ledger import words_on
from tests.ui.street import STREET

ROOT = Path(__file__).resolve().parents[2]


def at_table(sketch: dict = STREET, **kinds: object) -> tuple[Desk, BattleScreen]:
    """A battle behind curtains in the window, the first of them lifted."""
    desk = Desk()
    session = Session(read_sketch(sketch), dice=DiceSource(seed=5), **kinds)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    return desk, screen


def test_both_sides_assign_with_keys_and_the_curtain_falls_between_them() -> None:
    desk, screen = at_table()
    desk.press("o", "m")
    assert [u.markers for u in screen.session.match.front.units.values() if u.seat == "red"] == [
        {"overwatch": "down"},
        {"move": "down"},
    ]
    desk.press("return")
    assert isinstance(desk.top, CurtainScreen)
    assert screen.session.viewer == "red", "the view changes only when the curtain is lifted"
    desk.press("z", "l")
    assert isinstance(desk.top, CurtainScreen), "nothing but lifting is possible under the curtain"
    desk.press("space")
    assert desk.top is screen
    assert screen.session.viewer == "blue"
    desk.press("v")
    assert screen.session.match.pending is not None
    assert screen.session.match.pending.option("confirm") is not None


def test_nothing_of_the_other_view_is_drawn_under_the_curtain() -> None:
    pictures = []
    for order in ("o", "m"):
        desk, _ = at_table()
        desk.press(order, order, "return")
        assert isinstance(desk.top, CurtainScreen)
        pictures.append(desk.pixels())
    assert pictures[0] == pictures[1]


def test_an_enemys_face_down_marker_is_drawn_alike_whatever_it_is() -> None:
    pictures = []
    for order in ("o", "m"):
        desk, _ = at_table()
        desk.press(order, order, "return", "space")
        pictures.append(desk.pixels())
    assert pictures[0] == pictures[1]


def whole_turn(desk: Desk, screen: BattleScreen) -> None:
    """Red and Blue assign by mouse; one unit of each may move."""
    for _ in range(2):
        desk.click("give:move")
        desk.click("rest:o")
        desk.click("confirm")
        if isinstance(desk.top, CurtainScreen):
            desk.click("lift")


def test_a_move_is_planned_bent_and_made_with_the_mouse_alone() -> None:
    desk, screen = at_table()
    whole_turn(desk, screen)
    asked = screen.session.match.pending
    assert asked is not None
    assert asked.kind == "activate"
    unit = screen.model.able()[0]
    board = screen.map.board
    desk.click_at(middle(screen, screen.model.units[unit].at))
    assert screen.model.selected == unit
    goal = max(
        (o.to for o in screen.model.moves() if o.pace == "jog"),
        key=lambda c: board.distance(c, screen.session.match.front.units[unit].at),
    )
    desk.click_at(middle(screen, goal))
    assert screen.model.option() is not None
    assert screen.model.option().to == goal
    before = len(screen.session.match.choices)
    desk.click("do")
    if isinstance(desk.top, CurtainScreen):
        desk.click("lift")
    assert len(screen.session.match.choices) > before
    assert any(event.type == "action_announced" for event in screen.session.match.events)


def test_a_random_player_with_mouse_and_keys_reaches_the_end() -> None:
    desk, screen = at_table()
    drawn = 0

    def pick(count: int) -> int:
        """A number from 0 to count - 1, the same ones every time."""
        nonlocal drawn
        drawn += 1
        return seeded_die(11, drawn, count) - 1

    keys = (
        "return",
        "tab",
        "o",
        "m",
        "n",
        "1",
        "2",
        "q",
        "w",
        "l",
        "t",
        "up",
        "left",
        "space",
        "+",
        "-",
        "v",
        "b",
        "a",
    )
    for _ in range(4000):
        if screen.session.match.pending is None:
            break
        if desk.top is not screen:
            desk.press("space" if isinstance(desk.top, CurtainScreen) else "escape")
        elif pick(2):
            desk.press(keys[pick(len(keys))])
        else:
            useful = [
                z
                for z in desk.top.zones
                if z.action and z.id.startswith(("option", "do", "confirm", "give", "pass", "pace"))
            ]
            area = screen.map.area
            where = (
                useful[pick(len(useful))].rect.center
                if useful
                else (area.x + pick(area.width), area.y + pick(area.height))
            )
            desk.click_at(where)
    assert screen.session.match.outcome is not None


def test_computers_play_both_sides_to_the_end_of_the_game() -> None:
    desk, screen = at_table(players={"red": ComputerSeat(), "blue": ComputerSeat()})
    for _ in range(600):
        if screen.session.match.pending is None:
            break
        screen.tick(0.3)
        screen.skip()
    desk.app.draw()
    assert screen.session.match.outcome is not None


def test_undo_goes_back_to_the_same_picture() -> None:
    desk, screen = at_table()
    first, picture = screen.session.match.hash(), desk.pixels()
    desk.press("o")
    assert screen.session.match.hash() != first
    assert desk.pixels() != picture
    desk.press("z")
    assert screen.session.match.hash() == first
    assert desk.pixels() == picture


def test_a_clause_chip_opens_the_clause_and_f3_the_book_at_it() -> None:
    desk, screen = at_table()
    desk.click("chip:SC-01")
    assert isinstance(desk.top, ClauseCard)
    desk.press("f3")
    assert isinstance(desk.top, RulesScreen)
    assert desk.top.ids[desk.top.at] == "SC-01"
    desk.press("down", "pagedown", "home", "escape")
    assert desk.top is screen


def test_own_dice_are_typed_or_clicked_and_count() -> None:
    desk = Desk()
    session = Session(read_sketch({**STREET, "phase": "act"}), dice=DiceSource("ask"))
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    assert session.asked == "dice"
    words = words_on(desk)
    at_the_dice = words.index("type what you rolled: start")
    assert words[at_the_dice + 1 : at_the_dice + 3] == ["Red", "Blue"]
    desk.press("2")
    assert screen.model.typed == [2]
    desk.click("face:5")
    assert session.match.choices == [Choice(faces=(2, 5))]
    assert session.match.front.seat == "blue"


def test_the_title_leads_everywhere_and_back_by_keys() -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    for key, screen in (("k", HelpScreen), ("s", SettingsScreen)):
        desk.press(key)
        assert isinstance(desk.top, screen)
        desk.press("escape")
        assert desk.top is title
    desk.press("d", "1", "1")
    assert isinstance(desk.top.strip, DemoStrip)
    desk.press("right", "right", "left", "end", "home", "escape", "escape", "escape")
    assert desk.top is title
    desk.press("r", "1")
    assert isinstance(desk.top, RulesScreen)


def test_a_scenario_is_set_up_and_begun_by_keys_paused_and_left() -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.press("n")
    assert isinstance(desk.top, SetupScreen)
    desk.press("1", "d")
    assert next(iter(desk.top.seats.values())) == "computer"
    desk.press("1", "d", "return")
    assert isinstance(desk.top, BattleScreen)
    desk.press("escape")
    assert isinstance(desk.top, MenuScreen)
    desk.press("t")
    assert isinstance(desk.top, TitleScreen)


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1600, 1000), (1920, 1080), (2560, 1440)])
def test_the_battle_fits_every_window(size: tuple[int, int]) -> None:
    desk = Desk(size)
    open_demo(desk.app, "sc-snowball")
    desk.settle()
    for _ in range(10):
        desk.press("right")
        whole = desk.app.window.get_rect()
        for zone in desk.top.zones:
            assert whole.contains(zone.rect) or zone.id.startswith("chip"), f"{zone.id} {zone.rect} leaves {whole}"


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.fuzz) for part in range(1, 8))])
def test_every_demonstration_plays_in_the_window_step_by_step(part: int) -> None:
    desk = Desk()
    title = TitleScreen(desk.app)
    desk.open(title)
    for demo in title.demos[part::8]:
        open_demo(desk.app, demo.id)
        desk.app.draw()
        for _ in demo.steps:
            desk.press("right")
        assert isinstance(desk.top.strip, DemoStrip)
        assert desk.top.strip.player.done
        desk.press("escape")


def test_the_window_and_the_text_game_come_to_the_same_hash_from_the_same_choices(tmp_path: Path) -> None:
    desk = Desk()
    screen = start(desk.app, "park_gate", {}, {}, DiceSource(seed=9))
    assert isinstance(screen, BattleScreen)
    screen.session.table = TableKind.OPEN
    desk.open(screen)
    match, given = screen.session.match, list[str]()
    while match.pending is not None and len(match.history) < 60:
        options = match.pending.options
        given.append(options[seeded_die(3, len(match.history), len(options)) - 1].id)
        screen.game.choose(given[-1])
        desk.settle()
    script = tmp_path / "choices.txt"
    script.write_text("\n".join([*given, "hash"]) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "game", "text", "park_gate", "--seed", "9", "--referee", "--script", str(script)],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert match.hash() in done.stdout, done.stdout[-600:] + done.stderr


def test_a_curtain_has_the_colours_of_the_seat_to_come() -> None:
    """Before, it was always red."""
    desk = Desk()
    screen = start(desk.app, "market_street", {}, {}, DiceSource(seed=3))
    desk.app.push(screen)
    for seat in screen.session.setup.seats:
        desk.app.draw()
        assert isinstance(desk.top, CurtainScreen)
        assert desk.app.window.get_at((4, 20))[:3] == screen.model.colours(seat).edge
        desk.press("space", "v", "return")
