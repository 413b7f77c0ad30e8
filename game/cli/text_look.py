"""The commands of the text game that ask about the table and change nothing: each gives the lines to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.cli import text_draft as draft
from game.cli import text_say as say
from game.cli.text_table import Refused, Table, need
from game.engine.decisions import DICE, Refusal
from game.engine.forecast import Forecast


def around(table: Table, words: list[str]) -> Iterator[str]:
    """The whole table, or what is at and around a cell."""
    if not words:
        yield from say.table_lines(table.shown, table.seat)
    else:
        yield from say.cell_lines(table.shown, table.cell(words[0]), table.seat)


def formations(table: Table, words: list[str]) -> Iterator[str]:
    """Every formation, or one with its units."""
    groups = table.shown.rules.groups(table.shown.front)
    if not words:
        yield from [draft.group_line(table.shown, group) for group in groups] or ["There are no formations here."]
        return
    group = next((group for group in groups if group.id.lower() == words[0].lower()), None)
    if group is None:
        names = ", ".join(group.id for group in groups) or "none"
        raise Refused(f"There is no formation “{words[0][:20]}”; there are {names}.")
    yield from say.formation_lines(table.shown, group, table.seat)


def who(table: Table, words: list[str]) -> Iterator[str]:
    """Every unit that sees a cell."""
    need(words, 2, "who sees CELL")
    yield from say.seen_lines(table.shown, table.cell(words[-1]))


def why(table: Table, words: list[str]) -> Iterator[str]:
    """What a unit may do here, or the clause that forbids it."""
    own = table.shown.why(table.seat)
    names = [table.unit(word) for word in words if word.lower() != "not"] or list(own)
    for name in names:
        answer = own.get(name)
        if answer is None:
            yield f"{name.upper()} is not yours; what it may do is its owner's to know."
        elif isinstance(answer, Refusal):
            yield say.refusal_line(answer, name)
        else:
            texts = [say.option_text(table.shown, option) for option in answer]
            yield f"{name.upper()} may: {draft.in_short(texts, answer)}."


def odds(table: Table, words: list[str]) -> Iterator[str]:
    """The exact chances of what an option leads to."""
    match = table.shown
    asked = table.asked()
    if asked.seat == DICE:
        rows = match.odds()
    else:
        option = table.option(need(words, 1, "odds OPTION")[0])
        forecast = match.forecast(option)
        if forecast is not None:
            yield _sum(forecast)
        yield "If everybody then does the default:"
        rows = match.odds(option.id, assume=True)
    for chance, changes in rows:
        what = "; ".join(_change(row) for row in changes) or "nothing changes"
        yield f"{float(chance):.1%} ({chance}): {what}."


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


def _change(row: Mapping[str, object]) -> str:
    if "site" in row:
        return f"{row['site']} goes to {row['seat'] or 'nobody'}"
    rest = ", ".join(
        f"{name} {' '.join(value) if isinstance(value, list) else value}"
        for name, value in row.items()
        if name not in ("unit", "group")
    )
    return f"{str(row.get('unit') or row['group']).upper()} {rest}".replace("out True", "is put out")


def sight(table: Table, words: list[str]) -> Iterator[str]:
    """What one cell sees of another."""
    need(words, 2, "sight CELL CELL")
    yield say.sight_line(table.shown, table.cell(words[0]), table.cell(words[1]))


def queue(table: Table, words: list[str]) -> Iterator[str]:
    """The reactions to the action under way, in their order."""
    lines = list(say.queue_lines(table.shown, table.seat))
    yield from lines or ["No action is under way."]


def log(table: Table, words: list[str]) -> Iterator[str]:
    """The latest events."""
    count = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 6 else 10
    events = table.shown.events_for(table.seat, max(0, len(table.shown.events) - count))
    yield from (f"{event['n']}: {event['text']}" for event in events)


def clause(table: Table, words: list[str]) -> Iterator[str]:
    """What a clause or a ruling says."""
    name = need(words, 1, "clause ID, like clause SC-21")[0].upper()
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


def state_hash(table: Table, words: list[str]) -> Iterator[str]:
    """The hash of the whole state."""
    yield f"Hash {table.shown.hash()}."
