"""What more than one rulebook uses: who stands where, who touches whom, objectives, the last reckoning, sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.ruleset import Ruleset
from game.engine.setup import Objective
from game.engine.state import State, Unit

Fields = Mapping[str, object]
Sentence = Callable[[Ruleset, State, Fields], str]

NAMES = frozenset({"unit", "target", "targets", "ally", "by", "units"})


def occupied(state: State, *, but: str = "") -> frozenset[int]:
    """Cells with a standing unit, that of `but` left out."""
    return frozenset(u.at for u in state.units.values() if not u.out and u.id != but)


def foes(state: State, seat: str) -> list[Unit]:
    """Units of other sides still in action."""
    side = state.side(seat)
    return [u for u in state.units.values() if not u.out and state.side(u.seat) != side]


def touches(state: State, a: int, b: int) -> bool:
    """Base contact: neighbouring cells, diagonals included."""
    return b in state.board.neighbours(a)


def toward(state: State, start: int, goals: Mapping[int, int], target: int) -> int:
    """The reachable cell (`goals`: cell -> cost) nearest to `target`, the cheapest and then the lowest of equals."""
    return min(goals, key=lambda cell: (state.board.distance(cell, target), goals[cell], cell), default=start)


def holder(state: State, objective: Objective, able: Callable[[Unit], bool]) -> str:
    """The side that alone has an able unit on the objective, "" if none."""
    sides = {u.seat for u in state.standing() if u.at in objective.cells and able(u)}
    return sides.pop() if len(sides) == 1 else ""


def points(state: State) -> dict[str, int]:
    """Points by seat."""
    return {seat: state.facts.get(f"score:{seat}", 0) for seat in state.seats}


def wiped_out(state: State) -> str | None:
    """The only side left standing ("" if none is), or None while the fight goes on."""
    left = {state.side(unit.seat) for unit in state.standing()}
    return None if len(left) > 1 else left.pop() if left else ""


def reckon(state: State, tables: Mapping[str, Mapping[str, int]], clause: str) -> tuple[str, str, tuple[str, ...]]:
    """The side ahead in the first of the `tables` (what is counted -> by seat) that tells them apart."""
    for what, table in tables.items():
        best = max(table.values())
        ahead = [seat for seat in state.seats if table[seat] == best]
        if len(ahead) == 1:
            rest = ", ".join(str(table[seat]) for seat in state.seats if seat != ahead[0])
            return ahead[0], f"more {what}: {best} against {rest}", (clause,)
    return "", f"equal in {' and '.join(tables)}", (clause,)


def up(value: object) -> str:
    """Ids in capitals, lists joined."""
    if isinstance(value, list | tuple):
        return " and ".join(str(item).upper() for item in value)
    return str(value).upper()


def label(state: State, cell: object) -> str:
    """A cell as the rulers name it."""
    return state.board.label(cell) if isinstance(cell, int) and cell >= 0 else "?"


def faces_shown(f: Fields) -> str:
    """The faces of a roll, joined."""
    faces = f["faces"]
    return ", ".join(str(face) for face in faces) if isinstance(faces, list | tuple) else ""


def plain(text: str) -> Sentence:
    """A sentence with the event's fields in it, unit ids in capitals, seats by their names."""

    def fill(rules: Ruleset, state: State, f: Fields) -> str:
        shown = {key: up(value) if key in NAMES else value for key, value in f.items()}
        if "seat" in shown:
            shown["seat"] = rules.seat_name(str(shown["seat"]))
        return text.format_map(shown)

    return fill


COMMON: Mapping[str, Sentence] = {
    "turn_started": plain("Turn {turn} begins."),
    "turn_ended": plain("Turn {turn} ends."),
    "phase_started": plain("{title} begins."),
    "phase_ended": plain("The phase is over."),
    "passed": plain("{seat} passes."),
    "reaction_started": plain("{unit} reacts now."),
    "reaction_resolved": plain("{unit}’s reaction is resolved."),
    "reaction_lapsed": plain("{unit}’s reaction lapses: {reason}."),
    "action_ended": plain("The action is over."),
    "objective_scored": plain("{seat} holds {objective} and scores {points}."),
}
"""Sentences of the engine's own events."""
