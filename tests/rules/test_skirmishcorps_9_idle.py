"""SkirmishCorps: questions a person is spared because the answer makes no difference (SC-18, SC-19, SC-31)."""

from __future__ import annotations

import pytest

from game.session.session import Session
from tests.scene import Scene

OPEN = ["a1 .*7", ".*8", ".*8", ".*8", ".*8", ".*3 b1 . b2 .*2"]
HIDDEN = ["a1 # .*6", ".*8", ".*8", ".*8", ".*8", ". b1 .*6"]


def spared(scene):
    """The answer that a session gives for a person who is asked this, None if it asks."""
    return Session(scene.match.setup, match=scene.match).foregone()


@pytest.mark.parametrize(
    ("action", "reaction"),
    [
        ("a1:stand", "b1:ranged_attack:a1"),
        ("a1:stand", "b1:covering_fire:a1:b2"),
        ("a1:move:jog:5,0", "b1:ranged_attack:a1"),
        ("a1:move:jog:5,0", "b1:covering_fire:a1:b2"),
    ],
)
def test_sc_19_a_person_is_not_asked_about_forcing_that_improves_no_shot(action, reaction):
    scene = Scene(*OPEN).chooses(action, reaction, "pass").asked("b", "force", ["b1:force", "b1:wait"])
    assert spared(scene) == "b1:wait"


@pytest.mark.parametrize(
    ("rows", "way"),
    [(OPEN, "a1:move:run:3,2"), (["a1 .*7", "# # .*6", ".*8", ".*8", "b1 .*7"], "a1:move:jog:3,0")],
)
def test_sc_19_a_person_is_asked_about_forcing_where_the_path_gives_a_better_shot(rows, way):
    scene = Scene(*rows, b2="idle") if rows is OPEN else Scene(*rows)
    scene.chooses(way, "b1:ranged_attack:a1").asked("b", "force")
    assert spared(scene) is None


def test_sc_19_a_person_is_asked_about_forcing_where_a_slower_friend_would_have_the_better_shot():
    scene = Scene("a1 .*6 b1", "# # .*6", ".*8", ".*8", "b2 .*7", b1="veteran")
    scene.chooses("a1:move:jog:3,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1").asked("b", "force", unit="b1")
    assert spared(scene) is None


def test_sc_18_a_person_is_asked_about_forcing_where_the_instigator_could_wait_and_see():
    scene = Scene(*OPEN[:-1], ".*3 b1 .*3 a2", b1="veteran").chooses("a1:stand", "b1:ranged_attack:a1")
    scene.chooses("a2:ranged_attack:b1").asked("b", "force", unit="b1")
    assert spared(scene) is None


def test_sc_a3_a_person_is_asked_about_forcing_a_contact_that_is_still_to_be_made():
    scene = Scene("a1 .*4 b1").chooses("a1:move:jog:4,0", "b1:cut_off:a1").asked("b", "force")
    assert spared(scene) is None


TOLD = [".*4 a2 . . b1", "# # # # # # . b2", ".*8", ".*8", "a1 .*7"]
"""B1 hears of what A1 does, and sees A2 alone."""


@pytest.mark.parametrize(("marker", "answer"), [("move", "pass"), ("overwatch", None)])
def test_sc_31_a_person_is_not_asked_to_react_with_only_covering_fire_that_has_no_effect(marker, answer):
    scene = Scene(*TOLD, a2=marker, b2="idle")
    if marker == "move":
        scene.chooses("a2:stand", "pass", "a2:none", "end")
    scene.chooses("a1:stand").asked("b", "react", ["b1:covering_fire:a2:b2", "pass"])
    assert spared(scene) == answer


def test_sc_31_a_reactor_left_with_only_covering_fire_without_effect_does_nothing_unasked():
    scene = Scene(*TOLD, a2="veteran", b2="idle").chooses("a1:stand", "b1:covering_fire:a2:b2", "a2:ranged_attack:b1")
    scene.chooses("a2:ranged_attack:b1").rolls("to hit", 6, 6)
    scene.asked("b", "resolve", ["b1:covering_fire:a2:b2", "b1:nothing"])
    assert spared(scene) == "b1:nothing"
