"""Replays: step back and forth by choice, turn, reaction or casualty, write notes, and play on from any moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.ai.apart import Thinker
from game.ai.findings import Costly, place_of
from game.engine.answers import Choice
from game.engine.match import Frame, Match
from game.engine.names import spoken
from game.engine.viewers import PUBLIC, REFEREE
from game.records.record import Extras, Seating
from game.records.tables import TableKind
from game.records.timeline import Timeline, TimelineError
from game.session.player import SeatPlayer
from game.session.rounds import after
from game.session.seats import players_for
from game.session.session import Session
from game.ui import kit
from game.ui.battle.game import Game
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.parts import Fitting
from game.ui.battle.playback import Playback
from game.ui.battle.shown import ShownGame
from game.ui.canvas import Canvas
from game.ui.ground import Backdrop
from game.ui.keep import backdrop_for, keep
from game.ui.palette import INK, INK2, INK3, LINE2, SAFFRON, SUNK
from game.ui.screen import Stage
from game.ui.screens.battle import BattleScreen, Strip
from game.ui.screens.chances import Findings
from game.ui.screens.sheets import WordsScreen

UNITS = ("choice", "activation", "turn", "reaction", "casualty", "die", "event")
"""What a step of the replay may be."""

COSTLY = ("Costly choices", "Costly", "")
"""The words on the button of the costly choices, for less and less room."""

Keep = Callable[[Timeline], str]
"""Saves the notes of a timeline. Returns a sentence about how it went."""
PASSING = "This note is kept until you leave. Replays of saves and of finished battles keep their notes for good."

LONG = 120
"""A step with so many events is not played back; only its end is shown."""


class Costliest(NamedTuple):
    """The choices of a battle that cost most, and the number of the one at which its replay opens, -1 for none."""

    choices: tuple[Costly, ...]
    at: int = -1


class ReplayGame(ShownGame):
    """The game of a replay: a step shows what was chosen. The main line is never changed; playing on makes a branch."""

    elsewhere = "Something else was chosen here: Right steps on, P plays on from here."

    def __init__(self, app: Stage, model: Model, view: MapView, playback: Playback, timeline: Timeline) -> None:
        super().__init__(app, model, view, playback)
        self.timeline = timeline
        self.keep: Keep | None = None
        """Saves the notes; None if there is no file for them."""
        self.by = "choice"
        self._findings: Findings | None = None
        self._place = -1
        self._awaits_findings = False
        self.left = False
        """Whether the player has left the replay to play on in a branch of it."""

    def entered(self) -> None:
        """Come back to the top; after playing a branch, show its end."""
        super().entered()
        if self.left:
            self.left = False
            self.timeline.follow(self.timeline.line.name)
            self._show([])

    @property
    def over(self) -> bool:
        """Whether the battle has come to its end."""
        return self.timeline.match.outcome is not None

    def costliest(self) -> None:
        """Go to the choice that cost most, then to the next ones; or say why that is not possible now."""
        match, model = self.timeline.match, self.model
        if not self.over:
            model.notice = "The battle is not over: you can see what choices cost at its end."
            return
        if self._findings is None or self._findings.match is not match:
            self._let_findings_go()
            self._findings, self._place = Findings(match), -1
        choices = self._findings.costly
        self._awaits_findings = choices is None
        if choices is None:
            model.notice = "The computer is analysing the battle."
        elif not choices:
            model.notice = "No choice cost much."
        else:
            self._place = (self._place + 1) % len(choices)
            self.jump(place_of(match, choices[self._place].choice))
            self._tell(choices)

    def take_costly(self, costliest: Costliest) -> None:
        """Take what the analysis has found already, so that it need not be found again."""
        self._findings, self._place = Findings(self.timeline.match), costliest.at
        self._findings.costly = costliest.choices

    def begin(self) -> None:
        """Begin as any game does, and comment on the choice at which the replay was opened."""
        super().begin()
        if self._findings is not None and self._findings.costly and self._place >= 0:
            self._tell(self._findings.costly)

    def _tell(self, choices: Sequence[Costly]) -> None:
        costly = choices[self._place]
        sentence = f"{self._place + 1} of {len(choices)}, {spoken(costly.seat)}: {costly.title}. Better: {costly.note}."
        self.model.notice = sentence
        self.model.better = self.timeline.place.made, costly.better
        if costly.better >= 0:
            units = self.model.units
            self.view.bring([costly.better, *(units[name].at for name in costly.units if name in units)])

    def tick(self, seconds: float, *, in_sight: bool) -> bool:
        """Go on as any game does, and show the costly choices that were asked for once they have been found."""
        if self._awaits_findings and self._findings is not None:
            self._findings.tick(seconds)
            if self._findings.costly is not None:
                self.costliest()
                return True
        return super().tick(seconds, in_sight=in_sight)

    def leave(self) -> None:
        self._let_findings_go()
        super().leave()

    def _let_findings_go(self) -> None:
        if self._findings is not None:
            self._findings.close()

    def step(self, count: int) -> None:
        """Go on by `count` stops, or back if negative; a step forward is played back."""
        self.playback.drop()
        place = self.timeline.place
        self.timeline.step(self.by, count)
        self._show(self.timeline.film(place) if 0 < self.timeline.place.events - place.events < LONG else [])

    def turn(self, count: int) -> None:
        """Go on by `count` turns, or back if negative."""
        self.by, previous = "turn", self.by
        self.step(count)
        self.by = previous

    def jump(self, made: int) -> None:
        """Go to the moment after `made` choices."""
        self.playback.drop()
        self.timeline.go(made)
        self._show([])

    def to_start(self) -> None:
        """Go to the beginning, and show the map as at the beginning of a battle."""
        self.jump(0)
        self.look_at_all()

    def _show(self, film: Sequence[Frame]) -> None:
        self.model.session = session_at(self.timeline, self.session.viewer)
        self.model.log, self.model.notice = [], ""
        self.playback.start(film)

    def next_unit_of_steps(self) -> None:
        """Step by the next of `UNITS` from now on."""
        self.by = after(UNITS, self.by)

    def follow_next(self) -> None:
        """Change to the next line: the main one, then the branches."""
        self.timeline.follow(after(self.timeline.lines, self.timeline.line.name))
        self._show([])

    def write_note(self) -> None:
        """Ask for a note on this moment."""
        choices_made = self.timeline.place.made
        self.app.push(
            WordsScreen(self.app, "A note on this moment", self.timeline.notes.get(choices_made, ""), self.noted)
        )

    def noted(self, words: str) -> None:
        """Attach a note to this moment, and save it if there is a file for it."""
        self.timeline.note(words)
        self.model.notice = self.keep(self.timeline) if self.keep is not None else PASSING

    def coming(self) -> Choice | None:
        """The choice that was made at this moment; None at the end, and for a roll."""
        match, choices_made = self.timeline.match, self.timeline.place.made
        choice = match.choices[match.history[choices_made].choices] if choices_made < len(match.history) else None
        return choice if choice is not None and choice.faces is None else None

    def forward(self) -> None:
        self.step(1)

    def undo(self) -> None:
        self.step(-1)


def session_at(timeline: Timeline, seat: str | None) -> Session:
    """A session at the present moment of a timeline, as a seat sees it (None sees everything)."""
    table = TableKind.OPEN if seat is None else TableKind.CURTAINS
    session = Session(timeline.shown.setup, match=timeline.shown, table=table)
    session.viewer = seat
    return session


class ReplayStrip:
    """The strip of a replay, with its scrubber and buttons."""

    def __init__(self, game: ReplayGame, backdrop: Backdrop | None, *, title: str, table: TableKind) -> None:
        """`table`: the kind of table at which a branch is played on."""
        self.game, self.app, self.timeline = game, game.app, game.timeline
        self.backdrop, self.title, self.table = backdrop, title, table

    def play_on(self) -> None:
        """Play on from here in a new branch, with the computer players at their seats."""
        name = f"branch {len(self.timeline.lines)}"
        try:
            match = self.timeline.branch(name)
        except TimelineError as error:
            self.game.model.notice = str(error)
            return
        self.game.left = True
        session = Session(match.setup, match=match, table=self.table, players=self._computers())
        screen = BattleScreen(self.app, session, self.backdrop)
        screen.model.notice = keep(session)
        self.app.push(screen)

    def _computers(self) -> dict[str, SeatPlayer]:
        """The computer players of the game, but not its bots: a program is not started without asking."""
        seating = self.timeline.seatings[-1] if self.timeline.seatings else None
        kinds = {seat: kind for seat, kind in seating.seats.items() if seat not in seating.bots} if seating else {}
        return players_for(kinds, Thinker())

    def leave(self) -> None:
        """Go back to the screen below."""
        self.app.pop()

    # -- drawing --------------------------------------------------------------------------------------------------

    def widget(self, open_clause: kit.Open) -> kit.Widget:
        """The title and the note, the scrubber, the buttons."""
        choices_made, choice_count = self.timeline.place.made, len(self.timeline.match.history)
        line = self.timeline.line.name or "main line"
        note = self.timeline.notes.get(choices_made, "")
        column = kit.Column(
            kit.Row(
                kit.Label(f"{self.title}, {line}", "label_semi", 13.5, INK2),
                kit.Label(
                    note or f"choice {choices_made} of {choice_count}",
                    "italic" if note else "label",
                    13.5,
                    INK3,
                    grow=1,
                ),
                gap=24,
            ),
            kit.Drawing(0, 22, partial(self._scrubber, choices_made, choice_count)),
            Fitting(*map(self._buttons, range(3))),
        )
        return kit.Card(column, look="sheet", pad=(14, 8), radius=8)

    def _buttons(self, short: int) -> kit.Widget:
        """The buttons, with fewer words for `short` 1 and 2: the keys of ends and steps say enough by themselves."""
        game, choice_count = self.game, len(self.timeline.match.history)
        return kit.Row(
            kit.Button("replay:Home", "Home", "" if short else "Start", game.to_start, h=30),
            kit.Button("replay:Left", "Left", "" if short > 1 else "Back", partial(game.step, -1), h=30),
            kit.Button("replay:Right", "Right", "" if short > 1 else "On", partial(game.step, 1), primary=True, h=30),
            kit.Button("replay:End", "End", "" if short else "End", partial(game.jump, choice_count), h=30),
            kit.Button(
                "replay:B", "B", game.by.capitalize() if short else f"By {game.by}", game.next_unit_of_steps, h=30
            ),
            kit.Button("replay:P", "P", "Play on", self.play_on, h=30),
            kit.Button("replay:W", "W", "Note", game.write_note, h=30),
            *([kit.Button("replay:C", "C", COSTLY[short], game.costliest, h=30)] if game.over else []),
            *([kit.Button("replay:F", "F", "Line", game.follow_next, h=30)] if len(self.timeline.lines) > 1 else []),
            gap=5,
        )

    def _scrubber(self, choices_made: int, choice_count: int, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw the game as a line with its turns and notes; a click goes to that moment."""
        x, y, w = spot.x, spot.centery, spot.w
        canvas.box(x, y - 3, w, 6, SUNK, LINE2, 3)
        for place in self.timeline.stops("turn"):
            tick = canvas.px(x + w * place.made / max(1, choice_count))
            pygame.draw.line(
                canvas.surface, INK2, (tick, canvas.px(y - 8)), (tick, canvas.px(y + 8)), max(1, canvas.px(1.2))
            )
        for number in self.timeline.notes:
            tick = canvas.px(x + w * number / max(1, choice_count))
            pygame.draw.polygon(
                canvas.surface,
                SAFFRON,
                [
                    (tick, canvas.px(y - 4)),
                    (tick - canvas.px(4), canvas.px(y - 11)),
                    (tick + canvas.px(4), canvas.px(y - 11)),
                ],
            )
        knob = (canvas.px(x + w * choices_made / max(1, choice_count)), canvas.px(y))
        pygame.draw.aacircle(canvas.surface, INK, knob, canvas.px(7))
        rect = canvas.rect(*spot)
        canvas.zone(
            "scrubber",
            rect,
            lambda: self.game.jump(round((self.app.mouse[0] - rect.x) / rect.width * choice_count)),
            focusable=False,
        )

    def key(self, name: str) -> bool:
        """Step with the arrows, and by turns with the page keys; Esc leaves."""
        if name in ("Left", "Right"):
            self.game.step(1 if name == "Right" else -1)
        elif name in ("PgUp", "PgDn"):
            self.game.turn(1 if name == "PgDn" else -1)
        elif name == "Esc":
            self.leave()
        else:
            return False
        return True


