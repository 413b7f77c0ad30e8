"""What an activated formation does: the action test (EP-A27), a failed test (EP-A28), the actions around the assault (EP-A29)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action
from game.engine.reactions import window
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.epic.fire import ask_shot, targets
from game.rules.epic.formations import (
    add_blast,
    against,
    check_break,
    first,
    formations,
    initiative,
    initiative_rows,
    intermingled,
    marked,
    on_table,
    standing,
)
from game.rules.epic.ground import NEAR, ZONE, disc, within

MOVES = {"advance": 1, "double": 2, "march": 3}
SHOOTS = {"advance": 0, "double": -1, "sustained_fire": 1}
WORDS = {
    "advance": "advances",
    "engage": "engages",
    "double": "doubles",
    "march": "marches",
    "marshal": "marshals",
    "overwatch": "goes on overwatch",
    "sustained_fire": "keeps up its fire",
    "hold": "holds",
}


def actions(rules: Ruleset, state: State, formation: str) -> Iterator[Option]:
    """The actions a formation may be activated for (EP-A29); a charge names its target, or all that are mixed up with it."""
    lead = first(state, formation)
    for action in ("advance", "engage", "double", "march", "marshal", "overwatch", "sustained_fire", "hold"):
        if action == "engage":
            yield from charges(rules, state, formation)
        elif refused(rules, state, formation, action) is None:
            yield Option(
                f"{formation}:{action}",
                action,
                lead.id,
                formation=formation,
                clauses=("EP-A29",),
                text=f"{formation.upper()} {WORDS[action]}",
            )


def refused(rules: Ruleset, state: State, formation: str, action: str) -> Refusal | None:
    """Why a formation cannot take an action."""
    lead = first(state, formation).id
    if action in ("overwatch", "sustained_fire"):
        held = in_zone(state, formation)
        if held is not None:
            return Refusal("EP-A33", f"{held.id.upper()} is in a zone of control: it must charge or leave", lead)
    if action == "sustained_fire" and not targets(rules, state, formation, 1):
        return Refusal("EP-A29", "it has nobody to shoot at", lead)
    return None


def in_zone(state: State, formation: str) -> Unit | None:
    """A stand of the formation that is within an enemy's zone of control, if there is one (EP-A33)."""
    for unit in on_table(state, formation):
        if unit.stats["SPEED"] and any(unit.at in disc(state, foe.at, ZONE) for foe in against(state, unit.seat)):
            return unit
    return None


def charges(rules: Ruleset, state: State, formation: str) -> Iterator[Option]:
    """A1: the formations within a move and 15 cm, alone or with those intermingled with them (EP-01, EP-A34)."""
    lead = first(state, formation)
    seen: set[str] = set()
    for foe in formations(state):
        if state.side(first(state, foe).seat) == state.side(lead.seat) or not near_enough(state, formation, foe):
            continue
        for mixed in ([foe], intermingled(state, foe)):
            name = "+".join(f for f in formations(state) if f in mixed)
            if name in seen:
                continue
            seen.add(name)
            yield Option(
                f"{formation}:engage:{name}",
                "engage",
                lead.id,
                first(state, foe).id,
                tuple(u.id for f in mixed for u in on_table(state, f)),
                formation=formation,
                clauses=("EP-01", "EP-A34"),
                text=f"{formation.upper()} engages {name.upper().replace('+', ' and ')}",
            )


def near_enough(state: State, formation: str, foe: str) -> bool:
    """Whether some stand could end its charge within 15 cm of the formation, as the crow flies."""
    return any(
        within(state, unit.at, other.at, unit.stats["SPEED"] + NEAR)
        for unit in on_table(state, formation)
        for other in on_table(state, foe)
    )


# -- the test ---------------------------------------------------------------------------------------------------------


def act(t: Table, formation: str, action: str, charged: list[str], retaining: bool) -> None:
    """The formation is activated and tests for its action; a natural 1 is nothing special (EP-A27)."""
    state = t.state
    lead = first(state, formation)
    lost = {f"overwatch:{formation}": 0} if marked(state, "overwatch", formation) else {}
    t.cause = t.mark(
        "activated",
        ("EP-A27",),
        facts={f"activated:{formation}": 1, **lost},
        unit=lead.id,
        formation=formation,
        action=action,
        targets=charged,
    )
    if action != "hold" and not passes(t, formation, action, retaining):
        t.emit("test_failed", ("EP-A28",), unit=lead.id, formation=formation)
        add_blast(t, formation, 1, ("EP-A28",))
        check_break(t, formation)
        t.then("begin", formation, "hold")
    elif action == "engage":
        t.then("engage", formation, charged)
    else:
        t.then("begin", formation, action)


