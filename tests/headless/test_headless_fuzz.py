"""Mutated protocol lines and mutated saves: only clean refusals, and a match that is as it was."""

from __future__ import annotations

import copy
import json
import random
import time

import pytest
from engine_client import Engine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tables import BOOKS, DUEL, begun, field, played

from game.engine.options import Option, Options, TooManyOptions
from game.protocol.requests import REQUESTS
from game.protocol.schema import CODES
from game.protocol.session import ProtocolSession
from game.records import playback, record
from game.records.record import RecordError
from game.rules import build
from tests.budget import share

ODD = [
    None, True, False, 0, 1, -1, 7, 99, 10**9, 2**63, -(2**70), 1.5, 1e308, "", "x", "blue", "red", "dice", "referee",
    "../../x", "\u0000", "\ud800", "é" * 50, "9" * 30, [], [[]], [0], [0, 0], [[0, 0]], {}, {"a": 1}, {"id": "b1"},
    "m1", "pass", "end", "act", "nan", ["to hit", 3, 4], "\x1b[2J",
]  # fmt: skip


def lines(rng):
    """A sound request, about the matches m1 and m2."""
    match = rng.choice(["m1", "m2"])
    return rng.choice(
        [
            {"do": "hello"},
            {"do": "new", "sketch": copy.deepcopy(DUEL), "seed": 3, "dice": rng.choice(["ask", "seeded", [1, 2, 3]])},
            {"do": "new", "scenario": "nowhere"},
            {"do": "choose", "match": match, "option": rng.choice(["pass", "end", "r1:hold", "r1:move:jog:4,2"])},
            {"do": "choose", "match": match, "value": 3},
            {"do": "choose", "match": match, "option": "r1:move:run:4,2", "path": [[1, 1], [2, 2], [3, 2], [4, 2]]},
            {"do": "choose", "match": match, "values": [3, 4]},
            {"do": "state", "match": match, "as": "blue"},
            {"do": "why", "match": match},
            {"do": "odds", "match": match, "option": "pass"},
            {"do": "sight", "match": match, "from": [0, 0], "to": [3, 1]},
            {"do": "undo", "match": match},
            {"do": "clone", "match": match},
            {"do": "save", "match": match},
            {"do": "load", "save": {"format": "snowball-record", "version": 1}},
            {"do": "hash", "match": match},
        ]
    )


def mutated(value, rng, depth=0):
    """JSON with one place changed: a value swapped, a field or an entry gone, doubled or renamed."""
    if isinstance(value, dict) and value and (depth == 0 or rng.random() < 0.85):
        out, name = dict(value), rng.choice(list(value))
        how = rng.random()
        if how < 0.7:
            out[name] = mutated(value[name], rng, depth + 1)
        elif how < 0.85:
            del out[name]
        else:
            out[rng.choice(["wings", name.upper(), ""])] = out.pop(name)
        return out
    if isinstance(value, list) and value and rng.random() < 0.85:
        out, place = list(value), rng.randrange(len(value))
        how = rng.random()
        if how < 0.7:
            out[place] = mutated(value[place], rng, depth + 1)
        elif how < 0.85:
            del out[place]
        else:
            out.insert(place, out[place])
        return out
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.5:
        return value + rng.choice([-1, 1, 2, 100])
    if isinstance(value, str) and value and rng.random() < 0.5:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice(["", "x", " ", "~", "#", "\n"]) + value[place + 1 :]
    return rng.choice(ODD)


def broken(text, rng):
    """Bytes of a line with a few flipped, cut or doubled."""
    data = bytearray(text)
    for _ in range(rng.randint(1, 4)):
        how, place = rng.random(), rng.randrange(len(data) or 1)
        if how < 0.4 and data:
            data[place] = rng.randrange(256)
        elif how < 0.6:
            del data[place:]
        elif how < 0.8:
            data[place:place] = data[: rng.randrange(20)]
        else:
            data[place:place] = bytes(rng.choice(b'{}[]",:0x\\') for _ in range(3))
    return bytes(data).replace(b"\n", b" ")


def bombard(count, seed):
    """Send mutated lines to a session: every answer is sound, and no refused line changes a match."""
    rng, session = random.Random(seed), ProtocolSession()
    for _ in range(2):
        session.answer(json.dumps({"do": "new", "sketch": DUEL, "dice": "ask"}).encode())
    codes = {}
    for _ in range(count):
        request = lines(rng)
        if rng.random() < 0.6:
            request = mutated(request, rng)
        line = json.dumps(request).encode()
        if rng.random() < 0.3:
            line = broken(line, rng)
        before = {name: session.shelf.get(name).match.hash() for name in ("m1", "m2")} if rng.random() < 0.05 else {}
        answer = json.loads(session.answer(line))
        if not answer["ok"]:
            code = answer["error"]["code"]
            assert code in CODES
            assert code != "internal", line
            codes[code] = codes.get(code, 0) + 1
            for name, expected in before.items():
                assert session.shelf.get(name).match.hash() == expected
        if session.over:
            session.over = False
        if len(session.shelf) > 300:
            for number in range(3, session.shelf._count + 1):
                session.answer(b'{"do":"close","match":"m%d"}' % number)
    assert {"bad_json", "bad_request", "illegal_choice", "bad_sketch", "unknown_match"} <= set(codes)
    return codes


def test_mutated_lines_get_clean_refusals():
    bombard(1500, 1)


@pytest.mark.fuzz
def test_a_hundred_thousand_mutated_lines_get_clean_refusals():
    bombard(share(100_000), 2)


