"""What comes of each answer in a running snowball, by the end of the action: engine, protocol, text and cards."""

from __future__ import annotations

from fractions import Fraction

from game.engine.dice import DiceSource
from game.engine.foresight import defaults_on_the_way, looking
from game.engine.match import Match
from game.engine.odds import UnitChange
from game.engine.viewers import PUBLIC
from game.rules import build
from game.sketch import read_sketch

PLACES = {"b1": (3, 5), "b2": (3, 8), "b3": (3, 2), "r1": (12, 5), "r2": (12, 8), "r3": (12, 2), "r4": (15, 6)}
KINDS = {"r1": "veteran", "r4": "scout"}
FIVE = {
    "ruleset": "skirmishcorps",
    "phase": "act",
    "seat": "blue",
    "seats": ["blue", "red"],
    "board": ["." * 20] * 10,
    "units": [
        {
            "id": name,
            "seat": "blue" if name[0] == "b" else "red",
            "profile": KINDS.get(name, "trooper"),
            "at": list(at),
            "marker": "move" if name == "b1" else "overwatch",
        }
        for name, at in PLACES.items()
    ],
}
WANTED = {"red": ("r1", "r4", "r2"), "blue": ("b2:ranged_attack:r1", "b3:ranged_attack:r2")}


def five_declared() -> Match:
    """B1 runs from d6 to l6, five units have declared a shot, and R4 is asked whether it forces B1's hand."""
    setup = read_sketch(FIVE)
    match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource("ask"))
    match.choose("b1:move:run:11,5")
    while match.pending.kind == "react":
        wanted = [f"{name}:ranged_attack:b1" if ":" not in name else name for name in WANTED[match.pending.seat]]
        match.choose(next((name for name in wanted if match.pending.option(name)), "pass"))
    assert [option.id for option in match.pending.options] == ["r4:force", "r4:wait"]
    return match


def test_forcing_is_worth_74_against_64_and_only_48_if_b1_stops_in_time() -> None:
    found = looking(five_declared(), "red").all()
    assert (found.unit, found.falls, found.head) == ("b1", "out", "exact, all do the default")
    assert [(o.option.id, round(float(o.of("b1")), 3)) for o in found.outlooks] == [
        ("r4:force", 0.742),
        ("r4:wait", 0.64),
    ]
    assert {found.outlook("r4:force").of("r1"), found.outlook("r4:wait").of("r1")} == {found.outlooks[0].of("r1")}
    assert found.next == "B1"
    assert found.replies[0].words == "go on to l6, do not attack"
    assert found.replies[-1].words == "go on to h6, g6, f6 or e6"
    assert round(float(found.outlook("r4:force", len(found.replies) - 1).of("b1")), 3) == 0.477
    assert found.verdict == (
        "Force if B1 is to go on to l6: 74 against 64.",
        "Leave B1 until last if B1 is to go on to h6, g6, f6 or e6: then only 48.",
    )


def test_it_is_what_odds_count_as_fractions() -> None:
    match = five_declared()
    found = looking(match, "red").all()
    for outlook in found.outlooks:
        counted: dict[str, Fraction] = {}
        for chance, changes in match.odds(outlook.option.id, "red", assume=True):
            for change in changes:
                if isinstance(change, UnitChange) and change.out:
                    counted[change.unit] = counted.get(change.unit, Fraction(0)) + chance
        assert outlook.chances == counted
        assert sum(outlook.parts) == 1
        assert outlook.parts[2] == outlook.nobody


def test_the_likeliest_way_of_each_outcome_multiplies_to_its_chance() -> None:
    looked = looking(five_declared(), "red")
    looked.all()
    outcomes = looked.outcomes("r4:force")
    assert sum(outcome.chance for outcome in outcomes) == 1
    assert outcomes[0].fallen == ("b1",)
    assert [stage.unit for stage in outcomes[0].way][:3] == ["b1", "r4", "r1"]
    for outcome in outcomes:
        product = Fraction(1)
        for stage in outcome.way:
            product *= 1 if stage.chance is None else stage.chance
        assert product == outcome.way_chance <= outcome.chance


def test_at_a_shared_table_it_tells_what_it_tells_whatever_is_face_down() -> None:
    match = five_declared()
    found = looking(match, PUBLIC).all()
    assert found.outlooks == looking(match, "red").all().outlooks  # nothing that is still face-down can change it
    assert looking(match, "blue") is None, "another seat's question"


def test_defaults_on_the_way_are_named_and_are_those_of_the_questions() -> None:
    match = five_declared()
    named = [
        (asked.seat, asked.kind, asked.unit, asked.default) for asked in defaults_on_the_way(match, "r4:force", "red")
    ]
    assert named[:2] == [("blue", "carry_out", "b1", "b1:move:11,5"), ("blue", "attack", "b1", "b1:none")]
