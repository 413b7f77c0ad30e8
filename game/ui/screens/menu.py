"""The pause menu, the key help and the settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.ui.app import App
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, INK3, LINE, LINE2, PALETTES, PANEL, PAPER, SAFFRON_EDGE, SAFFRON_TINT
from game.ui.screen import Screen
from game.ui.settings import SCALES, save_settings
from game.ui.tokens import SPREAD, token

if TYPE_CHECKING:
    from game.ui.battle.sitting import Sitting

KEYS = (
    ("Tab, Shift Tab", "next or previous unit that can do something"),
    ("Arrows", "move the cell cursor; with Shift, the map; on hexes Ctrl with Up or Down slants the other way"),
    ("Enter", "do what is under the hand, or choose the cell under the cursor"),
    ("1 to 9", "take an option under the hand"),
    ("N, A", "pass, do nothing, end; pass for the whole action"),
    ("comma, dot", "the row above or below under the hand; PgUp and PgDn scroll the rows"),
    ("O, M", "overwatch or move marker for the unit; V, B for all the rest"),
    ("Q, W, E, R", "fix a pace"),
    ("F, R, X", "in a plan: the whole formation in hand; start again; take the stand out of it"),
    ("D, right click", "bend the planned path through a cell"),
    ("Z, H", "take the last choice back; step back and look"),
    ("L, T", "what the unit sees; what the enemy sees"),
    ("G, Shift click", "take all units of a hex in hand, or one more; a drag or Enter moves them one by one"),
    ("Space", "bring the unit into the middle"),
    ("+ and −, wheel", "zoom from 50 to 200 per cent"),
    ("Shift PgUp", "scroll the log; with Ctrl, the ladder; PgDn back down"),
    ("F1", "the rulebook; a click on a clause opens it there"),
    ("F2", "the clause behind the question, then the others on the screen"),
    ("F6", "focus from control to control"),
    ("Ctrl S, Ctrl C", "save; the position as a sketch on the clipboard"),
    ("F11, F12", "full screen; picture of the screen"),
)


class ListScreen(Screen):
    """A card with rows to choose from, over the screen below."""

    title = ""

    def rows(self) -> list[tuple[str, str, str]]:
        """(key, words, what stands at the right)."""
        return []

    def take(self, place: int) -> None:
        """A row was chosen."""

    def draw(self, canvas: Canvas) -> None:
        """The veiled screen below and the card."""
        below = self.app.below(self)
        if below is not None:
            below.draw(Canvas(canvas.surface, canvas.scale, "", (-1, -1)))
        veil = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
        veil.fill((42, 38, 32, 110))
        canvas.surface.blit(veil, (0, 0))
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        rows = self.rows()
        w, h = 520.0, 110.0 + 46 * len(rows)
        x, y = (wide - w) / 2, max(30.0, (high - h) / 2)
        canvas.box(x, y, w, h, PANEL, INK, 10, 1.6)
        canvas.write(self.title, x + 36, y + 26, "serif", 28)
        for i, (key, words, right) in enumerate(rows):
            at = y + 84 + i * 46
            rect = canvas.rect(x + 24, at, w - 48, 42)
            name = f"row:{i}"
            hover = canvas.zone(name, rect, partial(self.take, i), key=key)
            if hover or self.focus == name:
                canvas.box(x + 24, at, w - 48, 42, SAFFRON_TINT, SAFFRON_EDGE, 6)
            used = canvas.key_cap(key, x + 36, at + 21) if key else 0
            canvas.write(words, x + 48 + used, at + 21, "serif", 17, middle=True)
            canvas.write(right, x + w - 40, at + 21, "label", 14, INK2, align="right", middle=True)
            canvas.rule(x + 36, at + 44, w - 72, LINE)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Arrows move, Esc closes."""
        if name == "Esc":
            self.app.pop()
        elif name in ("Up", "Down"):
            self.move_focus(-1 if name == "Up" else 1)
        else:
            return False
        return True


