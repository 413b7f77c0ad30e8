"""VIKTORY II: cases in which a review found that the game differed from the rules.

b4, where it stands, is there so that B is asked again.
"""

from __future__ import annotations

import pytest

from game.demos import DemoPlayer, load_demo
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.unfit import SetupError
from game.engine.viewers import REFEREE
from game.rules import build
from game.sketch import read_sketch
from tests.hexes import Hexes


@pytest.mark.parametrize(("ship", "dice"), [("a9", 2), ("c9", 1)])
def test_vk_a35_only_the_defenders_own_frigate_helps_the_defence(ship, dice):
    Hexes(f"{ship} a1 b1 b4", ". . . .").attacks(1, 0, "b1").rolls("attack", 6).dice(dice)


def test_a_refusal_names_the_action_that_ended_a_frigates_turn():
    scene = Hexes("b9(b1+b2) . . a7 b4").chooses("b1:unload:1,0").refused("b9", "VK-A32", "it has unloaded")
    scene.refused("b1", "VK-A32", "it has come ashore")


def test_a_refusal_names_the_shore_where_the_rest_of_a_cargo_may_land():
    scene = Hexes("b9(b1+b2) a1 .", ". . b4").chooses("b1:unload:1,0", "battle:1,0").rolls("attack", 6)
    scene.rolls("defence", 1).out("b1").refused("b2", "VK-A32", "B9 unloads at 0201 this turn, and 0201 has held out")


def test_a_refusal_says_that_no_shore_is_next_to_the_ship():
    Hexes("b9(b1) ~ . . a1").refused("b1", "VK-A32", "aboard B9, and no shore to land at")


def test_refusals_are_given_for_units_in_the_reserve_while_reserves_are_placed():
    scene = Hexes("b1:Kb . b4 b7@.", ". . . a7", b7="reserve", b1="reserve").chooses("end").asked("b", "place")
    scene.refused("b7", "VK-A41", "towns and cities keep 0").refused("b4", "VK-A25", "reserves are placed now")


def test_the_question_of_retreat_lists_the_units_like_a_sentence():
    scene = Hexes("a1+a2 b1+b2+b3 .").attacks(0, 0, "b1", "b2", "b3").rolls("attack", 6).rolls("defence", 6)
    scene.asks("B decides: another round at 0101, or retreat?", "B1, B2 and B3 against A1 and A2.")


def test_the_towns_of_a_seat_that_is_out_become_nobodys_and_the_log_says_so():
    scene = Hexes(".:Ka b1 . b4", ".:Ta a2 . .").attacks(0, 0, "b1").rolls("defence", 6, 6)
    scene.says("A has lost its capital and is out.", "The town at 0102 is nobody’s now.")


def test_a_ship_in_the_reserve_carries_nobody():
    with pytest.raises(SetupError, match=r"^Unit b1 cannot be aboard b9, which waits in the reserve\.$"):
        Hexes("b9(b1) . . a1", b9="reserve")


def causes(scene):
    """Every event of the turn as its kind and the kind of the event it came from ("" if it came from none)."""
    events = scene.match.events
    found = [(event.type, events[event.cause].type if event.cause >= 0 else "") for event in events]
    return found[found.index(("moving_begun", "")) + 1 :]


def test_vk_22_the_cause_of_a_shot_is_the_entry_and_the_cause_of_an_entry_its_move():
    scene = Hexes(". a7 . . .", ". . b5 . b4").chooses("b5:move:0,0", "pass", "a7:overwatch:b5").rolls("overwatch", 6)
    assert causes(scene) == [
        ("move_declared", ""),
        ("moved", "move_declared"),
        ("passed", "moved"),
        ("moved", "move_declared"),
        ("reaction_declared", "moved"),
        ("shot_used", "reaction_declared"),
        ("reaction_started", "reaction_declared"),
        ("rolled", "reaction_started"),
        ("reaction_resolved", "reaction_started"),
        ("moved", "move_declared"),
        ("action_ended", "move_declared"),
    ]


def test_an_action_is_not_caused_by_the_players_action_before_it():
    scene = Hexes("a7 b7 . . . .", "a1 . . b4 b9 b1").chooses("b7:bombard:0,0").rolls("bombard", 6, 6)
    scene.chooses("b4:load:b9", "b1:move:5,0", "b4:unload:4,0")
    begun = ("bombarded", "loaded", "move_declared", "unloaded")
    assert [pair for pair in causes(scene) if pair[0] in begun] == [(kind, "") for kind in begun]


def test_vk_a9_under_the_ruling_the_cause_of_a_shot_is_the_retreat():
    scene = Hexes("a7 b1 .", "a1 . b4", rulings={"VK-A9": "yes"}).attacks(0, 1, "b1").chooses("pass")
    scene.rolls("attack", 6).rolls("defence", 6).chooses("retreat").asked("a", "react")
    scene.chooses("a7:overwatch:b1").rolls("overwatch", 6)
    assert ("reaction_declared", "retreated") in causes(scene)


