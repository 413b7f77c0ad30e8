"""The real window under a virtual display: real mouse and keys, a whole snowball, and a twin on the dummy driver."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.engine.dice import DiceSource
from game.records import journal
from game.records.folders import JOURNAL
from game.records.tables import TableKind
from game.rules import build
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.sheets import ForfeitScreen
from tests.ui.desk import Desk

pytestmark = pytest.mark.window
ROOT = Path(__file__).resolve().parents[2]
MAP, SEED = "market_street", 7
SEARCHES = 20


def window_of(tool: Callable[..., str], pid: int) -> str:
    """The window of a process, by xdotool, started again if it gives up because another window has closed."""
    for _ in range(SEARCHES):
        with contextlib.suppress(subprocess.CalledProcessError):
            return tool("search", "--sync", "--onlyvisible", "--pid", str(pid)).split()[0]
        pygame.time.wait(100)
    pytest.fail(f"xdotool has given up {SEARCHES} times.")


@pytest.fixture
def display() -> Iterator[str]:
    """A virtual screen of its own with a window manager."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x900x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            name = f":{answer.readline().strip()}"
        manager = None
        if shutil.which("openbox"):
            manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": name}, stderr=subprocess.DEVNULL)
        yield name
        if manager:
            manager.kill()
    finally:
        server.kill()
        server.wait()


