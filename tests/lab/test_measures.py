"""Measures of games, counted on the demonstrations: each measure counts something in at least one."""

from __future__ import annotations

import functools

import pytest
from fields import batch, field, results

from game.demos.files import list_demos
from game.demos.player import DemoPlayer
from game.engine.measures import GameLog
from game.rules import RULESETS, build
from tests.assault import Assault
from tests.scene import Scene

COUNTED = [
    ("sc-plain-reaction", "reactions", 1, 1),
    ("sc-plain-reaction", "crowded", 0, 1),
    ("sc-plain-reaction", "answered_answers", 0, 1),
    ("sc-snowball", "reactions", 3, 1),
    ("sc-snowball", "crowded", 1, 1),
    ("sc-snowball", "answered_answers", 1, 1),
    ("sc-snowball", "forced_hands", 1, 1),
    ("sc-tie", "ties", 1, 1),
    ("sc-cut-off", "cut_offs", 1, 1),
    ("sc-intercept", "cut_offs", 1, 1),
    ("sc-forced-hand", "cut_offs", 0, 1),
    ("sc-forced-hand", "ties", 0, 1),
    ("wh-hold", "overwatch_shots", 2, 3),
    ("wh-hold", "counters", 5, 3),
    ("wh-divided-fire", "overwatch_shots", 1, 1),
    ("sg-worked-example", "shots_out_of_turn", 2, 1),
    ("sg-worked-example", "overwatch_shots", 1, 1),
    ("sg-worked-example", "counters", 1, 1),
    ("sg-reaction-fire", "shots_out_of_turn", 0, 1),
    ("sg-chain", "answered_answers", 1, 1),
    ("ep-script", "counter_charged", 1, 1),
    ("ep-script", "counter_charges", 4, 1),
    ("ep-script", "drawn_in", 1, 1),
    ("ep-script", "assaults", 1, 1),
    ("ep-script", "overwatch_shots", 1, 1),
    ("ep-later-rounds", "counter_charged", 0, 1),
    ("ep-full-enemy", "drawn_in", 0, 1),
    ("vk-two-dice", "overwatch_shots", 3, 1),
    ("vk-retreat", "overwatch_shots", 0, 1),
]


@functools.cache
def log_of(name):
    player = DemoPlayer(next(demo for demo in list_demos() if demo.id == name))
    while not player.done:
        player.forward()
    return player.match.rules, GameLog(player.match.events)


@pytest.mark.parametrize(("demo", "measure", "number", "of"), COUNTED)
def test_the_measures_of_a_demonstration_count_what_it_shows(demo, measure, number, of):
    rules, log = log_of(demo)
    found = {one.id: one for one in rules.measures}
    assert found[measure].counted(log) == (number, of)


def test_each_measure_of_each_rulebook_counts_something_in_some_demonstration():
    seen = {(log_of(demo)[0].id, measure) for demo, measure, number, _ in COUNTED if number}
    own = {(ruleset, one.id) for ruleset in RULESETS for one in build(ruleset).measures}
    common = {"reactions", "crowded", "answered_answers"}
    rest = {(ruleset, id) for ruleset, id in own if id not in common or ruleset == "skirmishcorps"}
    assert rest - seen == {("skirmishcorps", "overwatch_markers")}  # below, where markers are laid


@pytest.mark.parametrize(
    ("demo", "depths"),
    [
        ("sc-freeze", {1: 2}),
        ("sc-snowball", {3: 1}),
        ("sc-snowball-of-four", {4: 1}),
        ("sc-three-against-one", {2: 1}),
        ("sg-chain", {3: 1}),
        ("vk-retreat", {}),
    ],
)
def test_the_depth_of_a_snowball_is_that_of_its_deepest_answer(demo, depths):
    assert log_of(demo)[1].snowballs() == depths


def test_a_marker_counts_as_it_is_when_all_have_been_handed_over():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", phase="assign", turns=1)
    scene.chooses("a1:overwatch", "a2:overwatch", "a1:move", "confirm", "b1:move", "b2:move", "confirm")
    found = {one.id: one for one in scene.match.rules.measures}
    assert found["overwatch_markers"].counted(GameLog(scene.match.events)) == (1, 4)


def test_an_assault_counts_for_counter_charges_only_where_a_stand_could_make_one():
    def counted(line, *planned):
        scene = Assault(size=(30, 24), line=f"b line {line}", horde="a horde h1@10,11").engages("horde", "line")
        if scene.match.pending.kind == "counter_charge":
            scene.plans(*planned).confirms()
        found = {one.id: one for one in scene.match.rules.measures}
        return found["counter_charged"].counted(GameLog(scene.match.events))

    assert counted("l1@10,10 l2@11,10") == (0, 0)  # both are touched (EP-02)
    assert counted("l1@10,10 l2@13,10") == (0, 1)
    assert counted("l1@10,10 l2@13,10", "l2:move:11,11") == (1, 1)


def test_a_game_with_one_side_left_in_its_first_half_counts_as_decided_early(tmp_path):
    units = [
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [4, 2]},
        {"id": "b2", "seat": "blue", "profile": "veteran", "at": [5, 2]},
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [4, 0]},
    ]
    near = results(batch(field(tmp_path, units=units, turns=20), "regular,regular", games=3))
    wiped = [result for result in near if result.winners == ("blue",) and result.seats[1].lost == 1]
    assert wiped
    assert {result.early for result in wiped} == {True}
    long = results(batch(field(tmp_path, turns=1), "regular,regular", games=2))
    assert {result.early for result in long} == {False}
