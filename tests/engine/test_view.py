"""What the view says for screens and bots beside the units: lengths, what may be answered where and by whom."""

from __future__ import annotations

import pytest

from game.engine.match import Match
from game.rules import RULESETS, build
from game.sketch import read_sketch
from tests.viewed import viewed

HEXES = {
    "ruleset": "viktory2",
    "grid": "hex",
    "board": ["....", "....", "...."],
    "phase": "act",
    "seat": "red",
    "units": [
        {"id": "r1", "seat": "red", "profile": "infantry", "at": [0, 0]},
        {"id": "r2", "seat": "red", "profile": "infantry", "at": [0, 0]},
        {"id": "b1", "seat": "blue", "profile": "infantry", "at": [1, 1]},
        {"id": "b2", "seat": "blue", "profile": "artillery", "at": [2, 1]},
    ],
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rulebook_says_its_distances_with_a_unit(ruleset):
    one, more = build(ruleset, {}).presentation.lengths
    assert one
    assert more


def test_hexes_are_counted_in_hexes():
    match = Match(read_sketch(HEXES), build("viktory2", {}))
    assert viewed(match, "blue")["lengths"] == [" hex", " hexes"]


def test_the_view_of_a_reaction_says_what_may_be_answered_where_and_by_which_seats():
    match = Match(read_sketch(HEXES), build("viktory2", {}))
    for option in ("r1:move:1,1", "r2:move:1,1", "battle:1,1"):
        match.choose(option)
    view = viewed(match, "blue")
    assert view["queue"]["trigger"] == {"kind": "battle", "unit": "r1", "cell": [1, 1], "to": ["blue"]}
    assert view["action"]["targets"] == ["r1", "r2"]
    match.choose("pass")
    queue = viewed(match, "blue")["queue"]
    assert queue is None or queue["trigger"]["to"] == [], "what is closed may be answered by nobody"
