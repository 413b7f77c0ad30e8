"""WH40K 2nd edition: the ordinary game around overwatch, as far as it is our own choice (WH-A16, WH-A22 to WH-A38)."""

from __future__ import annotations

import pytest

from game.engine.dice import REACHES, chance
from game.rules.wh40k2.chances import comes_down, hit_chance, wound_need
from game.rules.wh40k2.throws import duel
from game.session.session import Session
from tests.squads import Squads

MISS = (1, 1, 1, 1, 1)


def test_wh_a22_a_turn_is_start_charges_movement_shooting_and_hand_to_hand():
    scene = Squads("a1 a2 .*9 b1", phase="start").chooses("done").asked("a", "charge").chooses("done")
    scene.asked("a", "activate").chooses("end").asked("a", "shoot").chooses("end").asked("b", "overwatch")
    phases = [e.fields["phase"] for e in scene.match.events if e.type == "phase_started"]
    assert phases == ["start", "charge", "movement", "shooting", "hand_to_hand", "start"]


def test_wh_a16_a23_a_squad_fires_as_one_with_a_die_for_each_model():
    scene = Squads("a1 .*9 b1", "a2 .*9 b2", a1="line figures=7", phase="shooting")
    scene.chooses("a1:ranged_attack:b1").rolls("to hit", *[1] * 7).does_not_offer("a1:ranged_attack:b2")


def test_wh_a24_a_move_is_m_inches_and_a_run_twice_that_without_shooting():
    scene = Squads("a1 .*22 b1").offers("a1:move:4,0", "a1:run:8,0")
    scene.does_not_offer("a1:move:5,0", "a1:run:9,0").chooses("a1:run:8,0")
    scene.asked("b", "overwatch").says("Shooting phase begins.")  # nothing for A to shoot with


def test_wh_a24_a_squad_does_not_run_within_eight_inches_of_an_enemy_it_sees():
    Squads("a1 .*14 b1").offers("a1:run:6,0").does_not_offer("a1:run:7,0")
    Squads("a1 .*13 # b1 .*2").offers("a1:run:8,0")  # unseen
    Squads("a1 .*6 b1").does_not_offer("a1:run:1,0").offers("a1:move:1,0")


def test_wh_a24_no_part_of_a_run_leads_past_an_enemy_it_sees():
    rows = ["a1 .*8", *[".*9"] * 7, ".*4 b1 .*4"]  # nine inches off at both ends of the row, eight in its middle
    Squads(*rows).does_not_offer("a1:run:7,0", "a1:run:8,0").offers("a1:run:1,0", "a1:move:4,0")
    Squads(*rows[:-2], ".*3 # # # .*3", rows[-1]).offers("a1:run:7,0", "a1:run:8,0")


def pointed(scene, unit, x, y):
    """The refusal of a click on the cell x, y with that squad in hand."""
    no = scene.refusal(unit, x, y)
    return f"{no.reason} ({no.clause})"


def test_wh_a24_a_refused_run_says_which_enemy_is_too_near():
    words = "the way there comes within 8″ of B1 and in sight of it: no run leads there (WH-A24)"
    assert pointed(Squads("a1 .*14 b1"), "a1", 7, 0) == words


def test_wh_a24_a_refused_move_around_a_friend_says_how_far_it_is():
    scene = Squads(".*30", "a1 . a2 .*26 b1").does_not_offer("a1:run:8,1")
    assert pointed(scene, "a1", 8, 1) == "i2 is 9″ to go, a run is 8″ (WH-A24)"


def test_wh_a24_only_a_charge_ends_in_contact():
    Squads("a1 .*3 b1").does_not_offer("a1:move:3,0").offers("a1:move:2,0")


def test_wh_a24_a_charge_goes_twice_m_and_touches_nobody_else_when_it_falls_short():
    scene = (
        Squads("a1 .*8 b1", phase="charge").chooses("a1:charge:b1").says("A1 is in contact with B1.").stands("a1", 8, 0)
    )
    scene = Squads(".*15", "a1 .*13 b1", ".*9 b2 .*5", phase="charge").chooses("a1:charge:b1")
    scene.says("A1’s charge falls short of B1.")
    assert not scene.setup.board.neighbours(scene.unit("b2").at).count(scene.unit("a1").at)


