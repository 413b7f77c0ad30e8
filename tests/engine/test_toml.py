"""Plain TOML is read as the standard library reads it, or left to it."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from game.engine.foreign import toml_of
from game.engine.toml import read_plain
from game.paths import ASSETS

FILES = sorted(ASSETS.glob("*/*.toml"))
SPLINTERS = (
    *"\"[]{},=\n \\0-_#\t\r'.:ä",
    *('"""', "true", "null", "1.5", "1e3", "0x1", "007", "9" * 25, "\x01", "\x0b", "\ufeff", " = ", ", ", "\n\n"),
    *("[[a]]\n", "[a.b]\n", "[a]\n", "a = 1\n", "a = [1, [2, {b = 3}],]\n", "a = { b = 1, b = 2 }\n", "a = {}\n"),
    *("a = { b = 1,\n c = 2 }\n", 'a = "\\u00e4"\n', "a.b = 1\n", "a = 2020-01-01\n", "a = 1 # one\n", "a = true1\n"),
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_toml_file_of_the_game_is_read_as_the_standard_library_reads_it(path: Path) -> None:
    text = path.read_text("utf-8")
    whole = tomllib.loads(text)
    assert repr(toml_of(text)) == repr(whole)
    assert path.parent.name not in ("rulebooks", "armies") or repr(read_plain(text)) == repr(whole)


@pytest.mark.parametrize(
    ("text", "top"),
    [
        ("a = 1\nb = [\n[1, 2],\n]\n[[c]]\nd = 3\n[[c]]\nd = 4\n", {"a": 1, "b": [[1, 2]]}),
        ("a = 1\n[b]\nc = 'left to the standard library'\n", {"a": 1}),
        ("a = 1\n", {"a": 1}),
        ("[a]\nb = 1\n", {}),
    ],
)
def test_the_top_of_a_file_ends_at_its_first_table_and_not_at_a_nested_list(text: str, top: object) -> None:
    assert read_plain(text, top=True) == toml_of(text, top=True) == top


def test_a_damaged_file_is_read_the_same_or_left_alone() -> None:
    chance, texts, plain = random.Random(7), [path.read_text("utf-8") for path in FILES], 0
    for _ in range(4000):
        lines = chance.choice(texts).splitlines(keepends=True)
        start = chance.randrange(len(lines))
        text = "".join(lines[start : start + chance.randrange(1, 12)])
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(SPLINTERS) + text[at + chance.randrange(2) :]
        found = read_plain(text)
        if found is not None:
            plain += 1
            assert repr(found) == repr(tomllib.loads(text)), text
    assert plain > 400


@pytest.mark.parametrize("text", SPLINTERS)
def test_any_single_value_is_read_the_same_or_left_alone(text: str) -> None:
    found = read_plain(text)
    assert found is None or repr(found) == repr(tomllib.loads(text))


def test_endlessly_nested_lists_are_left_alone() -> None:
    assert read_plain("a = " + "[" * 100_000) is None
