"""SkirmishCorps: covering fire, Courage and the delayed attack (SC-28 to SC-48)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.scene import Scene

FIELD = [".*4 b2 .*3", "a1 .*7", "a2 .*6 b1", ".*8"]


def suppressed(**units):
    """A1 stands, B1 covers B2 against A2 (not A1) and is done; A1 does nothing."""
    scene = Scene(*FIELD, **units).chooses("a1:stand", "b1:covering_fire:a2:b2")
    for answer in ("pass", "pass", "b1:wait", "b1:covering_fire:a2:b2", "a1:nothing"):
        if scene.match.pending.option(answer):
            scene.chooses(answer)
    return scene.marker("a2", "suppressed", "up")


def test_sc_28_an_enemy_under_covering_fire_can_neither_act_nor_react_freely_this_turn():
    mover = suppressed(a2="move").asked("b", "activate").chooses("end", "a2:move:jog:1,2").rolls("courage", 6, 6)
    mover.says("A2 is pinned and does nothing more this turn.").stands("a2", 0, 2)
    watcher = suppressed(b2="move").chooses("b2:stand", "a2:ranged_attack:b2").rolls("courage", 6, 6)
    watcher.marker("a2", "pinned", "up").says("A2 declares nothing: it could not act.").refused("a2", "SC-42")


def test_sc_29_and_a17_covering_fire_is_given_as_a_reaction_or_as_an_action():
    Scene(*FIELD).chooses("a1:stand").offers("b1:covering_fire:a1:b2")
    scene = Scene(*FIELD, a2="idle").chooses("a1:covering_fire:b1:a2")
    scene.says("A1 announces covering fire on B1 for A2. A1 is the instigator.").passes("b")
    scene.marker("b1", "suppressed", "up").says(
        "A1 gives covering fire on B1 for A2; no roll is made.", "A1 has acted."
    )


def test_sc_30_and_59_thrown_weapons_give_no_covering_fire_as_action_or_from_overwatch():
    rows = [".*2 b2", "a1 .*2 b1", "a2 .*3"]
    scene = Scene(*rows, a1="grenadier move weapon=grenade", b1="grenadier weapon=grenade", a2="idle", b2="idle")
    scene.offers("a1:covering_fire:b1:a2:pistol").does_not_offer("a1:covering_fire:b1:a2", "a1:covering_fire:b2:a2")
    scene.chooses("a1:stand").offers("b1:covering_fire:a1:b2:pistol", "b1:ranged_attack:a1")
    scene.does_not_offer("b1:covering_fire:a1:b2")


def test_sc_a11_thrown_weapons_may_be_used_for_a_plain_shot_and_for_cutting_off():
    rows = ["a1 .*4 b1", ".*6"]
    scene = Scene(*rows, b1="grenadier weapon=grenade").chooses("a1:move:jog:4,0")
    scene.offers("b1:ranged_attack:a1", "b1:cut_off:a1").chooses("b1:cut_off:a1", "b1:wait", "b1:cut_off:a1")
    scene.chooses("b1:point:4").rolls("to hit", 6, 6)
    assert scene.event("shot").fields["weapon"] == "grenade"


def test_sc_31_covering_fire_at_an_enemy_that_has_acted_is_legal_and_has_no_effect():
    scene = Scene(*FIELD, a2="move").chooses("a1:stand", "pass", "a1:none", "end", "a2:stand", "b1:covering_fire:a1:b2")
    scene.chooses("pass", "b1:wait", "b1:covering_fire:a1:b2", "a2:nothing").asked("a", "assign")
    scene.never_says("rolled", "delayed_attack_made")
    scene.says("A1 is suppressed by B1.", "End phase begins.", "A1 is no longer suppressed.")


def test_sc_32_covering_fire_uses_up_the_givers_action():
    scene = suppressed(a2="move").cites("covering_fire_given", "SC-32").refused("b1", "SC-A5")
    assert scene.unit("b1").acted
    own = Scene(*FIELD, a2="idle").chooses("a1:covering_fire:b1:a2", "pass").skips()
    assert own.unit("a1").acted
    assert own.unit("a1").markers["move"] == "up"


def test_sc_33_the_delayed_attack_is_an_ordinary_shot_with_cover_and_range():
    scene = Scene(".*4 b2 .*3", "a1@n .*13 b1", ".*15").chooses("a1:stand", "b1:covering_fire:a1:b2", "pass")
    scene.chooses("b1:wait", "b1:covering_fire:a1:b2", "a1:test").rolls("courage", 1, 1)
    scene.rolls("to hit", 1, 1).needs(3, overwatch=-1, long_range=-1, low_cover=-2).rolls("damage", 6).out("a1")


def test_sc_34_the_giver_must_see_the_friend():
    rows = ["b2 .*7", ".*3 # .*4", ".*3 # .*4", "a1 .*6 b1", ".*4 b3 .*3"]
    scene = Scene(*rows).chooses("a1:stand").asked("b", "react")
    assert scene.sees("a1", "b2")
    assert not scene.sees("b1", "b2")
    scene.offers("b1:covering_fire:a1:b3").does_not_offer("b1:covering_fire:a1:b2")


def test_sc_35_the_giver_must_see_each_enemy():
    open_ground = [".*4 b2 .*4", "a2 .*8", ".*9", "a1 .*7 b1"]
    Scene(*open_ground, a2="idle").chooses("a1:stand").offers("b1:covering_fire:a1:b2", "b1:covering_fire:a2:b2")
    scene = Scene("a2 .*3 b2 .*4", "# # # # . .*4", ".*9", "a1 .*7 b1", a2="idle").chooses("a1:stand")
    scene.asked("b", "react").does_not_offer("b1:covering_fire:a2:b2")
    assert scene.sees("b1", "b2")
    assert scene.sees("a2", "b2")


def test_sc_36_each_enemy_must_see_the_friend():
    rows = ["a2 .*3 b2 .*4", "# # # # . .*4", "a1 .*7 b1"]
    scene = Scene(*rows, a2="idle").chooses("a1:stand").asked("b", "react")
    scene.does_not_offer("b1:covering_fire:a1:b2")  # b1 sees both, a1 does not see b2
    Scene("a2 .*3 b2 .*4", ".*9", "a1 .*7 b1", a2="idle").chooses("a1:stand").offers("b1:covering_fire:a1:b2")


@pytest.mark.parametrize(("gap", "legal"), [(7, True), (8, False)])
def test_sc_37_the_enemy_must_be_in_range_of_the_weapon(gap, legal):
    scene = Scene(f"a1 .*{gap} b1", f".*{gap} b2 .", b1="medic").chooses("a1:stand")
    assert bool(scene.match.pending.option("b1:covering_fire:a1:b2")) is legal


def test_sc_38_covering_fire_names_its_enemies_and_one_that_does_not_qualify_excludes_no_other():
    rows = [".*4 b2 .*4", "a2 .*7 b1", "a1 .*8", "# #*8", "a3 .*8"]
    scene = Scene(*rows, b1="gunner", a2="idle", a3="idle").chooses("a1:stand")
    scene.offers("b1:covering_fire:a1:b2", "b1:covering_fire:a2:b2", "b1:covering_fire:a2+a1:b2")
    scene.does_not_offer("b1:covering_fire:a3:b2", "b1:covering_fire:a1+a3:b2")
    option = scene.match.pending.option("b1:covering_fire:a2+a1:b2")
    assert (option.weapon, option.targets, option.ally) == ("support_gun", ("a2", "a1"), "b2")


def test_sc_39_no_roll_is_made_when_covering_fire_is_given():
    scene = suppressed(a2="move").cites("covering_fire_given", "SC-39")
    assert [e for e in scene.match.events if e.type in ("rolled", "shot")] == []


def test_sc_40_every_designated_enemy_is_suppressed_and_gets_a_marker():
    scene = Scene(*FIELD, b1="gunner", a2="idle").chooses("a1:stand", "b1:covering_fire:a1+a2:b2", "pass")
    scene = scene.chooses("b1:wait", "b1:covering_fire:a1+a2:b2").cites("suppressed", "SC-40")
    scene.marker("a1", "suppressed", "up").marker("a2", "suppressed", "up").marker("b2", "suppressed", None)


def test_sc_a12_the_declaration_of_covering_fire_names_all_the_enemies_it_is_aimed_at():
    scene = Scene(*FIELD, b1="gunner").chooses("a1:stand", "b1:covering_fire:a1+a2:b2").asked("b", "react")
    assert scene.match.pending.note.startswith("B1 has declared against A1 and A2; ")


def test_sc_41_sc_46_for_two_targets_the_chance_that_one_is_stopped_is_told_without_the_sum_of_a_single_test():
    scene = Scene(*FIELD, b1="gunner", a2="idle").chooses("a1:stand")
    total = scene.forecast("b1:covering_fire:a1+a2:b2")
    assert (total.said, total.terms) == ("A1 or A2 stopped 86%", ())
    scene.match.front.units["a1"].acted = True
    total = scene.forecast("b1:covering_fire:a1+a2:b2")
    assert (total.said, total.target, total.dice) == ("stopped 62%: pinned 42, out 20", "a2", "2D6 > 7")


def test_sc_41_sc_46_covering_fire_tells_what_it_stops_and_the_plain_shot_stops_less():
    scene = Scene("a1 .*6 b1", ".*7 b2").chooses("a1:stand")
    shot, cover = scene.forecast("b1:ranged_attack:a1"), scene.forecast("b1:covering_fire:a1:b2")
    fails, wounds = Fraction(15, 36), shot.p_out
    assert (cover.p_hit, cover.p_out) == (fails + (1 - fails) * wounds, (1 - fails) * wounds)
    assert cover.means == "stopped"
    assert [words for words, _, _ in cover.results] == ["pinned", "out of action", "acts"]
    assert sum(p for _, p, _ in cover.results) == 1
    counted = scene.match.odds("b1:covering_fire:a1:b2", assume=True)
    stopped = [row for row in counted if any(change.who == "A1" and change.words != "" for change in row[1])]
    assert (
        sum(p for p, rows in stopped if any("pinned" in c.words or "put out" in c.words for c in rows)) == cover.p_hit
    )


@pytest.mark.parametrize("pace", ["run:5,0", "run:3,0"])
def test_sc_41_sc_46_a_veteran_stops_a_running_trooper_more_often_by_covering_fire_than_by_its_shot(pace):
    scene = Scene("a1 .*8 b1 .*3", ".*9 b2 .*3", b1="veteran").chooses(f"a1:move:{pace}")
    shot, cover = scene.forecast("b1:ranged_attack:a1"), scene.forecast("b1:covering_fire:a1:b2")
    assert (cover.said, shot.said) == ("stopped 64%: pinned 42, out 23", "out of action 39%")
    told = dict(cover.made_of)
    assert (told["pinned"], told["out"]) == (Fraction(15, 36), Fraction(21, 36) * Fraction(14, 36))  # 41.7 and 22.7 %
    assert (cover.p_hit, shot.p_out) == (told["pinned"] + told["out"], Fraction(14, 36))  # 64.4 and 38.9 %
    counted = {rows[0].words: p for p, rows in scene.match.odds("b1:covering_fire:a1:b2", assume=True) if rows}
    assert counted == {"now pinned, no longer move": told["pinned"], "put out": told["out"]}


def test_sc_41_the_shot_of_a_suppressed_unit_is_told_with_its_test_and_the_delayed_attack_that_come_first():
    scene = suppressed(b2="move").chooses("b2:stand")
    told, counted = scene.forecast("a2:ranged_attack:b2"), scene.match.odds("a2:ranged_attack:b2", assume=True)
    shot = told.first.then
    keeps, survives = Fraction(21, 36), 1 - Fraction(15, 36) * Fraction(2, 3)  # B1 needs 6, then a 3 or more
    assert (told.first.words, told.first.chance) == ("to act", keeps * survives)
    assert (told.p_hit, told.p_out) == (told.first.chance * shot.p_hit, told.first.chance * shot.p_out)
    assert told.p_out == sum(
        p for p, rows in counted if any(row.who == "B2" and row.words == "put out" for row in rows)
    )


def test_sc_41_before_acting_a_suppressed_unit_tests_courage_and_the_others_do_not():
    scene = suppressed(a2="move").chooses("end", "a2:stand").skips().rolls("courage", 3, 4).cites("steadied", "SC-45")
    scene.says("A2 tests Courage: 3, 4 = 7, needs ≤ 7: passed.")
    free = Scene(*FIELD, a2="move").chooses("a1:stand", "pass", "a1:none", "end", "a2:stand")
    free.asked("b", "react")


def test_sc_41_a_suppressed_watcher_tests_before_its_marker_is_turned():
    scene = suppressed(b2="move").chooses("b2:stand", "a2:ranged_attack:b2").marker("a2", "overwatch", "down")
    scene.rolls("courage", 1, 1).rolls("to hit", 6, 6).marker("a2", "overwatch", "up").says(
        "A2 reacts to B2: a shot at B2."
    )


def test_sc_42_and_43_a_unit_that_fails_the_test_is_pinned_loses_its_action_and_swaps_its_marker():
    scene = suppressed(a2="move").chooses("end", "a2:stand").rolls("courage", 4, 4).cites("pinned", "SC-42", "SC-43")
    assert dict(scene.event("pinned").fields["markers"]) == {"move": None, "suppressed": None, "pinned": "up"}
    assert [e.fields["unit"] for e in scene.match.events if e.type == "action_announced"] == ["a1"]
    scene.says("A2 is pinned and does nothing more this turn.")


def test_sc_44_the_end_phase_removes_the_pinned_marker():
    scene = suppressed(b2="move").chooses("b2:stand", "a2:ranged_attack:b2").rolls("courage", 6, 6)
    scene.marker("a2", "pinned", "up")
    while scene.match.state.phase == "act":
        scene.chooses(scene.match.pending.default)
    scene.says("End phase begins.", "A2 is no longer pinned.").marker("a2", "pinned", None)
    cited = {event.fields["unit"]: event.clauses for event in scene.match.events if event.type == "markers_removed"}
    assert cited["a2"] == ("SC-44",)
    assert cited["a1"] == cited["b1"] == cited["b2"] == ("SC-A33",)  # no marker of theirs was a pinned one


def test_sc_45_to_47_a_unit_that_passes_the_test_acts_after_the_delayed_attack():
    scene = suppressed(a2="move").chooses("end", "a2:move:jog:1,2").rolls("courage", 1, 1)
    scene.asked("dice", "roll").stands("a2", 0, 2).rolls("to hit", 6, 6).cites("delayed_attack_made", "SC-46", "SC-47")
    scene.says(
        "B1 now makes its delayed attack on A2.",
        "B1 misses A2.",
        "A2 announces a jog, a3 to b3. A2 is the instigator.",
    )
    scene.passes("b").stands("a2", 1, 2).asked("a", "attack").chooses("a2:none")


def test_sc_46_the_delayed_attack_may_put_it_out_before_it_acts():
    scene = suppressed(a2="move").chooses("end", "a2:move:jog:1,2").rolls("courage", 1, 1)
    scene.rolls("to hit", 1, 1).rolls("damage", 6).out("a2")
    assert [e.fields["unit"] for e in scene.match.events if e.type == "action_announced"] == ["a1"]


def test_sc_46_a_reactor_put_out_by_the_delayed_attack_declares_nothing_by_that_clause():
    scene = suppressed(b2="move").chooses("b2:stand", "a2:ranged_attack:b2").rolls("courage", 1, 1)
    scene.rolls("to hit", 1, 1).rolls("damage", 6).out("a2").says("A2 declares nothing: it could not act.")
    assert scene.event("reaction_failed").clauses == ("SC-46",)


def test_sc_46_a_suppressed_unit_is_told_before_it_acts_or_reacts_that_it_will_be_shot_at():
    told = [
        ("It is suppressed: 58% to keep its nerve, else it is pinned.", "SC-41"),
        ("Before it acts B1 makes its delayed attack: out of action 28%.", "SC-46"),
    ]
    for scene, answer in (
        (suppressed(b2="move").chooses("b2:stand"), "a2:ranged_attack:b2"),
        (suppressed(a2="move").chooses("end"), "a2:stand"),
    ):
        assert [(remark.words, remark.clause) for remark in scene.remarks(answer)[:2]] == told
    assert not Scene(*FIELD, b2="move").chooses("end", "b2:stand").remarks("a2:ranged_attack:b2")


@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_sc_48_the_suppressed_marker_is_removed_whether_the_test_is_passed_or_failed(dice):
    scene = suppressed(a2="move").chooses("end", "a2:stand").rolls("courage", *dice).marker("a2", "suppressed", None)
    assert "SC-48" in next(e for e in reversed(scene.match.events) if e.type in ("pinned", "steadied")).clauses


def test_sc_a8_a_reactor_suppressed_in_this_snowball_tests_at_its_own_slot():
    scene = Scene(*FIELD, b1="scout weapon=rifle").chooses("a1:stand", "b1:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b1", "pass", "b1:wait", "b1:covering_fire:a2:b2")
    scene.asked("a", "courage", ["a2:test", "a2:nothing"], default="a2:test").chooses("a2:test")
    scene.rolls("courage", 6, 6).says(
        "A2’s turn to react.",
        "A2 tests Courage: 6, 6 = 12, needs ≤ 7: failed.",
        "A2 is pinned and does nothing more this turn.",
        "A2’s reaction lapses: pinned before its slot.",
    )


def test_sc_a8_a_forced_instigator_that_fails_its_test_is_shot_at_where_it_stands():
    scene = Scene(*FIELD, b1="scout weapon=rifle").chooses(
        "a1:move:jog:5,1", "b1:covering_fire:a1:b2", "b2:ranged_attack:a1"
    )
    scene.chooses("pass", "b1:wait", "b1:covering_fire:a1:b2", "b2:force", "a1:test").rolls("courage", 6, 6)
    scene.stands("a1", 0, 1).asked("b", "resolve", unit="b2").chooses("b2:ranged_attack:a1").rolls("to hit", 6, 6)
    assert scene.event("shot").fields["cell"] == scene.cell(0, 1)


def test_sc_a9_two_covering_fires_mean_one_test_and_two_attacks_the_quicker_giver_first():
    rows = [".*4 b2 .*3", "a1 .*7", "a2 .*6 b1", "a3 .*6 b3"]
    scene = Scene(*rows, b1="brute weapon=rifle", b3="scout weapon=rifle", a2="move", a3="move")
    for actor, giver in (("a2", "b1"), ("a3", "b3")):
        scene.chooses(f"{actor}:stand", f"{giver}:covering_fire:a1:b2", "pass")
        while scene.match.pending.kind == "react":
            scene.chooses("pass")
        scene.chooses(f"{giver}:wait", f"{giver}:covering_fire:a1:b2", f"{actor}:nothing")
        if scene.match.pending.seat == "b":
            scene.chooses("end")
    scene.chooses("a1:stand").rolls("courage", 1, 1).rolls("to hit", 6, 6).rolls("to hit", 6, 6)
    scene.says("B3 misses A1.", "B1 misses A1.", "A1 stands to act. A1 is the instigator.")


def test_sc_a10_the_delayed_attack_has_the_overwatch_penalty_only_if_given_from_overwatch():
    suppressed(a2="move").chooses("end", "a2:stand").rolls("courage", 1, 1).rolls("to hit", 6, 6).needs(6, overwatch=-1)
    own = Scene(*FIELD, a2="idle", b1="move").chooses("a1:covering_fire:b1:a2", "pass", "b1:stand")
    own.rolls("courage", 1, 1).rolls("to hit", 6, 6).needs(7)


@pytest.mark.parametrize(("profile", "most"), [("trooper", 1), ("gunner", 2)])
def test_sc_a12_one_fire_suppresses_as_many_as_the_weapon_has_targets(profile, most):
    scene = Scene(*FIELD, "a3 .*7", b1=profile, a2="idle", a3="idle").chooses("a1:stand")
    counts = {len(option.targets) for option in scene.match.pending.options if option.unit == "b1" and option.targets}
    assert counts == set(range(1, most + 1))


def test_sc_a16_a_reactor_pinned_before_its_slot_loses_its_reaction():
    scene = Scene(*FIELD, b1="scout weapon=rifle", b2="brute weapon=rifle").chooses("a1:stand", "b1:ranged_attack:a1")
    scene.chooses("pass", "a2:ranged_attack:b1", "b2:ranged_attack:a2", "b1:wait", "b1:covering_fire:a2:b2", "a2:test")
    scene.rolls("courage", 6, 6).cites("reaction_lapsed", "SC-A16")
    scene.asked("b", "resolve", unit="b2").offers("b2:ranged_attack:a2")  # SC-A29: a pinned one may still be shot


def test_sc_a23_the_delayed_attack_is_made_where_the_unit_stands_and_triggers_nothing():
    scene = suppressed(a2="move").chooses("end", "a2:move:jog:5,2").rolls("courage", 1, 1).rolls("to hit", 6, 6)
    assert scene.event("shot").fields["cell"] == scene.cell(0, 2)
    assert scene.match.pending.kind == "react"
    assert scene.match.state.queues[-1].instigator == "a2"


def test_sc_a23_the_delayed_attack_lapses_when_its_giver_has_fallen_but_the_test_is_still_taken():
    scene = Scene(*FIELD, "a3 .*7", a2="move", a3="move").chooses("a1:stand", "b1:covering_fire:a2:b2", "pass", "pass")
    scene.chooses("b1:wait", "b1:covering_fire:a2:b2", "a1:stand", "a1:ranged_attack:b1").rolls("to hit", 1, 1)
    scene.rolls("damage", 6).out("b1").chooses("end", "a2:stand").rolls("courage", 1, 1)
    scene.says("B1’s delayed attack on A2 lapses: B1 is out of action.", "A2 stands to act. A2 is the instigator.")


def test_sc_a23_markers_of_units_that_took_no_test_come_off_in_the_end_phase():
    scene = suppressed(a2="move").asked("b", "activate", ["end"]).chooses("end").asked("a", "activate").chooses("end")
    scene.never_says("rolled").says("A2 is no longer suppressed.").marker("a2", "suppressed", None)


def test_sc_a23_each_enemy_that_passes_gets_its_own_delayed_attack():
    scene = Scene(*FIELD, b1="gunner", a2="move").chooses("a1:stand", "b1:covering_fire:a1+a2:b2", "pass", "pass")
    scene.chooses("b1:wait", "b1:covering_fire:a1+a2:b2", "a1:test").rolls("courage", 1, 1).rolls("to hit", 6, 6)
    scene.chooses("a1:nothing", "end", "a2:stand").rolls("courage", 1, 1).rolls("to hit", 6, 6)
    scene.says("B1 misses A1.", "B1 misses A2.")


def test_sc_a30_the_covered_friend_is_never_the_giver_and_must_be_in_action():
    Scene("a1 .*6 b1").chooses("a1:stand").asked("b", "react", ["b1:ranged_attack:a1", "pass"])
    gone = Scene(*FIELD, a2="idle", b1="brute weapon=rifle").chooses(
        "a1:stand", "b1:covering_fire:a1:b2", "b2:ranged_attack:a1"
    )
    gone.chooses("b2:force", "a1:stand", "a1:ranged_attack:b2").rolls("to hit", 1, 1).rolls("damage", 6).out("b2")
    gone.asked("b", "resolve", ["b1:ranged_attack:a1", "b1:nothing"])


TOUCHING = ["a1 b1 .*4", ".*6", ".*3 b2 .*2", "a2 .*5", ".*6"]


def test_sc_a31_a_suppressed_unit_strikes_back_without_a_test():
    scene = Scene(*TOUCHING, a2="move", b2="idle").chooses("a2:covering_fire:b1:a1", "pass").chooses("end", "a1:stand")
    scene.passes("b").chooses("a1:close_combat:b1").marker("b1", "suppressed", "up").rolls("to hit", 6, 6)
    scene.asked("b", "attack", ["b1:close_combat:a1", "b1:none"], default="b1:close_combat:a1")
    scene.chooses("b1:close_combat:a1").asked("dice", "roll").rolls("to hit", 6, 6).says("A1 has acted.")


def test_sc_a31_a_suppressed_unit_that_may_strike_back_is_not_told_of_a_test():
    scene = Scene(*TOUCHING, a2="move", b2="idle").chooses("a2:covering_fire:b1:a1", "pass").chooses("end", "a1:stand")
    scene.passes("b").chooses("a1:close_combat:b1").rolls("to hit", 6, 6)
    assert not scene.remarks("b1:close_combat:a1")


def test_sc_a19_a_suppressed_unit_that_holds_is_not_told_of_a_test_and_takes_none():
    scene = suppressed(a2="move").chooses("end")
    assert not scene.remarks("a2:hold")
    scene.chooses("a2:hold").never_says("rolled").marker("a2", "suppressed", None)


def test_sc_a31_a_pinned_unit_does_not_strike_back():
    scene = Scene(*TOUCHING, a2="move", b2="idle").chooses("a2:covering_fire:b1:a1", "pass").chooses("end", "a1:stand")
    scene.chooses("b1:ranged_attack:a1").rolls("courage", 6, 6).marker("b1", "pinned", "up")
    scene.chooses("a1:close_combat:b1").rolls("to hit", 6, 6).says("A1 misses B1.", "A1 has acted.")
    scene.never_says("retaliated")


def test_sc_41_units_that_could_answer_are_listed_with_the_condition_that_they_pass_their_test():
    last = suppressed(a2="move").chooses("end").remarks("a2:stand")[-1]
    assert (last.words, last.clause, last.units) == ("If it keeps its nerve, could answer: B2.", "SC-02", ("b2",))
