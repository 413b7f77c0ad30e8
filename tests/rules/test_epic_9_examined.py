"""Epic: cases in which a review found that the game differed from the rules."""

from __future__ import annotations

import pytest

from game.engine.drafts import draft_offers
from game.engine.match import IllegalChoice, Match
from game.engine.odds import GroupChange
from game.engine.options import Options
from game.engine.unfit import SetupError
from game.rules import build
from game.rules.epic import plans
from game.rules.epic.drafts import DRAFTS
from game.sketch import read_sketch
from tests.assault import Assault
from tests.setups import decisions, random_match
from tests.viewed import viewed


def test_ep_a37_hits_of_shooting_go_to_the_nearest_and_then_to_others_in_range_and_sight():
    scene = Assault(
        size=(60, 12), horde="a line h1@5,5 h2@7,5", line="b line l1@40,5 l2@42,5:horde l3@44,5:tank l4@46,5"
    )
    scene.acts("horde", "advance", 6).confirms().chooses("horde:shoot:line").rolls("to hit", 5, 6).out("l1")
    scene.rolls("save", 6).says("L2 is saved.").stands("l4", 46, 5)  # the tank is no infantry, L4 takes none before L2


def test_ep_a37_hits_of_shooting_do_not_fall_on_those_nobody_sees():
    rows = ["." * 60 for _ in range(12)]
    for y in range(6):
        rows[y] = "." * 41 + "#" + "." * 18
    scene = Assault(*rows, horde="a line h1@5,3 h2@7,3", line="b line l1@40,3 l2@43,3 l3@40,7").acts(
        "horde", "advance", 6
    )
    scene.confirms().chooses("horde:shoot:line").rolls("to hit", 5, 6).out("l1", "l3").stands("l2", 43, 3)


def test_ep_a31_a_hit_does_not_fall_on_a_stand_in_cover_that_nobody_can_hit():
    rows = ["." * 60 for _ in range(12)]
    rows[5] = "." * 30 + "n" + "." * 29
    scene = Assault(*rows, horde="a horde h1@5,5 h2@5,7", line="b line l1@30,5 l2@33,5")
    scene.acts("horde", "sustained_fire", 6).chooses("horde:shoot:line").rolls("to hit", 6, 1).rolls("save", 1).out(
        "l1"
    )
    scene = Assault(*rows, horde="a horde h1@5,5 h2@5,7", line="b line l1@30,5 l2@33,5")
    scene.acts("horde", "advance", 6).confirms().chooses("horde:shoot:line").rolls("to hit", 6, 1).out("l2")


def test_ep_a31_a_shot_says_how_many_stands_blast_markers_silence():
    forms = {"horde": "a horde h1@5,5", "other": "b line o1@35,1 watch"}
    scene = Assault(size=(60, 12), line="b line l1@35,5 l2@35,8 watch blast=2", **forms)
    scene.acts("horde", "advance", 6).confirms()
    scene.refused("l1", "EP-A31", "2 blast markers silence all 2 that could fire")
    scene = Assault(size=(60, 12), line="b line l1@50,5 l2@52,5 l3@55,5 watch blast=1", **forms)
    scene.acts("horde", "advance", 6).confirms()
    scene.refused("l1", "EP-A31", "1 blast marker silences the only one that could fire")


def test_every_plan_and_overwatch_question_cites_its_own_clause():
    scene = Assault(
        size=(40, 24), horde="a line h1@5,10", line="b line l1@24,10 l2@27,10 watch", second="a horde s1@2,22"
    )
    scene.acts("horde", "engage:line", 6).asked_by("EP-A34", "EP-A33").plans("h1:move:14,10").confirms()
    scene.asked("b", "react").asked_by("EP-A32").chooses("pass").asked("b", "counter_charge").asked_by("EP-09")
    scene.confirms().rolls("firefight", 1).rolls("firefight", 1, 1).result([1, 1], [6, 6])
    scene.asked("b", "consolidate").asked_by("EP-A43")


def test_the_questions_of_a_move_and_a_withdrawal_cite_their_own_clauses():
    scene = Assault(size=(40, 24), horde="a line h1@5,10", line="b line l1@24,10")
    scene.acts("horde", "advance", 6).asked("a", "move").asked_by("EP-A29")
    scene = Assault(size=(40, 24), horde="a line h1@5,10", line="b line l1@24,10").acts("horde", "advance", 1)
    scene.asked("a", "withdraw").asked_by("EP-A42").confirms().cites("passed", "EP-A42")


