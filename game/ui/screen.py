"""A screen: one full picture of the window, and what keys, focus and mouse do on its zones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import pygame

from game.ui.canvas import Canvas, Zone
from game.ui.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from game.engine.match import Match
    from game.records.record import Seating
    from game.session.session import Session
    from game.ui.ground import Backdrop

KEY_NAMES = {
    "return": "Enter",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Back",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "page up": "PgUp",
    "page down": "PgDn",
    "home": "Home",
    "end": "End",
}

DIGITS = dict(zip(range(pygame.KSCAN_1, pygame.KSCAN_0 + 1), "1234567890", strict=True))
"""Where the digits lie on every keyboard."""

REPEATED = frozenset({"Up", "Down", "Left", "Right", "PgUp", "PgDn", "Tab", ",", ".", "+", "=", "-", "KP+", "KP-"})
"""Keys that go on for as long as they are held; all others count once for each press."""


def key_name(event: pygame.event.Event) -> str:
    """A key event's name as key caps write it: "A", "7", "Enter", "F1".

    The keys over the letters are digits also where those are written with Shift, as in France.
    """
    if (digit := DIGITS.get(getattr(event, "scancode", 0))) is not None:
        return digit
    name = pygame.key.name(event.key)
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    return KEY_NAMES.get(name, name.upper() if len(name) <= 3 else name)


class Stage(Protocol):
    """The window as a screen knows it: what it stands in, who stands below it, and where it may lead."""

    settings: Settings
    message: str
    """What could not be kept or read, told on the title."""
    mouse: tuple[int, int]
    window: pygame.Surface
    dirty: bool
    """Whether the picture has to be drawn again."""

    @property
    def top(self) -> Screen:
        """The screen in sight."""

    @property
    def scale(self) -> float:
        """Real pixels for a logical one."""

    @property
    def most_scale(self) -> int:
        """The largest size, in percent, that everything still has room for in this window."""

    def below(self, screen: Screen) -> Screen | None:
        """The screen under another one."""

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""

    def pop(self) -> None:
        """Take the top screen away; the last one ends the game."""

    def replace(self, screen: Screen) -> None:
        """Another screen instead of the top one."""

    def home(self) -> None:
        """Back to the first screen."""

    def quit(self) -> None:
        """Leave the game."""

    def draw(self) -> None:
        """Draw the top screen now."""

    def full_screen(self) -> None:
        """The whole screen, or the window again."""

    def tell(self, title: str, words: str) -> None:
        """One sentence over what is shown."""

    def show_keys(self) -> None:
        """What every key does."""

    def look_back(self, match: Match, backdrop: Backdrop | None, *, seat: str | None, seating: Seating) -> None:
        """Step through a game that is being played, with no more to see than `seat` may see (None: everything)."""

    def show_end(self, session: Session, backdrop: Backdrop) -> None:
        """The screen of a battle that is over."""

    def portray(self, session: Session, backdrop: Backdrop, kept: Path) -> str:
        """A small picture of the table beside the file of a game; returns a sentence if there can be none, else ""."""

    def save(self, session: Session, name: str, backdrop: Backdrop) -> str:
        """Keep a game under a name, with a small picture of the table; returns a sentence about how it went."""


class Screen:
    """One full picture of the window. Subclasses draw; zones of the last drawing are used by mouse and keyboard."""

    begun: Sequence[int] = ()
    """Types of events that count only if they began after the screen was first drawn."""
    sheet = False
    """Whether it lies on another screen, which is seen around it."""

    def __init__(self, app: Stage) -> None:
        self.app = app
        self.zones: list[Zone] = []
        self.focus = ""
        self.clicked = ""
        """The zone that was clicked last, from which the focus goes on."""
        self.seen = False
        """Whether it has been drawn."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        raise NotImplementedError

    def entered(self) -> None:
        """The screen has come to the top."""

    def gone(self) -> None:
        """The screen is taken away for good."""

    def tick(self, seconds: float) -> bool:
        """Advance animations; True while something moves."""
        return False

    def skip(self) -> bool:
        """Finish all running motion; True if there was any."""
        return False

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """A key that no zone has; True if it was used."""
        return False

    def mouse(self, event: pygame.event.Event) -> bool:
        """A mouse event that no zone has; True if it was used."""
        return False

    def repeats(self, event: pygame.event.Event) -> bool:
        """Whether a key that is held goes on doing what it does."""
        return key_name(event) in REPEATED

    # -- what programs that drive the window are told ---------------------------------------------------------------

    def summary(self) -> str:
        """How the screen stands, in a few words."""
        return ""

    def places(self) -> dict[str, tuple[int, int]]:
        """What is worth a click beside the zones, in pixels of the window."""
        return {}

    # -- shared handling ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to hot-keys, focus or zones; True if the picture has to be drawn again."""
        if event.type == pygame.KEYDOWN:
            return self._key_down(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            zone = self.zone_at(event.pos)
            if zone is not None and zone.action is not None:
                self.clicked = zone.id if zone.focusable else ""
                self.focus = ""
                zone.action()
                return True
        if event.type == pygame.MOUSEWHEEL:
            for zone in reversed(self.zones):
                if zone.wheel is not None and zone.rect.collidepoint(self.app.mouse):
                    zone.wheel(event.y)
                    return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL):
            return self.mouse(event) or event.type == pygame.MOUSEMOTION
        return False

    def do_more(self, event: pygame.event.Event) -> bool:
        """Do what a key that is pressed with Shift does more where one can click; False if it does no more anywhere."""
        name = key_name(event)
        does = next((zone.shifted for zone in self.zones if zone.key == name and zone.shifted is not None), None)
        if does is not None:
            does()
        return does is not None

    def _key_down(self, event: pygame.event.Event) -> bool:
        if self.skip():
            return True
        name = key_name(event)
        if name == "Tab":
            self.move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if name in ("Enter", "Space") and self.focus:
            zone = next((z for z in self.zones if z.id == self.focus), None)
            if zone is not None and zone.action is not None:
                zone.action()
                return True
        if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            zone = next((z for z in reversed(self.zones) if z.key and z.key == name), None)
            if zone is not None and zone.action is not None:
                zone.action()
                return True
        if self.key(name, event):
            return True
        if name == "F1":
            self.app.show_keys()
        return name == "F1"

    def zone_at(self, position: tuple[int, int]) -> Zone | None:
        """The topmost zone with an action there."""
        return next((z for z in reversed(self.zones) if z.action is not None and z.rect.collidepoint(position)), None)

    def move_focus(self, step: int) -> None:
        """Focus the next or the previous zone that can have it."""
        ids = [z.id for z in self.zones if z.focusable and z.action is not None]
        if not ids:
            return
        here = self.focus or self.clicked
        if here in ids:
            self.focus = ids[(ids.index(here) + step) % len(ids)]
        else:
            self.focus = ids[0 if step > 0 else -1]
