"""VIKTORY II: the worked example of the page (4d), step by step with its dice, and the checks after it."""

from __future__ import annotations

from tests.hexes import Hexes

TABLE = [
    ". . . . c1 .",
    ". . a7@m a1:Ta b7+b1+b2 .",
    "~*6",
    "~ ~ c9(c2+c3) ~ ~ ~",
]
"""M is the mountain with a gun, T the town beside it, W the water hexes below; nobody else is next to the gun."""


def step_1():
    """B names a gun and two infantry for an attack on the town, and lines them up."""
    scene = Hexes(*TABLE).asked("b", "act").chooses("b7:move:3,1", "b1:move:3,1", "b2:move:3,1")
    scene.says("B7 is lined up against 0402.", "B1 is lined up against 0402.", "B2 is lined up against 0402.")
    return scene.stands("b7", 4, 1).offers("battle:3,1").does_not_offer("end").chooses("battle:3,1")


def step_2():
    """A is offered two dice before anything else is rolled, and takes them."""
    scene = step_1().asked("a", "react", ["a7:overwatch:3,1", "pass"], default="pass")
    scene.asks(
        "A decides: does gun A7 fire at the attackers?",
        "B brings B7, B1 and B2 into 0402; no die has rolled. A7 two dice; once a turn.",
    )
    return scene.chooses("a7:overwatch:3,1").dice(2).rolls("overwatch", 2, 5)


def step_4():
    """The hit takes the gun, and what is left of the attack fails."""
    scene = step_2().never_says("went_in").says("A7 fires overwatch: 2, 5, one hit at 3 or less.")
    scene.asked("a", "victim", ["remove:b1", "remove:b2", "remove:b7"], default="remove:b7")
    scene.chooses("remove:b7")
    scene.out("b7").says("B7 is lost.", "B1 goes into 0402.", "B2 goes into 0402.")
    scene.dice(1).rolls("attack", 5).dice(2).rolls("defence", 3, 2)
    return scene.out("b1", "b2", "b7").says("The attack on 0402 fails; A holds it.").holds(3, 1, "a")


def step_5():
    """A's shot is used up for B's turn; C's turn begins, and it is fresh."""
    scene = step_4()
    fired = [event for event in scene.match.events if event.type == "shot_used"]
    assert [event.fields["unit"] for event in fired] == ["a7"]
    return scene


def step_7():
    """A lets C's infantry come, and the town holds."""
    scene = step_5().says("A7 has its overwatch again.", "Turn 1, C.").asked("c", "act")
    scene.attacks(3, 1, "c1").asked("a", "react", ["a7:overwatch:3,1", "pass"]).chooses("pass")
    scene.dice(1).rolls("attack", 6).dice(2).rolls("defence", 4, 3).out("b1", "b2", "b7", "c1")
    return scene.says("The attack on 0402 fails; A holds it.")


def test_script_1_to_3_vk_01_to_03_overwatch_fire_takes_the_gun_before_it_can_fire():
    step_2().asked("a", "victim")


def test_script_4_vk_15_the_attack_fails_without_its_gun():
    scene = step_4()
    assert [e.fields["why"] for e in scene.match.events if e.type == "rolled"] == ["overwatch", "attack", "defence"]


def test_script_5_to_7_vk_17_18_the_gun_is_fresh_in_the_next_turn_and_waits_for_more():
    step_7().asked("c", "act")


def test_script_8_9_vk_19_the_frigate_goes_down_with_its_cargo():
    scene = step_7().chooses("c9:move:2,2").asked("a", "react", ["a7:overwatch:c9", "pass"])
    scene.asks("A decides: does gun A7 fire at C9?", "C9 enters 0303. A7 one die; once a turn.")
    scene.chooses("a7:overwatch:c9").dice(1).rolls("overwatch", 3).out("b1", "b2", "b7", "c1", "c2", "c3", "c9")
    scene.says(
        "A7 fires overwatch: 3, one hit at 3 or less.", "C9 is sunk.", "C2 goes down with C9.", "C3 goes down with C9."
    )
    scene.ends("a", "nobody else is left")


# -- the checks after it, from the position before step 8 with the frigate in W ---------------------------------------

W = [". . . . . .", ". . a7@m a1:Ta . .", "~ ~ c9(c2+c3) ~ ~ ~", "~*6", "~*6", "b1 ~*5"]


def test_further_check_vk_23_sailing_away_draws_no_overwatch_fire():
    scene = Hexes(*W, seat="c").chooses("c9:move:2,4").asked("c", "act").stands("c9", 2, 4)
    scene.never_says("reaction_declared", "passed")


def test_further_check_vk_25_placing_reserves_draws_no_overwatch_fire():
    rows = [". . . . . .", ". . a7@m . . .", "~ ~ c4:Kc ~ ~ ~", "~*6", "b1 ~*5"]
    scene = Hexes(*rows, seat="c", c4="reserve").asked("c", "place").chooses("c4:place:2,2")
    scene.says("C4 comes back at 0303.").never_says("passed", "reaction_declared").asked("a", "act")


def test_further_check_vk_26_27_overwatch_shoots_at_the_boarding_unit_and_not_at_the_ship():
    rows = [*W[:2], "~ c4@. c9(c2) ~ ~ ~", *W[3:]]
    scene = Hexes(*rows, seat="c").chooses("c4:load:c9").asked("a", "react", ["a7:overwatch:c4", "pass"])
    scene.asks(
        "A decides: does gun A7 fire at C4?",
        "C4 boards C9 at 0303; the shot is at C4, not at the frigate. A7 one die; once a turn.",
    )
    scene.chooses("a7:overwatch:c4").dice(1).rolls("overwatch", 1).out("c4").aboard("c2", "c9").stands("c9", 2, 2)
