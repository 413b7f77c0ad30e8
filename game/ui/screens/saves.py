"""The games on the disk: those left unfinished, saves, and finished battles. Play on, step through, delete."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pygame

from game.ai.apart import Thinker
from game.ai.errors import BotError
from game.engine.foreign import file_bytes
from game.engine.match import Match
from game.engine.names import spoken
from game.engine.unfit import shown
from game.engine.wording import capitalised, number_of
from game.records import saves
from game.records.autosave import Journal, Resumed
from game.records.finished import MOST, list_finished
from game.records.folders import SaveError
from game.records.record import Extras, RecordError
from game.records.saves import SaveInfo, picture_of
from game.records.sitters import HUMAN
from game.records.timeline import MAIN, Timeline, take_up_save
from game.session.player import SeatPlayer
from game.session.seats import players_for
from game.session.session import Session
from game.ui import kit
from game.ui.canvas import Action, Canvas
from game.ui.ground import Backdrop
from game.ui.keep import backdrop_for, extras_of, keep
from game.ui.palette import INK, INK2, INK3, PAPER, SUNK2
from game.ui.screen import Screen, Stage
from game.ui.screens.battle import BattleScreen
from game.ui.screens.replay import open_timeline
from game.ui.screens.sheets import AskScreen, Entry, head
from game.ui.scroll import Position, Scroll
from game.ui.table_picture import table_picture

SMALL = (640, 400)
"""The size of the picture of a saved table, in pixels."""
STEPS = {"Up": -1, "Down": 1, "PgUp": -6, "PgDn": 6, "Home": -9999, "End": 9999}
"""Key -> by how many rows it moves in the list."""


def play_on(
    app: Stage,
    match: Match,
    extras: Extras,
    journal: Journal | None = None,
    *,
    warning: str = "",
    by_hand: Sequence[str] = (),
) -> None:
    """Play on a saved match, and keep it from here on. Players have the seats they had, but people those `by_hand`.

    A record that does not name the players is played by people at all seats.
    """
    seating = extras.seatings[-1] if extras.seatings else None
    players: dict[str, SeatPlayer] = {}
    thinker = Thinker()
    for seat, kind in seating.seats.items() if seating else ():
        try:
            players |= players_for({seat: kind if seat not in by_hand else HUMAN}, thinker)
        except (ValueError, BotError) as error:
            warning = f"{warning} {error} A person plays {spoken(seat)} from here.".strip()
    table = seating.table if seating else app.settings.table
    session = Session(match.setup, match=match, players=players, table=table)
    session.undone, session.marks, session.reasons = list(extras.log), list(extras.marks), list(extras.reasons)
    session.hide()
    problem = keep(session, journal)
    session.take_up(extras.seatings, extras.standings)
    if match.outcome is not None and journal is not None and session.keeper is not None:
        session.keeper.chosen(match)  # the program ended after the battle was over, but before it was kept as finished
    screen = BattleScreen(app, session, backdrop_for(match))
    screen.model.notice = problem or warning
    app.push(screen)


def play_save(app: Stage, match: Match, extras: Extras, journal: Journal | None = None, *, warning: str = "") -> None:
    """Play on a game from a file. It may come from anybody, so the player is asked before a bot is started."""
    bots = extras.seatings[-1].bots if extras.seatings else {}
    start = partial(play_on, app, match, extras, journal, warning=warning)
    if not bots:
        start()
        return
    commands = [*dict.fromkeys(bot.command for bot in bots.values())]
    app.push(BotsScreen(app, commands, start, partial(start, by_hand=list(bots)), journal))


MOST_SHOWN = 200
"""The most letters of a command that may be started: it is shown whole, so that nothing hides behind its end."""


class BotsScreen(AskScreen):
    """The question whether to start the bots that a saved game names. Leaving it closes the `journal` of that game."""

    def __init__(
        self, app: Stage, commands: Sequence[str], start: Action, by_hand: Action, journal: Journal | None
    ) -> None:
        super().__init__(app, "Start the program that this game names?", "Start it", "Leave the game", start)
        self.commands, self.by_hand, self.journal = commands, by_hand, journal
        self.focus = f"row:{len(self.entries()) - 1}"

    @property
    def readable(self) -> bool:
        """Whether the commands can be shown as they are."""
        return all(len(command) <= MOST_SHOWN and command.isprintable() for command in self.commands)

    def entries(self) -> Sequence[Entry]:
        yes, no = super().entries()
        return [*([yes] if self.readable else []), Entry("H", "A person plays instead", "", self.play), no]

    def body(self) -> kit.Widget:
        commands = ", ".join(shown(command, MOST_SHOWN) for command in self.commands)
        why_not = "" if self.readable else " It is not started: its command cannot be shown as it is."
        return kit.Text(f"A seat was played by {commands}.{why_not}", "body", 14, INK2, lines=16)

    def agree(self) -> None:
        self.journal = None
        super().agree()

    def play(self) -> None:
        """Play without the bots."""
        self.journal = None
        self.app.pop()
        self.by_hand()

    def gone(self) -> None:
        """Close the journal, unless the game goes on."""
        if self.journal is not None:
            self.journal.close()


def resume_latest(app: Stage) -> None:
    """Resume the game that was left last."""
    _resume(app, Journal.resume_latest)


def resume(app: Stage, path: Path) -> None:
    """Resume a game that was left."""
    _resume(app, partial(Journal.resume, path))


def _resume(app: Stage, take_up: Callable[[], Resumed]) -> None:
    try:
        resumed = take_up()
    except SaveError as error:
        app.tell("This game cannot be resumed", str(error))
        return
    play_save(app, resumed.match, resumed.extras, resumed.journal, warning=resumed.warning)


def portrait(app: Stage, session: Session, backdrop: Backdrop) -> pygame.Surface:
    """A small picture of the table with its units for the list of saves; without markers, since both sides see it."""
    return table_picture(session.match, backdrop, *SMALL, app.settings.palette)


def portray(app: Stage, session: Session, backdrop: Backdrop, path: Path) -> str:
    """Write a picture of the table beside a game's file. Returns a sentence if that fails, else ""."""
    try:
        pygame.image.save(portrait(app, session, backdrop), picture_of(path))
    except (OSError, pygame.error) as error:
        return f"{error}."
    return ""


