"""The panel of what can be won: a line for each objective with its worth and the seat that holds it."""

from __future__ import annotations

from game.engine.names import held_by
from game.engine.view import StakeRow
from game.engine.wording import capitalised
from game.ui import kit
from game.ui.battle.model import Model
from game.ui.battle.parts import seat_of
from game.ui.palette import INK2, INK3


def panel(model: Model, open_clause: kit.Open, limit: int) -> kit.Widget:
    """The lines of at most `limit` objectives, and below them how one is held; empty if there is nothing to show."""
    rows = model.stakes()
    if not rows or not limit:
        return kit.Space()
    listed = rows if len(rows) == limit + 1 else rows[:limit]  # the line "and 1 more" would be as high as the last row
    more = len(rows) - len(listed)
    lines = [_row(model, row) for row in listed]
    if more:
        lines.append(kit.Text(f"and {more} more", "italic", 12, INK3))
    chip = kit.Chip(rows[0].clause, open_clause, "stakes")
    how = next(
        (row.how for row in listed if not row.leaves), listed[0].how
    )  # an exit says on its own line how it is used
    foot = kit.Row(kit.Text(how, "body", 12.5, INK2, lines=2, grow=1), chip)
    return kit.Column(kit.Section("To be won"), kit.Column(*lines, gap=0), foot, gap=2)


def _row(model: Model, row: StakeRow) -> kit.Widget:
    """The line of an objective: the mark of the seat that holds it, its name, its worth."""
    mark = seat_of(model, row.seat, 10) if row.seat else kit.Space(10)
    words = row.worth if row.leaves else f"{row.worth}, {held_by(row.seat)}"
    return kit.Row(
        mark,
        kit.Label(capitalised(row.name), "label_semi", 14, grow=1),
        kit.Label(words, "label", 13.5, INK2, align="right"),
    )
