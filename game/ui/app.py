"""The window: one loop, a stack of screens, drawn only when something changed.

`async` so that a browser build stays possible; no threads.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")

import pygame

from game.paths import ASSETS
from game.ui.canvas import Canvas, Zone
from game.ui.settings import Settings, load_settings, save_settings, user_folder

LOGICAL = (1280, 800)
LEAST = (960, 600)
ROOM = (1100, 690)  # logical pixels that every screen needs, whatever scale the player likes
SMALLEST = 0.3
FRAME = 1 / 60

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


def key_name(event: pygame.event.Event) -> str:
    """A key event's name as key caps write it: "A", "7", "Enter", "F1"."""
    name = pygame.key.name(event.key)
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    return KEY_NAMES.get(name, name.upper() if len(name) <= 3 else name)


class Screen:
    """One full picture of the window. Subclasses draw; zones of the last drawing are used by mouse and keyboard."""

    click_focuses = True
    """Whether a click moves the keyboard focus, too."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.zones: list[Zone] = []
        self.focus = ""

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

    # -- shared handling ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to hot-keys, focus or zones; True if the picture has to be drawn again."""
        if event.type == pygame.KEYDOWN:
            return self._key_down(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            zone = self.zone_at(event.pos)
            if zone is not None and zone.action is not None:
                if zone.focusable and self.click_focuses:
                    self.focus = zone.id
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
        return self.key(name, event)

    def zone_at(self, position: tuple[int, int]) -> Zone | None:
        """The topmost zone with an action there."""
        return next((z for z in reversed(self.zones) if z.action is not None and z.rect.collidepoint(position)), None)

    def move_focus(self, step: int) -> None:
        """Focus the next or the previous zone that can have it."""
        ids = [z.id for z in self.zones if z.focusable and z.action is not None]
        if not ids:
            return
        if self.focus in ids:
            self.focus = ids[(ids.index(self.focus) + step) % len(ids)]
        else:
            self.focus = ids[0 if step > 0 else -1]


class App:
    """The window and its stack of screens."""

    def __init__(self, size: tuple[int, int] | None = None, settings: Settings | None = None) -> None:
        self.settings = settings or load_settings()
        self.screens: list[Screen] = []
        self.dirty = True
        self.running = True
        self.message = ""
        self.mouse = (-1, -1)
        self._open(size or self.settings.window)

    def _open(self, size: tuple[int, int]) -> None:
        pygame.display.init()
        pygame.font.init()
        pygame.key.set_repeat(350, 60)
        pygame.display.set_caption("Snowball")
        icon = ASSETS / "icon.png"
        if icon.is_file():
            pygame.display.set_icon(pygame.image.load(icon))
        self.window = pygame.display.set_mode(size, pygame.RESIZABLE)

    # -- screens --------------------------------------------------------------------------------------------------

    @property
    def top(self) -> Screen:
        """The screen in sight."""
        return self.screens[-1]

    def below(self, screen: Screen) -> Screen | None:
        """The screen under another one."""
        place = self.screens.index(screen) if screen in self.screens else 0
        return self.screens[place - 1] if place else None

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.screens.append(screen)
        self.dirty = True
        screen.entered()

    def pop(self) -> None:
        """Take the top screen away; the last one ends the game."""
        self.screens.pop().gone()
        self.dirty = True
        if not self.screens:
            self.running = False
        else:
            self.top.entered()

    def replace(self, screen: Screen) -> None:
        """Another screen instead of the top one."""
        self.screens.pop().gone()
        self.push(screen)

    def home(self) -> None:
        """Back to the first screen."""
        while len(self.screens) > 1:
            self.screens.pop().gone()
        self.dirty = True
        self.top.entered()

    def quit(self) -> None:
        """Leave the game."""
        self.running = False

    # -- the loop -------------------------------------------------------------------------------------------------

    @property
    def scale(self) -> float:
        """The largest quarter step that fits 1280 x 800 into the window, times the player's own scale as far as all fits."""
        wide, high = self.window.get_size()
        fit = min(wide / LOGICAL[0], high / LOGICAL[1])
        step = int(fit * 4) / 4 if fit >= 1 else max(SMALLEST, fit)
        most = max(step, min(wide / ROOM[0], high / ROOM[1]))
        return min(most, step * self.settings.scale / 100)

    def draw(self) -> None:
        """Draw the top screen now."""
        screen = self.top
        canvas = Canvas(self.window, self.scale, screen.focus, self.mouse)
        screen.draw(canvas)
        screen.zones = canvas.zones
        pygame.display.flip()
        self.dirty = False

    def dispatch(self, event: pygame.event.Event) -> None:
        """One event: the window's own keys first, then the top screen."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.mouse = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self.mouse = (-1, -1)
            self.dirty = True
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
            self.window = pygame.display.get_surface() or self.window
            self.dirty = True
        elif event.type == pygame.KEYDOWN and (
            event.key == pygame.K_F11 or (event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT)
        ):
            self.full_screen()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F12:
            try:
                self.screenshot()
            except (OSError, pygame.error) as error:
                self.tell("No picture was saved", f"The picture of the screen cannot be written: {error}.")
        elif self.screens and self.top.handle(event):
            self.dirty = True

    def full_screen(self) -> None:
        """The whole screen, or the window again."""
        try:
            pygame.display.toggle_fullscreen()
        except pygame.error as error:
            self.tell("The window stays as it is", f"This display has no full screen: {error}")
        self.window = pygame.display.get_surface() or self.window
        self.dirty = True

    def tell(self, title: str, words: str) -> None:
        """One sentence over what is shown."""
        from game.ui.screens.menu import MessageScreen

        if not isinstance(self.top, MessageScreen):
            self.push(MessageScreen(self, title, words))

    def screenshot(self, path: Path | None = None) -> Path:
        """Save the picture; by default into the user's folder."""
        if path is None:
            path = user_folder() / f"snowball-{time.strftime('%Y%m%d-%H%M%S')}.png"
        pygame.image.save(self.window, path)
        return path

    async def main(self) -> None:
        """Run until the last screen is gone: wait for events while nothing moves, 60 frames a second while it does."""
        self.draw()  # what was clicked while the game was loading finds its button
        last = time.perf_counter()
        moving = True
        while self.running:
            events = pygame.event.get() if moving or self.dirty else [pygame.event.wait(250), *pygame.event.get()]
            for event in events:
                if event.type != pygame.NOEVENT and self.running:
                    self.dispatch(event)
            if not self.running:
                break
            now = time.perf_counter()
            moving = self.top.tick(min(0.1, now - last))
            last = now
            if moving or self.dirty:
                self.draw()
                await asyncio.sleep(max(0.0, FRAME - (time.perf_counter() - now)))
            else:
                await asyncio.sleep(0)
        while self.screens:
            self.screens.pop().gone()
        wide, high = self.window.get_size()
        self.settings.window = (max(LEAST[0], wide), max(LEAST[1], high))
        save_settings(self.settings)
        pygame.quit()


def check_window() -> str:
    """One sentence about what keeps the window from opening, or ""."""
    if not getattr(pygame, "IS_CE", False):
        return (
            "Classic pygame is installed where pygame-ce is needed: run "
            "`python -m pip uninstall -y pygame pygame-ce` and then `python -m pip install pygame-ce`."
        )
    try:
        pygame.display.init()
    except pygame.error as error:
        return f"No window can be opened ({error}); `snowball text MAP` plays without one."
    if pygame.display.get_driver() in ("offscreen", "dummy") and "SDL_VIDEODRIVER" not in os.environ:
        return "There is no display to open a window on; `snowball text MAP` plays without one."
    return ""


def main(arguments: Sequence[str] = ()) -> int:
    """The title screen. Returns the exit status."""
    wrong = check_window()
    if wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    from game.ui.screens.title import TitleScreen

    app = App()
    app.push(TitleScreen(app))
    asyncio.run(app.main())
    return 0


def main_replay(arguments: Sequence[str]) -> int:
    """`snowball replay FILE`: a record on the table, to step through."""
    wrong = check_window()
    if wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    from game.engine.record import RecordError
    from game.engine.timeline import Timeline
    from game.rules import build
    from game.saves import SaveError, open_record
    from game.ui.screens.replay import open_timeline
    from game.ui.screens.title import TitleScreen

    try:
        timeline = Timeline.open(open_record(Path(arguments[0])), build)
    except (RecordError, SaveError) as error:
        sys.stderr.write(f"{arguments[0]}: {error}\n")
        return 1
    app = App()
    app.screens.append(TitleScreen(app))
    open_timeline(app, timeline)
    asyncio.run(app.main())
    return 0


def main_play(arguments: Sequence[str]) -> int:
    """`snowball play MAP [--seat SEAT=human|computer|bot:"COMMAND"]...`: straight into a battle."""
    wrong = check_window()
    if wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    from game.ai.bot import BotError
    from game.ui.launch import parse_play

    screen = parse_play(arguments)
    if isinstance(screen, str):
        sys.stderr.write(f"{screen}\n")
        return 2
    app = App()
    from game.ui.screens.title import TitleScreen

    app.screens.append(TitleScreen(app))
    try:
        app.push(screen(app))
    except (BotError, OSError, ValueError) as error:
        pygame.quit()
        sys.stderr.write(f"{error}\n")
        return 2
    asyncio.run(app.main())
    return 0
