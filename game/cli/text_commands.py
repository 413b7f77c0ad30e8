"""The commands of the text game: each takes the words after its name and gives the lines to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from game.cli import text_draft as draft
from game.cli import text_say as say
from game.cli.text_table import Refused, Table
from game.engine.decisions import CONFIRM, DICE, RESET, UNPLAN, Refusal
from game.engine.dice import DiceError
from game.engine.forecast import Forecast
from game.engine.match import IllegalChoice, NoDecision
from game.engine.moments import BY
from game.engine.odds import OddsTooLarge
from game.engine.timeline import TimelineError
from game.saves import SaveError


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


def _need(words: list[str], count: int, usage: str) -> list[str]:
    if len(words) < count:
        raise Refused(f"Type it like this: {usage}.")
    return words


def _cell(table: Table, word: str) -> int:
    unit = table.shown.front.units.get(word.lower())
    return unit.at if unit is not None else say.cell_named(table.shown.setup.board, word)


def _unit(table: Table, word: str) -> str:
    for name in table.shown.front.units:
        if name.lower() == word.lower():
            return name
    raise Refused(f"There is no unit “{word[:20]}”; there are {', '.join(table.shown.front.units)}.")


def _go(table: Table, words: list[str]) -> Iterator[str]:
    _need(words, 2, "go UNIT CELL, perhaps with how, like go b1 c4 run; in a plan also go FORMATION CELL")
    asked, cell = table.asked(), say.cell_named(table.shown.setup.board, words[1])
    whole = {o.formation.lower(): o.formation for o in asked.options if o.formation and not o.unit and o.to >= 0}
    formation = whole.get(words[0].lower(), "")
    name = "" if formation else _unit(table, words[0])
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
        name = _unit(table, words[0]) if words else ""
        option = next((o for o in asked.options if o.action == action and o.unit == name), None)
        if option is None:
            reason = draft.refused_as(table.shown, asked) if action == CONFIRM.action else ""
            raise Refused(f"{without}{reason}.")
        yield from table.made(lambda: table.timeline.choose(option.id))

    return run


def _plan(table: Table, words: list[str]) -> Iterator[str]:
    yield from list(draft.plan_lines(table.shown, table.seat)) or ["Nothing is planned."]


def _formations(table: Table, words: list[str]) -> Iterator[str]:
    groups = draft.groups_of(table.shown, table.seat)
    if not words:
        yield from [draft.group_line(table.shown, group) for group in groups] or ["There are no formations here."]
        return
    group = next((group for group in groups if str(group["id"]).lower() == words[0].lower()), None)
    if group is None:
        names = ", ".join(str(group["id"]) for group in groups) or "none"
        raise Refused(f"There is no formation “{words[0][:20]}”; there are {names}.")
    yield from say.formation_lines(table.shown, group, table.seat)


def _look(table: Table, words: list[str]) -> Iterator[str]:
    if not words:
        yield from say.table_lines(table.shown, table.seat)
    else:
        yield from say.cell_lines(table.shown, _cell(table, words[0]), table.seat)


def _who(table: Table, words: list[str]) -> Iterator[str]:
    _need(words, 2, "who sees CELL")
    yield from say.seen_lines(table.shown, _cell(table, words[-1]))


def _why(table: Table, words: list[str]) -> Iterator[str]:
    own = table.shown.why(table.seat)
    names = [_unit(table, word) for word in words if word.lower() != "not"] or list(own)
    for name in names:
        answer = own.get(name)
        if answer is None:
            yield f"{name.upper()} is not yours; what it may do is its owner's to know."
        elif isinstance(answer, Refusal):
            yield say.refusal_line(answer, name)
        else:
            texts = [say.option_text(table.shown, option) for option in answer]
            yield f"{name.upper()} may: {draft.in_short(texts, answer)}."


def _sum(forecast: Forecast) -> str:
    """The sum behind an attack and its chances in a line."""
    if forecast.effect == "out":
        chances = f"{float(forecast.p_hit):.1%} to hit, {float(forecast.p_out):.1%} to put out"
    else:
        chances = f"{float(forecast.p_hit):.1%} {forecast.effect}"
    if not forecast.dice:
        return f"{chances}."
    sums = "".join(f", {name} {value:+d} ({clause})" for name, value, clause in forecast.modifiers)
    return f"{forecast.base_name} {forecast.base}{sums}: {forecast.dice}, {chances}."


def _odds(table: Table, words: list[str]) -> Iterator[str]:
    match = table.shown
    asked = table.asked()
    if asked.seat == DICE:
        rows = match.odds()
    else:
        option = table.option(_need(words, 1, "odds OPTION")[0])
        forecast = match.forecast(option)
        if forecast is not None:
            yield _sum(forecast)
        yield "If everybody then does the default:"
        rows = match.odds(option.id, assume=True)
    for chance, changes in rows:
        what = "; ".join(_change(row) for row in changes) or "nothing changes"
        yield f"{float(chance):.1%} ({chance}): {what}."


def _change(row: Mapping[str, object]) -> str:
    if "site" in row:
        return f"{row['site']} goes to {row['seat'] or 'nobody'}"
    rest = ", ".join(
        f"{name} {' '.join(value) if isinstance(value, list) else value}"
        for name, value in row.items()
        if name not in ("unit", "group")
    )
    return f"{str(row.get('unit') or row['group']).upper()} {rest}".replace("out True", "is put out")


def _sight(table: Table, words: list[str]) -> Iterator[str]:
    _need(words, 2, "sight CELL CELL")
    yield say.sight_line(table.shown, _cell(table, words[0]), _cell(table, words[1]))


def _undo(table: Table, words: list[str]) -> Iterator[str]:
    agreed = "the other side" if words and words[0].lower() == "agreed" else ""
    try:
        table.timeline.undo(agreed, study=table.study)
    except TimelineError as error:
        raise Refused(f"{error} Type undo agreed once it has.") from error
    table.changed("undone")
    table.told = len(table.timeline.match.events)
    yield "The last choice is taken back."
    yield from table.question()


def _redo(table: Table, words: list[str]) -> Iterator[str]:
    yield from table.made(table.timeline.redo)


def _step(sign: int) -> Callable[[Table, list[str]], Iterator[str]]:
    def run(table: Table, words: list[str]) -> Iterator[str]:
        by = words[0].lower() if words else "choice"
        if by in ("start", "end"):
            table.timeline.go(0 if by == "start" else len(table.timeline.match.history))
        elif by in BY:
            table.timeline.step(by, sign)
        else:
            raise Refused(f"One can step by {', '.join(BY)}, or to start or end.")
        place, match = table.timeline.place, table.shown
        yield f"After choice {place.made} of {len(table.timeline.match.history)}, turn {match.front.turn}."
        if match.events and by != "start":
            yield str(match.event_json(match.events[-1], table.seat)["text"])
        note = table.timeline.notes.get(place.made)
        if note:
            yield f"Note: {note}"
        yield from table.question()

    return run


def _branch(table: Table, words: list[str]) -> Iterator[str]:
    table.timeline.branch(" ".join(_need(words, 1, "branch NAME")))
    table.told = len(table.timeline.match.events)
    yield "The game goes on from here as a branch; follow main goes back."
    yield from table.question()


def _follow(table: Table, words: list[str]) -> Iterator[str]:
    name = " ".join(_need(words, 1, "follow NAME, or follow main"))
    table.timeline.follow("" if name.lower() == "main" else name)
    table.told = len(table.timeline.match.events)
    yield from table.question()


def _lines(table: Table, words: list[str]) -> Iterator[str]:
    for name, line in table.timeline.lines.items():
        here = ", here" if line is table.timeline.line else ""
        yield f"{name or 'main'}: {len(line.match.history)} choices{here}."


def _note(table: Table, words: list[str]) -> Iterator[str]:
    table.timeline.note(" ".join(words))
    table.changed("noted")
    yield "Noted." if words else "The note is taken away."


def _log(table: Table, words: list[str]) -> Iterator[str]:
    count = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 6 else 10
    events = table.shown.events_for(table.seat, max(0, len(table.shown.events) - count))
    yield from (f"{event['n']}: {event['text']}" for event in events)


def _clause(table: Table, words: list[str]) -> Iterator[str]:
    name = _need(words, 1, "clause ID, like clause SC-21")[0].upper()
    book = table.shown.rules.book
    if name in book.clauses:
        yield f"{name}, {book.clauses[name].title}: {book.clauses[name].text}"
    elif name in book.rulings:
        ruling = book.rulings[name]
        yield f"{name}, {ruling.title}: {ruling.reading} In force: {table.shown.rules.ruling(name)}."
    else:
        raise Refused(
            f"{book.title} has no clause “{name[:20]}”; they go from {next(iter(book.clauses))} to {list(book.clauses)[-1]}."
        )


def _save(table: Table, words: list[str]) -> Iterator[str]:
    if table.saved is None:
        raise Refused("This game is not kept in files.")
    replace = len(words) > 1 and words[-1].lower() == "replace"
    name = " ".join(_need(words[:-1] if replace else words, 1, "save NAME, or save NAME replace"))
    yield f"Saved as {table.saved(name, replace)}."


def _load(table: Table, words: list[str]) -> Iterator[str]:
    if table.loaded is None:
        raise Refused("This game is not kept in files.")
    table.timeline = table.loaded(" ".join(_need(words, 1, "load NAME")))
    table.told = len(table.timeline.match.events)
    yield f"{table.timeline.match.setup.title}, choice {len(table.timeline.match.history)}."
    yield from table.question()


def _saves(table: Table, words: list[str]) -> Iterator[str]:
    from game.saves import list_saves

    found = list_saves()
    for info in found:
        what = info.problem or f"{info.scenario}, turn {info.turn} of {info.turns}, {info.date:%Y-%m-%d %H:%M}"
        yield f"{info.name}: {what}."
    if not found:
        yield "There are no saves."


def _sketch(table: Table, words: list[str]) -> Iterator[str]:
    from game.sketch import sketch_text

    text = sketch_text(table.timeline.position())
    if words:
        try:
            Path(words[0]).write_text(text, "utf-8")
        except OSError as error:
            raise Refused(f"{words[0]} cannot be written: {error.strerror}.") from error
        yield f"The position is in {words[0]}."
    else:
        yield text.rstrip()


def _options(table: Table, words: list[str]) -> Iterator[str]:
    yield from table.question()


def _hash(table: Table, words: list[str]) -> Iterator[str]:
    yield f"Hash {table.shown.hash()}."


def _queue(table: Table, words: list[str]) -> Iterator[str]:
    lines = list(say.queue_lines(table.shown, table.seat))
    yield from lines or ["No action is under way."]


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
    "formations": Command("[FORMATION]", "every formation, or one with its units", _formations),
    "look": Command("[CELL or UNIT]", "the whole table, or what is at and around a cell", _look),
    "who": Command("sees CELL", "every unit that sees a cell", _who),
    "why": Command("[not] UNIT", "what a unit may do here, or the clause that forbids it", _why),
    "odds": Command("OPTION", "the exact chances of what an option leads to", _odds),
    "sight": Command("CELL CELL", "what one cell sees of another", _sight),
    "queue": Command("", "the reactions to the action under way, in their order", _queue),
    "undo": Command("[agreed]", "take back the last choice", _undo),
    "redo": Command("", "make it again, with the same dice", _redo),
    "back": Command("[BY or start]", f"step back by {', '.join(BY)}", _step(-1)),
    "forward": Command("[BY or end]", "step forward in the same way", _step(1)),
    "branch": Command("NAME", "play on from here beside the main line", _branch),
    "follow": Command("NAME", "change to a branch, or to main", _follow),
    "lines": Command("", "the main line and the branches", _lines),
    "note": Command("TEXT", "write a note on this moment", _note),
    "log": Command("[COUNT]", "the latest events", _log),
    "clause": Command("ID", "what a clause or a ruling says", _clause),
    "sketch": Command("[FILE]", "the position as a sketch to share", _sketch),
    "save": Command("NAME [replace]", "keep the game", _save),
    "load": Command("NAME", "take up a kept game", _load),
    "saves": Command("", "list the kept games", _saves),
    "hash": Command("", "the hash of the whole state", _hash),
    "help": Command("", "say this", _help),
    "quit": Command("", "leave", _quit),
}
