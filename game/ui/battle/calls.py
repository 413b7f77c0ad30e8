"""The buttons for a call to a shared table: nobody answers, a seat says "wait!", or the chosen answer is given."""

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

OTHER_KEYS = "JNPY"
"""The letters that mean something else during a call: faster, nobody, peek, once more."""


def on(model: Model) -> Call | None:
    """The call that the whole table is asked now, or None."""
    session = model.session
    return session.sight.call if model.moment is None and not session.answering else None


def buttons(model: Model, game: Game, picking: Picking, call: Call) -> kit.Widget:
    """The chosen answer, "Nobody answers", and for each seat a button that says "wait!" if it may answer."""
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
    """The key of each seat's "wait!": the first letter of its name that no other seat and no other key has."""
    keys: dict[str, str] = {}
    for seat in model.session.setup.seats:
        letters = (letter for letter in seat.upper() if letter.isalpha())
        keys[seat] = next((letter for letter in letters if letter not in (*keys.values(), *OTHER_KEYS)), "")
    return keys


def _seat(model: Model, game: Game, call: Call, seat: str, key: str) -> kit.Widget:
    name, colours = spoken(seat), model.colours(seat)
    if seat not in call.could:
        line = kit.Row(seat_of(model, seat, 11), kit.Text(f"{name}: nothing to answer", "italic", 12.5, INK2, lines=1))
        return kit.Card(line, look="lapsed", pad=(9, 6), h=34, grow=1)
    line = kit.Row(kit.KeyCap(key, size=18), seat_of(model, seat, 13), kit.Label(f"{name}: wait!", "label_bold", 15))
    wait = partial(game.wait_for, seat)
    return kit.Card(line, name=f"wait:{seat}", action=wait, key=key, edge=colours.fill, pad=(9, 6), h=34, grow=1)


def peek_strip(peek: Action) -> kit.Widget:
    """One quiet line with the key for a seat to look at its own markers while the others look away."""
    line = kit.Row(
        kit.KeyCap("P", size=18),
        kit.Label("peek at your own markers", "label_semi", 13, grow=1),
        kit.Text("the others look away", "italic", 12.5, INK2),
    )
    return kit.Card(line, name="peek", action=peek, key="P", look="done", pad=(8, 4), h=28)
