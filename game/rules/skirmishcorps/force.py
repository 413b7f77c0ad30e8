"""Forcing the instigator’s hand, so that it acts at once instead of last (SC-14 to SC-19, SC-A1)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.queue import Reaction
from game.engine.steps import step
from game.rules.skirmishcorps.action import ACT_STEPS
from game.rules.skirmishcorps.aim import forced, shot_of, unforced
from game.rules.skirmishcorps.events import HandForced
from game.rules.skirmishcorps.state import Corps, CorpsQueue, CorpsTable
from game.rules.skirmishcorps.vocabulary import Questions, Verbs


def forcible(state: Corps, queue: CorpsQueue) -> bool:
    """Whether the instigator's hand can still be forced (SC-17, SC-A21)."""
    instigator = state.units[queue.instigator]
    return not (queue.action.over or queue.action.forced or instigator.helpless)


def aims_at_instigator(queue: CorpsQueue, target: UnitId, targets: Sequence[UnitId]) -> bool:
    """Whether a reaction with these targets is aimed at the instigator, and so may force its hand (SC-15)."""
    return target == queue.instigator or queue.instigator in targets


def ask_force(t: CorpsTable, reaction: Reaction) -> bool:
    """Ask the owner of a reaction whether it forces the instigator's hand (SC-16)."""
    name = reaction.unit.upper()
    instigator = t.queue.instigator.upper()
    must_force = needs_forcing(t, reaction)
    before = "all who react" if t.rules.ruling("SC-A1") == "at_close" else name
    choice = t.ask(
        reaction.seat,
        Questions.FORCE,
        [
            Option(
                f"{reaction.unit}:force",
                Verbs.FORCE,
                reaction.unit,
                t.queue.instigator,
                clauses=("SC-14",),
                text=f"Force {instigator}’s hand",
            ),
            Option(
                f"{reaction.unit}:wait",
                Verbs.WAIT,
                reaction.unit,
                t.queue.instigator,
                clauses=("SC-13",),
                text=f"Leave {instigator} until last" + (": no shot at it where it stands" if must_force else ""),
            ),
        ],
        question=f"does {name} force {instigator}’s hand?",
        note=f"If forced, {instigator} acts now, before {before}; if it moves, any point of its move may be shot at.",
        clauses=("SC-14", "SC-19") if len(t.queue.action.path) > 1 else ("SC-14",),
        default=f"{reaction.unit}:{'force' if must_force else 'wait'}",
        unit=reaction.unit,
    )
    return choice.action == Verbs.FORCE


def needs_forcing(t: CorpsTable, reaction: Reaction) -> bool:
    """Whether the unit has a shot at the instigator only if it forces its hand (SC-19, SC-A4)."""
    shooter, trigger = shot_of(t.queue, reaction), t.queue.triggers[reaction.trigger]
    if shooter is None or unforced(t.rules, t.state, t.queue, trigger, shooter) is not None:
        return False
    return forced(t.rules, t.state, t.queue, trigger, shooter) is not None


def force(t: CorpsTable, reaction: Reaction) -> None:
    """Make the instigator resolve its action at once (SC-17, SC-18)."""
    queue = t.queue
    queue.action.forced = True
    t.emit(HandForced(reaction.unit, queue.instigator))
    for part in ACT_STEPS:
        t.then(part)


@step
def ask_who_forces(t: CorpsTable) -> None:
    """Under ruling SC-A1 "at_close", ask before the first slot who forces the instigator's hand, the quickest first."""
    queue = t.queue
    aimed = [r for r in queue.reactions if r.status == "declared" and aims_at_instigator(queue, r.target, r.targets)]
    for reaction in sorted(aimed, key=lambda r: (-t.state.units[r.unit].stats["RE"], r.id)):
        t.then(force_at_close, reaction.id)


@step
def force_at_close(t: CorpsTable, reaction_id: int) -> None:
    """Ask whether one unit forces the instigator's hand (SC-16), which then acts at once, before any slot (SC-A1)."""
    if not forcible(t.state, t.queue):
        return
    reaction = t.reaction(reaction_id)
    reaction.forces = ask_force(t, reaction)
    if reaction.forces:
        force(t, reaction)
