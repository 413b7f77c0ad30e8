"""One quiet line behind one's own curtain: when this seat is asked to react, and the key to say it."""

from __future__ import annotations

from game.session.standing import standing_words
from game.ui import kit
from game.ui.battle.model import Model
from game.ui.canvas import Action
from game.ui.palette import INK2

KEY = "K"


def strip(model: Model, say: Action) -> kit.Widget:
    """The line where a seat may say it; in a reaction window its key stands beside the passes that hold."""
    session = model.session
    seat = session.may_stand
    said = session.standings.of(seat)
    if not seat or session.match.window is not None or not (session.secrets or said is not None):
        return kit.Space()
    line = kit.Row(
        kit.KeyCap(KEY, size=18),
        kit.Label("when I am asked to react", "label_semi", 13, grow=1),
        kit.Text(standing_words(said), "italic", 12.5, INK2),
    )
    return kit.Card(line, name="standing", action=say, key=KEY, look="done", pad=(8, 4), h=28)
