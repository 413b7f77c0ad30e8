"""Ships of VIKTORY II: which units go aboard, where to, and where it pays to land."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from game.ai.thought import Parts
from game.ai.viktory2.outlook import Outlook, Plan
from game.engine.names import Cell
from game.engine.options import Option
from game.rules.viktory2.ground import cargo, is_water
from game.rules.viktory2.state import Piece

ABOARD, ASHORE = 0.3, 0.4  # what going aboard costs besides the risk, and what landing is worth


class Landings:
    """The voyages that a seat's frigates may make. `free`: moves into hexes without an enemy."""

    def __init__(
        self, outlook: Outlook, free: Sequence[Option], loads: Sequence[Option], unloads: Sequence[Option]
    ) -> None:
        self.outlook, self.war, self.state = outlook, outlook.war, outlook.state
        self.free, self.loads = free, loads
        self.unloads = {(option.unit, option.to): option for option in unloads}

    def plans(self) -> Iterator[Plan]:
        """Plans to load, sail and land: an attack from the sea, or a way that is shorter than by land."""
        for frigate in self.war.own:
            if frigate.naval and frigate.target < 0:
                loads = [option for option in self.loads if option.target == frigate.id]
                waiting = _mixed([self.state.units[option.unit] for option in loads])
                crew = [*cargo(self.state, frigate.id), *waiting][: frigate.stats["HOLD"]]
                if crew:
                    yield from self.voyages(frigate, crew, loads)

    def voyages(self, frigate: Piece, crew: Sequence[Piece], loads: Sequence[Option]) -> Iterator[Plan]:
        """For each shore that the frigate can reach: what landing there brings, and the next step towards it."""
        sails = {option.to: option for option in self.free if option.unit == frigate.id}
        for shore, spot in self.shores(frigate, sails).items():
            win, parts, party = self.landing(shore, crew)
            names = {unit.id for unit in party}
            steps = [option for option in loads if option.unit in names]
            if spot != frigate.at:
                parts = parts._replace(material=parts.material - self.outlook.met(frigate, spot))
                steps.append(sails[spot])
            steps += [self.unloads[unit.id, shore] for unit in party if (unit.id, shore) in self.unloads]
            if steps:
                yield Plan(parts, steps[0], shore, win, len(party))

    def shores(self, frigate: Piece, sails: dict[int, Option]) -> dict[int, int]:
        """Hex to land in -> water to land from: where the frigate is, else where the fewest guns watch."""
        board, watched = self.state.board, self.war.watched
        found: dict[int, int] = {}
        for spot in (frigate.at, *sorted(sails, key=lambda cell: (watched.get(cell, 0), cell))):
            for shore in board.neighbours(spot):
                if not is_water(board, shore):
                    found.setdefault(shore, spot)
        closed = self.state.repelled
        if frigate.shore >= 0:  # it has begun to unload, and must go on at the same shore
            return {shore: spot for shore, spot in found.items() if any(to == shore for _, to in self.unloads)}
        return {shore: spot for shore, spot in found.items() if shore not in closed}

    def landing(self, shore: Cell, crew: Sequence[Piece]) -> tuple[float, Parts, Sequence[Piece]]:
        """The chance to win a landing, what it brings, and its units; no units if it brings nothing."""
        best: tuple[float, Parts, Sequence[Piece]] = (0.0, Parts(), ())
        for count in range(1, len(crew) + 1):
            party = crew[:count]
            if shore in self.war.hostile:
                win, parts = self.outlook.assault(shore, party, {shore})
                parts = parts._replace(ground=parts.ground - ABOARD * sum(not unit.aboard for unit in party))
            else:
                win, parts = 0.0, self.ferry(shore, party)
            if parts.total > best[1].total:
                best = win, parts, party
        return best

    def ferry(self, shore: Cell, party: Sequence[Piece]) -> Parts:
        """What a party gains by landing over the best hexes that it can walk to."""
        war, outlook = self.war, self.outlook
        walkers = [unit for unit in party if not unit.aboard]
        if any(unit.at == shore for unit in walkers):
            return Parts()
        there = war.own_at(shore)
        nearer = fsum(outlook.drawn(unit, shore) for unit in party)
        nearer -= fsum(outlook.stood(unit) - ASHORE if unit.aboard else self.walked(unit) + ABOARD for unit in party)
        return Parts(
            points=war.prize(shore, war.seat),
            ground=nearer,
            danger=-outlook.behind(walkers) - outlook.left_open(shore, there, [*there, *party]),
        )

    def walked(self, unit: Piece) -> float:
        """How good the best hex is that the unit can walk to by itself."""
        cells = (unit.at, *(option.to for option in self.free if option.unit == unit.id))
        return max(self.outlook.drawn(unit, cell) for cell in cells)


def _mixed(units: Sequence[Piece]) -> list[Piece]:
    """The units, first one of each kind, then a second of each, and so on."""
    profiles = [unit.profile for unit in units]
    order = sorted(range(len(units)), key=lambda place: (profiles[:place].count(profiles[place]), place))
    return [units[place] for place in order]
