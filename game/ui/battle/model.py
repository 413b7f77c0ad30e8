"""What the battle screen knows at one moment: view, decision, selection. Everything in it comes from the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from game.engine.decisions import Decision, Option, Refusal
from game.engine.forecast import Forecast
from game.session import Session
from game.ui.palette import SeatColours, seat_colours, seat_index

Json = dict[str, object]


@dataclass
class Model:
    """The session as shown, with what the player has picked so far. `chosen` is the id of the option under the hand."""

    session: Session
    palette: str = "default"
    view: Json = field(default_factory=dict)
    units: dict[str, Json] = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)
    decision: Decision | None = None
    selected: str = ""
    chosen: str = ""
    pace: str = ""
    path: tuple[int, ...] = ()
    bends: list[int] = field(default_factory=list)
    whys: dict[str, list[Option] | Refusal] = field(default_factory=dict)
    _of: str | None = None
    _forecasts: dict[str, Forecast | None] = field(default_factory=dict)
    _paths: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def refresh(self) -> None:
        """Read the session again, after a choice, an undo or a change of hands."""
        session = self.session
        self.view = session.view()
        units = self.view["units"]
        self.units = {str(unit["id"]): unit for unit in units} if isinstance(units, list) else {}
        self.decision = session.decision
        if self._of != (session.viewer or "") or len(self.events) > len(session.match.events):
            self.events = session.events()
            self._of = session.viewer or ""
        else:
            self.events += session.events(len(self.events))
        self.chosen = self.pace = ""
        self.path, self.bends = (), []
        self._forecasts.clear()
        self._paths.clear()
        self.whys = session.match.why(session.viewer) if session.match.front.queues else {}
        asked = self.decision
        if asked is not None and asked.unit:
            self.selected = asked.unit
        elif asked is not None and asked.kind != "react" and self.mine and self.selected not in self.able():
            self.selected = next(iter(self.able()), self.selected)
        if asked is not None and asked.options and self.mine:
            self.chosen = asked.default if asked.kind != "activate" else ""

    # -- seats ----------------------------------------------------------------------------------------------------

    def side(self, seat: str) -> int:
        """The number of a seat's colours and shape."""
        return seat_index(seat, self.session.setup.seats)

    def colours(self, seat: str) -> SeatColours:
        """A seat's colours under the player's palette."""
        return seat_colours(self.side(seat), self.palette)

    def seat_name(self, seat: str) -> str:
        """How the rulebook calls a seat."""
        return self.session.match.rules.seat_name(seat)

    def length(self, cells: int) -> str:
        """A distance in the rulebook's unit: 7″, 1 hex, 12 cm."""
        lengths = self.view["lengths"]
        return f"{cells}{lengths[cells != 1]}" if isinstance(lengths, list) else str(cells)

    @property
    def mine(self) -> bool:
        """Whether the one who looks is the one who is asked (dice count as his)."""
        asked = self.session.asked
        return self.session.viewer is None or asked in ("dice", self.session.viewer)

    # -- options --------------------------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        """The options of the decision on the screen."""
        return self.decision.options if self.decision is not None and self.mine else ()

    def option(self) -> Option | None:
        """The option under the hand."""
        return self.decision.option(self.chosen) if self.decision is not None else None

    def listed(self) -> list[Option]:
        """The options that are shown as rows: all but moves to cells; of the selected unit, if it has any."""
        rows = [o for o in self.options() if not (o.to >= 0 and o.point < 0)]
        if self.decision is None or self.decision.kind not in ("activate", "react", "action", "shoot"):
            return rows
        own = [o for o in rows if o.unit == self.selected]
        return [*own, *(o for o in rows if not o.unit)] if own or self._moves_of(self.selected) else rows

    def _moves_of(self, unit: str) -> bool:
        return any(o.unit == unit and o.to >= 0 for o in self.options())

    def able(self) -> list[str]:
        """Units that have an option now, in view order."""
        with_options = {o.unit for o in self.options() if o.unit}
        return [name for name in self.units if name in with_options]

    def moves(self, unit: str = "") -> Iterator[Option]:
        """Options of a unit, or of the selected one, that lead to a cell."""
        unit = unit or self.selected
        return (o for o in self.options() if o.to >= 0 and o.point < 0 and o.unit == unit)

    def paces(self) -> list[str]:
        """The paces of the selected unit's moves, in the rulebook's order."""
        return list(dict.fromkeys(o.pace or o.action for o in self.moves()))

    def move_to(self, cell: int, unit: str = "") -> Option | None:
        """The move of a unit, or of the selected one, to a cell.

        At the chosen pace, else the first pace but the slowest that reaches it.
        """
        found = [o for o in self.moves(unit) if o.to == cell]
        if self.pace:
            found = [o for o in found if (o.pace or o.action) == self.pace]
        preferred = [o for o in found if o.pace != "sneak"] or found
        return preferred[0] if preferred else None

    def forecast(self, option: Option) -> Forecast | None:
        """The engine's sum and chances for an option, remembered while the decision stands."""
        if option.id not in self._forecasts:
            self._forecasts[option.id] = self.session.match.forecast(option)
        return self._forecasts[option.id]

    def path_of(self, option: Option) -> tuple[int, ...]:
        """The cells a move option leads through, the start first."""
        if option.id not in self._paths:
            match = self.session.match
            full = match.rules.complete(match.front, option)
            self._paths[option.id] = (match.front.units[option.unit].at, *full.path)
        return self._paths[option.id]

    def enemy_cells(self) -> list[int]:
        """Where the enemies of the one who looks stand."""
        board = self.session.setup.board
        return [board.cell(*u["at"]) for u in self.units.values() if u["seat"] != self.session.viewer and not u["out"]]  # type: ignore[misc]

    def guns_on(self, cells: tuple[int, ...], seat: str) -> dict[int, int]:
        """For each step of a path, how many enemies of `seat` see it: what anybody can see on the table."""
        board = self.session.setup.board
        foes = [board.cell(*u["at"]) for u in self.units.values() if u["seat"] != seat and not u["out"]]  # type: ignore[misc]
        return {point: sum(board.visible(foe, cell) for foe in foes) for point, cell in enumerate(cells)}
