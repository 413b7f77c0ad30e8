"""Tests of quality against leadership (reaction, confidence, rally), motivation, and the threat levels of tests."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.board import Board
from game.engine.names import Cell, UnitId
from game.engine.steps import step
from game.engine.wording import Modifier
from game.rules.stargrunt2.army import Motivation, Role, squad_kind
from game.rules.stargrunt2.events import ConfidenceHeld, ConfidenceLost
from game.rules.stargrunt2.state import BROKEN, LEVELS, ROUTED, Battle, BattleRules, BattleTable, Squad
from game.rules.stargrunt2.throws import ConfidenceTest, QualityTest, ReactionTest

# Threat levels by motivation; -1: no test
FIRST_SUPPRESSION = {"low": 2, "medium": 1, "high": -1}
WILLING: tuple[Motivation, ...] = ("low", "medium", "high")
CASUALTIES = {"low": 2, "medium": 1, "high": -1}
HEAVY = {"low": 4, "medium": 3, "high": 1}
UNTREATED = {"low": 1, "medium": 0, "high": 0}
ABANDONED = {"low": 3, "medium": 2, "high": 1}
OPPORTUNITY = {"low": 1, "medium": 0, "high": 0}  # SG-06


def role(rules: BattleRules, unit: Squad) -> Role:
    """The unit's role, from its profile."""
    return squad_kind(rules, unit.profile).role


def is_vehicle(rules: BattleRules, unit: Squad) -> bool:
    """Whether the unit is a vehicle."""
    return role(rules, unit) == "vehicle"


def motivation(rules: BattleRules, unit: Squad) -> Motivation:
    """The unit's motivation: that of its profile, unless the map sets another."""
    if unit.motivation:
        return WILLING[unit.motivation - 1]
    return squad_kind(rules, unit.profile).motivation


def abandoned(rules: BattleRules, unit: Squad) -> int:
    """What abandoned wounded, however many, add to every Reaction and confidence test (SG-26, SG-A3, SG-A26)."""
    return ABANDONED[motivation(rules, unit)] if unit.abandoned else 0


def confidence_threat(rules: BattleRules, unit: Squad, lost: int, first: bool) -> int:
    """The threat of the confidence test after fire; -1 if no test is due (SG-A39).

    It is the highest that applies, with what wounded men add. `lost`: casualties of this fire; `first`: it is the
    unit's first suppression.
    """
    will = motivation(rules, unit)
    threats = [FIRST_SUPPRESSION[will]] if first else []
    if lost:
        threats.append(HEAVY[will] if unit.casualties > unit.figures else CASUALTIES[will])
    if not threats or max(threats) < 0 or is_vehicle(rules, unit):
        return -1
    return max(threats) + unit.wounded * UNTREATED[will] + abandoned(rules, unit)


def reaction_test(
    t: BattleTable, unit: Squad, threat: int, clauses: tuple[str, ...], kind: type[QualityTest] = ReactionTest
) -> bool:
    """Roll a Reaction Test at that threat; whether the unit passes (SG-06)."""
    return bool(t.roll(reaction_throw(t.rules, unit, threat, clauses[0], kind), clauses=clauses))


def reaction_throw(
    rules: BattleRules, unit: Squad, threat: int, clause: str, kind: type[QualityTest] = ReactionTest
) -> QualityTest:
    """A Reaction Test: quality die above LV + threat; abandoned wounded add to it (SG-06, SG-26).

    `clause` is the one that sets the threat.
    """
    return quality_throw(kind, unit, [("threat", threat, clause), ("abandoned", abandoned(rules, unit), "SG-26")])


def quality_test(
    t: BattleTable, kind: type[QualityTest], unit: Squad, adds: Sequence[Modifier], clauses: tuple[str, ...]
) -> bool:
    """Roll the test of `quality_throw`; whether the unit passes."""
    return bool(t.roll(quality_throw(kind, unit, adds), clauses=clauses))


def quality_throw(kind: type[QualityTest], unit: Squad, adds: Sequence[Modifier]) -> QualityTest:
    """A test: quality die above LV and the modifiers in `adds`."""
    own = unit.stats["LV"]
    need = own + sum(number for _, number, _ in adds)
    return kind(unit.id, need, ("LV", own), tuple(row for row in adds if row[1]), (unit.stats["QUALITY"],))


@step
def confidence_test(t: BattleTable, name: UnitId, threat: int) -> None:
    """Test confidence: quality above LV + threat, else one level is lost, or two for at most half of it (SG-A39)."""
    unit = t.state.units[name]
    if unit.out:
        return
    lost = t.roll(quality_throw(ConfidenceTest, unit, [("threat", threat, "SG-A39")]))
    if not lost:
        t.emit(ConfidenceHeld(name))
        return
    level = min(ROUTED, unit.confidence + lost)
    t.change(unit, ConfidenceLost(name, LEVELS[level])).confidence = level


def can_hold_ground(unit: Squad) -> bool:
    """Whether a unit can hold ground: neither broken nor routed nor suppressed (SG-A47)."""
    return unit.confidence < BROKEN and not unit.suppressed


def sheltered(state: Battle, cell: Cell) -> bool:
    """Whether a cell gives cover, by its own ground or an obstacle beside it (SG-A41)."""
    board = state.board
    beside = any(board.terrain[c] in ("low", "high") for c in board.neighbours(cell))
    return beside or board.terrain[cell] in ("woods", "low")


def haven(board: Board, cell: Cell, enemies: Sequence[Cell]) -> bool:
    """Whether a cell has cover from every enemy that sees it; broken units seek such cells (SG-A39)."""
    sights = (board.sight(enemy, cell) for enemy in enemies)
    return all(sight.cover for sight in sights if sight.visible)
