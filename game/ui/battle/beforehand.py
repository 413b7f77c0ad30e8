"""One quiet line behind a seat's curtain: when the seat wants to be asked to react, and the key that changes it."""

from __future__ import annotations

from game.session.standing import standing_words
from game.ui import kit
from game.ui.battle.model import Model
from game.ui.canvas import Action
from game.ui.palette import INK2

KEY = "K"


def strip(model: Model, say: Action) -> kit.Widget:
    """The line, where a seat may say when it wants to be asked; an empty widget elsewhere.

    In a reaction window there is no such line: the key stands beside the lasting passes (`Buttons`).
    """
    session = model.session
    seat = session.sight.may_stand
    standing = session.standings.of(seat)
    if not seat or session.match.window is not None or not (session.sight.secrets or standing is not None):
        return kit.Space()
    line = kit.Row(
        kit.KeyCap(KEY, size=18),
        kit.Label("when I am asked to react", "label_semi", 13, grow=1),
        kit.Text(standing_words(standing), "italic", 12.5, INK2),
    )
    return kit.Card(line, name="standing", action=say, key=KEY, look="done", pad=(8, 4), h=28)
