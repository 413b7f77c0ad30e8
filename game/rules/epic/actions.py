"""What an activated formation does: the action test (EP-A27, EP-A28), and all actions but the assault (EP-A29)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.names import Pace, Verb
from game.engine.options import Option
from game.engine.reactions import q_end
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.engine.wording import written_ids
from game.rules.epic.assault import engage
from game.rules.epic.breaking import add_blast, ask_moves, check_break, editable, watched
from game.rules.epic.destinations import may_leave
from game.rules.epic.events import Activated, MarchBegun, OverwatchPlaced, Regrouped, TestFailed
from game.rules.epic.fire import ask_shot, targets
from game.rules.epic.formations import (
    against,
    first,
    formations,
    gatherings,
    initiative,
    initiative_rows,
    on_table,
    side_of,
    standing,
)
from game.rules.epic.ground import NEAR, ZONE, disc, within
from game.rules.epic.state import Battle, EpicAction, EpicTable, FormationId, Stand
from game.rules.epic.throws import ActionTest, Regroup
from game.rules.epic.vocabulary import Questions, Verbs


class ActionKind(NamedTuple):
    """An action: what its option says that the formation does, and a sentence for the player who chooses.

    moves: how many moves the formation makes; plus: what it then adds to each die of its shot, None for no shot;
    either: it makes only one of the two.
    """

    does: str
    sentence: str
    moves: int = 0
    plus: int | None = None
    either: bool = False


ACTIONS: Mapping[Verb, ActionKind] = {
    Verbs.ADVANCE: ActionKind("advances", "It moves once, then shoots.", 1, 0),
    Verbs.ENGAGE: ActionKind("engages", "It charges, then it comes to blows."),
    Verbs.DOUBLE: ActionKind("doubles", "It moves twice, then shoots at −1.", 2, -1),
    Verbs.MARCH: ActionKind("marches", "It moves three times and does not shoot.", 3),
    Verbs.MARSHAL: ActionKind(
        "marshals", "It moves or shoots at −1, then takes off blast markers.", 1, -1, either=True
    ),
    Verbs.OVERWATCH: ActionKind("goes on overwatch", "It waits, and fires once at an enemy formation that has moved."),
    Verbs.SUSTAINED_FIRE: ActionKind("keeps up its fire", "It stays where it is and shoots at +1.", 0, 1),
    Verbs.HOLD: ActionKind("holds", "It moves, or shoots, or takes off blast markers.", 1, 0, either=True),
}
"""The actions of a formation (EP-A29). A failed test leaves only "hold" (EP-A28)."""
MOVES = {action: kind.moves for action, kind in ACTIONS.items() if kind.moves and not kind.either}
"""Action -> how many moves are always part of it."""
SHOOTS = {action: kind.plus for action, kind in ACTIONS.items() if kind.plus is not None and not kind.either}
"""Action -> what is added to each die of the shot that is always part of it."""


def actions(rules: Ruleset, state: Battle, formation: FormationId) -> Iterator[Option]:
    """The options to activate a formation (EP-A29); a charge has one for each set of formations it may name."""
    lead = first(state, formation)
    for action, kind in ACTIONS.items():
        if action == Verbs.ENGAGE:
            yield from charges(state, formation)
        elif refused(rules, state, formation, action) is None:
            yield Option(
                f"{formation}:{action}",
                action,
                lead.id,
                formation=formation,
                clauses=("EP-A29",),
                text=f"{formation.upper()} {kind.does}",
            )


def refused(rules: Ruleset, state: Battle, formation: FormationId, action: Verb) -> Refusal | None:
    """Why a formation cannot take an action, or None."""
    lead = first(state, formation).id
    if action in (Verbs.OVERWATCH, Verbs.SUSTAINED_FIRE):
        zoned = in_zone(state, formation)
        if zoned is not None:
            return Refusal("EP-A33", f"{zoned.id.upper()} is in a zone of control: it must charge or leave", lead)
    if action == Verbs.SUSTAINED_FIRE and not targets(rules, state, formation, 1):
        return Refusal("EP-A29", "it has nobody to shoot at", lead)
    return None


def in_zone(state: Battle, formation: FormationId) -> Stand | None:
    """A stand of the formation that is in an enemy's zone of control and can leave it; None for none (EP-A33)."""
    for unit in on_table(state, formation):
        if any(unit.at in disc(state, foe.at, ZONE) for foe in against(state, unit.seat)) and may_leave(state, unit):
            return unit
    return None


def charges(state: Battle, formation: FormationId) -> Iterator[Option]:
    """A1: the options to assault a formation within a move and 15 cm, or several intermingled ones (EP-01, EP-A34)."""
    lead = first(state, formation)
    seen: set[str] = set()
    for foe in formations(state):
        if side_of(state, foe) == side_of(state, formation) or not near_enough(state, formation, foe):
            continue
        for mixed in gatherings(state, foe):
            name = "+".join(mixed)
            if name in seen:
                continue
            seen.add(name)
            yield Option(
                f"{formation}:engage:{name}",
                Verbs.ENGAGE,
                lead.id,
                first(state, foe).id,
                tuple(u.id for f in mixed for u in on_table(state, f)),
                formation=formation,
                clauses=("EP-01", "EP-A34"),
                text=f"{formation.upper()} assaults {written_ids(mixed)}",
            )


def near_enough(state: Battle, formation: FormationId, foe: FormationId) -> bool:
    """Whether some stand could end its charge within 15 cm of the enemy formation, by distance alone."""
    return any(
        within(state, unit.at, other.at, unit.stats["SPEED"] + NEAR)
        for unit in on_table(state, formation)
        for other in on_table(state, foe)
    )


