"""Tests of quality against leadership: reaction, confidence, rally; motivation and the threat levels of the fact table."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table

LEVELS = ("confident", "steady", "shaken", "broken", "routed")
SHAKEN, BROKEN, ROUTED = 2, 3, 4

# Threat by motivation (low, medium, high); -1: no test
FIRST_SUPPRESSION = {"low": 2, "medium": 1, "high": -1}
CASUALTIES = {"low": 2, "medium": 1, "high": -1}
HEAVY = {"low": 4, "medium": 3, "high": 1}
UNTREATED = {"low": 1, "medium": 0, "high": 0}
ABANDONED = {"low": 3, "medium": 2, "high": 1}
OPPORTUNITY = {"low": 1, "medium": 0, "high": 0}  # SG-06


def role(rules: Ruleset, unit: Unit) -> str:
    """squad, command, support or vehicle."""
    return rules.army.profiles[unit.profile].tags["role"]


def motivation(rules: Ruleset, unit: Unit) -> str:
    """low, medium or high; a map may set another for a side or a unit (fact `motivation` 1 to 3)."""
    own = unit.fact("motivation")
    return ("low", "medium", "high")[own - 1] if own else rules.army.profiles[unit.profile].tags["motivation"]


def confidence(unit: Unit) -> int:
    """Index into LEVELS."""
    return unit.fact("confidence")


def abandoned(rules: Ruleset, unit: Unit) -> int:
    """What abandoned wounded add to every Reaction Test and confidence test, however many (SG-26, SG-A3, SG-A26)."""
    return ABANDONED[motivation(rules, unit)] if unit.fact("abandoned") else 0


def confidence_threat(rules: Ruleset, unit: Unit, lost: int, first: bool) -> int:
    """The highest threat of what has just happened, with what adds to it; -1 if no test is due (SG-A39)."""
    will = motivation(rules, unit)
    threats = [FIRST_SUPPRESSION[will]] if first else []
    if lost:
        threats.append(HEAVY[will] if unit.fact("casualties") > unit.figures else CASUALTIES[will])
    if not threats or max(threats) < 0 or role(rules, unit) == "vehicle":
        return -1
    return max(threats) + unit.fact("wounded") * UNTREATED[will] + abandoned(rules, unit)


def reaction_test(t: Table, unit: Unit, threat: int, clauses: tuple[str, ...], why: str = "reaction") -> bool:
    """Quality die above LV + threat; abandoned wounded add to the threat (SG-06, SG-26)."""
    left = abandoned(t.rules, unit)
    return quality_test(t, unit, [("threat", threat, clauses[0]), ("abandoned", left, "SG-26")], clauses, why)


def quality_test(
    t: Table, unit: Unit, adds: Sequence[tuple[str, int, str]], clauses: tuple[str, ...], why: str, **shown: object
) -> bool:
    """Quality die above LV and what `adds` to it (name, number, clause)."""
    die, target = unit.stats["QUALITY"], unit.stats["LV"] + sum(number for _, number, _ in adds)
    return bool(
        t.roll(
            why,
            (die,),
            ("exceeds", target),
            clauses,
            prompt=f"{unit.id.upper()} tests ({why}): D{die} above {target}",
            unit=unit.id,
            need=target,
            base=["LV", unit.stats["LV"]],
            modifiers=[list(row) for row in adds if row[1]],
            **shown,
        )
    )


def confidence_test(t: Table, name: str, threat: int) -> None:
    """Quality above LV + threat, or one level down; two for a score of at most half (SG-A39)."""
    unit = t.unit(name)
    if unit.out:
        return
    target = unit.stats["LV"] + threat
    lost = t.roll(
        "confidence",
        (unit.stats["QUALITY"],),
        ("confidence", target),
        ("SG-A39",),
        prompt=f"{name.upper()} tests confidence: D{unit.stats['QUALITY']} above {target}",
        unit=name,
        need=target,
        base=["LV", unit.stats["LV"]],
        modifiers=[["threat", threat, "SG-A39"]],
    )
    if not lost:
        t.emit("confidence_held", ("SG-A39",), unit=name)
        return
    level = min(ROUTED, confidence(unit) + int(lost))
    t.change(unit, "confidence_lost", ("SG-A39",), facts={"confidence": level}, also={"level": LEVELS[level]})


def able(unit: Unit) -> bool:
    """Neither broken nor routed nor suppressed: fit to hold ground (SG-A47)."""
    return confidence(unit) < BROKEN and not unit.fact("suppressed")


def sheltered(state: State, cell: int) -> bool:
    """Whether the cell is in cover: by its own ground or an obstacle beside it (SG-A41)."""
    board = state.board
    beside = any(board.terrain[c] in ("low", "high") for c in board.neighbours(cell))
    return beside or board.terrain[cell] in ("woods", "low")


def haven(state: State, cell: int, enemies: Sequence[Unit]) -> bool:
    """Cover against every enemy that sees the cell: what broken units seek (SG-A39)."""
    sights = (state.board.sight(foe.at, cell) for foe in enemies)
    return all(sight.cover for sight in sights if sight.visible)


STEPS = {"confidence_test": confidence_test}
