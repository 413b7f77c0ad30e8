"""What the one who looks may see at one moment: the engine's view, its decision, its events, seats and formations.

While what has happened is played back, the moment is a frame of that: nothing is asked in it, and nothing is known of
what comes after it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar, cast

from msgspec.structs import replace

from game.engine.decisions import Decision
from game.engine.log import LogLine
from game.engine.match import Frame
from game.engine.names import members_of
from game.engine.presentation import Presentation
from game.engine.queue import OVER
from game.engine.view import GroupView, PlanRow, ReactionView, StakeRow, UnitView, View
from game.session.session import Session
from game.ui.palette import Palette, SeatColours, seat_colours, seat_index

T = TypeVar("T")
P = ParamSpec("P")
ViewedT = TypeVar("ViewedT", bound="Viewed")


def remembered(make: Callable[Concatenate[ViewedT, P], T]) -> Callable[Concatenate[ViewedT, P], T]:
    """A method of the model, or a function of it, that works out each answer once until the session is read again.

    Answers are kept by the arguments, so these are hashable, and nothing else that can change is read.
    """

    @wraps(make)
    def answer(model: ViewedT, /, *args: P.args, **kwargs: P.kwargs) -> T:
        asked = (make, args, *kwargs.items())
        if asked not in model.kept:
            model.kept[asked] = make(model, *args, **kwargs)
        return cast("T", model.kept[asked])

    return answer


class Motive(NamedTuple):
    """Why a seat did what it did, in one line."""

    seat: str
    words: str


@dataclass
class Viewed:
    """A session through the eyes of its viewer. Nothing in it has been picked by anybody yet."""

    session: Session
    palette: Palette = "default"
    moment: Frame | None = None
    """The frame that is shown while it is played back what has happened; None for the table as it stands now."""
    view: View = field(init=False)
    units: dict[str, UnitView] = field(default_factory=dict)
    log: list[LogLine] = field(default_factory=list)
    decision: Decision | None = None
    reasons: dict[int, Motive] = field(default_factory=dict)
    """Why a computer player did what it did, by the number of the first event that came of it."""
    hand: str = ""
    """The seat that has chosen here what is played back; "" where a computer player did."""
    told: LogLine | None = None
    """What is being shown, in words; None where nothing is played back."""
    groups: dict[str, GroupView] = field(default_factory=dict)
    plan: tuple[PlanRow, ...] = ()
    kept: dict[tuple[object, ...], object] = field(default_factory=dict)
    """What was worked out since the session was read; `remembered` fills it."""
    _group_of: dict[str, str] = field(default_factory=dict)
    _cargo: dict[str, list[str]] = field(default_factory=dict)
    _of: str | None = None

    def read(self) -> None:
        """Ask the session again."""
        self.kept.clear()
        session, moment = self.session, self.moment
        self.view = session.view(moment)
        self.units = {unit.id: unit for unit in self.view.units}
        self.decision = session.decision if moment is None else None
        told = moment.events if moment is not None else len(session.match.events)
        if self._of != (session.viewer or "") or len(self.log) > told:
            self.log, self._of = [], session.viewer or ""
        self.log += session.log(len(self.log))[: told - len(self.log)]
        self._read_formations()

    @contextmanager
    def peeking(self, seat: str) -> Iterator[None]:
        """Show a seat's own markers for a moment; nothing else is another one."""
        view, units = self.view, self.units
        own = {unit.id: unit for unit in self.session.match.view(seat).units if unit.seat == seat}
        self.units = {name: own.get(name, unit) for name, unit in units.items()}
        self.view = replace(view, units=tuple(self.units.values()))
        try:
            yield
        finally:
            self.view, self.units = view, units

    @property
    def words(self) -> Presentation:
        """What the rulebook says of itself to a screen."""
        return self.session.match.rules.presentation

    def reason(self) -> Motive | None:
        """Why a computer player did what is being shown, if it says."""
        begun = max((n for n in self.reasons if n <= len(self.log)), default=-1)
        return self.reasons.get(begun) if self.moment is not None and not self.hand else None

    # -- seats ----------------------------------------------------------------------------------------------------

    def side(self, seat: str) -> int:
        """The number of a seat's colours and shape; of a side of several those of the first."""
        return seat_index(members_of(seat)[0], self.session.setup.seats)

    def colours(self, seat: str) -> SeatColours:
        """A seat's colours under the player's palette."""
        return seat_colours(self.side(seat), self.palette)

    @property
    def acting(self) -> str:
        """The seat that acts: whose action is under way, who is asked to begin or go on with one, or whose turn it is."""
        action, asked = self.view.action, self.decision
        under_way = self.units.get(action.unit) if action is not None else None
        if under_way is not None:
            return under_way.seat
        alone = asked is not None and asked.seat in self.session.setup.seats and self.view.queue is None
        return asked.seat if asked is not None and alone and self.view.seat else self.view.seat

    def acts(self, unit: str) -> bool:
        """Whether a unit's action is under way, or it is asked what to do with the rest of its activation."""
        action, asked = self.view.action, self.decision
        if action is not None:
            return action.unit == unit and action.status not in OVER
        goes_on = asked is not None and asked.unit == unit and self.view.queue is None
        return goes_on and bool(self.units[unit].extra.spent)

    def stakes(self) -> tuple[StakeRow, ...]:
        """What there is to be won, as it stands in what is shown."""
        match = self.session.match
        return match.rules.stakes(self.moment.state if self.moment is not None else match.front)

    def length(self, cells: int) -> str:
        """A distance between cells as the rulebook measures it: 7″, 1 hex, 12.5 cm."""
        return self.session.match.rules.measured(self.session.match.front, cells)

    @property
    def mine(self) -> bool:
        """Whether the one who looks is the one who is asked (dice count as his)."""
        return self.moment is None and self.session.answers_here

    # -- formations -----------------------------------------------------------------------------------------------

    def _read_formations(self) -> None:
        """Formations and who rides with whom, as the view has them."""
        self.groups = {group.id: group for group in self.view.groups}
        self._group_of = {unit: name for name, group in self.groups.items() for unit in group.units}
        self.plan = self.view.queue.plan if self.view.queue is not None else ()
        self._cargo = {}
        for name, unit in self.units.items():
            if unit.aboard:
                self._cargo.setdefault(unit.aboard, []).append(name)

    def group_of(self, unit: str) -> str:
        """The formation a unit belongs to, "" if there are none."""
        return self._group_of.get(unit, "")

    @remembered
    def members(self, group: str) -> list[str]:
        """The units of a formation, in the rulebook's order, then those that it has lost."""
        listed = [unit for unit in self.groups[group].units if unit in self.units] if group in self.groups else []
        return [*listed, *(name for name, u in self.units.items() if u.group == group and name not in listed)]

    def standing(self, group: str) -> list[str]:
        """Those of them that are still in action."""
        return [name for name in self.members(group) if not self.units[name].out]

    def head_of(self, group: str) -> str:
        """The stand that a formation is found by."""
        standing = self.standing(group)
        return next((name for name in standing if not self.units[name].aboard), standing[0] if standing else "")

    def led_by(self, group: str) -> str:
        """The stand whose place a move of the whole formation names."""
        return self.session.match.rules.led_by(self.session.match.front, group)

    def group_name(self, group: str) -> str:
        """What a formation is called: its name, else its id, with what most of its stands are if that says little."""
        name = self.groups[group].name if group in self.groups else ""
        kinds = [self.units[unit].name for unit in self.members(group)]
        if name or len(group) > 2 or not kinds:
            return name or group.upper()
        return f"{group.upper()} {max(kinds, key=kinds.count).lower()}"

    def in_formations(self) -> frozenset[str]:
        """Every unit that moves with others."""
        return frozenset(self._group_of)

    def cargo(self, carrier: str) -> list[str]:
        """Who rides in a unit."""
        return self._cargo.get(carrier, [])

    # -- who is where ---------------------------------------------------------------------------------------------

    def cell_of(self, unit: str) -> int:
        """Where a unit is."""
        return self.units[unit].at

    def units_at(self, cell: int) -> list[str]:
        """The units on a cell, standing ones first; who rides in another is found there."""
        found = [name for name, unit in self.units.items() if not unit.aboard and unit.at == cell]
        return sorted(found, key=lambda name: self.units[name].out)

    def sharing(self, unit: str) -> list[str]:
        """The standing units of a hex that a unit shares, those aboard with them; on squares it is alone."""
        one = self.units[unit]
        if self.session.setup.board.grid != "hex" or one.out:
            return [unit]
        return [name for name, other in self.units.items() if other.at == one.at and not other.out]

    # -- the moment -----------------------------------------------------------------------------------------------

    @property
    def sighted(self) -> bool:
        """Whether lines of sight mean anything in this rulebook."""
        return self.words.sight

    def at_once(self) -> bool:
        """Whether what is answered now is carried out as it is declared, so that no reaction ever waits on a ladder."""
        queues = self.session.match.front.queues
        return bool(queues) and self.session.match.rules.policy(queues[-1].kind).declare == "at_once"

    def trigger_cell(self) -> int:
        """Where that happens which may be answered now, -1 if nothing does."""
        trigger = self.view.queue.trigger if self.view.queue is not None else None
        return trigger.cell if trigger is not None and trigger.to else -1

    def reactions(self) -> tuple[ReactionView, ...]:
        """The reactions of the queue on top, in the order they are and will be carried out."""
        return self.view.queue.reactions if self.view.queue is not None else ()

    def watched(self) -> dict[int, int]:
        """Cells that draw fire from whoever of the acting side enters, with the dice, as the rulebook's overlay says."""
        watch = self.view.overlay.watch
        return watch.watched if watch is not None else {}

    @remembered
    def watchers(self) -> dict[str, frozenset[int]]:
        """Whose fire it is: the watched cells of each seat."""
        watch = self.view.overlay.watch
        return {seat: frozenset(cells) for seat, cells in watch.watchers.items()} if watch is not None else {}

    def enemy_cells(self) -> list[int]:
        """Where the enemies of the one who looks stand."""
        return [u.at for u in self.units.values() if u.seat not in self.session.speakers and not u.out]

    def guns_on(self, cells: tuple[int, ...], seat: str, among: Collection[str] | None = None) -> dict[int, int]:
        """For each step of a path, how many enemies of `seat` see it: what anybody can see on the table.

        Nobody does where sight means nothing. `among`: only these are counted.
        """
        if not self.sighted:
            return {}
        board = self.session.setup.board
        foes = [u.at for u in self.units.values() if u.seat != seat and not u.out and (among is None or u.id in among)]
        return {point: sum(board.visible(foe, cell) for foe in foes) for point, cell in enumerate(cells)}
