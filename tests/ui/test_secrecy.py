"""Several people at one screen: nobody sees the other's face-down markers, whichever way the table is looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.viewers import PUBLIC, Viewer
from game.records.autosave import Journal
from game.records.folders import left_games
from game.records.saves import list_saves
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.keep import keep
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.end import EndScreen
from game.ui.screens.replay import ReplayStrip
from game.ui.screens.saves import SavesScreen
from game.ui.screens.sheets import AskScreen
from tests.budget import daily, share
from tests.scene import Scene
from tests.ui.desk import Desk
from tests.ui.street import STREET
from tests.worlds import Pair, games

THREE = {
    **STREET,
    "units": [*STREET["units"], {"id": "g1", "seat": "gold", "profile": "scout", "at": [15, 2]}],
}  # fmt: skip


def sit(sketch: dict = STREET, **kinds: object) -> tuple[Desk, BattleScreen]:
    """A battle of several people, kept in a journal, in the window."""
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(sketch), dice=DiceSource(seed=5), **kinds))
    assert keep(screen.session) == ""
    desk.open(screen)
    return desk, screen


def blue_looks(order: str) -> tuple[Desk, BattleScreen]:
    """Red has given both units a marker; Blue sits at the screen."""
    desk, screen = sit()
    desk.press(order, order, "return", "space")
    assert screen.session.viewer == "blue"
    return desk, screen


def test_states_that_differ_in_hidden_markers_alone_look_alike_in_the_battle_and_at_every_step_back() -> None:
    seen = []
    for order in ("o", "m"):
        desk, _ = blue_looks(order)
        pictures = [desk.pixels()]
        desk.press("s")
        assert isinstance(desk.top.strip, ReplayStrip)
        for key in ("left", "left", "b", "right", "left", "home", "end", "page up", "f2", "escape", "1", "n"):
            desk.press(key)
            pictures.append(desk.pixels())
        seen.append(pictures)
    assert seen[0] == seen[1]


def test_no_key_of_the_battle_takes_the_curtain_away_for_good() -> None:
    desk, screen = sit()
    desk.press("o", "o", "return")
    assert isinstance(desk.top, CurtainScreen)
    desk.press("s", "z", "l", "t", "h", "j", "y", "x", "f", "g", "k", "c")
    assert isinstance(desk.top, CurtainScreen)
    assert screen.session.table is TableKind.CURTAINS


def looked_at(pair: Pair, world: int, viewer: Viewer) -> list[object]:
    """Every pixel and every word of the panels, at this moment and at some steps back."""
    match = pair.matches[world]
    kind = TableKind.SHARED if viewer == PUBLIC else TableKind.CURTAINS
    session = Session(match.setup, match=match.clone(), table=kind)
    session.viewer = viewer
    desk = Desk()
    desk.open(BattleScreen(desk.app, session))
    seen: list[object] = [desk.pixels(), desk.zones()]
    if isinstance(desk.top, CurtainScreen):
        desk.press("space")
        seen += [desk.pixels(), desk.zones()]
    assert isinstance(desk.top, BattleScreen)
    assert session.table is kind
    for key in ("t", "s", "left", "b", "left", "home", "end") if not pair.stood else ("t",):
        desk.press(key)
        seen += [desk.pixels(), desk.zones()]
    return seen


def looked_at_alike(seed: int) -> int:
    """How many moments of a pair of worlds were looked at in the window, by the seat and by everybody."""
    looked = 0
    for number, pair in enumerate(games("skirmishcorps", seed, most=30)):
        asked = pair.matches[0].pending
        if number % 9 == seed % 9 and asked is not None and asked.seat == pair.seat:
            if pair.stood and Session(pair.matches[0].setup, match=pair.matches[0].clone()).foregone() is not None:
                continue  # the window goes on at once, to whoever is asked next: not the seat whose pass stands
            for viewer in (pair.seat,) if pair.stood else (pair.seat, PUBLIC):
                assert looked_at(pair, 0, viewer) == looked_at(pair, 1, viewer), (seed, number, viewer)
                looked += 1
    return looked


@pytest.mark.parametrize("seed", daily(range(3), 1))
def test_two_worlds_of_a_random_game_look_alike_in_the_window(seed: int) -> None:
    assert looked_at_alike(seed) > 0


@pytest.mark.fuzz
def test_two_worlds_of_a_hundred_random_games_look_alike_in_the_window() -> None:
    games = share(100)
    assert sum(looked_at_alike(seed) for seed in range(games)) > 3 * games // 2


def test_a_seat_that_looks_back_sees_its_own_markers() -> None:
    seen = []
    for order in ("o", "m"):
        desk, screen = sit()
        desk.press(order, order)
        before = screen.session.viewer
        desk.press("s", "left", "right")
        assert isinstance(desk.top.strip, ReplayStrip)
        assert desk.top.session.viewer == before
        seen.append(desk.pixels())
    assert seen[0] != seen[1]


def test_when_the_game_is_over_the_step_back_shows_everything() -> None:
    desk, screen = sit()
    match = screen.session.match
    while match.pending is not None:
        screen.session.choose(match.pending.default)
    screen.game.follow()
    desk.settle()
    assert isinstance(desk.top, EndScreen)
    desk.press("v")
    assert isinstance(desk.top.strip, ReplayStrip)
    assert desk.top.session.viewer is None


def test_taking_back_a_hand_over_brings_the_curtain() -> None:
    desk, screen = blue_looks("o")
    desk.press("z")
    assert isinstance(desk.top, CurtainScreen)
    assert desk.top.seat == "red"
    assert screen.session.viewer == "blue"
    desk.press("space")
    assert screen.session.viewer == "red"
    assert screen.session.match.pending is not None
    assert screen.session.match.pending.option("confirm") is not None


def test_taking_back_past_the_computer_comes_to_the_next_person_through_the_curtain() -> None:
    desk, screen = sit(THREE, players={"blue": ComputerSeat()})
    assert screen.session.people == ["red", "gold"]
    desk.press("o", "o", "return")
    for _ in range(60):
        if isinstance(desk.top, CurtainScreen):
            break
        desk.settle()
    assert isinstance(desk.top, CurtainScreen)
    assert desk.top.seat == "gold"
    desk.press("space")
    assert screen.session.viewer == "gold"
    desk.press("z")
    assert isinstance(desk.top, CurtainScreen)
    assert desk.top.seat == "red"


@pytest.mark.parametrize("made", [("o",), ("o", "m", "return", "space"), ("o", "m", "return", "space", "o")])
def test_a_game_taken_up_again_begins_behind_the_curtain(made: tuple[str, ...]) -> None:
    desk, screen = sit()
    desk.press(*made)
    asked = screen.session.asked
    desk.press("escape", "v")
    desk.open(SavesScreen(desk.app))
    desk.press("return")
    assert isinstance(desk.top, CurtainScreen)
    assert desk.top.seat == asked
    assert desk.top.away == ""
    desk.press("space")
    assert isinstance(desk.top, BattleScreen)
    assert desk.top.session.viewer == asked


def test_playing_on_from_a_step_back_begins_behind_the_curtain() -> None:
    desk, _ = blue_looks("o")
    desk.press("s", "left", "p")
    assert isinstance(desk.top, CurtainScreen)
    assert desk.top.seat == "red"


def test_the_picture_of_a_save_shows_no_side_its_secrets() -> None:
    pictures = []
    for order in ("o", "m"):
        desk, screen = sit()
        desk.press(order, order, "escape", "v")
        made = SavesScreen(desk.app).infos[0].picture
        assert made is not None
        pictures.append(pygame.image.tobytes(pygame.image.load(made), "RGB"))
        assert screen.session.viewer == "red"
        SavesScreen(desk.app).delete()
    assert pictures[0] == pictures[1]


def test_one_person_against_the_computer_meets_no_curtain() -> None:
    desk, screen = sit(players={"blue": ComputerSeat()})
    desk.press("o", "o", "return")
    for _ in range(40):
        desk.settle()
        assert not isinstance(desk.top, CurtainScreen)
    desk.press("z")
    assert isinstance(desk.top, AskScreen), "who starts has been rolled"
    desk.press("n")
    assert desk.top is screen


def test_taking_back_a_roll_of_the_computer_asks_first_is_recorded_and_rolls_anew(
    tmp_path: Path,
) -> None:
    desk, screen = sit(players={"blue": ComputerSeat()})
    session = screen.session
    desk.press("o", "o", "return")
    for _ in range(40):
        desk.settle()
    made, dice = len(session.match.history), session.match.dice
    assert any(event.type == "rolled" for event in session.match.events)
    desk.press("z", "n")
    assert len(session.match.history) == made
    desk.press("z", "y")
    assert len(session.match.history) < made
    reasons = {one.reason for one in session.undone if one.reason}
    assert "dice have been rolled" in reasons
    assert reasons <= {"dice have been rolled", "a face-down marker of B1 has been turned up"}
    assert session.match.dice != dice
    desk.press("escape", "v")
    assert "taken back" in list_saves()[0].beside
    resumed = Journal.resume(journal_of(screen))
    assert resumed.extras.log == session.undone
    assert resumed.match.hash() == session.match.hash()
    assert resumed.match.dice == session.match.dice


def journal_of(screen: BattleScreen) -> Path:
    """The journal of a battle, let go of."""
    assert screen.session.keeper is not None
    screen.session.keeper.close()
    return left_games()[0]


@pytest.mark.parametrize("players", [{}, {"red": ComputerSeat()}], ids=["hot-seat", "against the computer"])
def test_the_position_on_the_clipboard_has_no_secrets_of_other_seats(
    players: dict[str, ComputerSeat], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", seen.append)
    for order in ("overwatch", "move"):
        match = Session(read_sketch(STREET), dice=DiceSource(seed=5)).match
        for option in (f"r1:{order}", f"r2:{order}", "confirm"):
            match.choose(option)
        desk = Desk()
        screen = BattleScreen(desk.app, Session(match.setup, match=match, players=players))
        desk.open(screen)
        desk.press(*([] if players else ["space"]), "o")
        assert screen.session.viewer == "blue"
        desk.press("c", mod=pygame.KMOD_CTRL)
    assert len(seen) == 2
    assert seen[0] == seen[1]
    blue = {unit["id"]: unit.get("marker") for unit in json.loads(seen[0])["units"]}
    assert "overwatch" in blue.values(), "the own marker is there"


class Weighs(ComputerSeat):
    """A regular whose thought takes so many pictures of the window."""

    def __init__(self, pictures: int) -> None:
        super().__init__()
        self.pictures = pictures

    def ready(self, match: Match, seat: Seat) -> bool:
        """Whether it has been asked often enough."""
        self.pictures -= 1
        return self.pictures < 0


@pytest.mark.parametrize(("pictures", "pauses"), [(0, 1), (8, 1), (16, 2)])
def test_how_long_a_computer_has_weighed_does_not_show_in_its_pause(pictures: int, pauses: int) -> None:
    """Before, a thought of 0.4 seconds about its marker made the pause longer than that of a side without one.

    Only one beyond the time that a regular may take, half a second, is followed by another whole pause.
    """
    scene = Scene(".*8 b1", "a1 .*8")
    session = Session(scene.match.setup, match=scene.match, players={"b": Weighs(pictures)})
    desk = Desk()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    screen.game.choose("a1:move:jog:3,1")
    screen.playback.skip()
    assert session.asked == "b"
    made, pictures_shown = len(session.match.history), 0
    while len(session.match.history) == made:
        screen.game.tick(0.05, in_sight=True)
        pictures_shown += 1
    assert pictures_shown == pauses * 11, "half a second, and the picture after it"
