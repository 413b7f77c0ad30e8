"""Screens that are seldom seen, and what they once forgot, left unsaid or could not show."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame
import pytest

from game.ai.players import RandomPlayer
from game.ai.seatview import SeatView
from game.engine.answers import Choice
from game.engine.decisions import DICE
from game.engine.dice import DiceSource
from game.engine.forces import MOST, read_force
from game.maps.scenarios import load_scenario, read_head
from game.paths import MAPS
from game.records.forces import keep_force, kept_forces
from game.records.tables import TableKind
from game.session.session import Session
from game.ui import ground
from game.ui.ground import Backdrop
from game.ui.launch import start
from game.ui.palette import INK
from game.ui.screens.battle import BattleScreen
from game.ui.screens.battlefield import BattlefieldScreen
from game.ui.screens.end import EndScreen
from game.ui.screens.force import NO_LIMIT, NOBODY, ForceScreen
from game.ui.screens.lesson import LessonScreen
from game.ui.screens.menu import HelpScreen
from game.ui.screens.setup import SetupScreen
from game.ui.screens.sheets import LONGEST, AskScreen, WordsScreen
from game.ui.screens.title import TitleScreen
from game.ui.settings import Scale, load_settings
from tests.budget import alternate
from tests.ui.desk import Desk
from tests.ui.ledger import drawn, words_on
from tests.ui.street import street


def told(desk: Desk) -> list[str]:
    """Every line that is written whole inside the window."""
    ledger = drawn(desk)
    seen = ledger.surface.get_rect()
    return [line.words for line in ledger.lines if seen.contains(line.rect)]


def test_all_keys_can_be_read_without_a_mouse() -> None:
    desk = Desk((960, 600))
    desk.open(HelpScreen(desk.app))
    desk.press("end")
    assert desk.top.position.at == desk.top.position.most > 0
    desk.press("home")
    assert desk.top.position.at == 0
    desk.press("page down", "down", "up", "page up")
    assert desk.top.position.at == 0


# -- a force ----------------------------------------------------------------------------------------------------------


def force(desk: Desk) -> tuple[BattlefieldScreen, ForceScreen]:
    """The first seat of a battlefield chooses its force."""
    field = BattlefieldScreen(desk.app)
    desk.open(field)
    desk.press("p")
    assert isinstance(desk.top, ForceScreen)
    return field, desk.top


def test_one_unit_too_many_of_a_kind_is_refused_with_the_number_that_is_allowed() -> None:
    """Before, the key did nothing and nothing was said."""
    _, screen = force(Desk())
    screen.force, screen.limit = None, NO_LIMIT
    for _ in range(MOST + 1):
        screen.change(0, 1)
    assert screen.count(screen.profiles[0].id) == MOST
    assert screen.message == "A force has at most 40 units of one kind."


def test_the_unit_reached_with_keys_is_in_sight() -> None:
    desk = Desk((1280, 800))
    desk.app.settings.scale = 200
    _, screen = force(desk)
    assert screen.units.most > 0
    for profile in [*screen.profiles[1:], screen.profiles[0]]:
        desk.press("down")
        row = next(zone for zone in desk.top.zones if zone.id == f"unit:{profile.id}")
        assert row.rect == row.full, profile.id


def test_the_plus_key_works_on_keyboards_that_type_plus_with_shift() -> None:
    desk = Desk()
    _, screen = force(desk)
    desk.press("l")
    profile = screen.profiles[screen.at].id
    count = screen.count(profile)
    desk.press("=")
    assert screen.count(profile) == count + 1


def test_an_empty_force_is_neither_kept_nor_taken_and_says_so() -> None:
    desk = Desk()
    field, screen = force(desk)
    screen.force = None
    for zone in ("keep", "take"):
        screen.message = ""
        desk.click(zone)
        assert desk.top is screen
        assert screen.message == NOBODY
    desk.press("m")
    assert desk.top is field


@pytest.mark.parametrize(("kept", "typed"), [("Raid", " Raid "), ("Up_to them", "Up/to them"), ("a" * 80, "a" * 90)])
def test_a_force_of_another_rulebook_with_that_name_is_asked_about(kept: str, typed: str) -> None:
    """Before, it was lost without a word: only names of this rulebook were looked at, and only as they were typed."""
    desk = Desk()
    _, screen = force(desk)
    other = keep_force(read_force("epic", "line*6"), kept)
    screen.keep_as(typed)
    desk.app.draw()
    assert isinstance(desk.top, AskScreen)
    assert desk.top.title == f"Instead of the force “{kept}” that is kept for another rulebook?"
    desk.press("return")
    assert desk.top is screen
    assert kept_forces("epic").forces == (other,)
    screen.keep_as(typed)
    desk.app.draw()
    desk.press("y")
    assert kept_forces("epic").forces == ()
    assert [own.name for own in screen.kept_forces.forces] == [kept]


def test_a_name_that_no_file_can_have_is_refused_in_a_sentence() -> None:
    desk = Desk()
    _, screen = force(desk)
    screen.keep_as("...")
    assert desk.top is screen
    assert screen.message == "A force needs a name with letters or digits."


# -- a battlefield by seed --------------------------------------------------------------------------------------------


def test_another_seed_leaves_the_rulings_that_were_chosen() -> None:
    desk = Desk()
    field = BattlefieldScreen(desk.app)
    desk.open(field)
    ruling = field.open_rulings[0].id
    before = field.rulings[ruling]
    desk.press("e")
    chosen = field.rulings[ruling]
    assert chosen != before
    desk.press("n", "l")
    assert field.rulings[ruling] == chosen
    desk.press("b")
    assert ruling not in field.rulings


# -- settings ---------------------------------------------------------------------------------------------------------


def test_other_colours_are_seen_at_once_on_the_table_below_the_menu() -> None:
    desk = Desk()
    screen = street(desk, TableKind.OPEN)
    desk.press("escape", "s", "c")
    assert desk.app.settings.palette == "safe"
    assert screen.model.palette == "safe"


# -- demonstrations and lessons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("demo", ["sc-plain-reaction", "wh-hold"])
def test_the_small_table_of_a_demonstration_fills_its_room(demo: str) -> None:
    """Before, it stood at 100 per cent with empty paper round it."""
    screen = Desk().demo(demo)
    wide, high = ground.extent(screen.map.board, screen.map.size)
    assert max(wide / screen.map.area.width, high / screen.map.area.height) > 0.9


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 100), ((1280, 800), 200), ((960, 600), 100)])
def test_the_step_of_a_lesson_is_told_in_every_window(size: tuple[int, int], scale: Scale) -> None:
    """Before, the blocks beside it took all its room where that is short."""
    desk = Desk(size)
    desk.app.settings.scale = scale
    desk.open(TitleScreen(desk.app))
    desk.press("f")
    assert isinstance(desk.top, LessonScreen)
    count = len(desk.top.player.lesson.steps)
    assert "\u200a".join(f"STEP 1 OF {count}") in told(desk)


def test_the_progress_of_a_lesson_is_kept_as_soon_as_the_lesson_is_left() -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.press("f", "o", "escape")
    assert isinstance(desk.top, TitleScreen)
    kept = desk.app.settings.lesson("first_battle")
    assert kept.at == 1
    assert load_settings().lesson("first_battle") == kept


def test_a_demonstration_counts_as_seen_at_once() -> None:
    Desk().demo("sc-snowball")
    assert load_settings().seen == ("sc-snowball",)


# -- dice of one's own ------------------------------------------------------------------------------------------------


def rolled(desk: Desk, name: str, wanted: Callable[[tuple[int, ...]], bool]) -> BattleScreen:
    """A game with typed dice, played at random until dice like the wanted ones are to be rolled."""
    desk.app.settings.table = TableKind.OPEN
    screen = start(desk.app, name, {}, {}, DiceSource("ask", 3))
    assert isinstance(screen, BattleScreen)
    match, player, draw = screen.session.match, RandomPlayer(3, even=True), Random(4)
    while (asked := match.pending) is not None and not wanted(asked.dice):
        if asked.seat == DICE:
            match.choose(Choice(faces=tuple(draw.randint(1, sides) for sides in asked.dice)))
        else:
            match.choose(player.choose(SeatView(match, asked.seat), asked).id)
    desk.open(screen)
    assert screen.session.asked == DICE
    return screen


@pytest.mark.parametrize("size", [(960, 600), pytest.param((1280, 800), marks=pytest.mark.fuzz)])
def test_the_dice_of_many_stands_have_their_names_whole(size: tuple[int, int]) -> None:
    """Before, six dice of six stands stood on one line, each with “…” before it."""
    desk = Desk(size)
    screen = rolled(desk, "three_farms", lambda dice: len(dice) > 5)
    asked = screen.model.decision
    for typed in range(len(asked.dice)):
        ledger = drawn(desk)
        assert [line.words for line in ledger.lines if line.cut] == []
        words = [line.words for line in ledger.lines]
        assert all(who.called in words for who, _ in asked.throw.hands), typed
        desk.press("1")


def test_a_ten_is_typed_with_0() -> None:
    desk = Desk()
    screen = rolled(desk, "hill_farm", lambda dice: max(dice, default=0) == 10 and dice[0] == 10 and len(dice) > 1)
    desk.press("0")
    assert screen.model.typed == [10]


# -- the end, and what was before it ----------------------------------------------------------------------------------


def over(desk: Desk) -> EndScreen:
    """The end of a battle of four that was fought at random."""
    session = Session(load_scenario("four_banks").setup, dice=DiceSource(seed=3), table=TableKind.OPEN)
    match, player = session.match, RandomPlayer(3, even=True)
    while match.pending is not None:
        session.choose(player.choose(SeatView(match, match.pending.seat), match.pending).id)
    end = EndScreen(desk.app, session, Backdrop(match.setup.board))
    desk.open(end)
    return end


@pytest.mark.parametrize("scale", [100, 200])
def test_the_end_of_a_battle_of_four_cuts_nothing_in_half(scale: Scale) -> None:
    """Before, the losses began where the card ended."""
    desk = Desk()
    desk.app.settings.scale = scale
    over(desk)
    ledger = drawn(desk)
    points = next(line.rect for line in ledger.lines if line.words == "Plum" and line.rect.x > 700)
    moments = next(line.rect for line in ledger.lines if line.words == "what most changed how Blue stood")
    card = moments.top - ledger.px(20)
    assert points.bottom < card
    losses = [line.rect for line in ledger.lines if line.words == "and the turn they fell in"]
    assert all(rect.bottom + ledger.px(44) < card for rect in losses)
    assert bool(losses) == (scale == 100)


@pytest.mark.parametrize(
    ("size", "scale"),
    [((1280, 800), 200), ((960, 600), 100), pytest.param((1280, 800), 100, marks=pytest.mark.fuzz)],
)
def test_the_buttons_of_a_replay_have_room_in_every_window(size: tuple[int, int], scale: Scale) -> None:
    """Before, in large letters, they said “Ba…” and “Cho…”."""
    desk = Desk(size)
    desk.app.settings.scale = scale
    over(desk).watch(0)
    for _ in range(7):
        desk.press("b")
        rows = [zone for zone in desk.top.zones if zone.id.startswith("replay:")]
        assert len({zone.rect.height for zone in rows}) == 1
        assert [line.words for line in drawn(desk).lines if line.cut] == []


@pytest.mark.parametrize("demo", alternate(["ep-script", "wh-no-counter", "sg-nerve", "ep-later-rounds"], 2))
def test_nothing_that_a_demonstration_says_is_cut_in_large_letters(demo: str) -> None:
    """Before, of 40 captions the end was missing, of a log line its last letters, and of a title half."""
    desk = Desk()
    desk.app.settings.scale = 200
    screen = desk.demo(demo)
    area = screen.map.area.copy()
    for _ in range(len(screen.strip.player.steps) + 1):
        assert [line.words for line in drawn(desk).lines if line.cut] == []
        assert screen.map.area == area, "what is above the caption stays where it is"
        desk.press("right")


# -- a set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["three_farms", "crossroads", "old_quay"])
@pytest.mark.parametrize("scale", [100, 200])
def test_the_players_and_forces_of_a_set_up_are_told_whole(name: str, scale: Scale) -> None:
    """Before, a long force and a bold computer player ended in “…” in large letters."""
    desk = Desk()
    desk.app.settings.scale = scale
    screen = SetupScreen(desk.app, read_head(MAPS / f"{name}.tmx"))
    desk.open(screen)
    for _ in range(6):
        assert [line.words for line in drawn(desk).lines if line.cut] == []
        screen.next_kind(screen.scenario.seats[0])


def test_one_step_back_goes_from_the_computer_to_a_person() -> None:
    """Before, the way from the computer to a person led through all its levels."""
    desk = Desk()
    desk.app.settings.sitters = ()
    screen = SetupScreen(desk.app, read_head(MAPS / "three_shores.tmx"))
    desk.open(screen)
    assert list(screen.seats.values()) == ["human", "computer", "computer"]
    desk.press("2", mod=pygame.KMOD_LSHIFT)
    desk.click("seat:gold", button=3)
    assert list(screen.seats.values()) == ["human", "human", "human"]
    desk.press("3")
    assert screen.seats["gold"] == "computer"
    assert "click or key: the next; right click or Shift: the one before" in set(words_on(desk))


def test_shift_with_the_stepping_keys_of_a_demonstration_moves_map_and_log() -> None:
    """Before, it stepped with Shift and Ctrl, too."""
    desk = Desk()
    screen = desk.demo("sc-snowball", 8)
    at = screen.strip.player.at
    screen.map.zoom_by(2)
    desk.app.draw()
    look = screen.map.look
    desk.press("left", mod=pygame.KMOD_LSHIFT)
    assert screen.map.look != look
    desk.press("page up", mod=pygame.KMOD_LSHIFT)
    assert screen.log.back > 0
    desk.press("up", "page down", mod=pygame.KMOD_LCTRL)
    assert screen.strip.player.at == at
    desk.press("left")
    assert screen.strip.player.at == at - 1


def test_undo_says_so_where_nothing_can_be_taken_back() -> None:
    desk = Desk()
    screen = street(desk, TableKind.OPEN)
    desk.press("z")
    assert screen.model.notice == "Nothing has been chosen yet that could be taken back."


# -- sheets -----------------------------------------------------------------------------------------------------------

FOLDER = "D:/battles/of/somebody/in/a/folder/inside/a/folder/that/nobody/would/ever/find/again/without/the/maps/"


def test_the_file_at_the_end_of_a_long_path_is_told() -> None:
    """Before, “…” stood in its place."""
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.app.tell("This map cannot be played", f"{FOLDER}old_mill.tmx: there are no units on it.")
    lines = [line for line in drawn(desk).lines if not line.cut]
    assert any("old_mill.tmx: there are no units on it." in line.words for line in lines)
    assert any(line.words.endswith("/") and line.words.startswith("D:/battles/") for line in lines), "broken at a slash"


def test_typed_words_are_seen_to_their_end_with_the_caret_behind_them() -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.app.push(WordsScreen(desk.app, "A note on this moment", "", print))
    for words in ("a", "word " * 30, "x" * LONGEST):
        desk.top.words = words
        desk.app.draw()
        lines = drawn(desk).lines
        said = [line.words for line in lines]
        typed = lines[said.index("A note on this moment") + 1 : said.index("Enter")]
        assert "".join(line.words for line in typed).replace(" ", "") == words.replace(" ", "")
        end = typed[-1].rect
        assert INK in [desk.app.window.get_at((x, end.centery))[:3] for x in range(end.right, end.right + 8)]