def save_now(app: Stage, session: Session, name: str, backdrop: Backdrop) -> str:
    """Save a game under a name, numbered if it is taken, with a picture. Returns a sentence about how it went."""
    number, free_name = 1, name
    try:
        while saves.path_of(free_name).exists():
            number += 1
            free_name = f"{name} ({number})"
        path = saves.save(session.match, free_name, extras_of(session))
    except (SaveError, OSError) as error:
        return f"The game is not saved: {error}"
    problem = portray(app, session, backdrop, path)
    return f"Saved as “{free_name}”, but without its picture: {problem}" if problem else f"Saved as “{free_name}”."


def keep_notes(path: Path, timeline: Timeline) -> str:
    """Write the notes of a timeline into the file that it comes from. Returns a sentence about how it went."""
    try:
        saves.write_again(path, timeline.lines[MAIN].match, timeline.extras())
    except SaveError as error:
        return f"The note is not kept: {error}"
    return "The note is kept."


class SavesScreen(Screen):
    """The list of saves."""

    def __init__(self, app: Stage) -> None:
        super().__init__(app)
        self.at = 0
        self.left: list[SaveInfo] = []
        self.saved: list[SaveInfo] = []
        self.finished: list[SaveInfo] = []
        self.problem = ""
        self.position = Position()
        self.entered()

    def entered(self) -> None:
        self.problem = ""
        try:
            self.left, self.saved = saves.list_left(), saves.list_saves()
            self.finished = list_finished()
        except (SaveError, OSError) as error:
            self.left, self.saved, self.finished = [], [], []
            self.problem = str(error)
        self.at = max(0, min(self.at, len(self.infos) - 1))

    @property
    def infos(self) -> list[SaveInfo]:
        """All games of the list, in order."""
        return [*self.left, *self.saved, *self.finished]

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill(PAPER)
        width, height = canvas.logical
        head("Replays and saves", "", self.app.pop).draw(canvas, kit.Spot(40, 24, width - 80, 40))
        if not self.infos:
            words = self.problem or "Nothing has been saved yet. In a battle, Esc and then V saves the game."
            kit.Text(words, "body", 15, INK2).draw(canvas, kit.Spot(40, 96, width - 80, 60))
            return
        parts: list[kit.Widget] = []
        watch = place = 0
        for title, right, infos in (
            ("Left unfinished", "each goes on where it was left", self.left),
            ("Saved", "under a name, the newest first", self.saved),
            ("Fought to the end", f"the last {MOST}, kept automatically", self.finished),
        ):
            parts += [kit.Section(title, right)] if infos else []
            for info in infos:
                watch = len(parts) if place == self.at else watch
                parts.append(self._row(place, info))
                place += 1
        listed = kit.Column(
            kit.Text(self.problem, "body", 13, INK2),
            Scroll(kit.Column(*parts), self.position, "saves", watch=watch),
            gap=8,
        )
        listed.draw(canvas, kit.Spot(40, 80, width / 2 - 60, height - 104))
        spot = kit.Spot(width / 2, 80, width / 2 - 40, height - 104)
        picture = max(60.0, min((spot.w - 48) * SMALL[1] / SMALL[0], spot.h - 250))
        self._chosen(self.infos[self.at], picture).draw(canvas, spot)

    def _row(self, place: int, info: SaveInfo) -> kit.Widget:
        words = info.problem or self._progress(info)
        outcome = ". ".join(part for part in (info.result, info.seats) if part)
        column = kit.Column(
            kit.Row(
                kit.Text(self._title(info), "serif", 16, lines=1, grow=1),
                kit.Label(
                    age(info.date, datetime.now(UTC)) if info in self.left else f"{info.date:%d %b %Y, %H:%M}",
                    "label",
                    13,
                    INK2,
                ),
            ),
            kit.Text(words, "label", 13.5, INK3 if info.problem else INK2, lines=1 if outcome else 2),
            *([kit.Text(outcome, "label", 13.5, INK2, lines=1)] if outcome else []),
            gap=1,
        )
        look: kit.Look = "chosen" if place == self.at else "card"
        return kit.Card(column, name=f"save:{info.name}", action=partial(self.go, place), look=look, pad=(16, 6), h=74)

    def _chosen(self, info: SaveInfo, h: float) -> kit.Widget:
        if info.problem:
            words = "Try to open it"
        elif info in self.finished:
            words = "Watch"
        else:
            words = "See the end" if info.result else "Play on"
        buttons: list[kit.Widget] = [kit.Button("do:Enter", "Enter", words, self.open, primary=True, grow=1)]
        if info in self.saved and not info.problem:
            buttons.append(kit.Button("do:R", "R", "Step through", self.replay, grow=1))
        actions = kit.Row(*buttons, kit.Button("do:D", "D", "Delete", self.ask_delete, grow=1))
        lines = (info.problem,) if info.problem else (self._progress(info), info.result, info.seats)
        column = kit.Column(
            kit.Drawing(0, h, partial(_picture, info)),
            kit.Space(h=4),
            kit.Text(self._title(info), "serif", 22),
            *(kit.Text(line, "body", 13, INK3 if info.problem else INK2, lines=6) for line in lines),
            kit.Space(h=4),
            actions,
        )
        return kit.Card(column, look="panel", pad=(24, 24), radius=8)

    def _title(self, info: SaveInfo) -> str:
        """The name under which a game was saved; of other games the title of the battle."""
        return info.name if info in self.saved else info.title

    def _progress(self, info: SaveInfo) -> str:
        """How far a game has come, with its battle unless its name says so."""
        turn = f"turn {info.turn} of {info.turns}, {number_of(info.choices, 'choice')}"
        turn = number_of(info.turn, "turn") if info in self.finished else turn
        scenario = "" if self._title(info).startswith(info.scenario) else info.scenario
        return capitalised(", ".join(part for part in (scenario, turn, info.beside) if part))

    def go(self, place: int) -> None:
        """Choose a game; open it if it is chosen already."""
        if self.at == place:
            self.open()
        else:
            self._choose(place)

    def _choose(self, place: int) -> None:
        self.at = max(0, min(len(self.infos) - 1, place))
        self.position.moved = False

    def open(self) -> None:
        """Play on the chosen game; of a finished one open the replay."""
        info = self.infos[self.at]
        if info in self.left:
            resume(self.app, info.path)
        elif info in self.finished:
            self.replay()
        else:
            self.play()

    def play(self) -> None:
        """Play on the chosen save."""
        try:
            match, extras = saves.load(self.infos[self.at].path)
        except SaveError as error:
            self.app.tell("This save cannot be played", str(error))
            return
        take_up_save(match, extras.marks)
        play_save(self.app, match, extras)

    def replay(self) -> None:
        """Step through the chosen game."""
        try:
            path = self.infos[self.at].path
            match, extras = saves.load(path)
            timeline = Timeline(match, extras)
        except (SaveError, RecordError) as error:
            self.app.tell("This save cannot be shown", str(error))
            return
        open_timeline(self.app, timeline, self._title(self.infos[self.at]), keep=partial(keep_notes, path))

    def ask_delete(self) -> None:
        """Ask whether to delete the chosen game."""
        name = self._title(self.infos[self.at])
        self.app.push(AskScreen(self.app, f"Delete “{name}”?", "Delete it for good", "Keep it", self.delete))

    def delete(self) -> None:
        """Delete the chosen game and its picture."""
        path = self.infos[self.at].path
        try:
            saves.delete(path)
            picture_of(path).unlink(missing_ok=True)
        except (SaveError, OSError) as error:
            self.app.tell("This save stays", str(error))
        self.entered()

    def key(self, name: str, event: pygame.event.Event) -> bool:
        if name in STEPS and self.infos:
            self._choose(self.at + STEPS[name])
        elif name == "Esc":
            self.app.pop()
        else:
            return False
        return True