def passes(t: Table, formation: str, action: str, retaining: bool) -> bool:
    """The action test: D6 and what is added reach the initiative. Where it cannot fail nothing is rolled (EP-A27)."""
    rows = initiative_rows(t.rules, t.state, formation, action, retaining)
    need, plus = initiative(t.state, formation), sum(int(str(row[1])) for row in rows)
    if need - plus <= 1:
        return True
    return bool(
        t.roll(
            "action test",
            (6,),
            ("reaches", plus, need),
            ("EP-A27",),
            prompt=f"Action test of {formation.upper()}: {need - plus}+",
            unit=first(t.state, formation).id,
            formation=formation,
            need=need - plus,
            modifiers=rows,
        )
    )


# -- the actions ------------------------------------------------------------------------------------------------------


def begin(t: Table, formation: str, action: str) -> None:
    """An action other than a charge, part by part (EP-A29)."""
    state = t.state
    if not standing(state, formation) or marked(state, "broken", formation):
        return
    lead = first(state, formation)
    if action == "overwatch":
        t.mark("overwatch_placed", ("EP-A32",), facts={f"overwatch:{formation}": 1}, unit=lead.id, formation=formation)
        return
    if action == "march":
        t.mark("march_begun", ("EP-A29",), facts={f"marched:{formation}": 1}, unit=lead.id, formation=formation)
    t.begin(Action(action, lead.id, pace=action), "move")
    for number in range(MOVES.get(action, 0)):
        t.then("formation_move", formation, number + 1, MOVES[action])
        t.then("watched", formation)
    if action in ("marshal", "hold"):
        t.then("part", formation, action)
    elif action in SHOOTS:
        t.then("shooting", formation, SHOOTS[action])
    if action == "marshal":
        t.then("regroup", formation)
    t.then("q_end")


def part(t: Table, formation: str, action: str) -> None:
    """Marshal is a move or a shot at -1; Hold is one move, or a shot, or a regroup (EP-A28, EP-A29)."""
    state, rules = t.state, t.rules
    if not standing(state, formation) or marked(state, "broken", formation):
        return
    lead, plus = first(state, formation), -1 if action == "marshal" else 0
    ways = ["move"]
    if targets(rules, state, formation, plus):
        ways.append("shoot")
    if action == "hold" and marked(state, "blast", formation):
        ways.append("regroup")
    ways.append("nothing")
    words = {"move": "One move", "shoot": "Shoot", "regroup": "Regroup", "nothing": "Nothing"}
    choice = t.ask(
        lead.seat,
        "part",
        [
            Option(
                f"{formation}:part:{way}",
                f"part_{way}",
                lead.id,
                formation=formation,
                clauses=("EP-A28" if action == "hold" else "EP-A29",),
                text=words[way],
            )
            for way in ways
        ],
        prompt=f"{rules.seat_name(lead.seat)} decides: what does {formation.upper()} do?",
        note=f"It {WORDS[action]}: one of these.",
        clauses=("EP-A28" if action == "hold" else "EP-A29",),
        unit=lead.id,
    )
    if choice.action == "part_move":
        t.then("formation_move", formation, 1, 1)
        t.then("watched", formation)
    elif choice.action == "part_shoot":
        t.then("shooting", formation, plus)
    elif choice.action == "part_regroup":
        t.then("regroup", formation)


def formation_move(t: Table, formation: str, number: int, of: int) -> None:
    """One move of the whole formation, planned as a draft; coherency is looked at at its end (EP-A29, EP-A35)."""
    queue = t.queue
    if not standing(t.state, formation) or marked(t.state, "broken", formation):
        return
    lead = first(t.state, formation)
    queue.kind = "move"
    queue.tags["drafting"] = formation
    queue.facts["number"], queue.facts["of"] = number, of
    window(t, [lead.seat], "move", lead.id, cell=lead.at)


def shooting(t: Table, formation: str, plus: int) -> None:
    """The shot of the action."""
    ask_shot(t, formation, plus)


def regroup(t: Table, formation: str) -> None:
    """Two D6: as many blast markers go as the higher one shows (EP-A30)."""
    state = t.state
    count = marked(state, "blast", formation)
    if not count or marked(state, "broken", formation):
        return
    lead = first(state, formation)
    off = t.roll(
        "regroup",
        (6, 6),
        ("best",),
        ("EP-A30",),
        prompt=f"{formation.upper()} regroups",
        unit=lead.id,
        formation=formation,
    )
    left = max(0, count - int(off or 0))
    t.mark("regrouped", ("EP-A30",), facts={f"blast:{formation}": left}, unit=lead.id, formation=formation, left=left)


STEPS = {step.__name__: step for step in (act, begin, part, formation_move, shooting, regroup)}
