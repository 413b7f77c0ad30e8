"""The results as one HTML page: tables, and plots as SVG in the page. It needs neither network nor scripts."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import log10

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from game.ai.estimate import Estimate
from game.engine.rulebook import load_rulebook
from game.lab.batch import Batch
from game.lab.play import Result
from game.lab.summary import Summary, Time

INK, QUIET, FIRST, SECOND = "#2b2a27", "#8a8578", "#2f6f9f", "#c4622d"
DEPTHS = ("#bcd3e4", "#7fabcb", "#2f6f9f", "#1b4565", "#0c2436")
WIDTH, ROW = 8.6, 0.34
MOST_CLAUSES = 20
INTERVALS = (
    "Intervals are 95 %: Wilson’s for games won, and by how it varies from game to game for everything else. A draw "
    "counts as half a game won. At a table of three or four, players that lose are even with each other, so half of "
    "the score is even at every table."
)
STYLE = {
    "svg.hashsalt": "snowball",  # ids in the drawing are the same every time
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": "#e4e0d6",
    "axes.axisbelow": True,
}
CSS = """
body {
  font: 16px/1.5 system-ui, sans-serif; color: #2b2a27; background: #faf8f3;
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem
}
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2.2rem } h4 { font-size: .95rem; margin: 1.2rem 0 .2rem }
table { border-collapse: collapse; font-size: .88rem; margin: .6rem 0 }
th, td { padding: .25rem .7rem; text-align: left; vertical-align: top }
th { border-bottom: 2px solid #8a8578 }
td { border-bottom: 1px solid #e4e0d6 } td.n { text-align: right; font-variant-numeric: tabular-nums }
svg { max-width: 100%; height: auto } .wide { overflow-x: auto } p.quiet { color: #6b665b }
"""


def page(batch: Batch, results: Sequence[Result], rows: Sequence[Summary], times: Sequence[Time]) -> str:
    """The whole page as HTML; the same text for the same results and times."""
    scenes = [row for row in rows if row.scenario]
    with rc_context(STYLE):
        body = [
            f"<h1>{len(results)} games in the lab</h1>",
            f'<p class="quiet">Seed {batch.seed}; {", ".join(map(escape, batch.scenarios))}. {INTERVALS}</p>',
            "<h2>Who wins</h2>",
            _table(*_wins(rows)),
            _plot(
                "Share of games won by the first player",
                [(_name(row), row.score) for row in rows if not row.alike],
                even=0.5,
            ),
            "<h2>Which side wins</h2>",
            _plot(
                "Share of games won by each side, whoever plays it",
                [(f"{_name(row)}: {side}", share) for row in scenes for side, share in row.sides.items()],
                even=0.5 if all(len(row.sides) == 2 for row in scenes) else None,
            ),
            "<h2>What happens</h2>",
            *(_measured(ruleset, rows) for ruleset in dict.fromkeys(row.ruleset for row in rows)),
            "<h2>How deep snowballs grow</h2>",
            _depths(rows),
            "<h2>Length and losses</h2>",
            _table(*_lengths(rows)),
            _lengths_plot(results, scenes),
            "<h2>Time per decision</h2>",
            _table(*_times(times)),
            _times_plot(times),
            "<h2>Clauses</h2>",
            *(_clauses(ruleset, rows) for ruleset in dict.fromkeys(row.ruleset for row in rows)),
        ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Snowball: lab</title>'
        f"<style>{CSS}</style></head><body>\n" + "\n".join(filter(None, body)) + "\n</body></html>\n"
    )


def _name(row: Summary) -> str:
    return f"{row.place}, {row.pairing}"


# -- tables -----------------------------------------------------------------------------------------------------------

Lines = list[list[str]]


def _table(head: Sequence[str], lines: Lines) -> str:
    """An HTML table; cells that begin with a digit are aligned to the right."""
    cells = "".join(
        "<tr>"
        + "".join(f"<td{' class=n' if cell[:1].isdigit() else ''}>{escape(cell)}</td>" for cell in line)
        + "</tr>"
        for line in lines
    )
    return (
        f'<div class="wide"><table><tr>{"".join(f"<th>{escape(cell)}</th>" for cell in head)}</tr>{cells}</table></div>'
    )


def _wins(rows: Sequence[Summary]) -> tuple[list[str], Lines]:
    head = ["where", "players", "games", "won", "drawn", "lost", "score", "without forfeits", "not played to the end"]
    return head, [
        [
            *(row.place, row.pairing, str(row.games), str(row.won), str(row.drawn), str(row.lost)),
            "" if row.alike else row.score.per_cent,
            row.unforfeited_words,
            "; ".join(f"{count} × {fault}" for fault, count in row.faults.items()),
        ]
        for row in rows
    ]


def _lengths(rows: Sequence[Summary]) -> tuple[list[str], Lines]:
    head = ["where", "turns (median)", "choices (median)", "wiped out before half-time", "units lost a game"]
    return head, [
        [
            *(_name(row), f"{row.turns:g}", f"{row.choices:g}", row.early.per_cent),
            "; ".join(f"{loss.player} {loss.lost:.1f} of {loss.units:.1f}" for loss in row.losses),
        ]
        for row in rows
    ]


def _times(times: Sequence[Time]) -> tuple[list[str], Lines]:
    head = ["rulebook", "player", "answers", "median ms", "99th percentile ms", "longest ms"]
    return head, [
        [
            *(load_rulebook(row.ruleset).title, row.player, str(row.answers)),
            *(f"{ms:.3g}" for ms in (row.median, row.percentile, row.longest)),
        ]
        for row in times
    ]


def _measured(ruleset: str, rows: Sequence[Summary]) -> str:
    own_rows = [row for row in rows if row.ruleset == ruleset]
    head = ["", *(figure.title for figure in own_rows[0].figures)]
    lines = [[_name(row), *(figure.words for figure in row.figures)] for row in own_rows]
    answered = [(_name(row), figure.estimate) for row in own_rows for figure in row.figures if figure.id == "reactions"]
    title = f"{load_rulebook(ruleset).title}: reactions a turn"
    return f"<h3>{escape(load_rulebook(ruleset).title)}</h3>{_table(head, lines)}{_plot(title, answered, share=False)}"


# -- plots ------------------------------------------------------------------------------------------------------------


def _svg(rows: int, draw: Callable[[Axes], None], title: str, above: float = 0.45) -> str:
    """A plot with so many rows as SVG, below its title."""
    figure = Figure(figsize=(WIDTH, above + ROW * rows), layout="constrained")
    axes = figure.subplots()
    draw(axes)
    if axes.get_legend_handles_labels()[1]:
        figure.legend(loc="outside lower left", ncols=3, frameon=False)
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None}, transparent=True)
    text = re.sub(r"<metadata>.*?</metadata>", "", out.getvalue(), flags=re.DOTALL)
    return f"<h4>{escape(title)}</h4>{text[text.index('<svg') :]}"


def _label_rows(axes: Axes, names: Iterable[str]) -> None:
    labels = [name if len(name) < 64 else f"{name[:61]}…" for name in names]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(visible=True, axis="x")
    axes.tick_params(length=0)


def _plot(
    title: str, estimates: Sequence[tuple[str, Estimate]], *, even: float | None = None, share: bool = True
) -> str:
    """A point with its interval for each name, and a line at `even`."""
    rows = [(name, estimate) for name, estimate in estimates if estimate.of]
    if not rows:
        return ""

    def draw(axes: Axes) -> None:
        _label_rows(axes, (name for name, _ in rows))
        for place, (_, estimate) in enumerate(rows):
            axes.plot([estimate.low, estimate.high], [place, place], color=FIRST, linewidth=2, solid_capstyle="butt")
            axes.plot([estimate.value], [place], "o", color=FIRST, markersize=7, clip_on=False)
        if even is not None:
            axes.axvline(even, color=QUIET, linewidth=1, linestyle="--")
        if share:
            axes.set_xlim(0, 1)
            axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
        else:
            axes.set_xlim(left=0)

    return _svg(len(rows), draw, title)


def _depths(rows: Sequence[Summary]) -> str:
    """How deep the deepest reaction was, over the actions that were answered."""
    answered_rows = [row for row in rows if row.snowballs]
    if not answered_rows:
        return "<p>Nobody reacted to anything.</p>"

    def draw(axes: Axes) -> None:
        _label_rows(axes, map(_name, answered_rows))
        for depth in range(1, len(DEPTHS) + 1):
            shares, starts = [], []
            for row in answered_rows:
                total = sum(row.snowballs.values())
                last = depth == len(DEPTHS)
                starts.append(sum(n for d, n in row.snowballs.items() if d < depth) / total)
                shares.append(sum(n for d, n in row.snowballs.items() if d == depth or (last and d > depth)) / total)
            label = "answer to an action" if depth == 1 else f"depth {depth}"
            if depth == len(DEPTHS):
                label += " and more"
            if any(shares):
                axes.barh(
                    range(len(answered_rows)), shares, left=starts, color=DEPTHS[depth - 1], label=label, height=0.7
                )
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")

    return _svg(len(answered_rows), draw, "Deepest reaction, of the actions that were answered", above=0.8)


def _lengths_plot(results: Sequence[Result], scenes: Sequence[Summary]) -> str:
    """How many turns the games lasted, as dots sized by number."""
    names = [_name(row) for row in scenes]
    spread = [
        [
            r.turns
            for r in results
            if (r.key.scenario, r.key.rulings, r.key.pairing) == (row.scenario, row.rulings, row.pairing)
        ]
        for row in scenes
    ]

    def draw(axes: Axes) -> None:
        _label_rows(axes, names)
        for place, turns in enumerate(spread):
            for turn in sorted(set(turns)):
                size = 40 + 360 * turns.count(turn) / len(turns)
                axes.scatter([turn], [place], s=size, color=FIRST, alpha=0.75, linewidths=0)
        axes.set_xlim(left=0)

    return _svg(len(names), draw, "Turns played; the larger the dot, the more games")


def _times_plot(times: Sequence[Time]) -> str:
    rows = [row for row in times if row.answers]
    if not rows:
        return ""

    def draw(axes: Axes) -> None:
        _label_rows(axes, (f"{load_rulebook(row.ruleset).title}, {row.player}" for row in rows))
        for place, row in enumerate(rows):
            ends = [log10(row.median), log10(row.percentile)]
            axes.plot(ends, [place, place], color=QUIET, linewidth=1.5)
            axes.plot(ends[:1], [place], "o", color=FIRST, markersize=7, label="" if place else "median")
            axes.plot(ends[1:], [place], "D", color=SECOND, markersize=6, label="" if place else "99th percentile")
        low, high = int(min(log10(row.median) for row in rows) - 1), int(max(log10(row.percentile) for row in rows) + 1)
        axes.set_xticks(range(low, high + 1), [f"{10.0**power:g} ms" for power in range(low, high + 1)])

    return _svg(len(rows), draw, "Time per decision", above=0.8)


def _clauses(ruleset: str, rows: Sequence[Summary]) -> str:
    """How often the clauses of a rulebook came up: the commonest, and a list of those that never did."""
    own_rows = [row for row in rows if row.ruleset == ruleset and row.scenario]
    book = load_rulebook(ruleset)
    games = sum(row.games for row in own_rows)
    counts = {clause.id: sum(row.clauses.get(clause.id, 0) for row in own_rows) for clause in book.clauses.values()}
    commonest = sorted(((count, id) for id, count in counts.items() if count), key=lambda row: (-row[0], row[1]))[
        :MOST_CLAUSES
    ]
    never = [id for id, count in counts.items() if not count]
    titles = {clause.id: clause.title for clause in book.clauses.values()}

    def draw(axes: Axes) -> None:
        _label_rows(axes, (f"{id} {titles[id]}" for _, id in commonest))
        axes.barh(range(len(commonest)), [count / games for count, _ in commonest], color=FIRST, height=0.65)

    plot = _svg(len(commonest), draw, f"{book.title}: how often a game, on average") if commonest else ""
    sentence = f"Cited in no event of these games: {', '.join(never)}." if never else "Every clause has come up."
    return f'{plot}<p class="quiet">{escape(sentence)}</p>'
