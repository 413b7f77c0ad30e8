"""The call of a shared table: nobody answers, one seat says "wait!", or somebody's answer is picked at once."""

from __future__ import annotations

from functools import partial

from game.engine.names import spoken
from game.engine.options import PASS
from game.session.shared import Call
from game.ui import kit
from game.ui.battle.game import Game
from game.ui.battle.model import Model
from game.ui.battle.parts import seat_of
from game.ui.battle.picking import Picking
from game.ui.battle.sums import words_of
from game.ui.canvas import Action
from game.ui.palette import INK2


def on(model: Model) -> Call | None:
    """The call that is put to the whole table now."""
    session = model.session
    return session.call if model.moment is None and not session.answering else None


def buttons(model: Model, game: Game, picking: Picking, call: Call) -> kit.Widget:
    """What is picked, or that nobody answers; and one button for each seat that may say "wait!"."""
    option = model.option()
    row: list[kit.Widget] = []
    if option is not None and option.unit:
        words = f"{option.unit.upper()}: {words_of(option)}"
        row.append(kit.Button("do", "Enter", words, picking.do_it, primary=True, h=40, grow=2))
        row.append(kit.Button("pass", "N", "Nobody answers", partial(game.choose, PASS.id), h=40, grow=1))
    else:
        row.append(
            kit.Button("do", "Enter", "Nobody answers", partial(game.choose, PASS.id), primary=True, h=44, grow=1)
        )
    keys = wait_keys(model)
    seats = [_seat(model, game, call, seat, keys.get(seat, "")) for seat in model.session.setup.seats]
    return kit.Column(kit.Row(*row, gap=6), kit.Row(*seats, gap=6), gap=6)


def wait_keys(model: Model) -> dict[str, str]:
    """The key of each seat's "wait!": its first letter that no other seat has."""
    taken: dict[str, str] = {}
    for seat in model.session.setup.seats:
        letter = next((c for c in seat.upper() if c.isalpha() and c not in (*taken.values(), "J", "N", "P", "Y")), "")
        taken[seat] = letter
    return taken


def _seat(model: Model, game: Game, call: Call, seat: str, key: str) -> kit.Widget:
    name, colours = spoken(seat), model.colours(seat)
    if seat not in call.could:
        line = kit.Row(seat_of(model, seat, 11), kit.Text(f"{name}: nothing to answer", "italic", 12.5, INK2, lines=1))
        return kit.Card(line, look="lapsed", pad=(9, 6), h=34, grow=1)
    line = kit.Row(kit.KeyCap(key, size=18), seat_of(model, seat, 13), kit.Label(f"{name}: wait!", "label_bold", 15))
    return kit.Card(
        line, name=f"wait:{seat}", action=partial(game.wait_for, seat), key=key, edge=colours.fill, pad=(9, 6), h=34, grow=1
    )  # fmt: skip


def peek_strip(peek: Action) -> kit.Widget:
    """One quiet line: a seat may look at its own markers while the others look away."""
    line = kit.Row(
        kit.KeyCap("P", size=18),
        kit.Label("peek at your own markers", "label_semi", 13, grow=1),
        kit.Text("the others look away", "italic", 12.5, INK2),
    )
    return kit.Card(line, name="peek", action=peek, key="P", look="done", pad=(8, 4), h=28)
