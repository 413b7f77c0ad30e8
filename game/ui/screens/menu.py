"""The pause menu, the key help and the settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.records.tables import TableKind
from game.session.rounds import after
from game.ui import kit
from game.ui.canvas import Action, Canvas
from game.ui.palette import INK2, PALETTES, PAPER
from game.ui.screen import Screen, Stage
from game.ui.screens.sheets import Entry, ListScreen, figure_of, head
from game.ui.scroll import SCROLLED, Position, Scroll
from game.ui.settings import PACES, SCALES, save_settings

KEYS = (  # keys, separated by commas, and what they do
    ("Tab, Shift Tab", "next or previous unit that can do something"),
    ("Arrows", "move the cell cursor; with Shift, the map; on hexes Ctrl with Up or Down slants the other way"),
    ("Enter", "give the chosen answer, or choose the cell under the cursor"),
    ("drag", "a unit to a cell: it moves there; onto an enemy in its sight: it stands and attacks it"),
    ("1 to 9, 0", "choose an answer, with Shift give it at once; 0 goes on to the next nine of a long list"),
    ("N, A", "pass, do nothing, end, with Shift without being asked back; pass for the whole action"),
    ("comma, dot", "choose the row above or below; PgUp and PgDn scroll the rows"),
    ("K, P", "set when you are asked to react, behind your own curtain; peek at your markers, at a shared table"),
    ("O, M", "overwatch or move marker for the unit; a click turns one over"),
    ("V, B, R", "overwatch or move for all the rest; markers as last turn; with Shift confirmed, too"),
    ("Q, W, E, R", "fix a pace"),
    ("F, R, X", "in a plan: the whole formation at once; start again; take the stand out of it"),
    ("D, right click", "bend the planned path through a cell"),
    ("A, S, D", "before a throw: what comes of it if the next to decide does this; Home: the default again"),
    ("[, ]", "the outcome before or after, below the map; Left and Right: a step of its way; Esc hides them"),
    ("H", "a hint: what the computer would do here and why; on an open table, also what it is about to do"),
    ("Z, S", "take back the last choice; step back and look"),
    ("J, Y", "playback: faster, with Shift slower; once more; any other key goes on to the question"),
    ("L, T", "what the unit sees; what the enemy sees"),
    ("G, Shift click", "select all units of a hex, or one more; a drag or Enter moves them one by one"),
    ("Space", "centre the map on the unit"),
    ("+ and −, wheel", "zoom from 50 to 200 per cent"),
    ("Shift PgUp", "scroll the log; with Ctrl, the ladder; PgDn back down"),
    ("PgUp, PgDn", "in a replay: a turn back, a turn on; its buttons show the other keys"),
    ("N, G, F", "on the title: a new game, a battlefield by seed, the first battle"),
    ("B, L, N, S", "before a battlefield by seed: rulebook, size, another seed, one that is typed"),
    ("P, O, I, Y", "at a set-up: units by points for the first seat, the second, the third, the fourth"),
    ("U, T, D", "at a set-up: where units begin, the kind of table, whose dice"),
    ("F1", "this page, from every screen"),
    ("F2", "the clause behind the question, then the others on the screen"),
    ("F3", "the rulebook; from a clause, at that clause"),
    ("F6", "move the focus to the next control"),
    ("Ctrl S, Ctrl C", "save; the position as a sketch on the clipboard"),
    ("Ctrl V", "on the title: a battle from the position on the clipboard; in a line of text: paste the words"),
    ("F11, F12", "full screen; picture of the screen"),
)


class MenuScreen(ListScreen):
    """The pause menu: the entries that the table below offers, then those of every table."""

    title = "Paused"

    def __init__(self, app: Stage, offered: Sequence[Entry], leaving: str = "") -> None:
        """`leaving`: what happens to the game when it is left for the title, in words."""
        super().__init__(app)
        self.offered, self.leaving = offered, leaving

    def entries(self) -> Sequence[Entry]:
        offered = [entry._replace(action=partial(self._back_to, entry.action)) for entry in self.offered]
        return [
            Entry("P", "Play on", "Esc", self.app.pop),
            *offered,
            Entry("K", "Keys", "F1", self.app.show_keys),
            Entry("S", "Settings", "colours, scale, motion", lambda: self.app.push(SettingsScreen(self.app))),
            Entry("T", "Back to the title", self.leaving, self.app.home),
            Entry("Q", "Leave Snowball", "", self.app.quit),
        ]

    def _back_to(self, action: Action) -> None:
        """Go back to the table, then run the action that it offers."""
        self.app.pop()
        self.app.draw()
        action()


class HelpScreen(Screen):
    """The list of keys."""

    def __init__(self, app: Stage) -> None:
        super().__init__(app)
        self.position = Position()

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill(PAPER)
        width, height = canvas.logical
        rows: list[kit.Widget] = []
        for keys, words in KEYS:
            caps = kit.Row(*(kit.KeyCap(key) for key in keys.split(", ")), kit.Space(grow=1))
            line = kit.Row(kit.Column(caps, kit.Space(250), gap=0), kit.Text(words, "body", 15, grow=1), gap=20)
            rows += [line, kit.Rule(h=9)]
        page = kit.Column(
            head("Keys", "", self.app.pop),
            kit.Text("Everything also works with the mouse alone. Up and Down go through this page.", "body", 15, INK2),
            kit.Space(h=10),
            Scroll(kit.Column(*rows, gap=0), self.position, "keys"),
        )
        page.draw(canvas, kit.Spot(60, 36, width - 120, height - 60))

    def key(self, name: str, event: pygame.event.Event) -> bool:
        if name in ("Esc", "F1"):
            self.app.pop()
        elif name in SCROLLED:
            self.position.by(SCROLLED[name])
        else:
            return False
        return True


class SettingsScreen(ListScreen):
    """The settings, which take effect at once and are saved."""

    title = "Settings"

    def entries(self) -> Sequence[Entry]:
        settings = self.app.settings
        return [
            Entry("C", "Colours of the sides", settings.palette, self.next_palette),
            Entry("U", "Size of everything", self._size(), self.next_scale),
            Entry("M", "Motion", "reduced" if settings.reduced_motion else "full", self.toggle_motion),
            Entry("J", "Pace", f"{settings.pace_words}, J in a battle", self.next_pace),
            Entry(
                "T", "Card at the end of a turn", "shown" if settings.turn_cards else "left out", self.toggle_turn_cards
            ),
            Entry("H", "Table of new games", settings.table.words, self.next_table),
            Entry("F", "Full screen", "F11", self.app.full_screen),
            Entry("B", "Back", "Esc", self.app.pop),
        ]

    def body(self) -> kit.Widget:
        palette = self.app.settings.palette
        return kit.Row(*(figure_of("rifleman", side, palette, 30) for side in range(4)), kit.Space(grow=1), gap=12)

    def _size(self) -> str:
        """The size that the player has set, and the largest that fits this window if that is smaller."""
        wished, largest = self.app.settings.scale, self.app.most_scale
        return f"{wished}%" if wished <= largest else f"{wished}%, this window has room for {largest}%"

    def next_palette(self) -> None:
        """Go on to the next set of colours."""
        settings = self.app.settings
        settings.palette = after(PALETTES, settings.palette)
        self._save()

    def next_scale(self) -> None:
        """Go on to the next larger size, or from the largest to the smallest."""
        settings = self.app.settings
        settings.scale = after(SCALES, settings.scale)
        self._save()

    def toggle_motion(self) -> None:
        """Switch between full and reduced motion."""
        self.app.settings.reduced_motion = not self.app.settings.reduced_motion
        self._save()

    def next_pace(self) -> None:
        """Go on to the next faster pace, or from the fastest to the slowest."""
        settings = self.app.settings
        settings.pace = after(PACES, settings.pace)
        self._save()

    def toggle_turn_cards(self) -> None:
        """Switch the cards at the end of a turn on or off."""
        self.app.settings.turn_cards = not self.app.settings.turn_cards
        self._save()

    def next_table(self) -> None:
        """Go on to the next kind of table for new games."""
        self.app.settings.table = after(TableKind, self.app.settings.table)
        self._save()

    def _save(self) -> None:
        """Save the settings, and let every screen below take them up."""
        save_settings(self.app.settings)
        below = self.app.below(self)
        while below is not None:
            below.entered()
            below = self.app.below(below)
