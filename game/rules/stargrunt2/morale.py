"""Tests of quality against leadership: reaction, confidence, rally; motivation and the threat levels of the fact table."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.names import Cell, UnitId
from game.engine.steps import step
from game.engine.wording import Modifier
from game.rules.stargrunt2.army import Motivation, Role, squad_kind
from game.rules.stargrunt2.events import ConfidenceHeld, ConfidenceLost
from game.rules.stargrunt2.state import BROKEN, LEVELS, ROUTED, Battle, BattleRules, BattleTable, Squad
from game.rules.stargrunt2.throws import ConfidenceTest, QualityTest, ReactionTest

# Threat by motivation (low, medium, high); -1: no test
FIRST_SUPPRESSION = {"low": 2, "medium": 1, "high": -1}
WILLING: tuple[Motivation, ...] = ("low", "medium", "high")
CASUALTIES = {"low": 2, "medium": 1, "high": -1}
HEAVY = {"low": 4, "medium": 3, "high": 1}
UNTREATED = {"low": 1, "medium": 0, "high": 0}
ABANDONED = {"low": 3, "medium": 2, "high": 1}
OPPORTUNITY = {"low": 1, "medium": 0, "high": 0}  # SG-06


def role(rules: BattleRules, unit: Squad) -> Role:
    """squad, command, support or vehicle."""
    return squad_kind(rules, unit.profile).role


def is_vehicle(rules: BattleRules, unit: Squad) -> bool:
    """Whether the unit is a vehicle and not on foot."""
    return role(rules, unit) == "vehicle"


def motivation(rules: BattleRules, unit: Squad) -> Motivation:
    """low, medium or high; a map may set another for a side or a unit."""
    if unit.motivation:
        return WILLING[unit.motivation - 1]
    return squad_kind(rules, unit.profile).motivation


def abandoned(rules: BattleRules, unit: Squad) -> int:
    """What abandoned wounded add to every Reaction Test and confidence test, however many (SG-26, SG-A3, SG-A26)."""
    return ABANDONED[motivation(rules, unit)] if unit.abandoned else 0


def confidence_threat(rules: BattleRules, unit: Squad, lost: int, first: bool) -> int:
    """The highest threat of what has just happened, with what adds to it; -1 if no test is due (SG-A39)."""
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
    """Whether a unit passes a Reaction Test at that threat (SG-06)."""
    return bool(t.roll(reaction_throw(t.rules, unit, threat, clauses[0], kind), clauses=clauses))


def reaction_throw(
    rules: BattleRules, unit: Squad, threat: int, clause: str, kind: type[QualityTest] = ReactionTest
) -> QualityTest:
    """Quality die above LV + threat; abandoned wounded add to the threat, which `clause` sets (SG-06, SG-26)."""
    return quality_throw(kind, unit, [("threat", threat, clause), ("abandoned", abandoned(rules, unit), "SG-26")])


def quality_test(
    t: BattleTable, kind: type[QualityTest], unit: Squad, adds: Sequence[Modifier], clauses: tuple[str, ...]
) -> bool:
    """Whether a unit passes the test of `quality_throw`."""
    return bool(t.roll(quality_throw(kind, unit, adds), clauses=clauses))


def quality_throw(kind: type[QualityTest], unit: Squad, adds: Sequence[Modifier]) -> QualityTest:
    """Quality die above LV and what `adds` to it."""
    own = unit.stats["LV"]
    need = own + sum(number for _, number, _ in adds)
    return kind(unit.id, need, ("LV", own), tuple(row for row in adds if row[1]), (unit.stats["QUALITY"],))


@step
def confidence_test(t: BattleTable, name: UnitId, threat: int) -> None:
    """Quality above LV + threat, or one level down; two for a score of at most half (SG-A39)."""
    unit = t.state.units[name]
    if unit.out:
        return
    lost = t.roll(quality_throw(ConfidenceTest, unit, [("threat", threat, "SG-A39")]))
    if not lost:
        t.emit(ConfidenceHeld(name))
        return
    level = min(ROUTED, unit.confidence + lost)
    t.change(unit, ConfidenceLost(name, LEVELS[level])).confidence = level


def able(unit: Squad) -> bool:
    """Neither broken nor routed nor suppressed: fit to hold ground (SG-A47)."""
    return unit.confidence < BROKEN and not unit.suppressed


def sheltered(state: Battle, cell: Cell) -> bool:
    """Whether the cell is in cover: by its own ground or an obstacle beside it (SG-A41)."""
    board = state.board
    beside = any(board.terrain[c] in ("low", "high") for c in board.neighbours(cell))
    return beside or board.terrain[cell] in ("woods", "low")


def haven(state: Battle, cell: Cell, enemies: Sequence[Squad]) -> bool:
    """Cover against every enemy that sees the cell: what broken units seek (SG-A39)."""
    sights = (state.board.sight(foe.at, cell) for foe in enemies)
    return all(sight.cover for sight in sights if sight.visible)
