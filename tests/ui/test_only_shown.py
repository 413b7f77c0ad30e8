"""Replays, demonstrations and lessons show no button that would do nothing."""

from __future__ import annotations

from game.session.intent import Intent
from game.ui.screens.battle import BattleScreen
from game.ui.screens.replay import look_back
from game.ui.screens.title import TitleScreen
from tests.scene import Scene
from tests.ui.desk import Desk, open_scene
from tests.ui.ledger import words_on
from tests.ui.test_lesson import KEYS, follow

BEFOREHAND = ("until:", "standing")


def offered(desk: Desk) -> list[str]:
    """The buttons for passes that hold and for standing answers."""
    return [zone for zone in desk.zones() if zone.startswith(BEFOREHAND)]


def asked_to_react() -> tuple[Desk, BattleScreen]:
    """A1 jogs, and B1 may answer."""
    desk, screen = open_scene(Scene("a1 .*6 b1", b1="overwatch").chooses("a1:move:jog:1,0"))
    assert screen.session.match.pending.kind == "react"
    assert offered(desk) == ["until:action", "until:turn", "standing"]
    return desk, screen


def test_a_replay_shows_no_pass_that_holds() -> None:
    """Before, it showed all of them and none did anything: the record of such a pass is a row of plain passes."""
    desk, screen = asked_to_react()
    screen.game.choose(Intent("pass", until="turn"))
    desk.settle()
    look_back(desk.app, screen.session.match, None, seat=None, seating=screen.session.seating)
    desk.press("end", "left")
    replay = desk.top
    assert isinstance(replay, BattleScreen)
    assert replay.model.decision.kind == "react"
    assert replay.model.mine
    assert "Pass" in words_on(desk)
    assert offered(desk) == []


def test_a_demonstration_shows_no_pass_that_holds_but_the_one_it_gives() -> None:
    desk = Desk()
    shown = []
    for name in ("sc-snowball", "wh-arrival"):
        screen = desk.demo(name)
        player = screen.strip.player
        for _ in player.demo.steps:
            asked = screen.model.decision
            if asked is not None and asked.kind == "react":
                shown.append((name, player.coming.choice.until, offered(desk)))
            desk.press("right")
        assert player.done
    assert ("sc-snowball", "", []) in shown
    assert ("wh-arrival", "within 12", ["until:within 12"]) in shown
    assert all(zones == ([f"until:{until}"] if until else []) for _, until, zones in shown)


def test_a_lesson_offers_no_pass_that_it_would_turn_down() -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.press("f")
    screen, reactions = desk.top, 0
    for keys in KEYS[:12]:
        asked = screen.model.decision
        reactions += asked.kind == "react"
        assert offered(desk) == []
        assert "Pass" in words_on(desk) or asked.kind != "react"
        for key in keys:
            follow(desk, screen, key)
    assert reactions > 1


def test_the_replay_of_an_open_table_lists_the_answers_of_every_seat() -> None:
    """Before, a replay that was opened in mid-battle listed only those of the side that was asked then."""
    desk, screen = asked_to_react()
    listed = desk.zones("option:")
    assert listed
    screen.game.choose("pass")
    desk.settle()
    assert screen.session.asked == "a"
    desk.press("s", "left")
    replay = desk.top
    assert replay is not screen
    assert replay.model.decision.seat == "b"
    assert desk.zones("option:") == listed
