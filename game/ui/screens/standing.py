"""The sheet on which a seat sets when it is asked about reactions, for all its units or unit by unit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
from msgspec.structs import replace

from game.engine.names import spoken
from game.engine.standing import ALWAYS, ASK, NEVER, Danger, Standing, When
from game.engine.view import UnitView
from game.session.rounds import after
from game.session.session import Session
from game.session.standing import SENSIBLE, SENSIBLE_WHEN, words_of
from game.ui import kit
from game.ui.canvas import Canvas
from game.ui.palette import INK2, seat_index
from game.ui.screen import Screen, Stage
from game.ui.screens.sheets import draw_below, lay
from game.ui.scroll import Position, Scroll
from game.ui.tokens import token

WIDTH = 760.0
"""The width of the sheet."""
ODDS = (0, 10, 20, 30, 40, 50, 60, 70, 80)
"""The choices for the least odds, in percent; 0 for any."""
REACHES = (0, 4, 8, 12, 16, 20, 24, 32)
"""The choices for the greatest distance, in cells; 0 for any."""
ALL = ""
"""The name of the row for all units."""
DANGERS = {Danger.NOBODY: "no matter", Danger.ITSELF: "its own", Danger.ANYBODY: "of any of mine"}


class StandingScreen(Screen):
    """A row for each unit, and the conditions of the picked row. `done` gets the new standing answer."""

    sheet = True
    early_events = (pygame.KEYDOWN,)

    def __init__(self, app: Stage, session: Session, seat: str, done: Callable[[Standing], None]) -> None:
        super().__init__(app)
        self.session, self.seat, self.done = session, seat, done
        answer = session.standings.of(seat)
        self.standing = answer.stand.standing if answer is not None else ASK
        self.rests = answer is not None and answer.rests
        self.picked = ALL
        self.position = Position()
        state = session.match.front
        self.units = [unit for unit in session.match.view(seat).units if unit.seat == seat and not unit.out]
        foes = (
            state.units[u.id] for u in session.match.view(seat).units if u.seat in state.enemies(seat) and not u.out
        )
        self.kinds = list(dict.fromkeys(unit.profile for unit in foes))

    # -- what is said -------------------------------------------------------------------------------------------------

    @property
    def when(self) -> When | None:
        """The condition of the picked row; None for never."""
        return self.standing.of(self.picked)

    def put(self, when: When | None) -> None:
        """Set the condition of the picked row; that of all units replaces the units' own."""
        if self.picked == ALL:
            self.standing = Standing(when, openly=self.standing.openly)
        else:
            self.standing = self.standing.but([self.picked], when)

    def next_danger(self) -> None:
        """Go on to the next choice of whose danger is a reason to ask."""
        when = self.when or ALWAYS
        self.put(replace(when, danger=after(Danger, when.danger)))

    def next_odds(self) -> None:
        """Go on to the next choice of the least odds that are a reason to ask."""
        when = self.when or ALWAYS
        self.put(replace(when, odds=after(ODDS, when.odds)))

    def next_reach(self) -> None:
        """Go on to the next choice of the greatest distance."""
        when = self.when or ALWAYS
        self.put(replace(when, within=after(REACHES, when.within)))

    def next_kind(self) -> None:
        """Go on to the next choice of the kind of target."""
        when = self.when or ALWAYS
        targets = [(), *((kind,) for kind in self.kinds)]
        self.put(replace(when, targets=after(targets, when.targets)))

    def change_openly(self) -> None:
        """Switch whether the seat acts openly, without a curtain."""
        self.standing = Standing(self.standing.rest, self.standing.units, not self.standing.openly)

    def sensible(self) -> None:
        """Set the usual conditions, and close the sheet."""
        self.standing = SENSIBLE
        self.keep()

    def keep(self) -> None:
        """Close the sheet, and hand on the standing answer."""
        self.app.pop()
        self.done(self.standing)

    # -- drawing ------------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        draw_below(canvas, self.app, self, 110)
        lay(canvas, kit.Card(self._sheet(), look="sheet", pad=(28, 20), radius=10), WIDTH)

    def _sheet(self) -> kit.Widget:
        name = spoken(self.seat)
        rests = "A step back has suspended this; Enter sets it again. " if self.rests else ""
        why = f"{rests}Where {name} is not asked it passes, and nobody else can tell. A step back suspends this."
        rows = [self._row(ALL, None), *(self._row(unit.id, unit) for unit in self.units)]
        return kit.Column(
            kit.Text(f"When is {name} asked to react?", "serif", 28),
            kit.Text(why, "body", 14, INK2),
            kit.Space(h=4),
            kit.Button(
                "sensible",
                "S",
                f"Ask me only if {words_of(SENSIBLE_WHEN, self._length, self._kind)}{self._openly}",
                self.sensible,
                h=40,
            ),
            kit.Space(h=2),
            kit.Section("Or set it yourself", "up and down: for which unit"),
            Scroll(kit.Column(*rows, gap=3), self.position, "units", watch=self._place(), grow=0),
            kit.Space(h=2),
            self._answers(),
            self._conditions(),
            self._acting(),
            kit.Space(h=4),
            kit.Row(
                kit.Button("keep", "Enter", "Keep it so", self.keep, primary=True, h=40, grow=1),
                kit.Button("back", "Esc", "Leave it as it was", self.app.pop, h=40, grow=1),
                gap=8,
            ),
            gap=5,
        )

    def _row(self, name: str, unit: UnitView | None) -> kit.Widget:
        palette, side = self.app.settings.palette, seat_index(self.seat, self.session.setup.seats)
        figure = unit.figure if unit is not None else "leader"
        own = unit is None or name in self.standing.units
        line = kit.Row(
            kit.Picture(24, 24, lambda size: token(figure, side, size, palette=palette)),
            kit.Label(
                f"{unit.id.upper()} {unit.name}" if unit is not None else "All my units", "label_bold", 15, w=150
            ),
            kit.Label(self._state(name), "body" if own else "italic", 14, INK2, grow=1),
        )
        look: kit.Look = "chosen" if name == self.picked else "card"
        return kit.Card(line, name=f"for:{name}", action=partial(self.pick, name), look=look, pad=(10, 2), h=29)

    def _answers(self) -> kit.Widget:
        when = self.when
        answers = (
            ("A", "Ask me", when == ALWAYS, partial(self.put, ALWAYS)),
            ("N", "Never ask", when is NEVER, partial(self.put, NEVER)),
            ("W", "Ask me if …", when is not None and when != ALWAYS, partial(self.put, SENSIBLE_WHEN)),
        )
        return kit.Row(*(_segment(*answer) for answer in answers), gap=6)

    def _conditions(self) -> kit.Widget:
        """The conditions of the picked row; each key goes on to the next value."""
        when = self.when
        if when is None or when.always:
            return kit.Space()
        kinds = ", ".join(self._kind(kind) for kind in when.targets) or "any"
        fields = (
            ("D", "in danger", DANGERS[when.danger], self.next_danger),
            ("O", "or odds at least", f"{when.odds}%" if when.odds else "no matter", self.next_odds),
            ("R", "and at most away", self._length(when.within) if when.within else "any distance", self.next_reach),
            ("T", "and the target is", kinds, self.next_kind),
        )
        return kit.Row(*(_field(*field) for field in fields), gap=6)

    def _acting(self) -> kit.Widget:
        """The row for acting openly, if several people share the screen."""
        if not self.session.sight.secrets:
            return kit.Space()
        openly = "on the open table: it shows the backs of all markers, and no curtain falls"
        value = openly if self.standing.openly else "behind my own curtain, where I see my markers"
        return _field("V", "I act", value, self.change_openly)

    @property
    def _openly(self) -> str:
        return "; I act on the open table" if self.session.sight.secrets else ""

    def _length(self, cells: int) -> str:
        return self.session.match.rules.measured(self.session.match.front, cells)

    def _kind(self, profile: str) -> str:
        return self.session.match.rules.army.profiles[profile].name.lower()

    def _state(self, name: str) -> str:
        when = self.standing.of(name)
        if when is None:
            return "never asked"
        return "always asked" if when.always else f"asked if {words_of(when, self._length, self._kind)}"

    def _row_names(self) -> list[str]:
        return [ALL, *(unit.id for unit in self.units)]

    def _place(self) -> int:
        return self._row_names().index(self.picked)

    # -- keys ---------------------------------------------------------------------------------------------------------

    def pick(self, name: str) -> None:
        """Pick a row."""
        self.picked = name

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Change the row with Up and Down; Esc closes the sheet without a change."""
        if name == "Esc":
            self.app.pop()
        elif name in ("Up", "Down"):
            rows = self._row_names()
            self.picked = rows[(self._place() + (1 if name == "Down" else -1)) % len(rows)]
        else:
            return False
        return True


def _segment(key: str, words: str, chosen: bool, action: Callable[[], None]) -> kit.Widget:
    line = kit.Row(kit.KeyCap(key, size=18), kit.Label(words, "label_semi", 15))
    look: kit.Look = "chosen" if chosen else "card"
    return kit.Card(line, name=f"answer:{key}", action=action, key=key, look=look, pad=(10, 4), h=34, grow=1)


def _field(key: str, words: str, value: str, action: Callable[[], None]) -> kit.Widget:
    column = kit.Column(kit.Label(words, "label", 12.5, INK2), kit.Label(value, "label_bold", 15), gap=-1, grow=1)
    line = kit.Row(kit.KeyCap(key, size=18), column)
    return kit.Card(line, name=f"field:{key}", action=action, key=key, pad=(8, 3), h=42, grow=1)
