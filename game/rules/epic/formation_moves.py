"""A formation moved as a whole: its spacing kept, or where the ground forbids that, its coherency (EP-A29, EP-A35)."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.epic.formations import first, on_table
from game.rules.epic.ground import LINK, disc, span, within
from game.rules.epic.moves import Layout, Ways, layout
from game.rules.epic.ways import ways_of


def shifted(rules: Ruleset, state: State, queue: ReactionQueue, option: Option) -> list[Option]:
    """The moves of all stands of a formation, in an order in which they can be made.

    Spacing is kept where the ground allows it; else every stand goes as near as it can to where it would have come,
    within 5 cm of those already placed.
    """
    shift = _Shift(rules, state, queue, option)
    return shift.kept() or shift.bent()


class _Shift:
    """The move of a whole formation, worked out stand by stand in an order in which it can be made."""

    def __init__(self, rules: Ruleset, state: State, queue: ReactionQueue, option: Option) -> None:
        self.rules, self.state, self.queue, self.option = rules, state, queue, option
        board = state.board
        self.lead = first(state, option.formation)
        self.stands = on_table(state, option.formation)
        across, down = (b - a for a, b in zip(board.xy(self.lead.at), board.xy(option.to), strict=True))
        self.goals: dict[str, int] = {}
        for unit in self.stands:
            x, y = board.xy(unit.at)
            x, y = min(max(x + across, 0), board.width - 1), min(max(y + down, 0), board.height - 1)
            self.goals[unit.id] = board.cell(x, y)
        # who is ahead goes first and clears the ground for the others
        self.ahead = sorted(self.stands, key=lambda u: -(u.at % board.width * across + u.at // board.width * down))

    def before(self) -> Layout:
        """The table with nothing planned for this formation."""
        found = layout(self.state, self.queue)
        found.at.update({unit.id: unit.at for unit in self.stands})
        return found

    def kept(self) -> list[Option]:
        """Every stand by exactly the same stretch; nothing if one of them cannot."""
        table, parts = self.before(), list[Option]()
        for unit in self.ahead:
            ways = ways_of(self.rules, self.state, self.queue, table, unit)
            if isinstance(ways, Refusal) or self.goals[unit.id] not in ways:
                return []
            parts.append(self._part(unit, self.goals[unit.id], ways))
            table.at[unit.id] = parts[-1].to
        return parts

    def bent(self) -> list[Option]:
        """The first stand to its cell, the others after it along the links of the formation, each linked to the rest."""
        state, table = self.state, self.before()
        linked = frozenset[int]()
        parts: list[Option] = []
        for unit in self._chain(table):
            ways = ways_of(self.rules, state, self.queue, table, unit)
            to = unit.at
            if not isinstance(ways, Refusal):
                goal = self.goals[unit.id]
                near = [cell for cell in (*ways, unit.at) if cell in linked]
                cells = near or ([*ways, unit.at] if not parts else [unit.at])
                to = min(cells, key=lambda cell: (span(state, cell, goal), cell))
                parts.append(self._part(unit, to, ways))
            table.at[unit.id] = to
            linked |= disc(state, to, LINK)
        return parts

    def _chain(self, table: Layout) -> list[Unit]:
        """The stands that cannot move, then the first one, then the others in the order in which links lead to them."""
        fixed = [
            unit
            for unit in self.stands
            if isinstance(ways_of(self.rules, self.state, self.queue, table, unit), Refusal)
        ]
        found = fixed if self.lead in fixed else [*fixed, self.lead]
        rest = [unit for unit in self.ahead if unit not in found]
        for one in found:
            near = [unit for unit in rest if within(self.state, one.at, unit.at, LINK)]
            found += near
            rest = [unit for unit in rest if unit not in near]
        return found + rest

    def _part(self, unit: Unit, to: int, ways: Ways) -> Option:
        part = Option("", "move", unit.id, to=to, value=self.option.value)
        if to == unit.at:
            return part
        way = ways[to]
        return part._replace(path=way.reach.path(to), target=way.target, clauses=way.clauses, text=way.text)
