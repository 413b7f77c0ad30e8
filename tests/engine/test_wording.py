"""Numbers as they are said to people."""

from __future__ import annotations

import pytest

from game.engine.wording import CM, HEXES, INCHES, length


@pytest.mark.parametrize(
    ("number", "unit", "said"),
    [(7, INCHES, "7″"), (1, INCHES, "1″"), (4.5, INCHES, "4.5″"), (6.0, INCHES, "6″"), (12.5, CM, "12.5 cm"),
     (1, CM, "1 cm"), (1, HEXES, "1 hex"), (0, HEXES, "0 hexes"), (3, HEXES, "3 hexes")],
)  # fmt: skip
def test_a_length_is_said_in_its_unit_without_decimals_that_say_nothing(number, unit, said):
    assert length(number, unit) == said
