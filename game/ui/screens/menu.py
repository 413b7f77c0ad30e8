"""The pause menu, the key help and the settings."""

from __future__ import annotations

import pygame

from game.ui.battle.game import Game
from game.ui.canvas import Action, Canvas
from game.ui.palette import INK, INK2, LINE, PALETTES, PAPER
from game.ui.screen import Screen, Window
from game.ui.screens.lists import ListScreen
from game.ui.settings import SCALES, save_settings
from game.ui.tokens import SPREAD, token

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


class MenuScreen(ListScreen):
    """Pause."""

    title = "Paused"

    def __init__(self, app: Window, game: Game, open_rules: Action) -> None:
        super().__init__(app)
        self.game, self.open_rules = game, open_rules

    def rows(self) -> list[tuple[str, str, str]]:
        """What can be done from here."""
        return [
            ("P", "Play on", "Esc"),
            ("V", "Save", "with its picture"),
            ("H", "Step back and look", "nothing is changed"),
            ("R", "Rulebook", self.game.session.match.rules.book.title),
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
            self.game.save_game()
        elif place == 2:
            self.app.pop()
            self.game.look_back()
        elif place == 3:
            self.app.pop()
            self.open_rules()
        elif place == 4:
            self.app.push(HelpScreen(self.app))
        elif place == 5:
            self.app.push(SettingsScreen(self.app))
        elif place == 6:
            self.app.pop()
            self.game.copy_position()
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
