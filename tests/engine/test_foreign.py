"""Data from outside: what does not fit its type is refused in one sentence that names the place and the mend."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct, field

from game.board.board import Board
from game.engine.foreign import PRINTABLE, Id, Line, fit, json_of, plain, says, toml_of
from game.engine.setup import boarded
from game.engine.unfit import Excess, Impossible, Unfit, shown


class Marker(Struct, forbid_unknown_fields=True):
    kind: Literal["up", "down"]
    count: Annotated[int, Meta(ge=1, le=9)] = 1


class Piece(Struct, forbid_unknown_fields=True):
    id: Id
    at: Annotated[tuple[int, int], says("{} is no cell", "write [column, row]")] | None = None
    markers: Annotated[tuple[Line | Marker, ...], Meta(max_length=3)] = ()
    size: tuple[int, int] = (1, 1)
    zones: Mapping[Line, tuple[int, ...]] = field(default_factory=dict)
    stats: Mapping[Line, Annotated[int, Meta(ge=0, le=40)]] = field(default_factory=dict)

    def __post_init__(self):
        if self.id == "nobody":
            raise Unfit("", "id", "nobody is no piece", "name somebody")


class Position(Struct, forbid_unknown_fields=True):
    title: str
    pieces: Annotated[tuple[Piece, ...], Meta(min_length=1)]
    hidden: bool = False


def piece(**fields):
    return {"title": "x", "pieces": [{"id": "a1"}, {"id": "b1", **fields}]}


FAR = {"a": [1], "d": [1, 2, "c"]}
WRONG = {
    "no object": ([], "this is not an object; write it as a table."),
    "nothing": ({}, "title: it is missing; add a text."),
    "a misspelt field": ({"tilte": "x"}, "the field 'tilte' is unknown; write 'title'."),
    "a strange field": (
        piece(zz=1),
        "pieces[1]: the field 'zz' is unknown; use one of at, id, markers, size, stats, zones.",
    ),
    "a number for a text": ({"title": 3}, "title: this is not a text; write it in quotes."),
    "a word for yes": (piece() | {"hidden": "yes"}, "hidden: this is neither true nor false; write one of them."),
    "no entries": ({"title": "x", "pieces": []}, "pieces: it is empty; add at least one."),
    "a text for a list": ({"title": "x", "pieces": "a"}, "pieces: this is not a list; write it in square brackets."),
    "words of its own": (piece(id="b 1"), "pieces[1].id: 'b 1' cannot be an id; use up to 32 letters and digits"),
    "words around": (piece(at=[1, "c"]), "pieces[1].at: 'list' is no cell; write [column, row]."),
    "words of another type": (piece(at=7), "pieces[1].at: '7' is no cell; write [column, row]."),
    "a check of ours": (piece(id="nobody"), "pieces[1].id: nobody is no piece; name somebody."),
    "one of several types": (
        piece(markers=["up", {"kind": "up", "count": 0}]),
        "pieces[1].markers[1].count: this is not a whole number from 1 to 9; give one in that range.",
    ),
    "none of several types": (piece(markers=[3]), "pieces[1].markers[0]: this is not a "),
    "an unknown word": (
        piece(markers=[{"kind": "dwon"}]),
        "pieces[1].markers[0].kind: 'dwon' is unknown; write 'down'.",
    ),
    "a long list": (piece(markers=["a"] * 4), "pieces[1].markers: this is not a list of up to 3; make it shorter."),
    "a short list": (piece(size=[1]), "pieces[1].size: this is not a list of 2; make it longer."),
    "two faults of one kind": (
        {"title": "x", "pieces": [{"id": f"{n}1", "zones": zones} for n, zones in (("a", FAR), ("b", {"a": ["c"]}))]},
        "pieces[0].zones.d[2]: this is not a whole number; give a whole number.",
    ),
    "an entry of a table": (
        piece(stats={name: 41 if name == "n" else 3 for name in "abcdefghijklmnop"}),
        "pieces[1].stats.n: this is not a whole number from 0 to 40; give one in that range.",
    ),
    "the name of an entry": (piece(stats={"a": 1, "b\n": 2}), "pieces[1].stats: the name 'b?' is unfit; "),
    "a bell": (piece(markers=["\a"]), "pieces[1].markers[0]: "),
    "true for a number": (
        piece(stats={"a": True}),
        "pieces[1].stats.a: this is not a whole number from 0 to 40; give a ",
    ),
    "half a letter": (piece(stats={"\ud800": 1}), "pieces[1].stats: the name '?' is unfit; "),
}


@pytest.mark.parametrize("case", WRONG)
def test_data_that_does_not_fit_its_type_is_refused_with_its_place_and_a_mend(case):
    data, sentence = WRONG[case]
    with pytest.raises(Unfit) as caught:
        fit(data, Position)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).isprintable()
    assert str(caught.value).endswith(".")


def test_a_refusal_begins_with_the_name_of_the_file():
    with pytest.raises(Unfit, match=r"^tiny\.toml, title: it is missing; add a text\.$"):
        fit({}, Position, file="tiny.toml")


def test_data_nested_too_deeply_is_refused():
    data: object = []
    for _ in range(100_000):
        data = [data]
    with pytest.raises(Unfit):
        fit({"title": data, "pieces": []}, Position)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("{", Unfit),
        ('{"a": NaN}', Unfit),
        ("[" * 100_000, Excess),
        ("9" * 10_000, Excess),
        ("1e999", Impossible),
        ('{"a": "\\ud800"}', Impossible),
        (b"\xff", Unfit),
    ],
    ids=["torn", "NaN", "deep", "long", "endless", "half a letter", "no text"],
)
def test_text_that_is_not_json_or_is_too_large_is_refused_in_one_line(text, kind):
    with pytest.raises(Unfit) as caught:
        json_of(text)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["a =", "a = 1\na = 2", "a = " + "[" * 100_000, b"a = '\xff'"], ids=range(4))
def test_text_that_is_not_toml_is_refused_in_one_line(text):
    with pytest.raises(Unfit) as caught:
        toml_of(text)
    assert "\n" not in str(caught.value)


def test_the_pattern_of_a_line_takes_exactly_the_printable_letters():
    odd = [
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) != "Cn" and chr(code).isprintable() != bool(re.search(PRINTABLE, chr(code)))
    ]
    assert [f"{code:x}" for code in odd] == []


def test_foreign_words_are_shown_short_and_on_one_line():
    assert shown("a\nb") == "'a?b'"
    assert shown("x" * 50) == f"'{'x' * 40}...'"
    assert shown({"a": 1}) == "'dict'"


def test_structs_become_plain_data_and_come_back():
    piece = Piece("b1", (1, 2), ("x", Marker("up")), stats={"RE": 8})
    assert fit(plain(piece), Piece) == piece


def test_a_board_whose_grid_breaks_the_line_is_refused_in_one_line():
    data = {"board": {**Board.from_rows([".."]).to_json(), "grid": "s\nquare"}}
    with pytest.raises(Unfit) as caught:
        boarded(data)
    assert "\n" not in str(caught.value)
    assert 'The grid is "s?quare"' in str(caught.value)
