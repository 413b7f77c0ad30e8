"""Decisions (questions with their options), refusals and remarks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from game.engine.dice import Row, spread
from game.engine.names import Cell, QuestionKind, Seat, UnitId, spoken
from game.engine.options import NOTHING, Option, Options
from game.engine.throws import Throw
from game.engine.wording import cited, of_unit

DICE = "dice"
"""The seat that answers rolls."""
ROLL = QuestionKind("roll")
"""The kind of question that is answered by a roll."""


class Refusal(Struct, frozen=True, gc=False):
    """Why something may not be done: the clause that forbids it, and the reason in words without a full stop.

    `clause` is "" if no rulebook has one, as for a cell that is clicked during deployment. The refusals of a decision,
    and a rulebook's answers to why something is not possible, always have one, because the protocol sends it. `unit` is
    the unit that is refused ("" for none), `point` an index into a path, `cell` the place, `blocked_by` the cell that
    blocks sight; these are -1 if they do not apply.
    """

    clause: str
    reason: str
    unit: UnitId = ""
    point: int = -1
    cell: Cell = -1
    blocked_by: Cell = -1

    def but(self, **fields: Any) -> Self:
        """The refusal with other values in these fields. Raises TypeError if it has no such field."""
        return replace(self, **fields)

    @property
    def of_one(self) -> bool:
        """Whether the reason speaks of a single unit as "it" ("it has run"), so that it cannot be said of several.

        This is read from its words, because a separate flag could contradict them.
        """
        return not {"it", "its"}.isdisjoint(self.reason.replace(",", " ").replace(":", " ").split())

    @property
    def said(self) -> str:
        """The reason, after its unit unless it names that already: "B1: it has run", "B2 answers R1, not R2"."""
        return of_unit(self.unit, self.reason)

    @property
    def cited(self) -> str:
        """The reason with its clause: "it has run (WH-A24)"."""
        return cited(self.reason, self.clause)

    def to_json(self, width: int) -> dict[str, object]:
        """The fields that apply; cells as [x, y]."""
        out: dict[str, object] = {"clause": self.clause, "reason": self.reason}
        if self.unit:
            out["unit"] = self.unit
        if self.point >= 0:
            out["point"] = self.point
        for name, cell in (("cell", self.cell), ("blocked_by", self.blocked_by)):
            if cell >= 0:
                out[name] = [cell % width, cell // width]
        return out


def by_reason(refusals: Iterable[Refusal]) -> list[list[Refusal]]:
    """Refusals grouped by reason and clause, in order. A reason that speaks of one unit has a group for each unit."""
    groups: dict[tuple[str, str, str], list[Refusal]] = {}
    for no in refusals:
        groups.setdefault((no.reason, no.clause, no.unit if no.of_one else ""), []).append(no)
    return [*groups.values()]


class Remark(Struct, frozen=True):
    """A consequence, in a sentence with its clause; `units` are those it is about."""

    words: str
    clause: str = ""
    units: tuple[UnitId, ...] = ()

    @property
    def cited(self) -> str:
        """The words with their clause."""
        return cited(self.words, self.clause)


class Answerers(Remark, frozen=True):
    """The `units` that could react to something, by public facts; none if no unit could."""


class Involved(Struct, frozen=True):
    """The units that take part in an option: those that act, and those acted upon."""

    by: tuple[UnitId, ...] = ()
    to: tuple[UnitId, ...] = ()


class Decision(Struct, frozen=True, eq=False, dict=True):
    """A question with every legal answer. `seat` is "dice" for a roll, which is answered with faces.

    `question` begins with a small letter, because `prompt` puts `asks` before it. It is "" for viewers who may not read
    it.
    """

    seat: Seat
    kind: QuestionKind
    question: str
    options: Options = NOTHING
    note: str = ""
    clauses: tuple[str, ...] = ()
    default: str = ""
    unit: UnitId = ""
    throw: Throw | None = None
    who: str = ""
    """Who decides, in words, if it is not the seat alone: "The whole table"."""
    refusing: Callable[[], Sequence[Refusal]] | None = None
    """Works out `refused` from the state at the question."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._compared_fields() == other._compared_fields()

    def __ne__(self, other: object) -> bool:  # msgspec gives a struct without `eq` one that compares identity
        return not self == other

    def __hash__(self) -> int:
        return hash(self._compared_fields())

    def _compared_fields(self) -> tuple[object, ...]:
        """The fields by which two questions are compared: all but `refusing`."""
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name != "refusing")

    @cached_property
    def refused(self) -> tuple[Refusal, ...]:
        """What the seat may not do, with reasons; worked out when it is read."""
        return tuple(self.refusing()) if self.refusing else ()

    @property
    def asks(self) -> str:
        """Who decides, in words; "" for a roll."""
        return "" if self.seat == DICE else f"{self.who or spoken(self.seat)} decides"

    @property
    def prompt(self) -> str:
        """The whole question: who decides, and what."""
        if not self.question:
            return f"{self.asks}."
        return f"{self.asks}: {self.question}" if self.asks else self.question

    @property
    def dice(self) -> tuple[int, ...]:
        """The number of sides of each die, () if this is no roll."""
        return self.throw.dice if self.throw else ()

    @property
    def outcomes(self) -> tuple[Row, ...]:
        """The possible outcomes of the roll: outcome, chance, an example of faces."""
        return spread(self.throw.dice, self.throw.read).outcomes if self.throw else ()

    @property
    def why(self) -> str:
        """The label of the roll, "" if this is none."""
        return self.throw.why if self.throw else ""

    def option(self, option_id: str) -> Option | None:
        """The option of that id, or None."""
        return self.options.find(option_id)

    def to_json(self, width: int) -> dict[str, object]:
        """The question as the engine protocol has it."""
        out: dict[str, object] = {
            "seat": self.seat,
            "kind": self.kind,
            "prompt": self.prompt,
            "clauses": list(self.clauses),
            "options": [option.to_json(width) for option in self.options],
        }
        if self.seat == DICE:
            out |= {"dice": [f"d{sides}" for sides in self.dice], "why": self.why}
            out |= self.throw.question() if self.throw else {}
        else:
            out["default"] = self.default
        for name, value in (("note", self.note), ("unit", self.unit)):
            if value:
                out[name] = value
        if self.refused:
            out["refused"] = [refusal.to_json(width) for refusal in self.refused]
        return out


def cells_out(fields: Mapping[str, object], width: int, cells: Collection[str]) -> dict[str, object]:
    """Fields for JSON, in which the cells named in `cells` become [x, y]."""
    out: dict[str, object] = {}
    for name, value in fields.items():
        if name in cells and isinstance(value, int) and not isinstance(value, bool):
            out[name] = [value % width, value // width] if value >= 0 else None
        elif name in cells and isinstance(value, list | tuple):
            out[name] = [[cell % width, cell // width] for cell in value]
        else:
            out[name] = list(value) if isinstance(value, tuple) else value
    return out
