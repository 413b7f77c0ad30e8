"""Drafts: moves of a formation are planned stand by stand or all at once, judged as a whole, and then made."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.epic.formation_moves import shifted
from game.rules.epic.formations import first, formation_of, on_table
from game.rules.epic.moves import Layout, Ways, carriers_for, layout
from game.rules.epic.ways import drafting, idle, listed, ways_of

# -- the options of one stand -----------------------------------------------------------------------------------------


def may_plan(rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, name: str) -> list[Option] | Refusal:
    """Every move that may be planned for a stand now; the first stand also speaks for its whole formation."""
    unit = state.units[name]
    if formation_of(unit) not in drafting(queue):
        return idle(state, queue, unit)
    plan = layout(state, queue, but=name)
    ways = ways_of(rules, state, queue, plan, unit)
    no = ways if isinstance(ways, Refusal) else None
    found = [] if isinstance(ways, Refusal) else _moves(state, trigger, unit, plan, ways, queue.kind)
    if queue.kind == "move":
        found += [_embark(trigger, unit, carrier) for carrier in carriers_for(rules, state, plan, unit)]
    if queue.kind != "counter_charge" and speaks(state, queue, unit):
        found += _formation_moves(rules, state, queue, trigger, unit)
    return found or no or Refusal("EP-A29", "there is nowhere for it to go", name)


def speaks(state: State, queue: ReactionQueue, unit: Unit) -> bool:
    """Whether the moves of the whole formation are listed with this stand: the first one that is not planned yet."""
    own = on_table(state, formation_of(unit))
    planned = {reaction.unit for reaction in queue.plan()}
    return len(own) > 1 and unit is next((one for one in own if one.id not in planned), own[0])


def _moves(state: State, trigger: Trigger, unit: Unit, plan: Layout, ways: Ways, kind: str) -> list[Option]:
    """A stand's moves. Paths are filled in when one is looked at or chosen, but for the few of a counter charge."""
    action = "disembark" if unit.id in plan.aboard else "move"
    plain = Option(f"{unit.id}:{action}:", action, unit.id, value=trigger.id)
    found = listed(state.board, plain, ways)
    if kind == "counter_charge" and action == "move":
        return [option._replace(path=ways[option.to].reach.path(option.to)) for option in found]
    return found


def _embark(trigger: Trigger, unit: Unit, carrier: str) -> Option:
    text = f"{unit.id.upper()} gets into {carrier.upper()}"
    return Option(
        f"{unit.id}:embark:{carrier}", "embark", unit.id, carrier, value=trigger.id, clauses=("EP-A48",), text=text
    )


def _formation_moves(rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit) -> list[Option]:
    """The whole formation by where its first stand could go if the others were not there; `planned` moves them along."""
    lead = first(state, formation_of(unit))
    alone = layout(state, queue, but=lead.id)
    for stand in on_table(state, formation_of(unit)):
        if stand is not lead:
            alone.at.pop(stand.id, None)
    ways = ways_of(rules, state, queue, alone, lead)
    if isinstance(ways, Refusal):
        return []
    name = formation_of(unit)
    plain = Option(f"{name}:move:", "move", formation=name, value=trigger.id, text=f"All of {name.upper()}")
    return listed(state.board, plain, ways)


def complete(rules: Ruleset, state: State, option: Option) -> Option:
    """A planned move with its path."""
    if option.path or not option.unit or option.action != "move" or not state.queues:
        return option
    queue = state.queues[-1]
    ways = ways_of(rules, state, queue, layout(state, queue, but=option.unit), state.units[option.unit])
    if isinstance(ways, Refusal) or option.to not in ways:
        return option
    return option._replace(path=ways[option.to].reach.path(option.to))


def planned(rules: Ruleset, state: State, queue: ReactionQueue, option: Option) -> list[Option]:
    """The move of a stand with its path; a formation's move as the moves of all its stands."""
    return shifted(rules, state, queue, option) if option.formation else [complete(rules, state, option)]


# -- making the moves -------------------------------------------------------------------------------------------------


def declare(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """A counter charge is a reaction that waits for its turn; own moves are no reactions and are made at once."""
    if queue.kind == "counter_charge":
        declared(t, queue, reaction, (reaction.clause or "EP-10",))
        return
    if reaction.action != "move" or reaction.path:
        clause = reaction.clause or "EP-A29"
        t.then("move_stand", reaction.unit, reaction.action, reaction.target, reaction.to, list(reaction.path), clause)
    queue.drop_plan({reaction.unit})


def move_stand(t: Table, name: str, action: str, target: str, to: int, path: list[int], clause: str) -> None:
    """A stand is moved with its passengers, gets out, or gets in."""
    unit = t.unit(name)
    if action == "embark":
        carrier = t.unit(target)
        t.change(unit, "embarked", (clause,), aboard=target, at=carrier.at, also={"target": target})
        return
    if action == "disembark":
        t.change(unit, "disembarked", (clause,), aboard="", at=to, also={"target": unit.aboard})
        return
    way = [unit.at, *path]
    t.change(unit, "moved", (clause,), at=to, also={"path": way, "target": target})
    for passenger in t.state.units.values():
        if passenger.aboard == name and not passenger.out:
            t.change(passenger, "carried", ("EP-A48",), at=to, also={"target": name})


STEPS = {"move_stand": move_stand}
