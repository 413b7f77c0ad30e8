"""Close assault in brief (SG-A46): test, charge, the defender's nerve, then man against man."""

from __future__ import annotations

from game.engine.queue import Action
from game.engine.reactions import window
from game.engine.table import Table
from game.rules.shared import foes, occupied, touches
from game.rules.stargrunt2.morale import confidence, confidence_test, reaction_test
from game.rules.stargrunt2.options import assault_path, mobility, mode

THREAT = (0, 1, 3)


def begin_assault(t: Table, name: str, target: str) -> None:
    """A reaction test at threat 0, 1 or 3 by confidence; then the way into contact, which may be fired upon (SG-A19)."""
    unit = t.unit(name)
    path = assault_path(t.rules, t.state, unit, t.unit(target))
    if not path or not reaction_test(t, unit, THREAT[min(2, confidence(unit))], ("SG-A46",)):
        t.emit("action_failed", ("SG-A46",), unit=name, action="close_assault")
        return
    n = t.emit("move_declared", ("SG-A19",), unit=name, action="close_assault", path=path, to=path[-1])
    t.cause = n
    action = Action("combat_move", name, path, pace="combat_move", target=target)
    action.facts = {"left": 4 * mobility(unit), "goal": path[-1]}
    t.begin(action, "combat_move", n)
    window(t, t.state.enemies(unit.seat), "combat_move", name, path=path, cell=unit.at)
    t.then("q_end")
    t.then_from(n, "contact", name, target)


def contact(t: Table, name: str, target: str) -> None:
    """In contact the defender tests confidence by the odds, or falls back (SG-A46)."""
    unit, foe = t.unit(name), t.unit(target)
    if unit.out or foe.out or unit.fact("suppressed") or not touches(t.state, unit.at, foe.at):
        t.emit("assault_failed", ("SG-A46",), unit=name, target=target)
        return
    before = confidence(foe)
    confidence_test(t, target, max(0, round(unit.figures / max(1, foe.figures))))
    if confidence(foe) > before:
        fall_back(t, target)
        return
    for _ in range(min(unit.figures, foe.figures)):
        t.then("man_to_man", name, target)
    t.then("assault_over", name, target)


def man_to_man(t: Table, name: str, target: str) -> None:
    """Quality dice; the lower man is out, equal dice are rolled again."""
    unit, foe = t.unit(name), t.unit(target)
    if unit.out or foe.out:
        return
    dice = (unit.stats["QUALITY"], foe.stats["QUALITY"])
    winner = t.roll("man to man", dice, ("duel",), ("SG-A46",), unit=name, target=target)
    loser = foe if winner else unit
    last = loser.figures == 1
    gone = dict.fromkeys(loser.markers) if last else None
    facts = {"casualties": loser.fact("casualties") + 1}
    t.change(loser, "man_killed", ("SG-A46",), figures=loser.figures - 1, out=last, markers=gone, facts=facts)


def assault_over(t: Table, name: str, target: str) -> None:
    """The side with fewer men left withdraws."""
    unit, foe = t.unit(name), t.unit(target)
    if not unit.out and not foe.out:
        fall_back(t, name if unit.figures < foe.figures else target)


def fall_back(t: Table, name: str) -> None:
    """A normal move directly away from the enemy."""
    unit, board = t.unit(name), t.state.board
    enemies = foes(t.state, unit.seat)
    reach = board.reach(unit.at, 2 * unit.stats["MOVE"], occupied(t.state, but=name), mode(t.rules, unit))
    goal = max(reach.costs, key=lambda c: (min(board.distance(c, foe.at) for foe in enemies), -reach.costs[c], -c))
    path = [unit.at, *(reach.path(goal) if goal != unit.at else ())]
    markers = {"in_position": None} if "in_position" in unit.markers else None
    t.change(unit, "fell_back", ("SG-A46",), at=goal, markers=markers, also={"path": path, "pace": "move"})


STEPS = {step.__name__: step for step in (begin_assault, contact, man_to_man, assault_over)}