def test_wh_a25_difficult_ground_costs_double():
    Squads("a1 , , , , .*9 b1", "~*14").offers("a1:move:2,0").does_not_offer("a1:move:3,0")


def test_wh_a26_a_hidden_squad_is_seen_only_from_close_by():
    rows = ["a1 .*2 n .*8 b1"]
    scene = Squads(*rows, b1="elite").chooses("a1:move:2,0", "a1:hide").says("A1 hides.").marker("a1", "hidden", "up")
    scene.asked("a", "shoot").chooses("end", "done").asked("b", "activate")  # no charge at what is not seen
    scene.chooses("b1:stand")
    scene.says("Hand-to-hand phase begins.", "Hand-to-hand phase begins.").never_says("fired")


@pytest.mark.parametrize(("x", "seen"), [(6, True), (7, False)])
def test_wh_a26_a_spotter_needs_to_be_within_its_initiative(x, seen):
    row = ["a1@n", *["."] * 12]
    row[x - 2] = "b1"
    (
        Squads(" ".join(row))
        .chooses("a1:hide")
        .asked("a", "shoot")
        .chooses("end", "done")
        .asked("b", "charge" if seen else "activate")
    )


def test_wh_a26_shooting_or_moving_ends_hiding_and_vehicles_do_not_hide():
    Squads("a1@n .*9 b1").chooses("a1:hide", "a1:ranged_attack:b1").says("A1 gives itself away.")
    Squads("a1 n .*9 b1", a1="light_vehicle").does_not_offer("a1:hide")
    Squads("a1 .*9 b1").does_not_offer("a1:hide")  # no cover near


def test_wh_a27_a_shot_needs_seven_less_bs_and_a_one_always_misses():
    scene = Squads("a1 .*9 b1", a1="character weapon=bolt_rifle", phase="shooting").sums(
        "a1:ranged_attack:b1", 1, short_range=1
    )
    assert scene.match.forecast(scene.match.pending.options[0]).p_hit == chance((6,), REACHES(0, 2))
    scene.chooses("a1:ranged_attack:b1").rolls("to hit", 1).says("A1 rolls to hit 1: 0 of 1 at 2+.")


def test_wh_a27_above_six_a_second_die_decides_and_ten_is_out_of_reach():
    assert [hit_chance(need) * 36 for need in (7, 8, 9, 10)] == [3, 2, 1, 0]
    scene = Squads("a1 .*2 n .*15 b1", b1="line BS=0 figures=2 watch", a1="raider").passes("b").chooses("a1:move:3,0")
    scene.sums("b1:ranged_attack:a1:p3", 10, overwatch=-1, low_cover=-2)
    scene.chooses("b1:ranged_attack:a1:p3").watches().says("B1 fires at A1.").asked("a", "hide")  # no die is rolled


def test_wh_a28_the_range_bands_are_those_of_the_weapon_in_hand():
    scene = Squads("a1 .*9 b1", a1="elite", b1="launcher_team")
    assert [scene.match.rules.bands(unit, scene.match.front) for unit in ("a1", "b1")] == [(12, 24), (24,)]


def test_wh_a28_cover_range_and_size_change_the_roll():
    Squads("a1 .*9 T b1@T", phase="shooting").sums("a1:ranged_attack:b1", 3, short_range=1, soft_cover=-1)
    Squads("a1 .*9 n b1", phase="shooting").sums("a1:ranged_attack:b1", 4, short_range=1, low_cover=-2)
    Squads("a1 .*14 b1", b1="light_vehicle", phase="shooting").sums("a1:ranged_attack:b1", 2, large_target=1)