def test_odds_list_what_happens_to_formations():
    scene = Assault(size=(60, 12), horde="a line h1@5,5 h2@7,5 blast=1", line="b line l1@40,5").chooses("horde:advance")
    (passed, kept), (failed, broken) = scene.match.odds()
    assert (str(passed), kept) == ("2/3", ())
    assert (str(failed), broken) == ("1/3", (GroupChange("horde", ("broken",), ("blast 1",)),))


def begun(grid="square", **more):
    """A sketch of a carrier with one passenger and of an enemy, begun with one more stand."""
    units = [
        {"id": "t1", "seat": "a", "profile": "carrier", "group": "ride", "at": [1, 1]},
        {"id": "p1", "seat": "a", "profile": "line", "group": "ride", "at": [1, 1], "aboard": "t1"},
        {"id": "q1", "seat": "a", "profile": "line", "group": "ride", "at": [3, 1], **more},
        {"id": "b1", "seat": "b", "profile": "line", "group": "foe", "at": [9, 1]},
    ]
    setup = read_sketch({"ruleset": "epic", "grid": grid, "board": ["." * 12] * 4, "units": units})
    return Match(setup, build("epic", setup.rulings))


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"profile": "tank", "aboard": "t1"}, "Unit q1 cannot be aboard t1; a transport carries infantry."),
        ({"aboard": "p1"}, "Unit q1 cannot be aboard p1; a transport carries infantry."),
        ({"aboard": "q1"}, "Unit q1 cannot be aboard q1; a transport carries infantry."),
        ({"group": "walk", "aboard": "t1"}, "Unit q1 cannot be aboard t1, which belongs to another formation."),
        ({"aboard": "t1", "stats": {"CARRIES": 2}}, ""),
        ({"grid": "hex"}, "Epic is played on squares; give the board a square grid."),
    ],
)
def test_a_position_with_impossible_cargo_or_on_hexes_is_refused_in_a_sentence(more, sentence):
    if not sentence:
        assert begun(**more).pending
        return
    with pytest.raises(SetupError) as refused:
        begun(**more)
    assert str(refused.value) == sentence


def test_a_transport_with_more_than_it_has_room_for_is_refused():
    with pytest.raises(SetupError, match=r"^Transport t1 carries too much; it has room for 2\.$"):
        Assault(line="a line t1@1,1:carrier p1>t1 p2>t1 p3>t1", foe="b line b1@9,1")


ORIGIN = 20
LINE = {"l1": (0, 0), "l2": (4, 0), "l3": (3, 3), "l4": (6, -2), "t": (11, -4)}
HORDE = {"h1": (0, 1), "h2": (-1, 0), "h3": (3, 7), "h4": (-3, 6), "h5": (-4, 4), "h6": (-1, 8)}
FROM = {"h1": (-8, 4), "h2": (-11, 0), "h3": (3, 22), "h4": (-9, 12), "h5": (-12, 8), "h6": (-2, 18)}
SECOND = {"x": (6, -13), "y": (6, -16), "z": (6, -19)}


def placed(stands, **as_):
    """Stands of the script as words of a scene: its centres in whole centimetres."""
    return " ".join(f"{name}@{ORIGIN + x},{ORIGIN + y}{as_.get(name, '')}" for name, (x, y) in stands.items())


def to(name, x, y, action="move"):
    """An option of the script."""
    return f"{name}:{action}:{ORIGIN + x},{ORIGIN + y}"


def script():
    """Step 1 of the first script, with the centres it names, the decimal ones rounded."""
    line = placed(LINE, t=":carrier") + " p1>t p2>t"
    scene = Assault(
        size=(46, 46), line=f"b line {line}", horde=f"a horde {placed(FROM)}", second=f"a horde {placed(SECOND)}"
    )
    return scene.engages("horde", "line", charge=[to(name, x, y) for name, (x, y) in HORDE.items()])


def test_the_script_can_be_played_from_its_centres_rounded_to_whole_centimetres():
    scene = script().plans(to("l2", 1, 1)).goes_for("l3", "h1", "h3").plans(to("l3", 3, 6), to("t", 7, -12))
    scene.cannot_confirm("EP-08", "T out of coherency").plans(
        to("p1", 7, -7, "disembark"), to("p2", 8, -9, "disembark")
    )
    scene.confirms().says("T touches X: SECOND is drawn in with the attackers.").sides("horde+second", "line")