class Driver:
    """The game in a process of its own, driven by xdotool; the twin tells where the buttons are."""

    def __init__(self, display: str, folder: Path, table: TableKind) -> None:
        (folder / "settings.json").write_text(json.dumps({"table": table}))
        self.env = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SNOWBALL_DATA": str(folder)}
        self.game = subprocess.Popen(
            [sys.executable, "-m", "game", "play", MAP, "--seed", str(SEED)],
            cwd=ROOT,
            env=self.env,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.window = self.shown()
        self.tool("windowmove", self.window, "0", "0")
        self.tool("windowfocus", "--sync", self.window)
        self.twin = Desk()
        self.twin.app.settings.reduced_motion = False
        self.twin.app.settings.table = table
        self.screen = start(self.twin.app, MAP, {}, {}, DiceSource("seeded", SEED))
        assert isinstance(self.screen, BattleScreen)
        self.twin.app.push(self.screen)
        self.twin.app.draw()
        self.lift()
        pygame.time.wait(1500)
        self.key("space")  # where the window was too slow for the first ones; else the map is centred in both once more

    def tool(self, *words: str) -> str:
        """One xdotool command."""
        done = subprocess.run(["xdotool", *words], env=self.env, check=True, capture_output=True, text=True, timeout=30)
        return done.stdout

    def shown(self) -> str:
        """The window: another one once it has filled the screen."""
        return window_of(self.tool, self.game.pid)

    def key(self, name: str, twin: str = "") -> None:
        """A key for the window and its twin. Any key finishes motion first, so a Shift goes ahead."""
        self.tool("key", "--window", self.window, "Shift_L", name)
        self.twin.press(twin or name.lower())
        self.screen.skip()

    def click(self, zone: str) -> None:
        """A click on a zone of the twin, in the window."""
        self.click_at(next(z for z in self.twin.top.zones if z.id.startswith(zone) and z.action).rect.center)

    def click_at(self, place: tuple[int, int]) -> None:
        """A click at a place, in the window and in its twin."""
        self.tool("key", "--window", self.window, "Shift_L")
        self.tool("mousemove", "--window", self.window, str(place[0]), str(place[1]), "click", "1")
        self.twin.click_at(place)
        self.screen.skip()

    def lift(self) -> None:
        """Past the curtain, if it hangs.

        A key that was pressed before the window had drawn it lifts nothing: one more does, or else centres the map.
        """
        while isinstance(self.twin.top, CurtainScreen):
            self.key("space")
            pygame.time.wait(200)
            self.key("space")

    def kept(self) -> str:
        """The hash of the game as the window's journal has it, "" before the first choice."""
        from game.records.playback import replayed

        found = list((Path(self.env["SNOWBALL_DATA"]) / "saves").glob(f"*{JOURNAL}"))
        assert len(found) < 2
        data = found[0].read_bytes() if found else b""
        return replayed(journal.read(data).record, build).hash() if b"\n" in data else ""

    def agree(self) -> None:
        """Window and twin have made the same choices."""
        wanted = self.screen.session.match.hash()
        until = time.monotonic() + 20
        while self.kept() != wanted:
            assert time.monotonic() < until, "the window and its twin have parted"
            assert self.game.poll() is None, self.game.stderr.read() if self.game.stderr else ""
            pygame.time.wait(50)


def test_a_game_that_is_left_in_full_screen_opens_in_the_window_it_had(display: str, tmp_path: Path) -> None:
    driver = Driver(display, tmp_path, TableKind.OPEN)
    try:
        before = driver.tool("getwindowgeometry", "--shell", driver.window)
        driver.tool("key", "--window", driver.window, "F11")
        until = time.monotonic() + 20
        while "WIDTH=1400" not in driver.tool("getwindowgeometry", "--shell", driver.shown()):
            assert time.monotonic() < until, "F11 fills the screen"
            pygame.time.wait(50)
        driver.tool("windowfocus", "--sync", driver.shown())
        while (
            driver.game.poll() is None
        ):  # keys that come while the window changes, or before the menu is drawn, are lost
            assert time.monotonic() < until, "Q in the menu leaves the game"
            driver.tool("key", "Escape")
            pygame.time.wait(400)
            driver.tool("key", "q")
            pygame.time.wait(400)
        wide, high = json.loads((tmp_path / "settings.json").read_text())["window"]
        assert {f"WIDTH={wide}", f"HEIGHT={high}"} <= set(before.split())
    finally:
        driver.game.kill()
        driver.game.wait()


@pytest.mark.parametrize("table", [TableKind.SHARED, TableKind.CURTAINS])
def test_a_whole_snowball_with_real_mouse_and_keys(display: str, tmp_path: Path, table: TableKind) -> None:
    folder = tmp_path / "window"  # not the twin's
    folder.mkdir()
    driver = Driver(display, folder, table)
    screen, match = driver.screen, driver.screen.session.match
    try:
        for _ in range(2):
            driver.click("give:move")
            driver.agree()
            driver.key("v")
            driver.click("confirm")
            driver.lift()
            driver.agree()
        seen = set()
        for _ in range(60):
            asked = match.pending
            assert asked is not None
            seen.add(asked.kind)
            if "resolve" in seen and asked.kind == "activate":
                break
            if asked.kind == "activate":
                if not screen.model.able():
                    driver.key("n")
                else:
                    driver.key("Tab")
                    driver.key("space")  # the same part of the map in both
                    seat = screen.session.viewer or screen.session.asked
                    goal = max(
                        (o for o in screen.model.moves() if screen.map.in_sight(o.to)),
                        key=lambda o: (sum(screen.model.guns_on((o.to,), seat).values()), o.pace == "run", o.to),
                    )
                    driver.click_at(tuple(round(v) for v in screen.map.at(goal.to)))
                    driver.click("do")
            elif asked.kind == "react" and len(asked.options) > 1:
                shots = {f"option:{o.id}" for o in asked.options if o.action == "ranged_attack"}
                row = next((z for z in driver.twin.top.zones if z.id in shots), None)
                if row is None:
                    driver.key("n")
                else:
                    driver.click_at(row.rect.center)
                    driver.click("do")
                    if isinstance(driver.twin.top, ForfeitScreen):  # at a shared table: whose pick is it?
                        driver.key("y")
            else:
                driver.key("Return")
            driver.lift()
            driver.agree()
        assert {"activate", "react", "resolve"} <= seen
        assert any(event.type == "reaction_declared" for event in match.events)
        driver.tool("key", "--window", driver.window, "F12")
        until = time.monotonic() + 10
        while not list(folder.glob("snowball-*.png")):
            assert time.monotonic() < until, "F12 saves a picture"
            pygame.time.wait(50)
    finally:
        driver.game.kill()
        driver.game.wait()