@pytest.mark.parametrize(("strength", "need"), [(1, 6), (2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (9, 2), (0, 7)])
def test_wh_a30_the_table_of_wounds(strength, need):
    assert wound_need(strength, 4) == need


def test_wh_a31_armour_saves_and_wounds_add_up():
    scene = Squads("a1 .*9 b1", b1="character", phase="shooting").chooses("a1:ranged_attack:b1")
    scene.rolls("to hit", 6, 6, 6, 1, 1).rolls("to wound", 4, 4, 3).rolls("save", 4, 3).says("B1 is wounded.")
    assert scene.unit("b1").wounds == 1  # 3+ becomes 4+ behind the bolt
    scene = Squads("a1 .*9 b1 b2", b1="character", phase="shooting").chooses("a1:ranged_attack:b1")
    scene.rolls("to hit", *[6] * 5).rolls("to wound", *[6] * 5).rolls("save", 1, 1, 6, 6, 6).out("b1")


@pytest.mark.parametrize(("lost", "tests"), [(2, False), (3, True)])
def test_wh_a32_every_fourth_model_lost_to_a_phases_shooting_is_a_test(lost, tests):
    scene = Squads("a1 .*9 b1", b1="raider", phase="shooting").chooses("a1:ranged_attack:b1").rolls("to hit", *[6] * 5)
    scene.rolls("to wound", *[6] * lost, *[1] * (5 - lost)).models("b1", 10 - lost)
    assert (scene.match.pending.why == "break") is tests


def test_wh_a32_exactly_every_fourth_is_enough_and_losses_of_one_phase_add_up():
    scene = Squads("a1 .*9 b1", "a2 .*10", b1="raider figures=8", phase="shooting").chooses("a1:ranged_attack:b1")
    scene.rolls("to hit", *[6] * 5).rolls("to wound", 6, 1, 1, 1, 1).chooses("a2:ranged_attack:b1")
    scene.rolls("to hit", *[6] * 5).rolls("to wound", 6, 1, 1, 1, 1).says("B1 has lost 2 in this phase.")
    assert scene.match.pending.why == "break"


def test_wh_a32_a_broken_squad_flees_and_does_nothing_until_it_rallies():
    scene = (
        Squads(".*6 a1 .*9 b1 .*8", b1="raider", phase="shooting")
        .chooses("a1:ranged_attack:b1")
        .rolls("to hit", *[6] * 5)
    )
    scene.rolls("to wound", 6, 6, 6, 1, 1).rolls("break", 6, 6).rolls("flight", 2, 3).stands("b1", 21, 0)
    scene.marker("b1", "broken", "up").rolls("rally", 6, 6).says("B1 stays broken.").asked("a", "overwatch")
    scene.chooses("a1:overwatch")
    scene.rolls("rally", 3, 4).says("B1 rallies.").asked("b", "overwatch").marker("b1", "broken", None)


def test_wh_a33_a_fight_counts_the_best_die_ws_ones_sixes_and_the_charge():
    assert duel((3, 5, 4), 2, 4, 3) == 5 + 4 - (4 + 3)
    assert duel((3, 1), 1, 4, 4) == 3 - 1 + 1  # the enemy's 1 counts for A
    assert duel((6, 6, 5), 2, 4, 4) == 6 + 1 - 5  # the second 6 counts
    assert duel((4, 4), 1, 5, 4) == 1  # the charger's bonus


def test_wh_a33_the_winner_of_a_pair_hits_once_for_each_point_of_difference_and_initiative_breaks_ties():
    scene = Squads("a1 .*5 b1", a1="elite figures=2", b1="line", phase="charge").chooses("a1:charge:b1")
    scene.rolls("hand-to-hand", 3, 2).says("A1 fights B1: 3, 2, difference 3.").rolls("to wound", 3, 2, 6)
    scene.rolls("save", 6, 1).models("b1", 9).rolls("hand-to-hand", 2, 4).rolls("to wound", 1)  # 2+4+1 = 4+3: I 4 to 3
    scene.models("b1", 9).models("a1", 2)


def test_wh_a33_a_pair_fights_once_a_phase_and_its_losses_are_forgotten_with_the_turn():
    scene = Squads("a1 .*5 b1", a1="elite figures=1", b1="line figures=2", phase="charge").chooses("a1:charge:b1")
    scene.rolls("hand-to-hand", 3, 5).rolls("to wound", 6).rolls("save", 1).models("b1", 1)
    scene.says("A1 and B1 fight hand-to-hand.", "Turn 1, B.", "B1 and A1 fight hand-to-hand.")
    assert [e.fields["unit"] for e in scene.match.events if e.type == "fight_begun"] == ["a1", "b1"]
    assert not [e for e in scene.match.events if e.type == "losses_counted"]


def test_wh_a22_what_a_squad_has_done_is_forgotten_when_its_turn_is_over():
    scene = Squads("a1 .*14 b1", turns=3).chooses("a1:move:1,0", "a1:ranged_attack:b1").rolls("to hit", *MISS)
    scene.says("A1 is ready for the next turn.").chooses("done", "done", "end", "end")
    scene.chooses("done", "done").offers("a1:move:2,0").chooses("a1:stand").offers("a1:ranged_attack:b1")


def test_wh_a34_grenades_fly_eight_inches_in_the_own_shooting_phase():
    scene = Squads("a1 .*7 b1", phase="shooting").offers("a1:throw:b1").sums("a1:throw:b1", 3)
    scene.chooses("a1:throw:b1").rolls("to hit", *MISS).asked("b", "overwatch")  # instead of the rifles
    scene.says("A1 throws at B1.")
    Squads("a1 .*8 b1", phase="shooting").does_not_offer("a1:throw:b1")


@pytest.mark.parametrize(("way", "inches", "spot"), [(1, 2, (10, 2)), (3, 3, (13, 4)), (4, 3, (12, 6)), (8, 6, (6, 0))])
def test_wh_a35_a_missed_shot_lands_d6_inches_off(way, inches, spot):
    rows = [*[".*18"] * 4, "a1 .*9 b1 .*7", *[".*18"] * 4]
    scene = (
        Squads(*rows, a1="launcher_team figures=1", phase="shooting").chooses("a1:ranged_attack:b1").rolls("to hit", 1)
    )
    scene.rolls("stray direction", way).rolls("stray distance", inches).says("The stray shot hits nobody.")
    assert scene.setup.board.xy(scene.event("strayed").fields["cell"]) == spot


def test_wh_a35_a_shot_that_strays_aslant_comes_down_on_the_cell_nearest_to_so_many_inches():
    """A step aslant is 1.4 inches long: two inches are one such step, three inches two."""
    board = Squads(*[".*9"] * 9, "a1 b1 .*7").setup.board
    steps = {inches: board.xy(comes_down(board, board.cell(0, 0), 4, inches))[0] for inches in range(7)}
    assert steps == {inches: min(range(9), key=lambda n: abs(1.4 * n - inches)) for inches in range(7)}


def test_wh_a35_a_stray_shot_comes_down_on_the_squad_that_fired_it():
    rows = [".*6", ". a1 . b1 . .", ".*6"]
    scene = (
        Squads(*rows, a1="launcher_team figures=1", phase="shooting").chooses("a1:ranged_attack:b1").rolls("to hit", 1)
    )
    scene.rolls("stray direction", 7).rolls("stray distance", 2).says("The stray shot hits A1.").rolls("to wound", 6)
    scene.cites("strayed", "WH-35")


def test_wh_a35_a_shot_of_the_same_moment_is_still_fired_after_its_shooter_is_hit_by_a_stray():
    scene = Squads("b1 . a1 . b2", ".*5", a1="launcher_team figures=2", phase="shooting").chooses("a1:divide")
    scene.chooses("a1:share:b1:1", "a1:share:b2:1").rolls("to hit", 1).rolls("stray direction", 3)
    scene.rolls("stray distance", 2).says("The stray shot hits A1.").rolls("to wound", 1).rolls("to hit", 6)
    scene.says("1 of A1 fires at B2.")


def test_wh_a12_a_charge_at_a_squad_that_a_stray_has_wiped_out_is_not_said_to_come_into_contact():
    rows = "b2 .*9 a1 . . . b1 . . . a2"
    scene = Squads(rows, b2="launcher_team watch", b1="line figures=1", phase="charge")
    scene.chooses("a1:charge:b1", "a2:charge:b1", "b2:ranged_attack:a1").rolls("to hit", 1, 1).rolls(
        "stray direction", 3
    )
    scene.rolls("stray distance", 4).rolls("to wound", 6).rolls("save", 1).says("B1 is wiped out.")
    scene.rolls("stray direction", 1).rolls("stray distance", 6).asked("a", "activate", ["a1:charge", "a2:charge"])
    assert scene.match.pending.option("a1:charge").text == "Move A1’s charge to n1, short of B1"
    scene.chooses("a1:charge").says("A1’s charge falls short of B1.")


def test_wh_a35_how_a_shot_strays_is_said_in_words():
    scene = Squads("a1 .*9 b1 .*7", a1="launcher_team figures=1", phase="shooting").chooses("a1:ranged_attack:b1")
    scene.rolls("to hit", 1).rolls("stray direction", 3).rolls("stray distance", 1)
    scene.says("The shot of A1 strays right.", "The shot of A1 strays 1″.", "The stray shot hits B1.")


def told(scene, option):
    """What an offered option is said to lead to."""
    return [remark.words for remark in scene.remarks(option)]


def test_wh_a26_a_move_out_of_hiding_lists_the_squads_that_could_fire_at_it():
    scene = Squads("a1 T .*8 b1", a1="line").chooses("a1:hide", "end").chooses("b1:overwatch", "done")
    while scene.match.pending.kind != "activate" or scene.match.pending.seat == "b":
        scene.chooses(scene.match.pending.default)
    scene.marker("a1", "hidden", "up").marker("b1", "overwatch", "up")
    assert told(scene, "a1:move:2,0") == ["Could fire at it on the way: B1."]
    scene.chooses("a1:move:2,0").asked("b", "react").offers("b1:ranged_attack:a1:p1")


def test_wh_a24_a_charge_says_before_it_is_declared_where_it_would_end_and_what_counts_there():
    yard = [{"id": "yard", "name": "Yard", "cells": [[9, 1], [9, 2]], "points": 1}]
    scene = Squads(".*10", "a1 .*8 b1", ".*10", phase="charge", objectives=yard)
    assert scene.option("a1:charge:b1").text == "A1 charges B1, to stand on i2"
    assert told(scene, "a1:charge:b1") == [
        "A charge goes up to 8″ over open ground.",
        "It would stand on i2, in no objective.",
    ]


@pytest.mark.parametrize(
    ("row", "asked"), [("a1 .*7 b1", "charge"), ("a1 .*8 b1", "charge"), ("a1 .*14 b1", "activate")]
)
def test_wh_a24_a_person_is_asked_about_charges_only_if_one_can_arrive(row, asked):
    scene = Squads(row, phase="charge")
    session = Session(scene.setup, match=scene.match)
    assert scene.match.pending.kind == "charge", "the engine and its protocol ask all the same"
    session.settle()
    assert session.match.pending.kind == asked


def test_wh_a12_a_charge_that_will_fall_short_says_so_once_declared_and_before_it_moves():
    scene = Squads("a1 .*14 b1", "a2 .*14 b2", ".*7 b3 .*8", phase="charge")
    assert scene.match.pending.option("a1:charge:b1").text == "A1 charges B1, to stand on o1"
    asked = scene.chooses("a1:charge:b1", "a2:charge:b3").match.pending
    assert [option.text for option in asked.options] == [
        "Move A1’s charge to i1, short of B1",
        "Move A2’s charge to g2, in contact with B3",
    ]


def test_wh_a36_a_vehicle_does_not_charge_run_or_break_and_is_large():
    scene = Squads("a1 .*15 b1", a1="light_vehicle", phase="charge").asked("a", "activate")
    assert {o.action for o in scene.match.pending.options} == {"move", "stand", "end"}
    scene.offers("a1:move:8,0").does_not_offer("a1:move:9,0")


def test_wh_a37_squads_see_and_shoot_all_round():
    scene = Squads("a1 .*9 b1 .*9 a2", b1="elite watch").asked("b", "react")
    scene.offers("b1:ranged_attack:a1", "b1:ranged_attack:a2")


@pytest.mark.parametrize(("figures", "winner"), [(5, ""), (4, "a")])
def test_wh_a38_most_points_win_and_then_most_models(figures, winner):
    scene = Squads("a1 .*14 b1", b1=f"elite figures={figures}", phase="start", turns=1)
    goal = [{"id": "hill", "name": "the hill", "cells": [[15, 0]], "points": 1}]
    held = Squads("a1 .*14 b1", b1=f"elite figures={figures}", phase="start", turns=1, objectives=goal)
    for one, expected in ((scene, winner), (held, "b")):
        while one.match.pending:
            one.chooses(one.match.pending.default)
        assert one.match.outcome.winner == expected


def test_wh_a38_a_side_without_models_has_lost_when_the_phase_is_over():
    scene = Squads("a1 .*9 b1", b1="line figures=1", phase="shooting").chooses("a1:ranged_attack:b1")
    scene.rolls("to hit", *[6] * 5).rolls("to wound", *[6] * 5).says("A wins: only one side is left.")
    assert scene.match.outcome.winner == "a"
