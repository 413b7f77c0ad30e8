"""Whole games in the real window under a virtual display: real mouse and keys, and only the window's own trace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pygame
import pytest

from game.ui.trace import VARIABLE, Told
from tests.ui.test_lesson import KEYS
from tests.ui.test_real_window import ROOT, display, window_of

__all__ = ["display"]

pytestmark = pytest.mark.window
PATIENCE = 60.0
XKEYS = {"return": "Return", "escape": "Escape"}


class Window:
    """The game in a process of its own, driven by xdotool; what it shows is read from its trace."""

    def __init__(self, display: str, folder: Path, *words: str) -> None:
        folder.mkdir(exist_ok=True)
        self.trace = folder / "trace"
        self.trace.write_bytes(b"")
        (folder / "settings.json").write_text(json.dumps({"reduced_motion": True}))
        self.env = {
            **os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11",
            "SNOWBALL_DATA": str(folder), VARIABLE: str(self.trace),
        }  # fmt: skip
        self.game = subprocess.Popen(
            [sys.executable, "-m", "game", *words], cwd=ROOT, env=self.env, stderr=subprocess.PIPE, text=True
        )
        self.window = window_of(self.tool, self.game.pid)
        self.tool("windowmove", self.window, "0", "0")
        self.tool("windowfocus", "--sync", self.window)

    def tool(self, *words: str) -> str:
        """One xdotool command."""
        done = subprocess.run(
            ["xdotool", *words], env=self.env, check=True, capture_output=True, text=True, timeout=2 * PATIENCE
        )
        return done.stdout

    @property
    def told(self) -> Told | None:
        """What the window shows now, by the last whole line of its trace."""
        lines = self.trace.read_bytes().split(b"\n")
        return msgspec.json.decode(lines[-2], type=Told) if len(lines) > 1 else None

    def wait(self, until: Callable[[Told], bool], what: str) -> Told:
        """Wait until the window stands still and shows that; it may take its time as long as it shows something new."""
        last, before = time.monotonic() + PATIENCE, self.told
        while True:
            told = self.told
            if told is not None and told.still and until(told):
                return told
            if told != before:
                last, before = time.monotonic() + PATIENCE, told
            assert time.monotonic() < last, f"{what}: the window shows {told}"
            assert self.game.poll() is None, self.game.stderr.read() if self.game.stderr else ""
            pygame.time.wait(20)

    def after(self, shown: Told, what: str) -> Told:
        """Wait until the window shows something else."""
        return self.wait(lambda told: told != shown, what)

    def screen(self, name: str) -> Told:
        """Wait for a screen."""
        return self.wait(lambda told: told.screen == name, name)

    def key(self, name: str) -> None:
        """A real key."""
        self.tool("key", "--window", self.window, XKEYS.get(name, name))

    def click(self, place: tuple[int, int]) -> None:
        """A real click."""
        self.tool("mousemove", "--window", self.window, str(place[0]), str(place[1]), "click", "1")

    def leave(self) -> None:
        """Back to the title and out, and the program ends by itself.

        With the mouse: a key that ends the program would never be let go, and would be held in the next window.
        """
        shown = self.wait(lambda told: told.still, "anything")
        if shown.screen != "TitleScreen":
            self.key("escape")
            shown = self.wait(lambda told: told.screen in ("MenuScreen", "TitleScreen"), "a way out")
        if shown.screen == "MenuScreen":
            self.key("t")
        self.click(self.screen("TitleScreen").zones["menu:Q"])
        assert self.game.wait(timeout=PATIENCE) == 0

    def kill(self) -> None:
        """Whatever has happened, nothing is left running."""
        self.game.kill()
        self.game.wait()


@pytest.fixture
def opened(display: str, tmp_path: Path):
    """Opens windows on one folder, and ends them all."""
    windows: list[Window] = []

    def open_window(*words: str) -> Window:
        windows.append(Window(display, tmp_path / "data", *words))
        return windows[-1]

    yield open_window
    for window in windows:
        window.kill()


def test_the_first_battle_from_the_title_to_its_end(opened) -> None:
    window = opened()
    window.click(window.screen("TitleScreen").zones["lesson"])
    for step, keys in enumerate(KEYS, 1):
        shown = window.wait(partial(is_at, f"step {step},"), f"step {step}")
        for key in keys:
            if key == "click":
                window.click(shown.places["hint"])
            else:
                window.key(key)
            shown = window.after(shown, f"{key} in step {step}")
    window.screen("LessonEnd")
    window.key("g")
    window.wait(lambda told: told.standing == "turn 1, choices 0, blue assign", "the same battle against the computer")


def is_at(beginning: str, told: Told) -> bool:
    """Whether a screen stands so."""
    return told.standing.startswith(beginning)


def stands_otherwise(before: str, told: Told) -> bool:
    """Whether a screen stands no longer so."""
    return told.standing != before


def play_on(window: Window, turn: int) -> Told:
    """Play on until a turn begins: put every unit on overwatch with V, let attacks pass, and press Enter otherwise."""
    for _ in range(60):
        shown = window.wait(lambda told: told.screen == "BattleScreen" and " red " not in told.standing, "a question")
        if is_at(f"turn {turn},", shown):
            return shown
        if shown.standing.endswith(" assign"):
            window.key("v")
            shown = window.wait(lambda told: "confirm" in told.zones, "a marker beside every unit")
            window.click(shown.zones["confirm"])
        else:
            window.key("n" if "pass" in shown.zones else "return")
        window.wait(partial(stands_otherwise, shown.standing), f"an answer to {shown.standing}")
    pytest.fail("It goes on and on.")


def test_a_game_against_the_computer_is_left_and_goes_on_against_the_computer(opened) -> None:
    window = opened("play", "market_street", "--seed", "7", "--seat", "red=computer:recruit")
    shown = play_on(window, 2)
    window.leave()
    window = opened()
    window.click(window.screen("TitleScreen").zones["resume"])
    again = window.screen("BattleScreen")
    assert again.standing == shown.standing
    assert again.zones.keys() == shown.zones.keys()
    play_on(window, 3)
    window.key("escape")
    window.screen("MenuScreen")
    window.key("t")
    assert "resume" in window.screen("TitleScreen").zones


def test_a_battle_that_is_over_is_found_in_the_list_and_shown_again(opened) -> None:
    window = opened(
        "play", "first_battle", "--seed", "3", "--seat", "red=computer:recruit", "--seat", "blue=computer:recruit"
    )
    window.screen("EndScreen")
    window.leave()
    window = opened()
    window.click(window.screen("TitleScreen").zones["menu:B"])
    listed = window.screen("SavesScreen")
    (found,) = (zone for zone in listed.zones if zone.startswith("save:"))
    window.click(listed.zones[found])
    first = window.screen("BattleScreen")
    assert first.standing.startswith("turn 1, choices 0,")
    window.key("End")
    window.wait(lambda told: told.standing.endswith(", over"), "the end of the replay")
    window.key("escape")
    window.screen("SavesScreen")
