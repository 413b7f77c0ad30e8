"""A6 to A8: the result (EP-A40), ties (EP-A41), hack-down, the loser (EP-A42) and the winner (EP-A43)."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.dice import Outcome, Reader
from game.engine.queue import ReactionQueue
from game.engine.state import State
from game.engine.table import Table
from game.rules.epic.assault import OTHER, SIDES, fighters, gone, side
from game.rules.epic.formations import add_blast, break_formation, check_break, first, marked, standing, weight

Rows = list[tuple[str, int, str]]


def _best(faces: tuple[int, ...]) -> Outcome:
    return max(faces)


BEST = {"best": Reader(_best)}
"""The highest of the dice."""


def count(state: State, queue: ReactionQueue, which: str) -> int:
    """The stands of a side, passengers included."""
    return sum(len(standing(state, formation)) for formation in side(queue, which))


class Standing(NamedTuple):
    """What counts of a side in the result: stands it killed, its own, its blast markers, its inspiring units."""

    kills: int
    stands: int
    blast: int
    inspiring: int


def standing_of(state: State, queue: ReactionQueue, which: str) -> Standing:
    """How a side stands after a round. All its formations count as one (EP-14, EP-A15)."""
    return Standing(
        queue.facts[f"kills:{which}"],
        count(state, queue, which),
        sum(weight(state, formation) for formation in side(queue, which)),
        sum(unit.stats["INSPIRES"] for unit in fighters(state, queue, which)),
    )


def modifiers(own: Standing, enemy: Standing) -> Rows:
    """What a side adds to its die: name, value, clause (EP-A40)."""
    rows: Rows = [
        ("kills", own.kills, "EP-A40"),
        ("more units", int(own.stands > enemy.stands), "EP-A40"),
        ("more than twice as many", int(own.stands > 2 * enemy.stands), "EP-A40"),
        ("no blast markers", int(not own.blast), "EP-A22"),
        ("the enemy has more blast markers", int(enemy.blast > own.blast), "EP-A40"),
        ("inspiring units", own.inspiring, "EP-A40"),
    ]
    return [row for row in rows if row[1]]


def result(t: Table) -> None:
    """A6: the higher of two dice and what is added, against the enemy's; equal, and it all begins again (EP-A40, EP-A41)."""
    queue, state = t.queue, t.state
    if queue.action.over or queue.facts.get("decided"):
        return
    queue.tags["step"] = "A6"
    left = [which for which in SIDES if not gone(state, queue, which)]
    if len(left) < len(SIDES):
        queue.action.status = "done" if left else "lost"
        if left:
            t.emit("swift_outcome", ("EP-A38",), unit=queue.instigator, side=left[0])
            t.then("assault_won", left[0], 0)
        return
    attack, defence = _total(t, "attackers"), _total(t, "defenders")
    again = queue.facts["round"] > 1 and not queue.tags["engaged:attackers"]
    clauses = ("EP-A40", "EP-24") if again else ("EP-A40",)
    t.emit("result_reckoned", clauses, unit=queue.instigator, attackers=attack, defenders=defence)
    difference = attack - defence
    if difference:
        t.then("assault_won", "attackers" if difference > 0 else "defenders", abs(difference))
        return
    queue.facts["round"] += 1
    t.emit("assault_tied", ("EP-A41",), unit=queue.instigator, round=queue.facts["round"])
    t.then("assault_round")


def _total(t: Table, which: str) -> int:
    rows = modifiers(standing_of(t.state, t.queue, which), standing_of(t.state, t.queue, OTHER[which]))
    die = t.roll(
        f"result of the {which}",
        (6, 6),
        ("best",),
        ("EP-A40",),
        prompt=f"Result of the {which}: the higher of 2D6",
        unit=first(t.state, side(t.queue, which)[0]).id,
        side=which,
        modifiers=[list(row) for row in rows],
    )
    return int(die or 0) + sum(value for _, value, _ in rows)


def assault_won(t: Table, winner: str, difference: int) -> None:
    """The loser is hacked down, breaks and withdraws (A7); then the winner consolidates (A8)."""
    queue, state = t.queue, t.state
    loser = OTHER[winner]
    queue.facts["decided"] = 1
    queue.tags["winner"] = winner
    t.emit("assault_won", ("EP-A40",), unit=queue.instigator, side=winner, difference=difference)
    if difference:
        t.then(
            "allocate",
            [u.id for u in fighters(state, queue, loser)],
            [u.id for u in fighters(state, queue, winner)],
            difference,
            {},
            "hack",
        )
    t.then("loser_breaks", loser)
    t.then("winner_consolidates", winner)


def loser_breaks(t: Table, loser: str) -> None:
    """A7: every formation of the losing side breaks and withdraws; one broken before is destroyed (EP-A42, EP-A11, EP-A15)."""
    queue, state = t.queue, t.state
    queue.tags["step"], queue.facts["fighting"] = "A7", 0
    queue.action.status = "done"
    for formation in side(queue, loser):
        members = standing(state, formation)
        if members and marked(state, "broken", formation):
            t.emit("formation_destroyed", ("EP-A42", "EP-A11"), unit=members[0].id, formation=formation)
            for unit in members:
                t.change(unit, "stand_lost", ("EP-A42",), out=True)
        elif members:
            break_formation(t, formation, ("EP-A42",))


def winner_consolidates(t: Table, winner: str) -> None:
    """A8: a move of 5 cm for each stand; then a blast marker for each stand lost in the assault (EP-A43, EP-A22)."""
    queue = t.queue
    queue.tags["step"] = "A8"
    for formation in side(queue, winner):
        t.then("consolidate", formation)
    for formation in side(queue, winner):
        t.then("count_losses", formation)


def count_losses(t: Table, formation: str) -> None:
    """The winner's own blast markers; they may break it even now (EP-A43, EP-A44)."""
    add_blast(t, formation, t.queue.facts.get(f"lost:{formation}", 0), ("EP-A43", "EP-A22"))
    check_break(t, formation)


STEPS = {step.__name__: step for step in (result, assault_won, loser_breaks, winner_consolidates, count_losses)}