def test_a_straight_counter_charge_makes_contact_if_the_gap_is_no_longer_than_its_distance():
    scene = Assault(size=(30, 24), line="b line l1@10,10 l2@16,20:bikes", horde="a horde h1@10,11").engages(
        "horde", "line"
    )
    assert scene.option("l2:move:11,12").text == "L2 goes for H1, 9.8 cm off, into contact"  # 10.5 cm by the cells
    walls = ["." * 30 for _ in range(24)]
    walls[16] = "." * 8 + "#" * 10 + "." * 12
    scene = Assault(*walls, line="b line l1@10,10 l2@16,20:bikes", horde="a horde h1@10,11").engages("horde", "line")
    assert "short of it" in next(option.text for option in scene.match.pending.options if option.unit == "l2")


def test_a_counter_charge_touches_the_enemy_where_the_straight_line_meets_it():
    scene = Assault(size=(30, 24), line="b line l1@10,10 l2@14,10", horde="a horde h1@10,11").engages("horde", "line")
    scene.drafts("b", "counter_charge", "l2:move:11,11")
    scene = Assault(size=(30, 24), line="b line l1@10,10 l2@12,15", horde="a horde h1@10,11").engages("horde", "line")
    scene.drafts("b", "counter_charge", "l2:move:10,12")


def carried(**more):
    """H1 charges up to a carrier with a passenger; L1 is its link."""
    line = more.pop("line", "l1@19,13 t@18,10:carrier p>t")
    return Assault(size=(34, 24), line=f"b line {line}", horde=f"a horde {more.pop('horde', 'h1@8,10')}", **more)


def test_ep_a8_a_transport_that_stood_while_its_passenger_got_out_has_given_up_its_own_move():
    scene = carried().engages("horde", "line").goes_for("t", "h1").plans("p:disembark:17,10")
    scene.goes_for("t").refused("t", "EP-20", "passengers have got out of it").confirms().stands("t", 18, 10)


def test_ep_a9_two_enemies_keep_passengers_in_while_two_defenders_fill_one_of_them():
    scene = carried(horde="h1@17,10 h2@17,11", line="l1@18,12 t@18,10:carrier p>t l2@20,13 l3@15,10")
    scene.engages("horde", "line").refused("p", "EP-19", "are in contact with T").goes_for("l2", "h2", "h1")
    scene = carried(horde="h1@17,10", line="l1@18,11 t@18,10:carrier p>t l2@20,13").engages("horde", "line")
    scene.offers("p:disembark:19,10").does_not_offer("p:disembark:17,9")  # one enemy opens the doors, but H1 is full


def test_blast_markers_may_be_listed_one_by_one_or_with_a_count():
    """Two on a formation of three stands: it is not broken yet, and the state tells them as they were written."""
    for markers in (["blast", "blast"], [{"kind": "blast", "face": "up", "count": 2}]):
        groups = viewed(begun(markers=markers))["groups"]
        assert groups[0]["markers"] == [{"kind": "blast", "face": "up", "count": 2}]


def test_ep_25_a_refusal_says_which_side_counter_charges_now():
    scene = Assault(
        size=(44, 24), line="b line l1@24,10 l2@27,10", horde="a horde h1@10,10 h2@7,10", second="a horde s1@2,22"
    ).acts("horde", "engage:line")
    scene.refused("s1", "EP-A34", "SECOND does not move now").refused("l1", "EP-A34", "LINE does not move now")
    scene.confirms().refused("h1", "EP-25", "attackers counter charge from round 2 on").confirms()
    scene.rolls("firefight", 1).rolls("firefight", 1).result([1, 1], [1, 1])
    scene.asked("a", "counter_charge").refused("l1", "EP-A14", "it goes second").refused("s1", "EP-25").confirms()
    scene.asked("b", "counter_charge").refused("h1", "EP-A14", "it went first")


def test_ep_24_is_cited_only_where_no_stand_was_near_enough_to_attack():
    scene = Assault(size=(60, 12), line="b line l1@24,5 l2@28,5", horde="a line h1@10,5 h2@6,5")
    scene.engages("horde", "line", 6).confirms().rolls("firefight", 5).rolls("firefight", 5).result([1, 1], [1, 1])
    assert scene.event("result_reckoned").clauses == ("EP-A40",)
    scene.confirms("a", "b").result([1, 1], [1, 1])
    assert scene.event("result_reckoned").clauses == ("EP-A40", "EP-24")


