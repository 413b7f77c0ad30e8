"""Behind the curtain of a seat: its standing answers, and the list of what has happened since it last looked."""

from __future__ import annotations

import pygame
import pytest

from game.engine.dice import DiceSource
from game.engine.standing import ALWAYS, NEVER, Danger, Standing, When
from game.records.tables import TableKind
from game.session.session import Session
from game.session.standing import SENSIBLE
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.recap import RecapScreen
from game.ui.screens.standing import StandingScreen
from tests.sketches import JOG, LAID, LANE
from tests.ui.desk import Desk


def lane(table: TableKind = TableKind.CURTAINS) -> tuple[Desk, BattleScreen]:
    """Red is asked what to do, on its own screen; Blue watches."""
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(LAID), dice=DiceSource(seed=5), table=table))
    desk.open(screen)
    if isinstance(desk.top, CurtainScreen):
        desk.press("space")
    assert screen.session.asked == "red"
    return desk, screen


def announced() -> tuple[Desk, BattleScreen]:
    """R1 has announced its move; the curtain has fallen for Blue."""
    desk, screen = lane()
    screen.game.choose(JOG)
    desk.app.draw()
    assert isinstance(desk.top, CurtainScreen)
    return desk, screen


def words(desk: Desk) -> list[str]:
    """The events that the list tells; none where no list is in sight."""
    return [line.text for line in desk.top.lines] if isinstance(desk.top, RecapScreen) else []


# -- since you last looked --------------------------------------------------------------------------------------------


def moved() -> tuple[Desk, BattleScreen]:
    """Blue has let R1 go; the curtain has fallen for Red, which is asked what R1 attacks."""
    desk, screen = announced()
    desk.press("space")
    assert desk.top is screen  # what has been announced stands in the question
    screen.game.choose("pass")
    desk.app.draw()
    assert isinstance(desk.top, CurtainScreen)
    return desk, screen


def test_lifting_a_curtain_lists_what_has_happened_since() -> None:
    desk, screen = moved()
    desk.press("space")
    assert isinstance(desk.top, RecapScreen)
    assert words(desk) == ["R1 announces a jog, k1 to j1. R1 is the instigator.", "Blue passes.", "R1 moves to j1."]
    desk.press("return")
    assert desk.top is screen
    assert screen.session.match.pending.kind == "attack"
    assert not screen.playback.running


@pytest.mark.parametrize("key", ["space", "escape"])
def test_the_list_is_left_by_keys_that_do_nothing_else(key: str) -> None:
    desk, screen = moved()
    desk.press("space", key)
    assert desk.top is screen
    assert screen.session.match.pending.kind == "attack"


def test_a_number_key_in_the_list_already_picks_an_answer() -> None:
    desk, screen = moved()
    desk.press("space")
    chosen = screen.model.chosen
    desk.press("1")
    assert desk.top is screen
    assert screen.model.chosen not in ("", chosen)


def test_r_in_the_list_plays_its_events_again() -> None:
    desk, screen = moved()
    desk.press("space")
    assert not screen.playback.running  # the desk lets motion finish
    desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r, mod=0, unicode="r"))
    assert screen.playback.running
    assert isinstance(desk.top, RecapScreen)


def test_the_list_tells_only_what_its_seat_may_know() -> None:
    desk, screen = moved()
    desk.press("space")
    known = [line.text for line in screen.session.match.log_for("red")]
    assert words(desk)
    assert set(words(desk)) <= set(known)


def test_the_list_covers_nothing_of_the_map() -> None:
    desk, screen = moved()
    desk.press("space")
    assert isinstance(desk.top, RecapScreen)
    assert min(zone.rect.left for zone in desk.top.zones) >= screen.map.area.right


def test_events_seen_at_a_shared_table_are_not_listed_again_behind_a_curtain() -> None:
    """Red has laid its markers and seen the turn on the open table; now it lifts the curtain to lay them again."""
    desk = Desk()
    session = Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    while session.match.front.turn == 1:
        if isinstance(desk.top, CurtainScreen):
            desk.press("space")
        pending = session.match.pending
        moves = [option.id for option in pending.options if option.id in (JOG, "r1:move")]
        screen.game.choose("pass" if session.sight.call is not None else next(iter(moves), pending.default))
        desk.settle()
    assert any(line.type == "moved" for line in session.log())
    assert isinstance(desk.top, CurtainScreen)
    desk.press("space")
    assert desk.top is screen
    assert session.viewer == "red"


