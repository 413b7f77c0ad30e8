"""TOML is read with tomli or the standard library; its top, the keys before the first table, without the rest."""

from __future__ import annotations

import pytest

from game.engine.foreign import toml_of
from game.engine.unfit import Unfit


@pytest.mark.parametrize(
    ("text", "top"),
    [
        ("a = 1\nb = [\n[1, 2],\n]\n[[c]]\nd = 3\n[[c]]\nd = 4\n", {"a": 1, "b": [[1, 2]]}),
        ("a = 1\n[b]\nc = this is not read\n", {"a": 1}),
        ("a = 1\n", {"a": 1}),
        ("[a]\nb = 1\n", {}),
        ("a = [\n[true],\n]\n", {"a": [[True]]}),
    ],
)
def test_the_top_of_a_file_ends_at_its_first_table_and_not_at_a_nested_list(text: str, top: object) -> None:
    assert toml_of(text, top=True) == top


def test_a_fault_before_the_first_table_is_told_with_its_line() -> None:
    with pytest.raises(Unfit, match="line 2"):
        toml_of("a = 1\nb = \n[c]\n", top=True)