def test_ep_08_confirming_a_plan_that_breaks_coherency_is_refused_with_the_reason():
    scene = script().plans(to("t", 7, -12)).cannot_confirm("EP-08")
    with pytest.raises(
        IllegalChoice, match=r"The plan is refused by EP-08: T out of coherency: .* 5 cm is the limit\.$"
    ):
        scene.match.choose("confirm")


def test_ep_a20_an_assault_goes_ahead_without_attacks_where_no_stand_is_both_near_and_in_sight():
    rows = ["." * 40 for _ in range(12)]
    rows[5] = "." * 15 + "#" + "." * 24
    scene = Assault(*rows, horde="a horde h1@10,5 h2@4,8", line="b line l1@20,5").engages("horde", "line")
    scene.confirms().says("There is a line of fire: the assault goes ahead.")
    scene.says("Nobody is near enough and in view: no attacks; the result is worked out.").cites("no_attacks", "EP-A20")
    scene.result([1, 1], [6, 6])
    assert scene.event("result_reckoned").clauses == ("EP-A40",)


def test_ep_17_18_a_counter_charge_cites_the_clause_for_going_round_ground_or_passing_a_friend():
    walls = ["." * 30 for _ in range(24)]
    walls[13] = "." * 9 + "###" + "." * 18
    scene = Assault(*walls, line="b line l1@10,10 l2@10,15", horde="a horde h1@10,11").engages("horde", "line")
    scene.cites_of("l2:move:8,12", "EP-10", "EP-04", "EP-17")
    scene = Assault(size=(30, 24), line="b line l1@10,10 l2@13,11 l3@15,11", horde="a horde h1@10,11")
    scene.engages("horde", "line").cites_of("l3:move:11,11", "EP-10", "EP-04", "EP-18")
    scene.cites_of("l2:move:11,11", "EP-10", "EP-04")


def test_refusals_are_given_between_the_moves_of_an_action_too():
    scene = Assault(size=(40, 24), horde="a heavy h1@5,10", line="b line l1@24,10").chooses("horde:sustained_fire")
    scene.asked("a", "shoot").refused("h1", "EP-A32", "HORDE is on its own side").refused("l1", "EP-A32")


def test_cached_plans_are_what_would_be_worked_out_again():
    drafted = 0
    for seed in range(6):
        match = random_match("epic", seed, width=16, height=12)
        for at in decisions(match, seed):
            if at.pending.kind in DRAFTS:
                drafted += 1
                told = at.pending.options.all(), at.why(), at.view()
                plans._caches.clear()
                queue = at.front.queues[-1]
                offered = Options(draft_offers(at.front, queue, at.rules, at.pending.seat)).all()
                closing = {"confirm", "reset"}
                assert offered == tuple(option for option in told[0] if option.id not in closing)
                assert (at.why(), at.view()) == told[1:]
    assert drafted > 100


def test_ep_a48_a_transport_gets_neither_into_itself_nor_with_passengers_into_another():
    scene = Assault(ride="a line t@4,4:carrier p>t q@7,4:line CARRIES=2", foe="b line b1@38,20").acts(
        "ride", "march", 6
    )
    assert {option.id for option in scene.match.pending.options if option.action == "embark"} == {"q:embark:t"}
    scene.plans("p:disembark:6,4").confirms()
    scene.offers("q:embark:t").plans("p:embark:q").confirms()
    scene.does_not_offer("q:embark:t")


def test_ep_a33_a_formation_need_not_leave_a_zone_if_it_would_lose_coherency_with_stands_that_cannot_move():
    enemies = "b line l1@7,10 l2@13,10 l3@10,14 l4@10,6"
    scene = Assault(horde="a line h1@10,11 h2@10,9:emplacement", line=enemies)
    scene.offers("horde:overwatch", "horde:sustained_fire").acts("horde", "hold").asked("a", "part")
    scene = Assault(horde="a line h1@10,11 h2@10,9", line=enemies).does_not_offer("horde:overwatch")
    scene.acts("horde", "hold").asked("a", "move")  # both can go


def test_ep_a33_a_passenger_gets_out_into_contact_with_the_nearest_enemy_whose_zone_it_enters():
    scene = Assault(ride="a line t@8,10:carrier p>t q>t", line="b line l1@26,9 l2@26,13").acts("ride", "engage:line", 6)
    scene.plans("t:move:20,10").does_not_offer("p:disembark:25,12").offers("p:disembark:25,10")
    scene.plans("p:disembark:25,10").offers("q:disembark:25,12")  # a stand that is touched has no zone
