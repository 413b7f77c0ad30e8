"""What the one who looks may see at one moment: the engine's view, its decision, its events, seats and formations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from game.engine.decisions import Decision
from game.session.session import Session
from game.ui.palette import SeatColours, seat_colours, seat_index

Json = dict[str, object]
T = TypeVar("T")


@dataclass
class Viewed:
    """A session through the eyes of its viewer. Nothing in it has been picked by anybody yet."""

    session: Session
    palette: str = "default"
    view: Json = field(default_factory=dict)
    units: dict[str, Json] = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)
    decision: Decision | None = None
    groups: dict[str, Json] = field(default_factory=dict)
    plan: list[Json] = field(default_factory=list)
    _group_of: dict[str, str] = field(default_factory=dict)
    _cargo: dict[str, list[str]] = field(default_factory=dict)
    _of: str | None = None
    _kept: dict[str, object] = field(default_factory=dict)

    def read(self) -> None:
        """Ask the session again."""
        self._kept.clear()
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
        self._read_formations()

    def once(self, what: str, make: Callable[[], T]) -> T:
        """What `make` gives, worked out once until the session is read again."""
        if what not in self._kept:
            self._kept[what] = make()
        return cast("T", self._kept[what])

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
        """A distance between cells as the rulebook measures it: 7″, 1 hex, 12.5 cm."""
        return self.session.match.rules.measured(self.session.match.front, cells)

    def ranged(self, number: int) -> str:
        """A range as the rulebook writes it, in its own unit."""
        return f"{number}{self.session.match.rules.lengths[number != 1]}"

    @property
    def mine(self) -> bool:
        """Whether the one who looks is the one who is asked (dice count as his)."""
        asked = self.session.asked
        return self.session.viewer is None or asked in ("dice", self.session.viewer)

    # -- formations -----------------------------------------------------------------------------------------------

    def _read_formations(self) -> None:
        """Formations and who rides with whom, as the view has them."""
        groups, queue = self.view.get("groups"), self.view.get("queue")
        self.groups = {str(group["id"]): group for group in groups} if isinstance(groups, list) else {}
        self._group_of = {
            str(unit): name
            for name, group in self.groups.items()
            for unit in group["units"]  # type: ignore[attr-defined]
        }
        self.plan = list(queue["plan"]) if isinstance(queue, dict) else []
        self._cargo = {}
        for name, unit in self.units.items():
            if unit.get("aboard"):
                self._cargo.setdefault(str(unit["aboard"]), []).append(name)

    def group_of(self, unit: str) -> str:
        """The formation a unit belongs to, "" if there are none."""
        return self._group_of.get(unit, "")

    def members(self, group: str) -> list[str]:
        """The units of a formation, in the rulebook's order, then those that it has lost."""
        return self.once(f"members of {group}", lambda: self._members(group))

    def _members(self, group: str) -> list[str]:
        found = self.groups.get(group, {}).get("units")
        listed = [str(unit) for unit in found if str(unit) in self.units] if isinstance(found, list) else []
        return [*listed, *(name for name, u in self.units.items() if u.get("group") == group and name not in listed)]

    def standing(self, group: str) -> list[str]:
        """Those of them that are still in action."""
        return [name for name in self.members(group) if not self.units[name]["out"]]

    def head_of(self, group: str) -> str:
        """The stand that a formation is found by."""
        standing = self.standing(group)
        return next((name for name in standing if not self.units[name].get("aboard")), standing[0] if standing else "")

    def group_name(self, group: str) -> str:
        """What a formation is called: its name, else its id, with what most of its stands are if that says little."""
        name = self.groups.get(group, {}).get("name")
        kinds = [str(self.units[unit]["name"]) for unit in self.members(group)]
        if name or len(group) > 2 or not kinds:
            return str(name or group.upper())
        return f"{group.upper()} {max(kinds, key=kinds.count).lower()}"

    def in_formations(self) -> frozenset[str]:
        """Every unit that moves with others."""
        return frozenset(self._group_of)

    def cargo(self, carrier: str) -> list[str]:
        """Who rides in a unit."""
        return self._cargo.get(carrier, [])

    # -- the moment -----------------------------------------------------------------------------------------------

    @property
    def sighted(self) -> bool:
        """Whether lines of sight mean anything in this rulebook."""
        return self.session.match.rules.sight

    def at_once(self) -> bool:
        """Whether what is answered now is carried out as it is declared, so that no reaction ever waits on a ladder."""
        queues = self.session.match.front.queues
        return bool(queues) and self.session.match.rules.policy(queues[-1].kind).declare == "at_once"

    def trigger_cell(self) -> int:
        """Where that happens which may be answered now, -1 if nothing does."""
        queue = self.view["queue"]
        trigger = queue["trigger"] if isinstance(queue, dict) else None
        at = trigger["cell"] if isinstance(trigger, dict) and trigger["to"] else None
        return self.session.setup.board.cell(*at) if isinstance(at, list) else -1

    def reactions(self) -> list[Json]:
        """The reactions of the queue on top, in the order they are and will be carried out."""
        queue = self.view["queue"]
        return list(queue["reactions"]) if isinstance(queue, dict) else []

    def watched(self) -> dict[int, int]:
        """Cells that draw fire from whoever of the acting side enters, with the dice, as the rulebook's overlay says."""
        told = self.view["overlay"]
        listed = told.get("watched") if isinstance(told, dict) else None
        if not isinstance(listed, dict):
            return {}
        board = self.session.setup.board
        return {board.cell(*map(int, cell.split(","))): int(dice) for cell, dice in listed.items()}

    def watchers(self) -> dict[str, frozenset[int]]:
        """Whose fire it is: the watched cells of each seat."""
        return self.once("watchers", self._watchers)

    def _watchers(self) -> dict[str, frozenset[int]]:
        told = self.view["overlay"]
        listed = told.get("watchers") if isinstance(told, dict) else None
        board = self.session.setup.board
        seats = listed.items() if isinstance(listed, dict) else ()
        return {str(seat): frozenset(board.cell(*xy) for xy in cells) for seat, cells in seats}

    def enemy_cells(self) -> list[int]:
        """Where the enemies of the one who looks stand."""
        board = self.session.setup.board
        return [board.cell(*u["at"]) for u in self.units.values() if u["seat"] != self.session.viewer and not u["out"]]  # type: ignore[misc]

    def guns_on(self, cells: tuple[int, ...], seat: str) -> dict[int, int]:
        """For each step of a path, how many enemies of `seat` see it: what anybody can see on the table.

        Nobody does where sight means nothing.
        """
        if not self.sighted:
            return {}
        board = self.session.setup.board
        foes = [board.cell(*u["at"]) for u in self.units.values() if u["seat"] != seat and not u["out"]]  # type: ignore[misc]
        return {point: sum(board.visible(foe, cell) for foe in foes) for point, cell in enumerate(cells)}
