"""`odds`: what an answer leads to, with its exact chances, as far as the one who looks may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from game.board.board import Board
from game.cli.text.table import TextTable
from game.engine.forecast import Forecast
from game.engine.odds import Change, Likely
from game.engine.options import Option
from game.engine.viewers import PUBLIC
from game.engine.wording import percent, signed
from game.session.beforehand import foretold

RARE = Fraction(1, 1000)
"""What is less likely than this is told together."""

MOST_PARTS = 10_000
"""A chance of more parts than this is told in percent alone."""


def told(table: TextTable, option: Option | None) -> Iterator[str]:
    """What an answer leads to; without one, the pending roll. Raises OddsTooLarge."""
    match, viewer = table.shown, table.viewer
    if option is None:
        yield from odds_lines(match.odds("", viewer))
        return
    forecast = table.session.forecast(option) if table.timeline.at_end else match.forecast(option)
    if forecast is not None:
        yield sum_line(forecast, match.setup.board)
    if table.timeline.at_end:
        yield from (remark.cited for remark in foretold(table.session, option))
    if viewer == PUBLIC:
        yield "What it leads to depends on markers that lie face-down."
        return
    yield "If everybody then does the default:"
    yield from odds_lines(match.odds(option.id, viewer, assume=True))


def sum_line(forecast: Forecast, board: Board) -> str:
    """The sum behind an attack and its chances in a line, and the better chance that comes first, if there is one."""
    chances = ", ".join(filter(None, (forecast.on_the_way, forecast.said, forecast.note if forecast.sure else "")))
    if not forecast.dice:
        return f"{chances}."
    sums = "".join(f", {name} {signed(value)} ({clause})" for name, value, clause in forecast.modifiers)
    only = f" ({forecast.only})" if forecast.only else ""
    better = None if forecast.only else forecast.instead  # else it is what has been told
    first = f"; {better.words} {percent(better.chance)}, at {board.label(better.spot)}" if better else ""
    return f"{forecast.base_name} {forecast.base}{sums}: {forecast.dice}, {chances}{only}{first}."


def odds_lines(rows: Iterable[Likely]) -> Iterator[str]:
    """What may come of an answer, a line each, the likeliest first; all that is unlikelier than `RARE` in one."""
    told, rest = [], Fraction(0)
    for chance, changes in rows:
        if chance < RARE:
            rest += chance
            continue
        exact = f" ({chance})" if chance.denominator <= MOST_PARTS else ""
        told.append(f"{'For sure' if chance == 1 else f'{percent(chance, 1)}{exact}'}: {_changes(changes)}.")
    yield from told
    if rest:
        yield f"{percent(rest, 1)}: something else."


def _changes(changes: Iterable[Change]) -> str:
    """What becomes of whom; those of whom the same becomes together."""
    same: dict[str, list[str]] = {}
    for change in changes:
        same.setdefault(change.words, []).append(change.who)
    return "; ".join(f"{', '.join(names)} {what}" for what, names in same.items()) or "nobody is hurt or marked"
