"""Games that were kept: play on, step through, delete."""

from __future__ import annotations

from functools import partial

import pygame

from game.engine.match import Match
from game.records import saves
from game.records.autosave import Journal, left_games
from game.records.record import RecordError
from game.records.saves import SaveError, SaveInfo, picture_of
from game.records.timeline import Timeline
from game.session.session import Session
from game.ui.canvas import Canvas
from game.ui.keep import keep, picture_for
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, PAPER, SAFFRON_EDGE, SAFFRON_TINT
from game.ui.screen import Screen, Window
from game.ui.screens.lists import MessageScreen
from game.ui.screens.replay import open_timeline
from game.ui.screens.words import AskScreen


def play_on(app: Window, match: Match, journal: Journal | None = None, warning: str = "") -> None:
    """A kept match on the table, kept again from here."""
    from game.ui.screens.battle import BattleScreen

    session = Session(match.setup, match=match, curtains=app.settings.curtains)
    screen = BattleScreen(app, session, picture_for(match))
    screen.model.notice = keep(session, journal) or warning
    app.push(screen)


def resume_latest(app: Window) -> None:
    """Take up the game that was left last."""
    try:
        games = left_games()
        if not games:
            return
        found = Journal.resume(games[0])
    except SaveError as error:
        app.push(MessageScreen(app, "This game cannot be resumed", str(error)))
        return
    play_on(app, found.match, found.journal, found.warning)


class SavesScreen(Screen):
    """The list of saves."""

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.at = 0
        self.infos: list[SaveInfo] = []
        self.problem = ""
        self.entered()

    def entered(self) -> None:
        """Read the folder again."""
        self.problem = ""
        try:
            self.infos = saves.list_saves()
        except (SaveError, OSError) as error:
            self.infos = []
            self.problem = str(error)
        self.at = max(0, min(self.at, len(self.infos) - 1))

    def draw(self, canvas: Canvas) -> None:
        """The list, and the chosen one's picture with what can be done."""
        canvas.surface.fill(PAPER)
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        canvas.write("Replays and saves", 40, 30, "serif", 28)
        canvas.button("back", wide - 180, 34, 140, 32, "Esc", "Back", self.app.pop)
        if not self.infos:
            words = self.problem or "Nothing has been saved yet. In a battle, Esc and then V saves the game."
            canvas.paragraph(words, 40, 104, wide - 80, "body", 15, INK2)
            return
        if self.problem:
            canvas.write(self.problem, 40, 76, "body", 13, INK2, middle=True, room=wide - 260)
        rows = max(1, int((high - 140) // 54))
        first = max(0, min(self.at - rows // 2, len(self.infos) - rows))
        for i, info in enumerate(self.infos[first : first + rows]):
            place, y = first + i, 96 + i * 54
            rect = canvas.rect(40, y, wide * 0.5 - 60, 50)
            chosen = place == self.at
            canvas.zone(f"save:{info.name}", rect, partial(self.go, place))
            canvas.box(
                40, y, wide * 0.5 - 60, 50, SAFFRON_TINT if chosen else CARD, SAFFRON_EDGE if chosen else LINE2, 6
            )
            canvas.write(info.title, 56, y + 15, "serif", 16, middle=True, room=wide * 0.5 - 220)
            words = info.problem or f"{info.scenario}, turn {info.turn} of {info.turns}, {info.choices} choices"
            canvas.write(
                words, 56, y + 35, "label", 13.5, INK3 if info.problem else INK2, middle=True, room=wide * 0.5 - 100
            )
            canvas.write(
                f"{info.date:%d %b %Y, %H:%M}", wide * 0.5 - 34, y + 15, "label", 13, INK2, align="right", middle=True
            )
        info = self.infos[self.at]
        x, w = wide * 0.5, wide * 0.5 - 40
        canvas.box(x, 96, w, high - 130, PANEL, LINE2, 8)
        spot = canvas.rect(x + 24, 120, w - 48, (w - 48) * 0.625)
        if info.picture is not None:
            try:
                shown = pygame.transform.smoothscale(pygame.image.load(info.picture), spot.size)
                canvas.surface.blit(shown, spot)
            except (OSError, pygame.error, ValueError):
                canvas.write("The picture cannot be read.", x + 40, 150, "italic", 14, INK3)
        pygame.draw.rect(canvas.surface, INK, spot, 1)
        below: float = 120 + (w - 48) * 0.625 + 24
        canvas.write(info.title, x + 24, below, "serif", 22, room=w - 48)
        actions = (
            ("Enter", "Play on", self.play),
            ("R", "Step through", self.replay),
            ("D", "Delete", self.ask_delete),
        )
        for i, (key, words, action) in enumerate(actions):
            canvas.button(f"do:{key}", x + 24 + i * 170, below + 44, 160, 34, key, words, action, primary=i == 0)

    def go(self, place: int) -> None:
        """Choose a save; a second time plays it."""
        if self.at == place:
            self.play()
        else:
            self.at = place

    def play(self) -> None:
        """Play on from where it was saved."""
        try:
            match, _ = saves.load(self.infos[self.at].path)
        except SaveError as error:
            self.app.push(MessageScreen(self.app, "This save cannot be played", str(error)))
            return
        play_on(self.app, match)

    def replay(self) -> None:
        """Step through it."""
        try:
            match, extras = saves.load(self.infos[self.at].path)
            timeline = Timeline(match, extras)
        except (SaveError, RecordError) as error:
            self.app.push(MessageScreen(self.app, "This save cannot be shown", str(error)))
            return
        open_timeline(self.app, timeline, self.infos[self.at].title)

    def ask_delete(self) -> None:
        """Deleting asks first."""
        info = self.infos[self.at]
        self.app.push(AskScreen(self.app, f"Delete “{info.title}”?", "Delete it for good", "Keep it", self.delete))

    def delete(self) -> None:
        """Delete the chosen save and its picture."""
        path = self.infos[self.at].path
        try:
            saves.delete(path)
            picture_of(path).unlink(missing_ok=True)
        except (SaveError, OSError) as error:
            self.app.tell("This save stays", str(error))
        self.entered()

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Arrows choose, Esc goes back."""
        if name in ("Up", "Down") and self.infos:
            self.at = max(0, min(len(self.infos) - 1, self.at + (1 if name == "Down" else -1)))
        elif name == "Esc":
            self.app.pop()
        else:
            return False
        return True
