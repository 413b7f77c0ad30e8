"""Epic with allies: sides take turns, decide together which seat begins, and mingle (EP-A26, EP-A27, EP-A34)."""

from __future__ import annotations

from tests.assault import Assault


def allied(sides="a+b/c", **more):
    """A and B are allies, each with two formations, far from those of C."""
    forms = {
        "horde": "a horde h1@5,10",
        "spare": "a horde s1@5,4",
        "line": "b line l1@5,16",
        "rest": "b line r1@5,22",
        "far": "c line f1@60,10",
        "other": "c line o1@60,16",
        "third": "c line t1@60,22",
    }
    forms = {name: words for name, words in {**forms, **more}.items() if words or name in ("phase", "seat")}
    return Assault(size=(66, 26), more={"options": {"scale": "10", "sides": sides}}, **forms)


def holds(scene, *formations):
    """Those formations are activated, one after the other, and do nothing; the initiative is handed on."""
    for formation in formations:
        scene.chooses(f"{formation}:hold", f"{formation}:part:nothing")
        if scene.match.pending.kind == "retain":
            scene.chooses("hand_on")
    return scene


def test_ep_a26_the_sides_alternate_and_allied_seats_take_the_turns_of_their_side_in_rotation():
    scene = holds(allied(), "horde").asked("c", "activate")
    scene = holds(scene, "far").asked("b", "activate")
    holds(scene, "line", "other").asked("a", "activate")


def test_ep_a26_allies_with_an_enemy_between_them_in_seat_order_rotate_too():
    scene = allied("a+c/b", line="b line l1@60,4", rest="b line r1@60,8", far="c line f1@5,16", other="", third="")
    scene = holds(scene, "horde").asked("b", "activate")
    holds(scene, "line").asked("c", "activate")


def test_ep_a26_a27_with_no_enemy_left_to_act_allies_go_on_in_rotation_without_retaining():
    scene = allied(far="c line f1@60,10 done", other="c line o1@60,16 done", third="c line t1@60,22 done")
    holds(scene, "horde").asked("b", "activate").never_says("initiative_retained")
    holds(scene, "line").asked("a", "activate").chooses("spare:advance").rolls("action test", 3).asked("a", "move")


def test_ep_a27_only_the_seat_that_has_just_acted_may_retain_and_not_its_ally():
    actions = ("advance", "double", "march", "marshal", "overwatch", "hold")
    scene = allied().chooses("horde:hold", "horde:part:nothing").asked("a", "retain").chooses("retain")
    scene.asked("a", "activate", [f"spare:{one}" for one in actions])
    alone = allied(spare="a horde s1@5,4 done").chooses("horde:hold", "horde:part:nothing")
    alone.asked("c", "activate").never_says("initiative_retained")


def test_ep_11_only_stands_of_the_same_side_crowd_an_enemy_together():  # EP-A9
    forms = {"horde": "a horde h1@10,10 h2@11,10", "rest": "c line r1@10,11 r2@11,11", "line": "b line l1@10,6 l2@11,6"}
    scene = Assault(size=(24, 16), **forms).engages("horde", "line", charge=()).asked("b", "counter_charge")
    scene.goes_for("l1", "h1").plans("l1:move:10,9").confirms()
    scene.stands("l1", 10, 9)
    own = Assault(size=(24, 16), **{**forms, "rest": "b line r1@10,11 r2@11,11"}).engages("horde", "line")
    own.asked("b", "counter_charge").does_not_offer("l1:move:10,9", "l1:move:11,9")


def test_ep_a26_a_seat_with_nobody_left_to_act_leaves_the_turn_of_its_side_to_its_ally():
    actions = ("advance", "double", "march", "marshal", "overwatch", "hold")
    scene = allied(line="b line l1@5,16 done", rest="b line r1@5,22 done")
    holds(scene, "horde", "far").asked("a", "activate", [f"spare:{one}" for one in actions])


def test_ep_a26_sides_roll_for_strategy_each_with_its_best_rating():
    scene = allied(phase="", seat="", line="b bikes l1@5,16")
    assert scene.match.pending.prompt == "Strategy roll: A and B +5, C +2"
    scene.rolls("strategy", 1, 5).asked("c", "start", ["start:a", "start:c"]).chooses("start:a").asked("a", "activate")


def test_ep_a26_a_side_without_stands_has_no_part_in_the_strategy_roll():
    forms = {"horde": "a horde h1@5,10", "line": "b line l1@30,10"}
    scene = Assault(phase="", seat="", more={"seats": ["a", "b", "c"]}, **forms).rolls("strategy", 6, 1)
    scene.asked("a", "start", ["start:a", "start:b"])


def mixed(**more):
    """Formations of two allies within 5 cm of one another, and an enemy before them."""
    forms = {"line": "b line l1@20,10 l2@23,10", "rest": "c line r1@20,13 r2@23,13", "horde": "a horde h1@8,10 h2@8,12"}
    return Assault(more={"options": {"scale": "10", "sides": "b+c/a"}}, **{**forms, **more})


def test_ep_a34_formations_of_allies_mixed_up_with_one_another_may_be_engaged_as_one():
    scene = mixed().offers("horde:engage:line", "horde:engage:rest", "horde:engage:line+rest")
    scene.acts("horde", "engage:line+rest").plans("h1:move:19,10", "h2:move:19,12").confirms().sides(
        "horde", "line+rest"
    )
    scene.asked("b", "counter_charge").refused("l1", "EP-02").plans("l2:move:20,9").confirms()
    scene.asked("c", "counter_charge").confirms().stands("l2", 20, 9)


def test_ep_18_a_counter_charge_passes_an_allied_stand_but_does_not_end_on_it():
    scene = allied(line="b line l1@9,10").acts("horde", "advance", 6)
    no = scene.offers("h1:move:10,10").does_not_offer("h1:move:9,10").refusal("h1", 9, 10)
    assert (no.clause, no.reason) == ("EP-18", "L1 is there in this plan; other stands may pass, but not end there")