class MenuScreen(ListScreen):
    """Pause."""

    title = "Paused"

    def __init__(self, app: App, battle: Sitting) -> None:
        super().__init__(app)
        self.battle = battle

    def rows(self) -> list[tuple[str, str, str]]:
        """What can be done from here."""
        return [
            ("P", "Play on", "Esc"),
            ("V", "Save", "with its picture"),
            ("H", "Step back and look", "nothing is changed"),
            ("R", "Rulebook", self.battle.session.match.rules.book.title),
            ("K", "Keys", ""),
            ("S", "Settings", "colours, scale, motion"),
            ("C", "Copy the position", "as a sketch, Ctrl C"),
            ("T", "Back to the title", "the game can be resumed"),
            ("Q", "Leave Snowball", ""),
        ]

    def take(self, place: int) -> None:
        """Do it."""
        if place == 0:
            self.app.pop()
        elif place == 1:
            self.app.pop()
            self.app.draw()
            self.battle.save_game()
        elif place == 2:
            self.app.pop()
            self.battle.look_back()
        elif place == 3:
            self.app.pop()
            self.battle.open_rules()
        elif place == 4:
            self.app.push(HelpScreen(self.app))
        elif place == 5:
            self.app.push(SettingsScreen(self.app))
        elif place == 6:
            self.app.pop()
            self.battle.copy_position()
        elif place == 7:
            self.app.home()
        else:
            self.app.quit()


class HelpScreen(Screen):
    """The keys."""

    def draw(self, canvas: Canvas) -> None:
        """Two columns."""
        canvas.surface.fill(PAPER)
        wide = canvas.surface.get_width() / canvas.scale
        canvas.write("Keys", 60, 40, "serif", 30)
        canvas.write("Everything also works with the mouse alone.", 60, 84, "body", 15, INK2)
        canvas.button("back", wide - 200, 44, 140, 32, "Esc", "Back", self.app.pop)
        step = min(38.0, (canvas.surface.get_height() / canvas.scale - 150) / len(KEYS))
        for i, (keys, words) in enumerate(KEYS):
            y = 132 + i * step
            at = 60.0
            for part in keys.split(", "):
                at += canvas.key_cap(part, at, y) + 8
            canvas.write(words, 330, y, "body", 15, INK, middle=True)
            canvas.rule(60, y + step / 2, wide - 120, LINE)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Esc closes."""
        if name in ("Esc", "F1"):
            self.app.pop()
            return True
        return False


class SettingsScreen(ListScreen):
    """Settings take effect at once and are kept."""

    title = "Settings"

    def rows(self) -> list[tuple[str, str, str]]:
        """Each row steps to its next value."""
        s = self.app.settings
        return [
            ("C", "Colours of the sides", s.palette),
            ("U", "Size of everything", f"{s.scale} %"),
            ("M", "Motion", "reduced" if s.reduced_motion else "full"),
            ("H", "Curtain at a hand-over", "on" if s.curtains else "off"),
            ("F", "Full screen", "F11"),
            ("B", "Back", "Esc"),
        ]

    def take(self, place: int) -> None:
        """Step to the next value."""
        s = self.app.settings
        if place == 0:
            s.palette = PALETTES[(PALETTES.index(s.palette) + 1) % len(PALETTES)]
        elif place == 1:
            s.scale = SCALES[(SCALES.index(s.scale) + 1) % len(SCALES)]
        elif place == 2:
            s.reduced_motion = not s.reduced_motion
        elif place == 3:
            s.curtains = not s.curtains
        elif place == 4:
            self.app.full_screen()
            return
        else:
            self.app.pop()
            return
        save_settings(s)
        below = self.app.below(self)
        if below is not None:
            below.entered()

    def draw(self, canvas: Canvas) -> None:
        """The rows, and the four sides as they now look."""
        super().draw(canvas)
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        y = max(30.0, (high - (110 + 46 * len(self.rows()))) / 2)
        for side in range(4):
            size = canvas.px(26)
            made = token("rifleman", side, size, palette=self.app.settings.palette)
            half = round(size * SPREAD) / 2
            canvas.surface.blit(made, (canvas.px((wide + 520) / 2 - 160 + side * 36) - half, canvas.px(y + 42) - half))


class MessageScreen(ListScreen):
    """One sentence, and back."""

    def __init__(self, app: App, title: str, words: str) -> None:
        super().__init__(app)
        self.title, self.words = title, words

    def rows(self) -> list[tuple[str, str, str]]:
        """Just back."""
        return [("B", "Back", "Esc")]

    def take(self, place: int) -> None:
        """Close."""
        self.app.pop()

    def draw(self, canvas: Canvas) -> None:
        """The sentence below the card's title."""
        super().draw(canvas)
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        x, y = (wide - 520) / 2, (high - 156) / 2 + 170
        lines = min(11, 2 + int(canvas.width(self.words, "body", 14) / 440))
        canvas.box(x, y, 520, 32 + 19 * lines, PANEL, LINE2, 8)
        canvas.paragraph(self.words, x + 24, y + 16, 472, "body", 14, INK3, lines=lines)
