"""What is asked and what may be answered: options, refusals, decisions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from game.engine.dice import Row, spread
from game.engine.names import Cell, QuestionKind, UnitId, spoken
from game.engine.options import NOTHING, Option, Options
from game.engine.throws import Throw
from game.engine.wording import cited, of_unit

DICE = "dice"
"""The seat that answers rolls when nobody rolls for it."""
ROLL = QuestionKind("roll")
"""The kind of question that dice answer."""


class Refusal(Struct, frozen=True, gc=False):
    """Why something may not be done: the clause that forbids it, and the reason in words without a full stop.

    `clause` is "" where no rulebook has one, as for a cell that is pointed at in a set-up. What a decision refuses, and
    what a rulebook answers when it is asked why, always has one: the protocol sends it. `unit` is the one it holds for
    ("" for none), `point` an index into a path, `cell` where it is, `blocked_by` the cell that is in the way of sight;
    -1 where that says nothing.
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
        """Whether the reason speaks of the one unit it holds for ("it has run"), so that it cannot be said of several.

        Its words tell: a mark beside them would say the same a second time, and could be wrong.
        """
        return not {"it", "its"}.isdisjoint(self.reason.replace(",", " ").replace(":", " ").split())

    @property
    def said(self) -> str:
        """The reason, after the unit it holds for unless it names that: "B1: it has run", "B2 answers R1, not R2"."""
        return of_unit(self.unit, self.reason)

    @property
    def cited(self) -> str:
        """The reason and the clause behind it: "it has run (WH-A24)"."""
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


def together(refusals: Iterable[Refusal]) -> list[list[Refusal]]:
    """Refusals by their reasons, the first one first; what can be said of one unit only is shared by no other."""
    found: dict[tuple[str, str, str], list[Refusal]] = {}
    for no in refusals:
        found.setdefault((no.reason, no.clause, no.unit if no.of_one else ""), []).append(no)
    return [*found.values()]


class Remark(Struct, frozen=True):
    """What follows from something, in a sentence with its clause; `units` are those it is about."""

    words: str
    clause: str = ""
    units: tuple[str, ...] = ()

    @property
    def cited(self) -> str:
        """The words and the clause behind them."""
        return cited(self.words, self.clause)


class Answerers(Remark, frozen=True):
    """Who could answer something, by public facts: the `units`, none of them where nobody could."""


class Involved(Struct, frozen=True):
    """Who has a part in an answer: the units that do it, and those it is done to."""

    by: tuple[str, ...] = ()
    to: tuple[str, ...] = ()


class Decision(Struct, frozen=True, eq=False, dict=True):
    """A question with every legal answer. `seat` is "dice" for a roll, which is answered with faces.

    `question` begins with a small letter, for `prompt` says before it who `asks` what; "" where it is not for all to read.
    """

    seat: str
    kind: QuestionKind
    question: str
    options: Options = NOTHING
    note: str = ""
    clauses: tuple[str, ...] = ()
    default: str = ""
    unit: str = ""
    throw: Throw | None = None
    who: str = ""
    """Who decides, in words, where it is not the seat alone: "The whole table"."""
    refusing: Callable[[], Sequence[Refusal]] | None = None
    """Works out `refused` from the table as it stands at the question."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._said() == other._said()

    def __ne__(self, other: object) -> bool:  # a struct without `eq` has one of its own, by identity
        return not self == other

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> tuple[object, ...]:
        """What two questions are compared by: all but how its refusals are found."""
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name != "refusing")

    @cached_property
    def refused(self) -> tuple[Refusal, ...]:
        """What is refused to those who are asked, with reasons; worked out when somebody looks."""
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
        """The sides of the dice that are rolled, () where nothing is."""
        return self.throw.dice if self.throw else ()

    @property
    def outcomes(self) -> tuple[Row, ...]:
        """What they may come to: outcome, chance, faces that show it."""
        return spread(self.throw.dice, self.throw.read).outcomes if self.throw else ()

    @property
    def why(self) -> str:
        """What they are rolled for."""
        return self.throw.why if self.throw else ""

    def option(self, option_id: str) -> Option | None:
        """The option of that id, or None."""
        return self.options.find(option_id)

    def to_json(self, width: int) -> dict[str, object]:
        """As the engine protocol writes it."""
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
    """Fields for the outside: those named in `cells` become [x, y]."""
    out: dict[str, object] = {}
    for name, value in fields.items():
        if name in cells and isinstance(value, int) and not isinstance(value, bool):
            out[name] = [value % width, value // width] if value >= 0 else None
        elif name in cells and isinstance(value, list | tuple):
            out[name] = [[cell % width, cell // width] for cell in value]
        else:
            out[name] = list(value) if isinstance(value, tuple) else value
    return out
