"""What people read of an Epic game: a sentence for each event, the questions of the drafts."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.rules.shared import COMMON, Fields, Sentence, faces_shown, label, plain, up

WHY = {
    "strategy": "The sides roll for strategy: {faces}.",
    "action test": "{formation} tests for its action: {faces}, needs {need}.",
    "to hit": "{who} and its formation fire at {target} on {need} or more: {faces}; {outcome} hit.",
    "save": "{who} saves on {need}: {faces}.",
    "bail out": "{who} gets out of the wreck on {need}: {faces}.",
    "regroup": "{formation} regroups: {faces}.",
    "rally": "{formation} tries to rally: {faces}, needs {need}.",
    "close combat": "Close combat of the {side} on {need} or more: {faces}; {outcome} hit.",
    "firefight": "Firefight of the {side} on {need} or more: {faces}; {outcome} hit.",
    "support": "Supporting fire of the {side} on {need} or more: {faces}; {outcome} hit.",
    "result of the attackers": "Result of the attackers: {faces}{sum}.",
    "result of the defenders": "Result of the defenders: {faces}{sum}.",
}


def _rolled(rules: Ruleset, state: State, f: Fields) -> str:
    rows = f.get("modifiers")
    added = "".join(f", {value:+} {name}" for name, value, *_ in rows) if isinstance(rows, list) else ""
    return WHY[str(f["why"])].format(
        who=up(f.get("unit", "")),
        target=up(f.get("target", "")),
        formation=up(f.get("formation", "")),
        faces=faces_shown(f),
        outcome=f["outcome"],
        need=f.get("need", ""),
        side=f.get("side", ""),
        sum=added,
    )


def _activated(rules: Ruleset, state: State, f: Fields) -> str:
    what = str(f["action"]).replace("_", " ")
    return f"{up(f['formation'])} is activated: {what}{' ' + up(f['targets']) if f['targets'] else ''}."


def _moved(rules: Ruleset, state: State, f: Fields) -> str:
    goal = f", towards {up(f['target'])}" if f.get("target") else ""
    return f"{up(f['unit'])} moves to {label(state, f['at'])}{goal}."


def _declared(rules: Ruleset, state: State, f: Fields) -> str:
    if f["action"] == "overwatch_fire":
        return f"{up(f['unit'])} and its formation fire on overwatch."
    if f["action"] == "disembark":
        return f"{up(f['unit'])} is to get out."
    return f"{up(f['unit'])} counter charges {up(f['target'])}."


def _drawn_in(rules: Ruleset, state: State, f: Fields) -> str:
    return f"{up(f['by'])} touches {up(f['unit'])}: {up(f['formation'])} is drawn in with the {f['side']}."


def _reckoned(rules: Ruleset, state: State, f: Fields) -> str:
    return f"The result: attackers {f['attackers']}, defenders {f['defenders']}."


def _won(rules: Ruleset, state: State, f: Fields) -> str:
    by = f" by {f['difference']}" if f["difference"] else ""
    return f"The {f['side']} win the assault{by}."


def _no_attacks(rules: Ruleset, state: State, f: Fields) -> str:
    again = " again" if int(str(f["round"])) > 1 else ""
    return f"Nobody is near enough and in view: no attacks; the result is worked out{again}."


def _plural(text: str) -> Sentence:
    def fill(rules: Ruleset, state: State, f: Fields) -> str:
        count = f.get("count", f.get("left", 0))
        return text.format(
            formation=up(f["formation"]), count=count, s="" if count == 1 else "s", total=f.get("total", 0)
        )

    return fill


def _formation(text: str) -> Sentence:
    def fill(rules: Ruleset, state: State, f: Fields) -> str:
        return text.format(
            formation=up(f["formation"]), targets=up(f.get("targets", "")), target=up(f.get("target", ""))
        )

    return fill


def _ended(rules: Ruleset, state: State, f: Fields) -> str:
    winner = str(f["winner"])
    return f"{rules.seat_name(winner)} wins: {f['reason']}." if winner else f"The game is drawn: {f['reason']}."


SENTENCES: Mapping[str, Sentence] = {
    **COMMON,
    "passed": plain("{seat} has nothing to add."),
    "rolled": _rolled,
    "start_decided": plain("{seat} begins."),
    "activated": _activated,
    "test_failed": _formation("{formation} fails its test and may only hold."),
    "initiative_retained": plain("{seat} retains the initiative."),
    "overwatch_placed": _formation("{formation} is on overwatch."),
    "overwatch_spent": _formation("{formation} spends its overwatch."),
    "march_begun": _formation("{formation} is on the march."),
    "regrouped": _plural("{formation} regroups; {count} blast marker{s} left."),
    "blast_placed": _plural("{formation} gets {count} blast marker{s}, {total} in all."),
    "formation_broken": _formation("{formation} breaks."),
    "formation_destroyed": _formation("{formation} was broken before and is destroyed."),
    "moved": _moved,
    "carried": plain("{unit} rides with {target}."),
    "embarked": plain("{unit} gets into {target}."),
    "disembarked": plain("{unit} gets out of {target}."),
    "bailed_out": plain("{unit} gets out of the wreck."),
    "fired": _formation("{formation} fires at {target}."),
    "saved": plain("{unit} is saved."),
    "stand_lost": plain("{unit} is lost."),
    "cut_off": plain("{unit} is cut off within 15 cm of {target} and lost."),
    "reaction_declared": _declared,
    "window_closed": plain("No more is declared."),
    "assault_declared": _formation("{formation} engages {targets}."),
    "round_begun": plain("Round {round}: both sides may counter charge, the attackers first."),
    "drawn_in": _drawn_in,
    "assault_off": plain("There is no assault: {reason}."),
    "assault_begun": plain("There is a line of fire: the assault goes ahead."),
    "no_attacks": _no_attacks,
    "nobody_engaged": plain("Neither side has engaged stands left: on to supporting fire and result."),
    "swift_outcome": plain("Only the {side} have engaged stands left."),
    "result_reckoned": _reckoned,
    "assault_tied": plain("A tie: round {round} follows."),
    "assault_won": _won,
    "withdrawal_begun": _formation("{formation} withdraws."),
    "consolidation_begun": _formation("{formation} consolidates."),
    "rallied": _plural("{formation} rallies; {count} blast marker{s} left."),
    "rally_failed": _formation("{formation} does not rally."),
    "turn_forgotten": plain("All formations may act again."),
    "game_ended": _ended,
}


def draft_prompt(rules: Ruleset, queue: ReactionQueue, seat: str) -> tuple[str, str]:
    """The question of a draft and why it is asked."""
    who = rules.seat_name(seat)
    names = up(queue.tags.get("drafting", "").split("+"))
    number, of = queue.facts.get("number", 1), queue.facts.get("of", 1)
    place = f"Move {number} of {of}. " if of > 1 else ""
    if queue.kind == "counter_charge":
        fought = "It has been charged" if queue.facts["round"] == 1 else f"Round {queue.facts['round']}"
        return (
            f"{who} decides: which stands of {names} counter charge?",
            f"{fought}: each stand that nobody touches may go straight for the enemy closest to it, or stay.",
        )
    questions = {
        "move": (
            f"{who} decides: where do the stands of {names} move?",
            "Each up to its Speed; they end in coherency.",
        ),
        "charge": (
            f"{who} decides: where do the stands of {names} charge?",
            "One move of their Speed; at least one ends within 15 cm of the target.",
        ),
        "withdraw": (
            f"{who} decides: where do the stands of {names} withdraw?",
            "Whoever ends the second within 15 cm of an enemy is lost.",
        ),
        "consolidate": (f"{who} decides: where do the stands of {names} consolidate?", "Up to 5 cm each."),
    }
    question, note = questions[queue.kind]
    return question, place + note


def react_prompt(rules: Ruleset, queue: ReactionQueue, seat: str) -> tuple[str, str]:
    """The question of an overwatch window."""
    moving = queue.tags["moving"].upper()
    what = {"engage": "has charged", "withdraw": "has withdrawn", "consolidate": "has consolidated"}
    verb = what.get(queue.action.kind, "has moved")
    return (
        f"{rules.seat_name(seat)} decides: does overwatch fire at {moving}?",
        f"{moving} {verb}; a formation on overwatch fires once.",
    )
