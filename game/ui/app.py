"""The window: one loop and a stack of screens, which is drawn only when something has changed.

The loop is `async` so that a browser build stays possible. There are no threads.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.paths import ASSETS
from game.ui import signs
from game.ui.canvas import Canvas
from game.ui.palette import PAPER
from game.ui.screen import Screen
from game.ui.settings import Settings, load_settings, save_settings, user_folder
from game.ui.trace import trace

if TYPE_CHECKING:
    from game.engine.match import Match
    from game.records.record import Seating
    from game.session.session import Session
    from game.ui.ground import Backdrop

LOGICAL = (1280, 800)
"""The logical pixels that fit into the window at the player's scale 100 %."""
BARS = 72
"""Pixels of the desktop's height that are left for its own bar and the title of the window."""
LEAST = (960, 600)
"""The smallest size of the window that is remembered, in pixels."""
SMALL = (320, 200)
"""In a smaller window, in pixels, nothing is drawn and nothing can be clicked."""
ROOM = (1024, 640)
"""The logical pixels that every screen needs; no scale of the player's leaves fewer. Panels scroll."""
SMALLEST = 0.3
"""The smallest scale, for small windows."""
FRAME = 1 / 60
"""Seconds for one frame of an animation."""
LOOK = 5
"""Milliseconds between two looks for events of a window at rest."""
REST = 250
"""Milliseconds after which a window at rest ticks, even without an event."""
BUTTONS = (pygame.BUTTON_LEFT, pygame.BUTTON_MIDDLE, pygame.BUTTON_RIGHT)
"""The mouse buttons that count. pygame also reports each turn of the wheel as a press of a fourth or fifth button."""


