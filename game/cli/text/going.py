"""Reads a typed move: `go b1 c4 run prone via b3`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.cli.text import say
from game.cli.text.naming import without_bends
from game.cli.text.table import Refused, TextTable, need
from game.engine.decisions import Decision
from game.engine.names import NO_VERB, Cell, UnitId, Verb
from game.engine.options import Option
from game.engine.wording import as_words
from game.session.intent import Intent
from game.session.ways import bent_path

USAGE = "go UNIT CELL, perhaps with how, like go b1 c4 run via b3; in a plan or set-up also go FORMATION CELL"


class TypedMove(NamedTuple):
    """Which unit, or which whole formation (then `unit` is ""), is to go to which cell.

    `how` is a pace or an action that moves, `ending` the action that is to follow (prone), `bends` the cells that the
    path is to cross. A field that was not typed is "".
    """

    unit: UnitId
    formation: str
    cell: Cell
    how: str
    ending: Verb
    bends: tuple[Cell, ...]

    @property
    def mover(self) -> str:
        """The formation if there is one, else the unit."""
        return self.formation or self.unit

    def matching(self, options: Iterable[Option]) -> list[Option]:
        """The options that fit this move: with the pace that was typed, or with any if none was."""
        return [
            option
            for option in options
            if (option.unit, option.to) == (self.unit, self.cell)
            and option.point < 0
            and self.formation in ("", option.formation)
            and self.how in ("", option.pace, option.action)
        ]


def typed_move(table: TextTable, words: str) -> TypedMove:
    """The move that these words describe.

    Raises Refused for too few words or an unknown unit, ValueError for a cell that does not exist.
    """
    typed, bends = without_bends(words.split())
    who, where, *more = need(" ".join(typed), 2, USAGE)
    decision, board, asides = table.pending_decision(), table.shown.setup.board, table.shown.rules.asides
    endings = {action for actions in asides.values() for action in actions}
    more = [word.lower() for word in more]
    formations = {
        o.formation.lower(): o.formation for o in decision.options if o.formation and not o.unit and o.to >= 0
    }
    formation, cell = formations.get(who.lower(), ""), say.cell_named(board, where)
    return TypedMove(
        unit="" if formation else table.unit(who),
        formation=formation,
        cell=cell,
        how=next((word for word in more if word not in endings), ""),
        ending=next((Verb(word) for word in more if word in endings), NO_VERB),
        bends=tuple(say.cell_named(board, word) for word in bends),
    )


def intent_of(table: TextTable, move: TypedMove) -> tuple[Intent, str]:
    """The choice for a move, and a sentence about its pace, or "". Raises Refused with the reason if no option fits."""
    decision = table.pending_decision()
    matching = move.matching(decision.options)
    if not matching:
        raise Refused(_not_there(table, decision, move))
    chosen = table.shown.rules.presentation.calmest(matching)
    path = bent_path(table.shown, chosen, list(move.bends))
    moves = (o for o in decision.options if o.unit == move.unit and o.to >= 0) if move.unit and not move.how else ()
    paces = dict.fromkeys(option.how for option in moves)
    return Intent(chosen.id, path=path, ending=move.ending), say.at_pace(chosen, matching, paces)


def _not_there(table: TextTable, decision: Decision, move: TypedMove) -> str:
    """Why the mover cannot go there, or not in this way, and how near it could get; a sentence or two."""
    mover, cell, match = move.mover, move.cell, table.shown
    label = match.setup.board.label(cell)
    answers = [option for option in decision.options if option.unit == move.unit and option.to >= 0]
    if answers and all(option.point >= 0 for option in answers):
        return f"{mover.upper()} cannot move now, it may react to a move: type at {mover} {label}."
    how = f" at a {as_words(move.how)}" if move.how else ""
    why = say.why_not_there(decision, mover, cell, table.refusal_at(mover, cell), match.front.at(cell))
    return f"{mover.upper()} cannot go to {label}{how}{why}{say.nearest(match, decision, mover, cell)}"
