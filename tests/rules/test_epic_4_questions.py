"""Epic: the nine questions of the page with their answers, each as a scene (EP-15 to EP-24), and line of fire."""

from __future__ import annotations

from tests.assault import Assault


def charged(line, horde="h1@10,11", *rows, size=(30, 24), **forms):
    """The horde has engaged the line; the line is asked for its counter charges."""
    forms = {"line": f"b line {line}", "horde": f"a horde {horde}", **forms}
    return Assault(*rows, size=size, **forms).engages("horde", "line").asked("b", "counter_charge")


def test_ep_15_question_1_the_closest_enemy_may_be_of_another_formation():
    scene = charged("l1@10,10 l2@14,10", other="a horde x@14,13 y@14,15").goes_for("l2", "x")
    scene.does_not_offer("l2:move:11,11")


def test_ep_16_question_2_a_closest_enemy_that_two_touch_may_be_passed_over():
    scene = charged("l1@10,10 l2@11,10 l3@14,11", "h1@10,11 h2@14,16").goes_for("l3", "h1", "h2")
    scene.plans("l3:move:14,15").confirms().stands("l3", 14, 15)


def test_ep_17_question_3_impassable_ground_in_the_way_the_shortest_valid_path_is_followed():
    rows = ["." * 24 for _ in range(16)]
    for y in (9, 10, 11):
        rows[y] = rows[y][:12] + "#" + rows[y][13:]
    scene = charged("l1@10,10 l2@14,10", "h1@10,11", *rows).goes_for("l2", "h1").plans("l2:move:11,12").confirms()
    path = scene.event("moved").fields["path"]
    assert scene.setup.board.path_cost(path, mode="light") == 9


def test_ep_18_question_4_friends_are_passed_as_in_any_move():
    scene = charged("l1@10,10 l2@12,10 l3@14,10").offers("l3:move:11,11").plans("l3:move:11,11").confirms()
    scene.stands("l3", 11, 11).stands("l2", 12, 10)


def test_ep_19_question_5_passengers_get_out_of_a_transport_that_has_counter_charged_unless_two_enemies_touch_it():
    scene = (
        charged("l1@10,10 t@15,10:carrier p>t", "h1@10,11 h2@12,12").plans("t:move:13,11").offers("p:disembark:14,10")
    )
    both = charged("l1@10,10 t@15,10:carrier p>t", "h1@10,11 h2@12,11 h3@12,10").plans("t:move:13,10")
    both.refused("p", "EP-19", "H2 and H3 are in contact with T")
    assert scene.option("p:disembark:14,10").clauses == ("EP-05", "EP-A7")


def test_ep_20_question_6_a_transport_that_has_unloaded_may_not_counter_charge():
    scene = charged("l1@10,10 t@15,10:carrier p>t").plans("p:disembark:16,10").refused("t", "EP-20", "that ends a move")
    scene.confirms().stands("t", 15, 10)


def test_ep_21_question_7_overwatch_fire_at_the_attackers_does_not_cost_the_counter_charge():
    scene = Assault(size=(30, 24), line="b line l1@10,10 l2@13,10 watch", horde="a horde h1@10,11 h2@9,12")
    scene.engages("horde", "line").asked("b", "react", ["l1:overwatch_fire:horde", "pass"])
    scene.chooses("l1:overwatch_fire:horde").rolls("to hit", 1, 1).has("line", overwatch=0, activated=1)
    scene.asked("b", "counter_charge").plans("l2:move:11,11").confirms().stands("l2", 11, 11)


WALL = [*["." * 30] * 11, "#" * 22 + "." * 8, *["." * 30] * 12]
CORNER = [*["." * 30] * 11, "#" * 13 + "." * 17, *["." * 30] * 12]


def test_ep_22_a5_question_8_without_a_line_of_fire_there_is_no_assault_and_stands_stay_where_they_moved():
    scene = charged("l1@10,8 l2@13,8", "h1@10,14", *WALL).plans("l2:move:17,10", "l1:move:14,10").confirms()
    scene.says("There is no assault: no attacker has a line of fire to the target.").stands("l1", 14, 10)
    scene.cites("assault_off", "EP-22", "EP-A5").has("line", broken=0, blast=0).has("horde", broken=0, blast=0)
    scene.never_says("assault_begun", "assault_won").asked("b", "activate")


def test_ep_22_the_line_of_fire_is_checked_after_the_counter_charges_which_may_open_it():
    stay = charged("l1@10,9", "h1@14,14", *CORNER).confirms()
    stay.says("There is no assault: no attacker has a line of fire to the target.")
    scene = charged("l1@10,9", "h1@14,14", *CORNER).plans("l1:move:14,11").confirms()
    scene.says("There is a line of fire: the assault goes ahead.").cites("assault_begun", "EP-22")


def test_ep_22_contact_counts_as_a_line_of_fire_and_so_do_the_lines_of_drawn_in_formations():
    scene = charged("l1@10,8", "h1@10,14", *WALL, other="a horde x@13,8 y@15,8").goes_for("l1", "x")
    assert not scene.sees("h1", "l1")
    scene.plans("l1:move:12,8").confirms().sides("horde+other", "line").says(
        "There is a line of fire: the assault goes ahead."
    )


def test_ep_a5_some_attacker_must_be_within_15_cm():
    scene = Assault(size=(40, 8), line="b line l1@32,3", horde="a brutes h1@2,3")
    scene.chooses("horde:engage:line").plans("h1:move:15,3").cannot_confirm(
        "EP-A34", "nobody ends within 15 cm of the target; H1 is 16 cm off"
    )
    scene.plans("reset").confirms("a").confirms("b").says(
        "There is no assault: no attacker is within 15 cm of the target."
    )


def test_ep_23_question_8_in_later_rounds_the_procedure_goes_on_without_one():
    rows = [*["." * 32] * 7]
    scene = Assault(*rows, east="a line e2@2,3 e1@7,3", west="b line d1@22,3 d2@27,3").engages("east", "west")
    scene.confirms().rolls("firefight", 5).rolls("firefight", 6).result((4, 4), (4, 1)).confirms("a").confirms("b")
    scene.never_says("assault_off").says(
        "Nobody is near enough and in view: no attacks; the result is worked out again."
    )


def test_ep_24_question_9_a_later_round_out_of_reach_goes_straight_to_the_result():
    scene = Assault(*["." * 32] * 7, east="a line e2@2,3 e1@7,3", west="b line d1@22,3 d2@27,3").engages("east", "west")
    scene.confirms().rolls("firefight", 5).rolls("firefight", 6).result((4, 4), (4, 1)).confirms("a").confirms("b")
    scene.cites("no_attacks", "EP-24").step("A6 Result").rolls("result of the attackers", 5, 2)
    scene.rolled("result of the attackers", 0, 2, kills=1, no_blast_markers=1).rolls("result of the defenders", 6, 3)
    scene.says("The result: attackers 7, defenders 8.", "The defenders win the assault by 1.")


def test_ep_25_question_9_both_sides_counter_charge_in_a_later_round_the_attackers_first():
    scene = Assault(*["." * 32] * 7, east="a line e2@2,3 e1@7,3", west="b line d1@22,3 d2@27,3").engages("east", "west")
    scene.confirms().rolls("firefight", 5).rolls("firefight", 6).result((4, 4), (4, 1))
    scene.asked("a", "counter_charge").plans("e2:move:7,3").confirms("a").asked("b", "counter_charge")
    scene.plans("d2:move:22,3").confirms("b").rolls("firefight", 1).stands("e2", 7, 3).stands("d2", 22, 3)