def age(date: datetime, now: datetime) -> str:
    """How long before `now` a date was, in words."""
    minutes = max(0, int((now - date).total_seconds() // 60))
    for size, name in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        if count := minutes // size:
            return f"{number_of(count, name)} ago"
    return "just now"


def _picture(info: SaveInfo, canvas: Canvas, spot: kit.Spot) -> None:
    """Draw the picture of a save as large as fits, in its own proportions."""
    share = min(spot.w / SMALL[0], spot.h / SMALL[1])
    w, h = SMALL[0] * share, SMALL[1] * share
    rect = canvas.rect(spot.centerx - w / 2, spot.y, w, h)
    canvas.surface.fill(SUNK2, rect)
    if info.picture is None:
        _instead_of_picture(canvas, "It was saved without a picture.", spot, h)
    else:
        try:
            picture = pygame.image.load(io.BytesIO(file_bytes(info.picture)))
            place = picture.get_rect().fit(rect)
            canvas.surface.blit(pygame.transform.smoothscale(picture.convert_alpha(), place.size), place)
        except (OSError, pygame.error, ValueError):
            _instead_of_picture(canvas, "The picture cannot be read.", spot, h)
    pygame.draw.rect(canvas.surface, INK, rect, 1)


def _instead_of_picture(canvas: Canvas, words: str, spot: kit.Spot, height: float) -> None:
    """Write why there is no picture, in the middle of its place."""
    canvas.write(words, spot.centerx, spot.y + height / 2, "italic", 14, INK3, align="centre")