# -- the test ---------------------------------------------------------------------------------------------------------


@step
def act(t: EpicTable, formation: FormationId, action: Verb, charged: list[FormationId], retaining: bool) -> None:
    """The formation is activated and tests for its action; a natural 1 is nothing special (EP-A27)."""
    lead = first(t.state, formation)
    own = editable(t, formation)
    own.activated, own.overwatch = True, False
    t.cause = t.emit(Activated(lead.id, formation, action, charged))
    if action != Verbs.HOLD and not passes(t, formation, action, retaining=retaining):
        t.emit(TestFailed(lead.id, formation))
        add_blast(t, formation, 1, TestFailed.clauses)
        check_break(t, formation)
        t.then(begin, formation, Verbs.HOLD)
    elif action == Verbs.ENGAGE:
        t.then(engage, formation, charged)
    else:
        t.then(begin, formation, action)


def passes(t: EpicTable, formation: FormationId, action: Verb, *, retaining: bool) -> bool:
    """Whether a formation passes its action test: a modified D6 reaches its initiative (EP-A27).

    Nothing is rolled if the test cannot fail.
    """
    test = action_test(t.state, formation, action, retaining=retaining)
    return test.need <= 1 or bool(t.roll(test))


def action_test(state: Battle, formation: FormationId, action: Verb, *, retaining: bool) -> ActionTest:
    """The test of a formation that is to take an action (EP-A27)."""
    rows = initiative_rows(state, formation, action, retaining=retaining)
    return ActionTest.against(initiative(state, formation), first(state, formation).id, formation, rows)


# -- the actions ------------------------------------------------------------------------------------------------------


@step
def begin(t: EpicTable, formation: FormationId, action: Verb) -> None:
    """An action other than a charge, part by part (EP-A29)."""
    if not can_go_on(t.state, formation):
        return
    lead = first(t.state, formation)
    if action == Verbs.OVERWATCH:
        editable(t, formation).overwatch = True
        t.emit(OverwatchPlaced(lead.id, formation))
        return
    if action == Verbs.MARCH:
        editable(t, formation).marched = True
        t.emit(MarchBegun(lead.id, formation))
    t.begin(EpicAction(action, lead.id, pace=Pace(action)), Verbs.MOVE)
    kind = ACTIONS[action]
    if kind.either:
        t.then(part, formation, action)
    else:
        for number in range(kind.moves):
            t.then(formation_move, formation, number + 1, kind.moves)
            t.then(watched, formation)
        if kind.plus is not None:
            t.then(shooting, formation, kind.plus)
    if action == Verbs.MARSHAL:
        t.then(regroup, formation)
    t.then(q_end)


def can_go_on(state: Battle, formation: FormationId) -> bool:
    """Whether a formation can go on with its action: it has stands left, and has not been broken meanwhile."""
    return bool(standing(state, formation)) and not state.formations[formation].broken


@step
def part(t: EpicTable, formation: FormationId, action: Verb) -> None:
    """Ask for one part of an action: Marshal is a move or a shot, Hold a move, a shot or a regroup (EP-A28, EP-A29).

    A formation with a stand in a zone of control has to move, because the stand has to leave the zone (EP-A33).
    """
    state, rules = t.state, t.rules
    if not can_go_on(state, formation):
        return
    kind, lead, hold = ACTIONS[action], first(state, formation), action == Verbs.HOLD
    plus = kind.plus or 0
    clauses = ("EP-A28" if hold else "EP-A29",)

    def one(name: str, verb: Verb, text: str) -> Option:
        return Option(f"{formation}:part:{name}", verb, lead.id, formation=formation, clauses=clauses, text=text)

    move, none = one("move", Verbs.PART_MOVE, "One move"), one("nothing", Verbs.PART_NOTHING, "Nothing")
    free, more = in_zone(state, formation) is None, []
    if free and targets(rules, state, formation, plus):
        more.append(one("shoot", Verbs.PART_SHOOT, "Shoot"))
    if free and hold and state.formations[formation].blast:
        more.append(one("regroup", Verbs.PART_REGROUP, "Regroup"))
    choice = t.ask(
        lead.seat,
        Questions.PART,
        [move, *more, none] if free else [move],
        question=f"what does {formation.upper()} do?",
        note=f"It {kind.does}: one of these.",
        clauses=clauses,
        default=(more or [move])[0].id,
        unit=lead.id,
    )
    if choice.action == Verbs.PART_MOVE:
        t.then(formation_move, formation, 1, 1)
        t.then(watched, formation)
    elif choice.action == Verbs.PART_SHOOT:
        t.then(shooting, formation, plus)
    elif choice.action == Verbs.PART_REGROUP:
        t.then(regroup, formation)


@step
def formation_move(t: EpicTable, formation: FormationId, number: int, of: int) -> None:
    """One move of the whole formation, planned as a draft; it must end in coherency (EP-A29, EP-A35)."""
    if can_go_on(t.state, formation):
        ask_moves(t, formation, Verbs.MOVE, number, of)


@step
def shooting(t: EpicTable, formation: FormationId, plus: int) -> None:
    """The shot that is part of the action."""
    ask_shot(t, formation, plus)


@step
def regroup(t: EpicTable, formation: FormationId) -> None:
    """Roll two D6; the formation loses as many blast markers as the higher one shows (EP-A30)."""
    own = t.state.formations[formation]
    if not own.blast or own.broken:
        return
    lead = first(t.state, formation)
    off = t.roll(Regroup(lead.id, formation))
    own = editable(t, formation)
    own.blast = max(0, own.blast - off)
    t.emit(Regrouped(lead.id, formation, own.blast))
