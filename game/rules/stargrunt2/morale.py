"""Tests of quality against leadership: reaction, confidence, rally; motivation and the threat levels of the fact table."""

from __future__ import annotations

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
    """What abandoned wounded add to every Reaction Test (SG-26, SG-A3, SG-A26)."""
    return ABANDONED[motivation(rules, unit)] if unit.fact("abandoned") else 0


def confidence_threat(rules: Ruleset, unit: Unit, lost: int, first: bool) -> int:
    """The highest threat of what has just happened, with what adds to it; -1 if no test is due (SG-A39)."""
    will = motivation(rules, unit)
    threats = [FIRST_SUPPRESSION[will]] if first else []
    if lost:
        threats.append(HEAVY[will] if unit.fact("casualties") > unit.figures else CASUALTIES[will])
    if not threats or max(threats) < 0 or role(rules, unit) == "vehicle":
        return -1
    return max(threats) + unit.fact("wounded") * UNTREATED[will]


def reaction_test(t: Table, unit: Unit, threat: int, clauses: tuple[str, ...], why: str = "reaction") -> bool:
    """Quality die above LV + threat; abandoned wounded add to the threat (SG-06, SG-A3)."""
    target = unit.stats["LV"] + threat + abandoned(t.rules, unit)
    return bool(
        t.roll(
            why,
            (unit.stats["QUALITY"],),
            ("exceeds", target),
            clauses,
            prompt=f"{unit.id.upper()} tests: D{unit.stats['QUALITY']} above {target}",
            unit=unit.id,
            need=target,
            base=["LV", unit.stats["LV"]],
            modifiers=[["threat", threat, clauses[0]]],
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


def in_cover(state: State, unit: Unit) -> bool:
    """Cover on its own cell or an obstacle beside it."""
    cells = (unit.at, *state.board.neighbours(unit.at))
    return state.board.terrain[unit.at] in ("woods", "low") or any(
        state.board.terrain[c] in ("low", "high") for c in cells
    )


STEPS = {"confidence_test": confidence_test}