def test_the_overwatch_question_cites_the_clause_that_gives_the_shot():
    scene = Hexes(". a7 . b4", "b1 b9@~ . b5")
    for choices, clause in (
        (["b1:load:b9"], "VK-26"),
        (["b5:move:2,0"], "VK-22"),
        (["b5:move:1,0", "battle:1,0"], "VK-14"),
    ):
        scene.chooses(*choices).asked("a", "react")
        assert scene.match.pending.clauses == ("VK-04", "VK-05", clause)
        scene.chooses("pass").cites("passed", clause)


def test_vk_a20_a_friends_ship_where_somebody_boards_makes_it_two_dice():
    scene = Hexes(". a7 . b4", "b1 b9+a9 . .").chooses("b1:load:b9", "a7:overwatch:b1").dice(2)
    scene.rolls("overwatch", 3, 4).cites("rolled", "VK-10").out("b1").says("B1 is lost.")


@pytest.mark.parametrize(
    ("rows", "choices", "shot"),
    [
        (["a7 . . .", "~ ~ ~ b9(b1)"], ["b9:move:0,1"], "a7:overwatch:b9"),
        (["a7 . . .", "a9 b9(b1) ~ b4"], ["b9:move:0,1", "battle:0,1"], "a7:overwatch:0,1"),
    ],
    ids=("sailing by", "in a battle"),
)
def test_vk_19_the_hit_that_sinks_a_ship_cites_the_ship(rows, choices, shot):
    scene = Hexes(*rows).chooses(*choices, shot)
    scene.rolls("overwatch", *[1] * len(scene.match.pending.dice)).cites("sunk", "VK-13", "VK-19").out("b9", "b1")


def test_vk_a1_a24_a_seat_may_hold_a_town_and_have_no_units():
    units = [{"id": "c7", "seat": "c", "profile": "artillery", "at": [0, 0]}]
    units += [{"id": "b1", "seat": "b", "profile": "infantry", "at": [2, 0]}]
    town = {"kind": "town", "seat": "a", "at": [1, 0]}
    sketch = {"ruleset": "viktory2", "grid": "hex", "board": ["..."], "units": units, "sites": [town]}
    setup = read_sketch({**sketch, "phase": "act", "seat": "b"})
    assert setup.seats == ("c", "b", "a")
    match = Match(setup, build("viktory2"), DiceSource("ask"))
    match.choose("b1:move:1,0")
    match.choose("battle:1,0")
    assert (match.pending.seat, match.pending.kind) == ("c", "react")
    match.choose("c7:overwatch:1,0")
    assert len(match.pending.dice) == 1


def test_vk_a25_a_turn_that_ends_is_said_to_be_the_players():
    Hexes("a7 . . b4 .", ". . c1 . .").chooses("end").says("Turn 1, B, ends.", "Turn 1, C.")


def test_vk_a40_a_ship_already_beside_the_enemy_takes_no_part_in_the_attack_of_another():
    scene = Hexes("a9+b9 b0 . b4 a7").attacks(0, 0, "b0").dice(1).rolls("attack", 6).dice(1).rolls("defence", 3)
    scene.out("b0").stands("b9", 0, 0).says("B0 is sunk.", "The attack on 0101 fails; A holds it.")


def test_vk_a40_a_sea_hex_that_a_bombardment_has_emptied_is_taken_without_a_die():
    scene = Hexes("b9 a9 b7 . b4", "a1 . . . .").chooses("b9:move:1,0", "b7:bombard:1,0").rolls("bombard", 1, 6)
    scene.out("a9").promises("battle:1,0", "1").chooses("battle:1,0").says("B9 goes into 0201.", "B holds 0201.")
    scene.asked("b", "act").stands("b9", 1, 0)


def test_vk_a34_a38_a_unit_that_retreated_aboard_does_not_land_in_the_same_turn():
    scene = Hexes("b9(b1) a1 b7 . b4", ". . . . .", "a2 . . . .").chooses("b1:unload:1,0", "battle:1,0")
    scene.rolls("attack", 6).rolls("defence", 6).chooses("retreat").aboard("b1", "b9")
    scene.chooses("b7:bombard:1,0").rolls("bombard", 1, 6).out("a1").does_not_offer("b1:unload:1,0")
    scene.refused("b1", "VK-A34", "aboard B9, and it has fought")


def test_a_unit_that_was_lost_is_not_told_to_be_ready_for_its_next_turn():
    """VK-A10: R1 has ridden on, is shot in overwatch, and lies in the reserve when its owner's turn ends."""
    player = DemoPlayer(load_demo("vk-step-by-step"))
    player.goto(len(player.steps))
    match = player.match.clone()
    assert match.front.units["r1"].reserve
    while match.pending is not None and match.pending.seat == "red":
        match.choose("end" if match.pending.option("end") else "done")
    told = [line.text for line in match.log_for(REFEREE)]
    assert "R1 is lost." in told
    assert "R1 is ready for its next turn." not in told
