"""What the viewer may see at one moment: the engine's view, the decision, the log, seats and formations.

During playback that moment is a frame: nothing is asked in it, and nothing is known of what comes after it.
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
    """Cache the results of a method or function of the model until the session is read again.

    Results are kept by the arguments. So these must be hashable, and the function must depend on nothing else that
    changes in between.
    """

    @wraps(make)
    def answer(model: ViewedT, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (make, args, *kwargs.items())
        if key not in model.results:
            model.results[key] = make(model, *args, **kwargs)
        return cast("T", model.results[key])

    return answer


class Motive(NamedTuple):
    """Why a seat made a choice, in one line."""

    seat: str
    words: str


@dataclass
class Viewed:
    """A session as its viewer sees it, without anything that a player has picked."""

    session: Session
    palette: Palette = "default"
    moment: Frame | None = None
    """The frame that is shown in playback; None for the table as it stands now."""
    view: View = field(init=False)
    units: dict[str, UnitView] = field(default_factory=dict)
    log: list[LogLine] = field(default_factory=list)
    decision: Decision | None = None
    reasons: dict[int, Motive] = field(default_factory=dict)
    """Why computer players made their choices, by the number of the first event of each."""
    hand: str = ""
    """The seat of the person whose choice is played back; "" for one of a computer player."""
    caption: LogLine | None = None
    """The log line that stands in the prompt during playback."""
    groups: dict[str, GroupView] = field(default_factory=dict)
    plan: tuple[PlanRow, ...] = ()
    results: dict[tuple[object, ...], object] = field(default_factory=dict)
    """The results that `remembered` keeps until the session is read again."""
    _group_of: dict[str, str] = field(default_factory=dict)
    _cargo: dict[str, list[str]] = field(default_factory=dict)
    _log_of: str | None = None
    """The viewer that the log was read for."""

    def read(self) -> None:
        """Read the session again."""
        self.results.clear()
        session, moment = self.session, self.moment
        self.view = session.view(moment)
        self.units = {unit.id: unit for unit in self.view.units}
        self.decision = session.decision if moment is None else None
        events = moment.events if moment is not None else len(session.match.events)
        if self._log_of != (session.viewer or "") or len(self.log) > events:
            self.log, self._log_of = [], session.viewer or ""
        self.log += session.log(len(self.log))[: events - len(self.log)]
        self._read_formations()

    @contextmanager
    def peeking(self, seat: str) -> Iterator[None]:
        """A context in which a seat's own markers are shown, and nothing else is different."""
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
        """What the rulebook tells a screen about itself."""
        return self.session.match.rules.presentation

    def reason(self) -> Motive | None:
        """Why a computer player made the choice that is played back, if that is known."""
        if self.moment is None or self.hand:
            return None
        shown = self.caption.n if self.caption is not None else len(self.log)
        first_event = max((n for n in self.reasons if n <= shown), default=-1)
        later = any(first_event < point.events <= shown for point in self.session.match.history)
        return None if later else self.reasons.get(first_event)

    # -- seats ----------------------------------------------------------------------------------------------------

    def side(self, seat: str) -> int:
        """The number of the colours and the shape of a seat, or of a side's first seat."""
        return seat_index(members_of(seat)[0], self.session.setup.seats)

    def colours(self, seat: str) -> SeatColours:
        """A seat's colours under the player's palette."""
        return seat_colours(self.side(seat), self.palette)

    @property
    def acting(self) -> str:
        """The seat that acts: that of the action under way, else the one asked for an action, else the one in turn."""
        action, decision = self.view.action, self.decision
        under_way = self.units.get(action.unit) if action is not None else None
        if under_way is not None:
            return under_way.seat
        alone = decision is not None and decision.seat in self.session.setup.seats and self.view.queue is None
        return decision.seat if decision is not None and alone and self.view.seat else self.view.seat

    def acts(self, unit: str) -> bool:
        """Whether a unit's action is under way, or the unit is asked what to do with the rest of its activation."""
        action, decision = self.view.action, self.decision
        if action is not None:
            return action.unit == unit and action.status not in OVER
        goes_on = decision is not None and decision.unit == unit and self.view.queue is None
        return goes_on and bool(self.units[unit].extra.spent)

    def stakes(self) -> tuple[StakeRow, ...]:
        """What can be won, as it stands at the moment that is shown."""
        match = self.session.match
        return match.rules.stakes(self.moment.state if self.moment is not None else match.front)

    def length(self, cells: int) -> str:
        """A distance in cells, as the rulebook measures it: 7″, 1 hex, 12.5 cm."""
        return self.session.match.rules.measured(self.session.match.front, cells)

    @property
    def mine(self) -> bool:
        """Whether the question is for the viewer, or for a roll, which anybody at the screen may make."""
        return self.moment is None and self.session.sight.here

    # -- formations -----------------------------------------------------------------------------------------------

    def _read_formations(self) -> None:
        """Take formations, the plan and the cargo of carriers from the view."""
        self.groups = {group.id: group for group in self.view.groups}
        self._group_of = {unit: name for name, group in self.groups.items() for unit in group.units}
        self.plan = self.view.queue.plan if self.view.queue is not None else ()
        self._cargo = {}
        for name, unit in self.units.items():
            if unit.aboard:
                self._cargo.setdefault(unit.aboard, []).append(name)

    def group_of(self, unit: str) -> str:
        """The formation of a unit, "" if it has none."""
        return self._group_of.get(unit, "")

    @remembered
    def members(self, group: str) -> list[str]:
        """The units of a formation, in the rulebook's order, then those that it has lost."""
        listed = [unit for unit in self.groups[group].units if unit in self.units] if group in self.groups else []
        return [*listed, *(name for name, u in self.units.items() if u.group == group and name not in listed)]

    def standing(self, group: str) -> list[str]:
        """The members of a formation that are still in action."""
        return [name for name in self.members(group) if not self.units[name].out]

    def head_of(self, group: str) -> str:
        """The stand that is selected for the formation: the first not aboard, else the first; "" if all are out."""
        standing = self.standing(group)
        return next((name for name in standing if not self.units[name].aboard), standing[0] if standing else "")

    def led_by(self, group: str) -> str:
        """The stand whose place a move of the whole formation names."""
        return self.session.match.rules.led_by(self.session.match.front, group)

    def group_name(self, group: str) -> str:
        """The name of a formation, else its id, to which a short one adds what most of its stands are."""
        name = self.groups[group].name if group in self.groups else ""
        kinds = [self.units[unit].name for unit in self.members(group)]
        if name or len(group) > 2 or not kinds:
            return name or group.upper()
        return f"{group.upper()} {max(kinds, key=kinds.count).lower()}"

    def in_formations(self) -> frozenset[str]:
        """The units that belong to formations."""
        return frozenset(self._group_of)

    def cargo(self, carrier: str) -> list[str]:
        """The units aboard a carrier."""
        return self._cargo.get(carrier, [])

    # -- places ---------------------------------------------------------------------------------------------------

    def cell_of(self, unit: str) -> int:
        """The cell of a unit."""
        return self.units[unit].at

    def units_at(self, cell: int) -> list[str]:
        """The units on a cell, standing ones first, without those aboard a carrier there."""
        units = [name for name, unit in self.units.items() if not unit.aboard and unit.at == cell]
        return sorted(units, key=lambda name: self.units[name].out)

    def sharing(self, name: str) -> list[str]:
        """The standing units in the hex of a unit, with it and those aboard; on squares the unit alone."""
        unit = self.units[name]
        if self.session.setup.board.grid != "hex" or unit.out:
            return [name]
        return [mate for mate, other_unit in self.units.items() if other_unit.at == unit.at and not other_unit.out]

    # -- the moment -----------------------------------------------------------------------------------------------

    @property
    def sighted(self) -> bool:
        """Whether lines of sight mean anything in this rulebook."""
        return self.words.sight

    def at_once(self) -> bool:
        """Whether an answer is carried out as soon as it is declared, so that no reaction waits on a ladder."""
        queues = self.session.match.front.queues
        return bool(queues) and self.session.match.rules.policy(queues[-1].kind).declare == "at_once"

    def trigger_cell(self) -> int:
        """The cell of what may be answered now, -1 if there is none."""
        trigger = self.view.queue.trigger if self.view.queue is not None else None
        return trigger.cell if trigger is not None and trigger.to else -1

    def reactions(self) -> tuple[ReactionView, ...]:
        """The reactions of the queue, in the order in which they are carried out."""
        return self.view.queue.reactions if self.view.queue is not None else ()

    def watched(self) -> dict[int, int]:
        """The cells where the acting side draws fire when it enters, with the number of dice."""
        watch = self.view.overlay.watch
        return watch.watched if watch is not None else {}

    @remembered
    def watchers(self) -> dict[str, frozenset[int]]:
        """The watched cells of each seat."""
        watch = self.view.overlay.watch
        return {seat: frozenset(cells) for seat, cells in watch.watchers.items()} if watch is not None else {}

    def enemy_cells(self) -> list[int]:
        """The cells of the viewer's enemies, one for each unit."""
        return [u.at for u in self.units.values() if u.seat not in self.session.sight.answers and not u.out]

    def guns_on(self, cells: tuple[int, ...], seat: str, among: Collection[str] | None = None) -> dict[int, int]:
        """The number of enemies of `seat` that see each step of a path; empty if the rulebook has no lines of sight.

        `among`: only these units are counted.
        """
        if not self.sighted:
            return {}
        board = self.session.setup.board
        foes = [u.at for u in self.units.values() if u.seat != seat and not u.out and (among is None or u.id in among)]
        return {point: sum(board.visible(foe, cell) for foe in foes) for point, cell in enumerate(cells)}