class App:
    """The window and its stack of screens."""

    def __init__(self, size: tuple[int, int] | None = None, settings: Settings | None = None) -> None:
        self.settings = settings or load_settings()
        self.screens: list[Screen] = []
        self.dirty = True
        self.running = True
        self.message = ""
        self.mouse = (-1, -1)
        self._reported_problems: set[str] = set()
        self._held_keys: set[int] = set()
        self._open(size)

    def _open(self, size: tuple[int, int] | None) -> None:
        """Open a window of this size; None: the size at which it was left, if the desktop has room for it."""
        pygame.display.init()
        if size is None:
            width, height = pygame.display.get_desktop_sizes()[0]
            size = min(self.settings.window[0], width), min(self.settings.window[1], height - BARS)
        pygame.font.init()
        pygame.key.set_repeat(350, 60)
        pygame.display.set_caption("Snowball")
        icon = ASSETS / "icon.png"
        if icon.is_file():
            pygame.display.set_icon(pygame.image.load(icon))
        self.window = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._before_full = size

    # -- screens --------------------------------------------------------------------------------------------------

    @property
    def top(self) -> Screen:
        """The screen that is shown."""
        return self.screens[-1]

    def below(self, screen: Screen) -> Screen | None:
        """The screen under another one in the stack, if any."""
        place = self.screens.index(screen) if screen in self.screens else 0
        return self.screens[place - 1] if place else None

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.screens.append(screen)
        self.dirty = True
        screen.entered()

    def pop(self) -> None:
        """Remove the top screen. Removing the last one ends the program."""
        self.screens.pop().gone()
        self.dirty = True
        if not self.screens:
            self.running = False
        else:
            self.top.entered()

    def replace(self, screen: Screen) -> None:
        """Show another screen instead of the top one."""
        self.screens.pop().gone()
        self.push(screen)

    def home(self) -> None:
        """Go back to the first screen."""
        while len(self.screens) > 1:
            self.screens.pop().gone()
        self.dirty = True
        self.top.entered()

    def quit(self) -> None:
        """End the program."""
        self.running = False

    # -- the loop -------------------------------------------------------------------------------------------------

    @property
    def scale(self) -> float:
        """Real pixels for a logical one: `LOGICAL` fitted into the window, times the player's scale, within limits."""
        step, most = self._scales()
        return min(most, step * self.settings.scale / 100)

    @property
    def most_scale(self) -> int:
        """The largest scale of the player's, in percent, at which every screen still has room in this window."""
        step, most = self._scales()
        return int(100 * most / step)

    def _scales(self) -> tuple[float, float]:
        """Real pixels for a logical one at 100 % (in steps of a quarter from 1 upwards), and at most."""
        width, height = self.window.get_size()
        fit = min(width / LOGICAL[0], height / LOGICAL[1])
        step = int(fit * 4) / 4 if fit >= 1 else max(SMALLEST, fit)
        return step, max(step, min(width / ROOM[0], height / ROOM[1]))

    def draw(self) -> None:
        """Draw the top screen now."""
        screen = self.top
        canvas = Canvas(self.window, self.scale, screen.focus, self.mouse)
        if self.window.get_width() < SMALL[0] or self.window.get_height() < SMALL[1]:
            self.window.fill(PAPER)
        else:
            screen.draw(canvas)
        canvas.finish()
        screen.zones = canvas.zones
        pygame.display.flip()
        if not screen.seen:
            screen.seen = True
            # These events began before the screen was seen.
            early = pygame.event.get(screen.early_events) if screen.early_events else ()
            self._held_keys |= {event.key for event in early if event.type == pygame.KEYDOWN}
        self.dirty = False
        fresh = [sentence for name, sentence in signs.problems.items() if name not in self._reported_problems]
        if fresh:
            self._reported_problems.update(signs.problems)
            self.tell(
                "A sign cannot be drawn", fresh[0] if len(fresh) == 1 else f"{fresh[0]} And {len(fresh) - 1} more."
            )

    def take(self, events: Sequence[pygame.event.Event]) -> None:
        """Handle all events since the last picture, in order.

        The repeats of a held key go on while a picture is drawn. After a slow picture there may be repeats of a key
        that has been released since; they are dropped, so that on a slow machine one press does not count twice.
        """
        releases = {event.key: index for index, event in enumerate(events) if event.type == pygame.KEYUP}
        for index, event in enumerate(events):
            stale = event.type == pygame.KEYDOWN and event.key in self._held_keys and index < releases.get(event.key, 0)
            if self.running and not stale:
                with self._blaming():
                    self.dispatch(event)

    def dispatch(self, event: pygame.event.Event) -> None:
        """Handle one event: by the window itself, or else by the top screen.

        Before a mouse press the picture is brought up to date, so that the press meets what is there now.
        """
        if event.type == pygame.MOUSEBUTTONDOWN and self.dirty and self.screens:
            self.draw()
        if self._stale(event) or self._own(event):
            return
        if self.screens and self.top.handle(event):
            self.dirty = True

    def _stale(self, event: pygame.event.Event) -> bool:
        """Whether to ignore a repeat of a held key, or an event from before the screen was first drawn."""
        if event.type == pygame.KEYUP:
            self._held_keys.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held_keys.clear()
        elif event.type == pygame.KEYDOWN:
            held = event.key in self._held_keys
            self._held_keys.add(event.key)
            if held and self.screens and not self.top.repeats(event):
                return True
        return bool(self.screens) and event.type in self.top.early_events and not self.top.seen

    def _own(self, event: pygame.event.Event) -> bool:
        """Handle the window's own events and keys. Returns True if the screen need not see the event."""
        if _of_the_wheel(event):
            return True
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.mouse = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self.mouse = (-1, -1)
            self.dirty = True
        elif event.type == pygame.QUIT:
            self.running = False
            return True
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
            self.window = pygame.display.get_surface() or self.window
            self.dirty = True
            return True
        elif event.type == pygame.KEYDOWN:
            return self._own_key(event)
        return False

    def _own_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_F11 or (event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT):
            self.full_screen()
        elif event.key == pygame.K_F12:
            try:
                self.screenshot()
            except (OSError, pygame.error) as error:
                self.tell("No picture was saved", f"The picture of the screen cannot be written: {error}.")
        else:
            return False
        return True

    def full_screen(self) -> None:
        """Switch between full screen and window."""
        self._before_full = self._remembered_size
        try:
            pygame.display.toggle_fullscreen()
        except pygame.error as error:
            self.tell("The window stays as it is", f"This display has no full screen: {error}.")
        self.window = pygame.display.get_surface() or self.window
        self.dirty = True

    @property
    def _remembered_size(self) -> tuple[int, int]:
        """The size to remember for the window; in full screen the one it had before."""
        return self._before_full if pygame.display.is_fullscreen() else self.window.get_size()

    def tell(self, title: str, words: str) -> None:
        """Show a message over the present screen, unless there is one already."""
        from game.ui.screens.sheets import MessageScreen

        if not isinstance(self.top, MessageScreen):
            self.push(MessageScreen(self, title, words))

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """Go back to the title if the code of a plug-in fails in this context, and say so; a game's journal is kept."""
        try:
            yield
        except (Exception, SystemExit) as error:
            from game.engine.plugins import blamed

            if not (sentence := blamed(error)):
                raise
            self.home()
            self.tell("A rulebook has failed", sentence)

    def show_keys(self) -> None:
        """Show what every key does."""
        from game.ui.screens.menu import HelpScreen

        self.push(HelpScreen(self))

    def look_back(self, match: Match, backdrop: Backdrop | None, *, seat: str | None, seating: Seating) -> None:
        """Step through the game that is being played, as `seat` may see it (None: everything)."""
        from game.ui.screens.replay import look_back

        look_back(self, match, backdrop, seat=seat, seating=seating)

    def show_end(self, session: Session, backdrop: Backdrop) -> None:
        """Show the screen of a finished battle."""
        from game.ui.screens.end import EndScreen

        self.push(EndScreen(self, session, backdrop))

    def save(self, session: Session, name: str, backdrop: Backdrop) -> str:
        """Save a game under a name, with a small picture of the table. Returns a sentence about how it went."""
        from game.ui.screens.saves import save_now

        return save_now(self, session, name, backdrop)

    def portray(self, session: Session, backdrop: Backdrop, path: Path) -> str:
        """Write a small picture of the table beside a game's file. Returns a sentence if that fails, else ""."""
        from game.ui.screens.saves import portray

        return portray(self, session, backdrop, path)

    def screenshot(self, path: Path | None = None) -> Path:
        """Save a picture of the window, by default in the user's folder. Returns its path. Raises OSError."""
        if path is None:
            path = user_folder() / f"snowball-{time.strftime('%Y%m%d-%H%M%S')}.png"
        pygame.image.save(self.window, path)
        return path

    async def main(self) -> None:
        """Run until the last screen is gone: 60 frames a second while something moves, else wait for events."""
        import asyncio  # here, so that the first picture need not wait for it

        with self._blaming():
            self.draw()  # so that a click during loading finds its button
        tracer = trace()
        last = time.perf_counter()
        moving = True
        while self.running:
            if not moving and not self.dirty:
                _rest()
            self.take(pygame.event.get())
            if not self.running:
                break
            now = time.perf_counter()
            with self._blaming():
                moving = self.top.tick(min(0.1, now - last))
            last = now
            drawn = moving or self.dirty
            if drawn:
                with self._blaming():
                    self.draw()
            if tracer is not None:
                tracer.tell(self.top, moving=moving)
            if drawn:
                await asyncio.sleep(max(0.0, FRAME - (time.perf_counter() - now)))
            else:
                await asyncio.sleep(0)
        while self.screens:
            self.screens.pop().gone()
        width, height = self._remembered_size
        self.settings.window = (max(LEAST[0], width), max(LEAST[1], height))
        save_settings(self.settings)
        pygame.quit()


def _rest() -> None:
    """Wait for an event, at most for `REST`. SDL's own wait looks for one every millisecond, which costs five times."""
    for _ in range(REST // LOOK):
        if pygame.event.peek():
            return
        pygame.time.wait(LOOK)


def _of_the_wheel(event: pygame.event.Event) -> bool:
    """Whether an event of the wheel is to be ignored: a tilt, or the double of another event (see `BUTTONS`)."""
    if event.type == pygame.MOUSEWHEEL:
        return not event.y
    return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button not in BUTTONS
