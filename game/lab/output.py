"""The results as files: a line a game as CSV, JSON and Parquet, the sums as JSON, and the times in a file of their own.

All but the times are the same bytes wherever and in whatever order the games were played.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from game.lab.batch import Batch
from game.lab.play import Played, Result
from game.lab.summary import Summary, Time, mark, summaries, times

NEEDS = "Install the extra `lab` for a progress bar, Parquet and plots: pip install 'snowball-tactics[lab]'."

Cell = str | int | float | bool | None


class Flat(Struct, frozen=True):
    """A table with plain values."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Whole(Struct, frozen=True):
    """All results of a batch, for JSON."""

    batch: Batch
    games: tuple[Result, ...]


class Sums(Struct, frozen=True):
    """What the results add up to, for JSON."""

    batch: Batch
    played: int
    rows: tuple[Summary, ...]


def flat(results: Sequence[Result]) -> Flat:
    """A row for each game.

    Each measure has two columns: a count, and (`_of`) out of how many; both are empty under other rulebooks. `score` is
    the first player's `mark`: 1 won, 0.5 drawn, 0 lost, and 0.25 or 1/3 lost to one of two or three. `first` names its
    sides.
    """
    measure_ids = tuple(dict.fromkeys(measure.id for result in results for measure in result.measures))
    columns = (
        *("scenario", "ruleset", "rulings", "players", "round", "turned", "status", "score", "first", "winners"),
        *("reason", "turns", "most_turns", "early", "choices", "lost_by_first", "lost_by_others", "deepest"),
        *(name for id in measure_ids for name in (id, f"{id}_of")),
        *("fault", "at", "hash"),
    )
    return Flat(columns, tuple(_row(result, measure_ids) for result in results))


def _row(result: Result, measure_ids: Iterable[str]) -> tuple[Cell, ...]:
    key = result.key
    counted = {measure.id: (measure.count, measure.of) for measure in result.measures}
    first = [seat for seat in result.seats if seat.player == 0]
    others = [seat for seat in result.seats if seat.player]
    return (
        key.scenario,
        result.ruleset,
        " ".join(f"{ruling.name}={ruling.choice}" for ruling in key.rulings),
        key.pairing,
        key.round,
        key.turned,
        result.status,
        mark(result),
        "+".join(dict.fromkeys(seat.side for seat in first)),
        " ".join(result.winners),
        result.reason,
        result.turns,
        result.most_turns,
        result.early,
        result.choices,
        sum(seat.lost for seat in first),
        sum(seat.lost for seat in others),
        max(result.snowballs, default=0),
        *(cell for id in measure_ids for cell in counted.get(id, (None, None))),
        result.fault,
        result.at,
        result.hash,
    )


def csv_text(table: Flat) -> str:
    """A table as CSV, with an empty field for no value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return out.getvalue()


def times_table(rows: Sequence[Time]) -> Flat:
    """The times as a table."""
    return Flat(Time.__struct_fields__, tuple(msgspec.structs.astuple(row) for row in rows))


def parquet_bytes(table: Flat) -> bytes:
    """A table as Parquet. Raises ImportError without the extra."""
    import pyarrow as pa
    from pyarrow import parquet

    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    out = io.BytesIO()
    parquet.write_table(pa.table(dict(zip(table.columns, map(list, columns), strict=True))), out)
    return out.getvalue()


def result_files(batch: Batch, results: Iterable[Result]) -> dict[str, bytes]:
    """Name -> contents of the files that are the same for the same games; without the extra `lab` no Parquet."""
    games = sorted(results, key=lambda result: result.key)
    table = flat(games)
    files = {
        "games.csv": csv_text(table).encode(),
        "games.json": _json(Whole(batch, tuple(games))),
        "summary.json": _json(Sums(batch, len(games), tuple(summaries(games)))),
    }
    try:
        return {**files, "games.parquet": parquet_bytes(table)}
    except ImportError:
        return files


def write_all(folder: Path, batch: Batch, played: Sequence[Played]) -> list[Path]:
    """Write every file of a batch; returns their paths. Without the extra `lab` there is no Parquet and no page."""
    results = sorted((game.result for game in played), key=lambda result: result.key)
    time_rows = times(played)
    files = {**result_files(batch, results), "times.csv": csv_text(times_table(time_rows)).encode()}
    try:
        from game.lab.page import page

        files["report.html"] = page(batch, results, summaries(results), time_rows).encode()
    except ImportError:
        pass
    for name, text in files.items():
        (folder / name).write_bytes(text)
    return [folder / name for name in files]


def _json(value: Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
