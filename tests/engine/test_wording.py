"""Numbers as they are said to people."""

from __future__ import annotations

import pytest

from game.engine.wording import CM, HEXES, INCHES, length, of_unit


@pytest.mark.parametrize(
    ("number", "unit", "said"),
    [(7, INCHES, "7″"), (1, INCHES, "1″"), (4.5, INCHES, "4.5″"), (6.0, INCHES, "6″"), (12.5, CM, "12.5 cm"),
     (1, CM, "1 cm"), (1, HEXES, "1 hex"), (0, HEXES, "0 hexes"), (3, HEXES, "3 hexes")],
)  # fmt: skip
def test_a_length_is_written_with_its_unit_and_without_needless_decimals(number, unit, said):
    assert length(number, unit) == said


@pytest.mark.parametrize(
    ("unit", "words", "said"),
    [
        ("b1", "it has run", "B1: it has run"),
        ("b1", "B1 answers R1", "B1 answers R1"),
        ("r1", "cover R10", "R1: cover R10"),
        ("b1", "not with B1.", "not with B1."),
        ("b-1", "B-1 has run", "B-1 has run"),
        ("b.1", "B.1 has run", "B.1 has run"),
        ("b", "B-1 has run", "B: B-1 has run"),
        ("", "it has run", "it has run"),
    ],
)
def test_a_unit_is_put_before_words_that_do_not_name_it(unit, words, said):
    assert of_unit(unit, words) == said