# -- when am I asked? -------------------------------------------------------------------------------------------------


def sheet(desk: Desk) -> StandingScreen:
    """The sheet on which a seat says beforehand when it is asked to react; it must be in sight."""
    assert isinstance(desk.top, StandingScreen), desk.top
    return desk.top


def test_the_sheet_of_standing_answers_opens_for_the_seat_that_acts_and_for_the_one_that_reacts() -> None:
    desk, screen = lane()
    desk.press("k")
    assert sheet(desk).seat == "red"
    desk.press("escape")
    assert desk.top is screen
    screen.game.choose(JOG)
    desk.app.draw()
    desk.press("space", "k")
    assert sheet(desk).seat == "blue"


def test_the_sensible_standing_answer_is_one_key() -> None:
    desk, screen = lane()
    desk.press("k", "s")
    assert desk.top is screen
    said = screen.session.standings.of("red")
    assert said is not None
    assert said.stand.standing == SENSIBLE


def test_each_unit_has_its_own_standing_answer() -> None:
    desk, screen = lane()
    desk.press("k", "n", "down", "a", "down", "w", "d", "o", "r", "t", "v", "return")
    said = screen.session.standings.of("red")
    assert said is not None
    when = When(within=4, targets=("veteran",), danger=Danger.NOBODY, odds=50)
    assert said.stand.standing == Standing(NEVER, {"r1": ALWAYS, "r2": when}, openly=True)


def test_escape_leaves_the_standing_answers_as_they_were() -> None:
    desk, screen = lane()
    desk.press("k", "n", "escape")
    assert screen.session.standings.of("red") is None


def test_never_ask_answers_the_question_that_is_open() -> None:
    desk, screen = announced()
    desk.press("space", "k", "n", "return")
    assert [line.text for line in screen.session.match.log_for("red") if line.type == "passed"] == ["Blue passes."]


def test_a_shared_table_has_no_sheet_of_standing_answers() -> None:
    desk, screen = lane(TableKind.SHARED)
    desk.press("k")
    assert desk.top is screen


def test_no_curtain_falls_and_markers_show_their_backs_where_both_seats_have_answered_beforehand() -> None:
    desk, screen = lane()
    desk.press("k", "s")
    screen.game.choose(JOG)
    desk.app.draw()
    desk.press("space", "k", "s")  # Blue, too
    session = screen.session
    while session.match.window is not None:
        screen.game.choose("pass")
    assert not isinstance(desk.top, CurtainScreen)
    assert session.viewer == ""
    assert {marker.kind for unit in session.view().units for marker in unit.markers if marker.face == "down"} == {
        "hidden"
    }


def to_red(desk: Desk, screen: BattleScreen) -> None:
    """Lift every curtain, leave every list, and pass for Blue until Red is asked."""
    for _ in range(9):
        desk.settle()
        session = screen.session
        if isinstance(desk.top, CurtainScreen | RecapScreen):
            desk.press("space")
        elif session.asked == "blue" and session.match.window is not None:
            screen.game.choose("pass")
        else:
            break


def pixels(how: Standing | None) -> list[bytes]:
    """Red's pictures while Blue never answers: it passes by hand, or has said so beforehand."""
    desk, screen = lane()
    if how is not None:
        screen.session.stand("blue", how)
    seen = []
    screen.game.choose(JOG)
    to_red(desk, screen)
    assert screen.session.viewer == "red"
    for key in ("l", "l", "1"):
        desk.press(key)
        seen.append(desk.pixels())
    return seen


def test_no_pixel_tells_whether_a_seat_has_passed_or_has_said_so_beforehand() -> None:
    by_hand = pixels(None)
    assert by_hand
    for how in (Standing(NEVER), Standing(When(odds=100)), Standing(ALWAYS, {"b1": NEVER, "b2": NEVER})):
        assert pixels(how) == by_hand


def test_the_camera_glides_on_under_the_list() -> None:
    desk, screen = moved()
    desk.app.settings.reduced_motion = False
    screen.entered()
    desk.app.dispatch(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    assert isinstance(desk.top, RecapScreen)
    view = screen.map
    while view.zoom < 200:
        view.zoom_by(1)
        desk.app.draw()
    view.centre_on(view.board.width - 1)
    desk.app.draw()
    assert not view.area.contains(view.rect_of(0))
    view.bring([0])
    for _ in range(20):
        desk.top.tick(0.1)
    desk.app.draw()
    assert view.area.contains(view.rect_of(0))
