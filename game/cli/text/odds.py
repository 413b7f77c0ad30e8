"""`odds`: what an option leads to, with exact chances, as far as the viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from game.board.board import Board
from game.cli.text.table import TextTable
from game.engine.forecast import Forecast
from game.engine.foresight import Foresight, looking
from game.engine.match import Match
from game.engine.odds import Change, LeftOut, Likely
from game.engine.options import Option
from game.engine.viewers import PUBLIC
from game.engine.wording import as_words, percent, signed
from game.session.beforehand import foretold

MOST_BESIDE = 4
"""Up to so many answers of a question are all told of at once."""
RARE = Fraction(1, 1000)
"""All outcomes that are less likely than this share a line."""

MOST_PARTS = 10_000
"""A chance is also shown as a fraction if its denominator is at most this."""


def option_lines(table: TextTable, option: Option | None) -> Iterator[str]:
    """What an option leads to, or without one the pending roll, in lines."""
    match, viewer = table.shown, table.viewer
    if option is None:
        yield from odds_lines(match.odds("", viewer))
        return
    forecast = table.session.forecast(option) if table.timeline.at_end else match.forecast(option)
    if forecast is not None:
        yield sum_line(forecast, match.setup.board)
    if table.timeline.at_end:
        yield from (remark.cited for remark in foretold(table.session, option))
    ahead = looking(match, viewer, _beside(match, option))
    if viewer == PUBLIC and ahead is None:
        yield "What it leads to depends on markers that are face-down."
        return
    if viewer != PUBLIC:
        yield "If everybody then does the default:"
        yield from odds_lines(match.odds(option.id, viewer, assume=True))
    whole = ahead.all() if ahead is not None else None
    if whole is not None and whole.unit:
        yield from whole_lines(whole)


def _beside(match: Match, option: Option) -> list[Option]:
    """The answers that are told beside an option: all of a few, else only the default."""
    asked = match.pending
    options = list(asked.options) if asked is not None else []
    if len(options) <= MOST_BESIDE or asked is None:
        return options
    return [one for one in options if one.id in (option.id, asked.default)]


def whole_lines(whole: Foresight) -> Iterator[str]:
    """What comes of each answer in the end, the best first, then what the next decider can change, and the verdict."""
    yield f"The whole snowball, {whole.head}:"
    for outlook in whole.outlooks:
        fallen = sorted(outlook.chances.items(), key=lambda row: (row[0] != whole.unit, -row[1]))
        units = [f"{unit.upper()} {whole.falls} {whole.least}{percent(chance)}" for unit, chance in fallen]
        words = outlook.option.text or as_words(outlook.option.action).capitalize()
        yield f"  {words}: {', '.join([*units, f'nobody {percent(outlook.nobody)}'])}."
    for reply, outlooks in zip(whole.replies, whole.replied, strict=True):
        row = next(outlook for outlook in outlooks if outlook.option.id == whole.after)
        other = max(row.chances, key=lambda unit: (unit != whole.unit, row.chances[unit]), default=whole.unit)
        default = " (default)" if not reply.option else ""
        yield (
            f"  If {whole.next} then is to {reply.words}{default}: {whole.unit.upper()} {percent(row.of(whole.unit))}"
            f"{f', {other.upper()} {percent(row.of(other))}' if other != whole.unit else ''}."
        )
    yield from whole.verdict


def sum_line(forecast: Forecast, board: Board) -> str:
    """The sum of an attack and its chances in a line, with any better chance on the way to it."""
    chances = ", ".join(filter(None, (forecast.on_the_way, forecast.said, forecast.note if forecast.sure else "")))
    chances += f" ({forecast.factors})" if forecast.factors else ""
    if not forecast.dice:
        return f"{chances}."
    sums = "".join(f", {name} {signed(value)} ({clause})" for name, value, clause in forecast.modifiers)
    only = f" ({forecast.only})" if forecast.only else ""
    better = None if forecast.only else forecast.instead  # with `only`, the chances above are those already
    alternative = f"; {better.words} {percent(better.chance)}, at {board.label(better.spot)}" if better else ""
    return f"{' '.join(map(str, forecast.base))}{sums}: {forecast.dice}, {chances}{only}{alternative}."


def odds_lines(rows: Iterable[Likely]) -> Iterator[str]:
    """A line for each outcome, the likeliest first, then one for all less likely than `RARE`, and what is left out."""
    lines, left_out, rest = [], [], Fraction(0)
    for chance, changes in rows:
        if any(isinstance(change, LeftOut) for change in changes):
            left_out.append(f"{percent(chance, 1)}: {_changes(changes)}.")
            continue
        if chance < RARE:
            rest += chance
            continue
        exact = f" ({chance})" if chance.denominator <= MOST_PARTS else ""
        lines.append(f"{'For sure' if chance == 1 else f'{percent(chance, 1)}{exact}'}: {_changes(changes)}.")
    yield from lines
    if rest:
        yield f"{percent(rest, 1)}: something else."
    yield from left_out


def _changes(changes: Iterable[Change]) -> str:
    """What happens to each unit; units to which the same happens are listed together."""
    units_by_outcome: dict[str, list[str]] = {}
    for change in changes:
        units_by_outcome.setdefault(change.words, []).append(change.who)
    return (
        "; ".join(f"{', '.join(units)} {outcome}" for outcome, units in units_by_outcome.items())
        or "nobody is hurt or marked"
    )
