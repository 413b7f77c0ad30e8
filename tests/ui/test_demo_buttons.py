"""Every button of every demonstration plays what it says, or nothing: clicked and pressed in the window, beat by beat.

Each beat is reached anew. A button says the choice that its option, its words or its key name; the record has the
choice that was made. The daily run tests the first fork of every third demonstration, the long one every beat of all.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from game.demos import Demo, DemoPlayer, list_demos
from game.demos.files import DemoStep
from game.engine.answers import Choice
from game.ui.canvas import Zone
from game.ui.screens.battle import BattleScreen
from game.ui.screens.demo import DemoStrip, demo_screen
from game.ui.screens.sheets import ForfeitScreen
from game.ui.screens.title import TitleScreen
from tests.budget import alternate
from tests.ui.desk import Desk

DEMOS = list_demos()
LEADING = ("demo:", "icon:", "chip:", "mini", "next", "demo")
"""What leads through the demonstration or opens a page, and is no answer."""
every_demo = pytest.mark.parametrize("demo", DEMOS, ids=[demo.id for demo in DEMOS])


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One window for all of them, with a folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SNOWBALL_DATA", str(tmp_path_factory.mktemp("data")))
        desk = Desk((960, 600))
        desk.open(TitleScreen(desk.app))
        yield desk


class Watched:
    """A demonstration in the window."""

    def __init__(self, demo: Demo, desk: Desk) -> None:
        self.desk = desk
        self.player = DemoPlayer(demo)
        self.screen = demo_screen(self.desk.app, self.player)
        while len(desk.app.screens) > 1:
            desk.app.pop()
        desk.open(self.screen)
        assert isinstance(self.screen, BattleScreen)
        assert isinstance(self.screen.strip, DemoStrip)

    def stand(self, at: int) -> None:
        """Go to a beat and close every screen over the demonstration."""
        if self.player.at != at or self.desk.top is not self.screen:
            while self.desk.top is not self.screen:
                self.desk.app.pop()
        self.screen.strip.game.goto(at)
        self.desk.settle()
        assert self.player.at == at

    def buttons(self) -> list[Zone]:
        """What can be pressed here beside what leads through the demonstration."""
        zones = [zone for zone in self.screen.zones if zone.action is not None and not zone.id.startswith(LEADING)]
        return [zone for zone in zones if self.screen.zone_at(zone.rect.center) is zone]  # no row that is scrolled away

    def again(self, zone: Zone) -> Zone | None:
        """The same button as it stands now."""
        return next((z for z in self.buttons() if (z.id, bool(z.key)) == (zone.id, bool(zone.key))), None)

    def says(self, zone: Zone) -> Choice | None:
        """The choice that pressing it now would make in a battle that is played; None for what chooses nothing."""
        model = self.screen.model
        kind, _, name = zone.id.partition(":")
        passing = model.choices.passing
        if kind == "option":
            chosen, asked = model.option(), model.choices.by_id[name]
            card = bool(zone.key) and self.screen.picking.rows.carded
            picked = chosen.id if card and chosen is not None and chosen.unit == asked.unit else name
            return Choice(picked) if picked == model.chosen else None
        if kind in ("confirm", "reset"):
            return Choice(kind)
        if kind == "do":
            return Choice(model.chosen, until=model.holding)
        if kind == "pass" and passing is not None:
            return Choice(passing.id)
        return Choice("pass", until=name) if kind == "until" else None

    def made(self, at: int) -> Choice | None:
        """The choice that was made since beat `at`; None for none. Never more than one."""
        assert self.player.at in (at, at + 1)
        step = self.player.step
        return bare(step) if self.player.at > at and step is not None else None


def bare(step: DemoStep) -> Choice:
    """The choice of a step, without its path."""
    return replace(step.choice, path=None)


def forks(demo: Demo) -> list[int]:
    """The beats at which anything else than the next step could be chosen."""
    player, found = DemoPlayer(demo), []
    for at in range(len(demo.steps)):
        asked = player.match.pending
        if asked is not None and len(asked.options) > 1:
            found.append(at)
        player.forward()
    return found


def pressed(watched: Watched, at: int, zone: Zone, hand: str) -> None:
    """Press a button twice, since the second press does what the first has only chosen."""
    coming = bare(watched.player.coming)
    for press in (1, 2):
        said = watched.says(zone)
        if hand == "click":
            watched.desk.click_at(zone.rect.center)
        else:
            watched.desk.press(KEYS.get(zone.key, zone.key.lower()))
        made = watched.made(at)
        words = f"{watched.player.demo.id}, beat {at}: {zone.id} by {hand}, press {press}, said {said}, made {made}"
        assert not isinstance(watched.desk.top, ForfeitScreen), words
        assert made == (coming if said == coming else None), words
        later = watched.again(zone) if made is None and watched.desk.top is watched.screen else None
        if later is None:
            return
        zone = later


def pressed_through(
    desk: Desk, demo: Demo, most: int, rows: int, kinds: tuple[str, ...], hands: tuple[str, ...]
) -> int:
    """Press the buttons of those kinds at the first `most` forks, at most `rows` options at each; returns how many."""
    watched, count = Watched(demo, desk), 0
    for at in forks(demo)[:most]:
        watched.stand(at)
        wanted = [zone for zone in watched.buttons() if zone.id.startswith(kinds)]
        options = [zone for zone in wanted if zone.id.startswith("option:")]
        few = [*options[:rows], *(zone for zone in wanted if zone not in options)]
        for zone in few:
            for hand in hands:
                if watched.player.at != at or watched.desk.top is not watched.screen or watched.again(zone) is None:
                    watched.stand(at)
                now = watched.again(zone)
                if now is not None and (now.key or hand == "click"):
                    count += 1
                    pressed(watched, at, now, hand)
    return count


KEYS = {"Enter": "return", "Esc": "escape", "Tab": "tab", "Back": "backspace"}


ANSWERS = ("option:", "do", "pass", "until:")


@pytest.mark.parametrize("demo", alternate(DEMOS, 3), ids=[demo.id for demo in DEMOS])
def test_buttons_of_the_first_fork_play_what_they_say_or_nothing(desk: Desk, demo: Demo) -> None:
    assert pressed_through(desk, demo, 1, 2, ANSWERS, ("click",))


@pytest.mark.fuzz
@every_demo
def test_every_button_and_key_of_a_demonstration_plays_what_it_says_or_nothing(desk: Desk, demo: Demo) -> None:
    assert pressed_through(desk, demo, len(demo.steps), len(demo.steps) + 99, ("",), ("click", "key"))


def test_a_button_of_a_demonstration_plays_what_it_says_or_nothing() -> None:
    desk = Desk()
    screen = desk.demo("sc-snowball", 9)
    player = screen.strip.player
    assert player.coming.choice.option == screen.model.chosen
    assert next(o for o in screen.model.options() if o.id == player.coming.choice.option).text == "Fire at B1"
    for zone in ("pass", "option:nothing"):
        if desk.zones(zone):
            desk.click(zone)
            assert player.at == 9
    assert "another way" in screen.model.notice
    other = next(z for z in desk.zones("option:") if z != f"option:{player.coming.choice.option}")
    desk.click(other)
    desk.press("return")
    assert player.at == 9, "Enter would have played another choice than the one picked"
    desk.press("return")
    assert player.at == 10


def test_no_gesture_plans_the_rest_of_a_counter_charge_in_a_demonstration() -> None:
    desk = Desk()
    screen = desk.demo("ep-over-friends", 4)
    player, waits = screen.strip.player, screen.model.decision
    assert screen.model.rest()
    assert not desk.zones("rest"), "a button that does nothing"
    desk.press("f")
    assert (player.at, player.match.pending) == (4, waits)
    assert "another way" in screen.model.notice
    desk.press("end")
    assert player.done


def test_a_refused_choice_in_the_plan_of_a_demonstration_leaves_the_next_choice_under_enter() -> None:
    desk = Desk()
    screen = desk.demo("ep-full-enemy", 5)
    player = screen.strip.player
    desk.click("option:b3:move:11,7")
    assert (player.at, screen.model.chosen) == (5, "b3:move:12,12")
    assert "another way" in screen.model.notice
    desk.press("return")
    assert player.at == 6