def replay_screen(
    app: Stage,
    timeline: Timeline,
    backdrop: Backdrop | None,
    *,
    title: str = "",
    seat: str | None = None,
    table: TableKind | None = None,
    keep: Keep | None = None,
    costliest: Costliest | None = None,
) -> BattleScreen:
    """The battle screen of a replay, as `seat` sees the game; None sees everything.

    `table`: the kind of table for branches, None for that of the settings; `keep` saves the notes; `costliest`: what
    the analysis has found already.
    """
    timeline.stand(timeline.place)
    title = title or timeline.title or timeline.match.setup.title
    kind = app.settings.table if table is None else table

    def conduct(stage: Stage, model: Model, view: MapView, playback: Playback) -> tuple[Game, Strip]:
        game = ReplayGame(stage, model, view, playback, timeline)
        game.keep = keep
        if costliest is not None:
            game.take_costly(costliest)
        return game, ReplayStrip(game, backdrop, title=title, table=kind)

    return BattleScreen(app, session_at(timeline, seat), backdrop, conduct)


def look_back(app: Stage, match: Match, backdrop: Backdrop | None, *, seat: str | None, seating: Seating) -> None:
    """Step through a copy of the game that is being played, as `seat` may see it."""
    timeline = Timeline(match.clone(), Extras(seatings=[seating]))
    app.push(replay_screen(app, timeline, backdrop, seat=seat, table=seating.table))


def open_timeline(
    app: Stage, timeline: Timeline, title: str = "", *, referee: bool = False, keep: Keep | None = None
) -> None:
    """Open the replay of a record at its start. Only a referee sees the secrets of an unfinished game."""
    seat = REFEREE if referee or timeline.match.outcome is not None else PUBLIC
    timeline.go(0)
    screen = replay_screen(app, timeline, backdrop_for(timeline.match), title=title, seat=seat, keep=keep)
    app.push(screen)
