"""The commands of the text game: those that answer what is asked, and the table of all with what each is for.

Each takes the words after its name and gives the lines to say. Looking is in `text_look`, time in `text_moments`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.cli import text_draft as draft
from game.cli import text_look as look
from game.cli import text_moments as moments
from game.cli import text_say as say
from game.cli.text_table import Refused, Table, need
from game.engine.answers import IllegalChoice, NoDecision
from game.engine.decisions import CONFIRM, RESET, UNPLAN
from game.engine.dice import DiceError
from game.engine.odds import OddsTooLarge
from game.records.folders import SaveError
from game.records.moments import BY
from game.records.timeline import TimelineError


class Command(NamedTuple):
    """One command: what follows its name, what it does, and the function."""

    arguments: str
    help: str
    run: Callable[[Table, list[str]], Iterator[str]]


def carry_out(table: Table, line: str) -> Iterator[str]:
    """Carry out one typed line: a command, an option, the faces of a roll. Raises Refused with a sentence."""
    words = line.split()
    if not words:
        yield from table.question()
        return
    try:
        command = COMMANDS.get(words[0].lower())
        yield from command.run(table, words[1:]) if command else table.answer(words)
    except (IllegalChoice, NoDecision, TimelineError, DiceError, SaveError, OddsTooLarge, ValueError) as error:
        raise Refused(str(error)) from error


def _go(table: Table, words: list[str]) -> Iterator[str]:
    need(words, 2, "go UNIT CELL, perhaps with how, like go b1 c4 run; in a plan also go FORMATION CELL")
    asked, cell = table.asked(), say.cell_named(table.shown.setup.board, words[1])
    whole = {o.formation.lower(): o.formation for o in asked.options if o.formation and not o.unit and o.to >= 0}
    formation = whole.get(words[0].lower(), "")
    name = "" if formation else table.unit(words[0])
    how = words[2].lower() if len(words) > 2 else ""
    fit = [
        option
        for option in asked.options
        if option.unit == name
        and option.to == cell
        and (not formation or option.formation == formation)
        and (not how or how in (option.pace, option.action))
    ]
    if not fit:
        label, who = table.shown.setup.board.label(cell), (formation or name).upper()
        raise Refused(
            f"{who} cannot go to {label}{f' at a {how}' if how else ''}{draft.refusal_of(asked, name) if name else ''}."
        )
    yield from table.made(lambda: table.timeline.choose(fit[0].id))


def _planning(action: str, without: str) -> Callable[[Table, list[str]], Iterator[str]]:
    """Choose the option of that action: for the unit named, or for the plan as a whole."""

    def run(table: Table, words: list[str]) -> Iterator[str]:
        asked = table.asked()
        name = table.unit(words[0]) if words else ""
        option = next((o for o in asked.options if o.action == action and o.unit == name), None)
        if option is None:
            reason = draft.refused_as(table.shown, asked) if action == CONFIRM.action else ""
            raise Refused(f"{without}{reason}.")
        yield from table.made(lambda: table.timeline.choose(option.id))

    return run


def _plan(table: Table, words: list[str]) -> Iterator[str]:
    yield from list(draft.plan_lines(table.shown, table.seat)) or ["Nothing is planned."]


def _options(table: Table, words: list[str]) -> Iterator[str]:
    yield from table.question()


def _help(table: Table, words: list[str]) -> Iterator[str]:
    yield "Type the number or the id of an option to choose it; a pass may hold: pass action, pass turn. Or:"
    for name, command in COMMANDS.items():
        yield f"{name} {command.arguments}".rstrip() + f": {command.help}"


def _quit(table: Table, words: list[str]) -> Iterator[str]:
    table.over = True
    yield "Goodbye."


COMMANDS: dict[str, Command] = {
    "options": Command("", "say again what is asked, as an empty line does", _options),
    "go": Command("UNIT CELL [HOW]", "move a unit; in a plan also go FORMATION CELL", _go),
    "plan": Command("", "what is planned and not yet confirmed", _plan),
    "drop": Command("UNIT", "take a unit out of the plan, where one may", _planning(UNPLAN, "That is not in the plan")),
    "reset": Command("", "begin the plan again", _planning(RESET.action, "There is no plan to begin again")),
    "confirm": Command("", "let the plan count", _planning(CONFIRM.action, "There is nothing to confirm here")),
    "formations": Command("[FORMATION]", "every formation, or one with its units", look.formations),
    "look": Command("[CELL or UNIT]", "the whole table, or what is at and around a cell", look.around),
    "who": Command("sees CELL", "every unit that sees a cell", look.who),
    "why": Command("[not] UNIT", "what a unit may do here, or the clause that forbids it", look.why),
    "odds": Command("OPTION", "the exact chances of what an option leads to", look.odds),
    "sight": Command("CELL CELL", "what one cell sees of another", look.sight),
    "queue": Command("", "the reactions to the action under way, in their order", look.queue),
    "undo": Command("[agreed]", "take back the last choice", moments.undo),
    "redo": Command("", "make it again, with the same dice", moments.redo),
    "back": Command("[BY or start]", f"step back by {', '.join(BY)}", moments.step(-1)),
    "forward": Command("[BY or end]", "step forward in the same way", moments.step(1)),
    "branch": Command("NAME", "play on from here beside the main line", moments.branch),
    "follow": Command("NAME", "change to a branch, or to main", moments.follow),
    "lines": Command("", "the main line and the branches", moments.lines),
    "note": Command("TEXT", "write a note on this moment", moments.note),
    "log": Command("[COUNT]", "the latest events", look.log),
    "clause": Command("ID", "what a clause or a ruling says", look.clause),
    "sketch": Command("[FILE]", "the position as a sketch to share", moments.sketch),
    "save": Command("NAME [replace]", "keep the game", moments.save),
    "load": Command("NAME", "take up a kept game", moments.load),
    "saves": Command("", "list the kept games", moments.saves),
    "hash": Command("", "the hash of the whole state", look.state_hash),
    "help": Command("", "say this", _help),
    "quit": Command("", "leave", _quit),
}
