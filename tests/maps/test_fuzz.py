"""Bytes changed at random in a good map and a good sketch: they load, or are refused as they should be."""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path

import pytest
from hut_map import write_map
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_sketch import SKETCH

from game.maps import MapError, load_map
from game.maps.picture import load_picture
from game.sketch import SketchError, read_sketch, write_sketch
from game.sketch.reader import Sketch, UnitRow
from tests.budget import share

SECONDS = 2.0
FILES = ("hut.tmx", "tilesets/ground.tsx", "tilesets/things.tsx", "tilesets/ground.png")
SPLICES = [
    b"",
    b"0",
    b"-1",
    b"9" * 20,
    b"1e300",
    b"nan",
    b'"',
    b"<",
    b">",
    b"&",
    b"&amp;",
    b"<a>",
    b"</map>",
    b"/>",
    b",",
    b"../",
    b"\0",
    b"\xff",
    b"\xc3\xa9",
    b"<!DOCTYPE a>",
    b"<?x?>",
    b"<![CDATA[",
    b'type="class"',
    b'id="20"',
    b"4294967295",
]

edits = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), st.sampled_from(SPLICES) | st.binary(max_size=3)),
    min_size=1,
    max_size=4,
)


def edited(data: bytes, changes: list[tuple[float, int, bytes]]) -> bytes:
    for place, cut, splice in changes:
        at = int(place * len(data))
        data = data[:at] + splice + data[at + cut :]
    return data


def load_edited(folder: Path, name: str, changes: list[tuple[float, int, bytes]]) -> None:
    path = write_map(folder)
    target = folder / name
    target.write_bytes(edited(target.read_bytes(), changes))
    began = time.process_time()
    try:
        setup = load_map(path).setup
    except MapError:
        pass
    else:
        assert read_sketch(write_sketch(setup)).board == setup.board
        with contextlib.suppress(MapError):
            load_picture(path)
    assert time.process_time() - began < SECONDS


def read_edited(changes: list[tuple[float, int, bytes]]) -> None:
    text = edited(json.dumps(SKETCH).encode(), changes).decode(errors="replace")
    began = time.process_time()
    try:
        setup = read_sketch(text)
    except SketchError:
        pass
    else:
        assert read_sketch(write_sketch(setup)) == setup
    assert time.process_time() - began < SECONDS


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["red", "b1", "move"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["at", "id", "seat", "kind", "face", "cells", "red"]), inner, max_size=3)
    ),
    max_leaves=6,
)
fields = st.sampled_from(Sketch.__struct_fields__)
unit_fields = st.sampled_from(UnitRow.__struct_fields__)


def read_replaced(top: dict[str, object], unit: dict[str, object]) -> None:
    sketch = json.loads(json.dumps(SKETCH))
    sketch["units"][0].update(unit)
    sketch.update(top)
    try:
        setup = read_sketch(sketch)
    except SketchError:
        pass
    else:
        assert read_sketch(write_sketch(setup)) == setup


SHORT = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
LONG = settings(SHORT, max_examples=share(5000))


@SHORT
@given(st.sampled_from(FILES), edits)
def test_a_map_with_bytes_changed_loads_or_is_refused(tmp_path, name, changes):
    load_edited(tmp_path, name, changes)


@SHORT
@given(edits)
def test_a_sketch_with_bytes_changed_reads_or_is_refused(changes):
    read_edited(changes)


@SHORT
@given(st.dictionaries(fields, values, max_size=2), st.dictionaries(unit_fields, values, max_size=2))
def test_a_sketch_with_any_values_reads_or_is_refused(top, unit):
    read_replaced(top, unit)


@pytest.mark.fuzz
@LONG
@given(st.sampled_from(FILES), edits)
def test_many_maps_with_bytes_changed_load_or_are_refused(tmp_path, name, changes):
    load_edited(tmp_path, name, changes)


@pytest.mark.fuzz
@LONG
@given(edits)
def test_many_sketches_with_bytes_changed_read_or_are_refused(changes):
    read_edited(changes)


@pytest.mark.fuzz
@LONG
@given(st.dictionaries(fields, values, max_size=2), st.dictionaries(unit_fields, values, max_size=2))
def test_many_sketches_with_any_values_read_or_are_refused(top, unit):
    read_replaced(top, unit)