@given(st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_answered(data):
    answer = json.loads(ProtocolSession().answer(data))
    assert answer["ok"] or answer["error"]["code"] in CODES


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(
    st.sampled_from(list(REQUESTS)),
    st.dictionaries(
        st.sampled_from(
            ["match", "option", "sketch", "save", "dice", "seed", "as", "from", "to", "path", "value", "values", "map"]
        ),
        JSON,
        max_size=4,
    ),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_fields_are_answered(do, fields):
    answer = json.loads(ProtocolSession().answer(json.dumps({**fields, "do": do}).encode()))
    assert answer["ok"] or answer["error"]["code"] in set(CODES) - {"internal"}


def test_a_process_answers_line_for_line_under_fire():
    engine, rng = Engine(), random.Random(3)
    engine.ask("new", sketch=DUEL)
    for _ in range(500):
        answer = engine.line(broken(json.dumps(mutated(lines(rng), rng)).encode(), rng))
        assert isinstance(answer["ok"], bool)
    assert engine.ask("hello")["protocol"] == 1, "this answer is to this line"
    assert engine.close() == 0


# -- saves ------------------------------------------------------------------------------------------------------------


def ravage(count, seed):
    """Mutated saves either load as the same game or are refused in one sentence, quickly."""
    rng = random.Random(seed)
    saves = [json.loads(json.dumps(record.save(played(book, 3, units=2)))) for book in BOOKS]
    refused = 0
    for number in range(count):
        data = saves[number % len(saves)]
        for _ in range(rng.randint(1, 3)):
            data = mutated(data, rng)
        start = time.monotonic()
        try:
            match = playback.load(data, build)
        except RecordError as error:
            refused += 1
            sentence = str(error)
            assert "\n" not in sentence, sentence
            assert sentence.isprintable(), repr(sentence)
            assert sentence.endswith("."), sentence
            assert len(sentence) < 1000
        else:
            assert match.hash() == data["hash"]
        assert time.monotonic() - start < 5
    return refused


def test_mutated_saves_load_or_are_refused_in_one_sentence():
    assert ravage(120, 1) > 48


@pytest.mark.fuzz
def test_ten_thousand_mutated_saves_load_or_are_refused_in_one_sentence():
    saves = share(10_000)
    assert ravage(saves, 2) > saves // 2


@pytest.mark.parametrize("rounds", [50, pytest.param(150, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("book", BOOKS)
def test_mutated_sketches_are_played_or_refused(book, rounds):
    rng, session = random.Random(4), ProtocolSession()
    for _ in range(rounds):
        sketch = mutated(mutated(field(book, 1), rng), rng)
        answer = json.loads(session.answer(json.dumps({"do": "new", "sketch": sketch}).encode()))
        if answer["ok"]:
            match = answer["match"]
            for _ in range(20):
                if not answer["pending"]:
                    break
                option = rng.choice(answer["pending"]["options"])["id"]
                request = {"do": "choose", "match": match, "option": option}
                answer = json.loads(session.answer(json.dumps(request).encode()))
                assert answer["ok"], answer
        else:
            assert answer["error"]["code"] in ("bad_sketch", "bad_request", "too_large"), answer


def test_matches_that_sleep_wake_as_they_were(monkeypatch):
    from game.protocol import shelf

    monkeypatch.setattr(shelf, "MOST_AWAKE", 2)
    session, rng = ProtocolSession(), random.Random(5)
    twins = {}
    for number in range(1, 7):
        session.answer(json.dumps({"do": "new", "sketch": field("skirmishcorps", number), "seed": number}).encode())
        twins[f"m{number}"] = begun(field("skirmishcorps", number), number)
    for _ in range(60):
        name = rng.choice(list(twins))
        twin = twins[name]
        if rng.random() < 0.2 and twin.history:
            twin.undo()
            session.answer(json.dumps({"do": "undo", "match": name}).encode())
        elif twin.pending:
            option = rng.choice(twin.pending.options).id
            twin.choose(option)
            session.answer(json.dumps({"do": "choose", "match": name, "option": option}).encode())
        assert len(session.shelf._awake) <= 2
        answer = json.loads(session.answer(json.dumps({"do": "hash", "match": name}).encode()))
        assert answer["hash"] == twin.hash()


def test_too_many_matches_are_refused_until_one_is_closed(monkeypatch):
    from game.protocol import shelf

    monkeypatch.setattr(shelf, "MOST_MATCHES", 3)
    engine = ProtocolSession()
    for _ in range(3):
        engine.answer(json.dumps({"do": "new", "sketch": DUEL}).encode())
    for line in ({"do": "new", "sketch": DUEL}, {"do": "clone", "match": "m1"}):
        assert json.loads(engine.answer(json.dumps(line).encode()))["error"]["code"] == "too_large"
    engine.answer(b'{"do":"close","match":"m1"}')
    assert json.loads(engine.answer(b'{"do":"clone","match":"m2"}'))["ok"] is True


def test_a_table_with_too_many_options_is_refused(monkeypatch):
    from game.protocol import matches

    monkeypatch.setattr(matches, "MOST_OPTIONS", 20)
    answer = json.loads(ProtocolSession().answer(json.dumps({"do": "new", "sketch": DUEL}).encode()))
    assert answer["error"]["code"] == "too_large"
    monkeypatch.undo()
    assert json.loads(ProtocolSession().answer(json.dumps({"do": "new", "sketch": DUEL}).encode()))["ok"] is True


def test_options_beyond_the_most_are_not_even_listed():
    """The refusal of a table of 400 units takes no longer than listing one option too many."""
    asked = []

    def parts():
        for number in range(1000):
            asked.append(number)
            yield Option(f"o{number}", "wait")

    with pytest.raises(TooManyOptions):
        Options(parts(), limit=20)
    assert asked == list(range(21))
