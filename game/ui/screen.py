"""The base class of screens: one full picture of the window, and what keys, focus and mouse do with its zones."""

from __future__ import annotations

import string
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
"""Scancode -> digit, for the row of keys above the letters."""
LETTERS = dict(zip(range(pygame.KSCAN_A, pygame.KSCAN_Z + 1), string.ascii_uppercase, strict=True))
"""Scancode -> the letter at this place of a keyboard with Latin letters."""
TYPED = frozenset(".,+-=")
"""Keys that count by the character typed, wherever it is on a keyboard."""

REPEATED = frozenset({"Up", "Down", "Left", "Right", "PgUp", "PgDn", "Tab", ",", ".", "+", "=", "-", "KP+", "KP-"})
"""Keys that repeat while they are held; all others count once for each press."""


def key_name(event: pygame.event.Event) -> str:
    """The name of an event's key as it is written on a key cap: "A", "7", "Enter", "F1".

    The keys above the letters are digits even on keyboards that need Shift for them, such as French ones. Where a
    keyboard has other letters than Latin ones, such as Russian or Greek ones, a letter counts by its place.
    """
    place = getattr(event, "scancode", 0)
    if (digit := DIGITS.get(place)) is not None:
        return digit
    typed = getattr(event, "unicode", "")
    if typed in TYPED:
        return typed
    name = pygame.key.name(event.key)
    if place in LETTERS and not (len(name) == 1 and name.isascii() and name.isalpha()):
        return LETTERS[place]
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    return KEY_NAMES.get(name, name.upper() if len(name) <= 3 else name)


class Stage(Protocol):
    """The window as a screen knows it: its size and settings, the stack of screens, and the screens it may open."""

    settings: Settings
    message: str
    """A sentence about what could not be saved or read, for the title screen."""
    mouse: tuple[int, int]
    window: pygame.Surface
    dirty: bool
    """Whether the picture has to be drawn again."""

    @property
    def top(self) -> Screen:
        """The screen that is shown."""

    @property
    def scale(self) -> float:
        """Real pixels for a logical one."""

    @property
    def most_scale(self) -> int:
        """The largest scale of the player's, in percent, at which every screen still has room in this window."""

    def below(self, screen: Screen) -> Screen | None:
        """The screen under another one in the stack, if any."""

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""

    def pop(self) -> None:
        """Remove the top screen. Removing the last one ends the program."""

    def replace(self, screen: Screen) -> None:
        """Show another screen instead of the top one."""

    def home(self) -> None:
        """Go back to the first screen."""

    def quit(self) -> None:
        """End the program."""

    def draw(self) -> None:
        """Draw the top screen now."""

    def full_screen(self) -> None:
        """Switch between full screen and window."""

    def tell(self, title: str, words: str) -> None:
        """Show a message over the present screen, unless there is one already."""

    def show_keys(self) -> None:
        """Show what every key does."""

    def look_back(self, match: Match, backdrop: Backdrop | None, *, seat: str | None, seating: Seating) -> None:
        """Step through the game that is being played, as `seat` may see it (None: everything)."""

    def show_end(self, session: Session, backdrop: Backdrop) -> None:
        """Show the screen of a finished battle."""

    def portray(self, session: Session, backdrop: Backdrop, path: Path) -> str:
        """Write a small picture of the table beside a game's file. Returns a sentence if that fails, else ""."""

    def save(self, session: Session, name: str, backdrop: Backdrop) -> str:
        """Save a game under a name, with a small picture of the table. Returns a sentence about how it went."""


class Screen:
    """One full picture of the window. Subclasses draw it; mouse and keyboard use the zones of the last drawing."""

    early_events: Sequence[int] = ()
    """Types of events that are ignored until the screen has been drawn once."""
    sheet = False
    """Whether it is a sheet on another screen, which can be seen around it."""

    def __init__(self, app: Stage) -> None:
        self.app = app
        self.zones: list[Zone] = []
        self.focus = ""
        self.clicked = ""
        """The id of the zone that was clicked last, from which Tab moves the focus."""
        self.seen = False
        """Whether it has been drawn."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        raise NotImplementedError

    def entered(self) -> None:
        """Called when the screen has come to the top."""

    def gone(self) -> None:
        """Called when the screen has been removed for good."""

    def tick(self, seconds: float) -> bool:
        """Advance animations. Returns True while something moves."""
        return False

    def skip(self) -> bool:
        """Finish all running animations. Returns True if there were any."""
        return False

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Handle a key that no zone has. Returns True if it did anything."""
        return False

    def mouse(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event that no zone has. Returns True if it did anything."""
        return False

    def repeats(self, event: pygame.event.Event) -> bool:
        """Whether the key of this event repeats while it is held."""
        return key_name(event) in REPEATED

    # -- for programs that drive the window (see trace.py) ------------------------------------------------------------

    def summary(self) -> str:
        """The state of the screen in a few words."""
        return ""

    def places(self) -> dict[str, tuple[int, int]]:
        """Places that can be clicked beside the zones, by name, in pixels of the window."""
        return {}

    # -- shared handling ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to hot-keys, focus or zones. Returns True if the picture has to be drawn again."""
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
        """Run the Shift action of the zone with this event's key. Returns False if there is none."""
        name = key_name(event)
        action = next((zone.shifted for zone in self.zones if zone.key == name and zone.shifted is not None), None)
        if action is not None:
            action()
        return action is not None

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
        """The topmost zone with an action at this pixel."""
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
