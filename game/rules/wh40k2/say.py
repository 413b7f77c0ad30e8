"""What people read of a WH40K 2nd edition game."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.view import StepRow, step_rows
from game.rules.shared import COMMON, Fields, Sentence, faces_shown, label, plain, up

WHY = {
    "to hit": "{who} rolls to hit {faces}: {outcome} of {dice} at {need}+.",
    "to hit high": "{who} rolls {faces}: {outcome} of {dice} show a 6, the first half of {need}+.",
    "to hit again": "{who} rolls on {faces}: {outcome} at {need}+.",
    "to wound": "Wounds on {who}: {faces}: {outcome} at {need}+.",
    "save": "Saves of {who}: {faces}: {outcome} at {need}+.",
    "leadership": "{who} tests Leadership: {faces} against {need}.",
    "break": "{who} tests whether it breaks: {faces} against {need}.",
    "rally": "{who} tries to rally: {faces} against {need}.",
    "flight": "{who} flees {outcome} inches.",
    "stray direction": "The shot of {who} strays: direction {faces}.",
    "stray distance": "The shot of {who} strays {faces} inches.",
    "hand-to-hand": "{who} fights {target}: {faces}, difference {outcome}.",
}


def _rolled(rules: Ruleset, state: State, f: Fields) -> str:
    dice, need = f["dice"], f.get("need", "")
    kind = str(f["why"])
    if kind == "to hit" and isinstance(need, int):
        kind, need = ("to hit high", need) if need > 6 else (kind, max(2, need))
    return WHY[kind].format(
        who=up(f.get("unit", "")),
        target=up(f.get("target", "")),
        faces=faces_shown(f),
        outcome=f["outcome"],
        need=need,
        dice=len(dice) if isinstance(dice, list | tuple) else 0,
    )


def _declared_move(rules: Ruleset, state: State, f: Fields) -> str:
    path = f["path"]
    end = label(state, path[-1]) if isinstance(path, list) else "?"
    goal = f" at {up(f['target'])}" if f.get("target") else ""
    return f"{up(f['unit'])} declares a {f['action']}{goal} to {end}."


def _moved(rules: Ruleset, state: State, f: Fields) -> str:
    return f"{up(f['unit'])} moves to {label(state, f['at'])}."


def _over(rules: Ruleset, state: State, f: Fields) -> str:
    return f"{up(f['unit'])}’s move is over." if f["unit"] else "The movement phase goes on."


def _lost(rules: Ruleset, state: State, f: Fields) -> str:
    lost = f["lost"]
    return f"{up(f['unit'])} loses {lost} model{'' if lost == 1 else 's'}; {f['figures']} left."


def _strayed(rules: Ruleset, state: State, f: Fields) -> str:
    return f"The stray shot hits {up(f['target'])}." if f.get("target") else "The stray shot hits nobody."


def _ended(rules: Ruleset, state: State, f: Fields) -> str:
    winner = str(f["winner"])
    return f"{rules.seat_name(winner)} wins: {f['reason']}." if winner else f"The game is drawn: {f['reason']}."


SENTENCES: Mapping[str, Sentence] = {
    **COMMON,
    "turn_started": plain("Turn {turn}, {seat}."),
    "rolled": _rolled,
    "overwatch_placed": plain("{unit} goes on overwatch."),
    "counter_removed": plain("{unit}’s overwatch counter comes off."),
    "overwatch_lost": plain("{unit} loses its overwatch counter: {reason}."),
    "counter_spent": plain("{unit} shoots from overwatch; its counter comes off."),
    "charge_declared": plain("{unit} declares a charge at {target}."),
    "charge_made": plain("{unit} is in contact with {target}."),
    "charge_failed": plain("{unit}’s charge falls short of {target}."),
    "move_declared": _declared_move,
    "moved": _moved,
    "move_lost": plain("Nothing is left of {unit}; its move ends."),
    "stood": plain("{unit} stays where it is."),
    "hid": plain("{unit} hides."),
    "hiding_lost": plain("{unit} gives itself away."),
    "reaction_declared": plain("{unit} fires on overwatch at {target}."),
    "window_closed": plain("No more overwatch fire."),
    "action_ended": _over,
    "fired": plain("{unit} fires at {target}."),
    "models_lost": _lost,
    "wounded": plain("{unit} is wounded."),
    "wiped_out": plain("{unit} is wiped out."),
    "saved": plain("{unit}’s armour holds."),
    "nerve_held": plain("{unit} keeps its nerve and stays on overwatch."),
    "strayed": _strayed,
    "shooting_used": plain("{unit} shoots."),
    "fight_begun": plain("{unit} and {target} fight hand-to-hand."),
    "losses_counted": plain("{unit} has lost {losses} in this phase."),
    "stood_firm": plain("{unit} stands firm."),
    "broken": plain("{unit} breaks."),
    "fled": plain("{unit} flees."),
    "rallied": plain("{unit} rallies."),
    "still_broken": plain("{unit} stays broken."),
    "turn_forgotten": plain("{unit} is ready for the next turn."),
    "game_ended": _ended,
}


def procedure(rules: Ruleset, state: State) -> list[StepRow]:
    """The phases of the player's turn, or in a window what is going on."""
    titles = [phase.title.removesuffix(" phase") for phase in rules.phases]
    ids = [phase.id for phase in rules.phases]
    now = ids.index(state.phase) if state.phase in ids else 0
    clauses = [phase.clauses[0] for phase in rules.phases]
    return step_rows(list(zip(titles, clauses, strict=True)), now)
