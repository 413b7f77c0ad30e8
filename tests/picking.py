"""Computer players in tests: matches for them to play on, and their answers."""

from __future__ import annotations

from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.board.board import Board
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.setup import Setup, UnitSpec
from game.rules import build
from tools.bench_parts.fields import SEATS

REGULAR = ComputerPlayer()


def pick(scene, player=REGULAR):
    """Return the option that the player chooses on the seat that is asked."""
    return picked(scene.match, player)


def picked(match, player=REGULAR):
    """Return the option that the player chooses on the seat that a match asks."""
    return player.choose(SeatView(match, match.pending.seat), match.pending)


def match_of(rows, units, seed=1, phase="act", seat="blue", dice=None, **more):
    """Return a match of SkirmishCorps in the middle of a turn.

    `units`: id -> (profile, x, y, face-down marker or ""); the first letter of an id is b for blue or r for red.
    """
    board = Board.from_rows(rows)
    specs = tuple(
        UnitSpec(
            name,
            {"b": "blue", "r": "red"}[name[0]],
            profile,
            board.cell(x, y),
            markers={marker: "down"} if marker else {},
        )
        for name, (profile, x, y, marker) in units.items()
    )
    setup = Setup("skirmishcorps", "A scene", board, SEATS, specs, phase=phase, seat=seat, **more)
    return Match(setup, build("skirmishcorps"), dice or DiceSource(seed=seed))


def swapped(match, seat):
    """Return the same match with every face-down marker of other seats turned into the other kind."""
    twin = match.clone()
    twin.state, twin.front = match.state.apart(), match.front.apart()
    for state in (twin.state, twin.front):
        for unit in state.units.values():
            if unit.seat != seat:
                other = {"move": "overwatch", "overwatch": "move"}
                unit.markers = {
                    other[kind] if face == "down" and kind in other else kind: face
                    for kind, face in unit.markers.items()
                }
    return twin
