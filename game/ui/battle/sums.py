"""The words of an option, its odds, and the sum behind them, for every row, card and button."""

from __future__ import annotations

from game.engine.forecast import Forecast
from game.engine.options import Option
from game.engine.wording import as_words, percent
from game.ui import kit
from game.ui.battle.parts import Flow, OddsBar, sum_of
from game.ui.palette import INK2, SUNK2

PERCENT = 36.0
"""The column of a chance, in logical pixels."""


def odds(total: Forecast, width: float = 82, *, grow: float = 0) -> tuple[kit.Widget, ...]:
    """The bar and the number of a chance; an effect that is sure is in words instead."""
    if total.sure:
        return (kit.Label(total.sure, "label", 13.5, INK2, align="right"),)
    number = kit.Label(percent(total.chance), "label_bold", 15, w=PERCENT, align="right")
    return OddsBar(float(total.p_out), float(total.p_hit), width, grow=grow), number


def words_of(option: Option) -> str:
    """The words of an option."""
    return option.text or as_words(option.action).capitalize()


def sum_line(total: Forecast) -> kit.Widget:
    """The whole sum, such as MK 8  overwatch −1  point blank +2  = 9, and the chance that it makes, in words."""
    words = (
        f"{total.means}: {total.factors}" if total.first else ", ".join(filter(None, (total.on_the_way, total.said)))
    )
    chance = kit.Label(words, "label_semi", 13.5, INK2)
    line = Flow(*sum_of(total.terms), chance, gap=8, grow=1)
    return kit.Card(line, look="bare", fill=SUNK2, pad=(10, 4), h=28)
