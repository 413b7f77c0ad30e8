"""WH40K 2nd edition: the forecast of a shot is what the rules come to with every face of every die."""

from __future__ import annotations

import re
import time
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from game.engine.decisions import DICE
from game.engine.dice import Roll, spread
from game.engine.table import run_step
from game.engine.unfit import SetupError
from game.rules.wh40k2.fire import fire, harm, shot_at, stray
from game.rules.wh40k2.throws import DUEL
from tests.setups import decisions, random_match
from tests.squads import Squads

FIRE = (fire, harm, shot_at, stray)
SHOTS = ("ranged_attack", "throw", "share")


class Enumeration:
    """Every end of one fire with its chance: whether the target was hit, wounds that were not saved, models left."""

    def __init__(self, match, option):
        self.rules, self.target = match.rules, option.target
        self.known = {}
        self.models = match.front.units[option.target].figures
        self.ends = self.after(match.state, [*match.answers, option], False)

    def after(self, state, answers, fired):
        """(hit, wounds, models) -> chance, from a table and the answers given to its running step."""
        key = (state.mark(), *(answer[0] if isinstance(answer, Roll) else answer.id for answer in answers))
        if key not in self.known:
            self.known[key] = self.played(state, answers, fired)
        return self.known[key]

    def played(self, state, answers, fired):
        hit, wounds = False, 0
        while True:
            fired = fired or state.agenda[-1].run is fire
            t, asked = run_step(state, self.rules, answers)
            if asked is None:
                state, answers = t.state, []
                rolls = [e.fields for e in t.events if e.type == "rolled" and e.fields.get("unit") == self.target]
                hit = hit or any(f["why"] == "to wound" for f in rolls)
                wounds += sum(f["outcome"] * (f["why"] == "to wound") for f in rolls)
                wounds -= sum(f["outcome"] * (f["why"] == "save") for f in rolls)
                if fired and not any(step.run in FIRE for step in state.agenda):
                    return {(hit, wounds, state.units[self.target].figures): Fraction(1)}
            elif asked.seat == DICE:
                break
            else:  # whether a mover hides, before the fire that waits for it
                answers = [*answers, asked.option(asked.default)]
        found = {}
        for outcome, p, faces in asked.outcomes:
            later = self.after(state, [*answers, Roll(faces or (outcome,), outcome)], fired)
            for (more_hit, more_wounds, models), q in later.items():
                end = (hit or more_hit, wounds + more_wounds, models)
                found[end] = found.get(end, 0) + p * q
        return found

    def falls(self):
        """The chances of a hit and of a model lost, and the wounds on average."""
        hit = sum(p for (hit, _, _), p in self.ends.items() if hit)
        lost = sum(p for (_, _, models), p in self.ends.items() if models < self.models)
        return hit, lost, sum(wounds * p for (_, wounds, _), p in self.ends.items())


def check(match, option_id):
    """The forecast of an option tells what the enumeration finds."""
    option = match.pending.option(option_id)
    told, counted = match.forecast(option), Enumeration(match, option)
    assert sum(counted.ends.values()) == 1
    hit, lost, wounds = counted.falls()
    assert (told.p_hit, told.p_out) == (hit, lost), option_id
    average = re.search(r"on average (\S+) wounds", told.note)
    assert (average[1] if average else "0.0") == f"{float(wounds):.1f}", option_id
    if option.target not in option.targets:  # a gun that cannot wound may fire together with one that can
        assert ("cannot wound" in told.note) == (average is None), option_id
    return told


RULINGS = (
    {},
    {"WH-A37": "front_arc", "WH-A29": "free_on_overwatch"},
    {"WH-A15": "both_ends", "WH-A17": "first_touch", "WH-A16": "one_target"},
)


@pytest.mark.parametrize("seed", range(1, 9))
def test_forecasts_in_random_games_are_what_the_enumeration_finds(seed):
    chance = Random(seed)
    game = random_match("wh40k2", seed, rulings=RULINGS[seed % len(RULINGS)])
    for match in decisions(game, seed):
        shots = [option.id for option in match.pending.options if option.action in SHOTS]
        for option in chance.sample(shots, min(2, len(shots))):
            if match.forecast(match.pending.option(option)) is not None:  # a second part after strays has none
                check(match, option)


def test_each_part_of_a_divided_fire_has_the_forecast_the_enumeration_finds():
    scene = Squads("a1 .*9 b1 .*9 a2", a1="line", a2="character", b1="elite watch").chooses("b1:divide")
    for part in ("b1:share:a1:1", "b1:share:a1:5", "b1:share:a2:3"):
        check(scene.match, part)
    scene.chooses("b1:share:a1:3")
    check(scene.match, "b1:share:a2:2")


@pytest.mark.parametrize("rows", ["a1 .*3 b1", "a1 .*3 b1 b2"])
@pytest.mark.parametrize("target", ["elite", "line figures=2", "raider figures=1", "character", "light_vehicle"])
def test_wh_a16_a_second_part_at_the_same_squad_is_told_with_the_first(target, rows):
    units = {"b2": "line"} if "b2" in rows else {}
    scene = Squads(rows, a1="elite", b1=target, phase="shooting", **units).chooses("a1:divide")
    gun, grenades = "a1:share:b1:2", "a1:share:b1:grenade:3"
    alone = check(scene.match, gun), check(scene.match, grenades)
    both = check(scene.chooses(gun).match, grenades)
    assert both.p_hit > max(one.p_hit for one in alone)
    assert both.p_out >= max(one.p_out for one in alone)
    assert "with the other models at this target" in both.note or (both.p_out == 0 and "cannot wound" in both.note)
    assert both.terms == alone[1].terms, "the sum is that of the grenades"


def shooting(*rows, **units):
    return Squads(*rows, phase="shooting", **units).match


@pytest.mark.parametrize("target", ["elite", "line", "raider figures=1", "character", "light_vehicle"])
@pytest.mark.parametrize("shooter", ["elite", "line", "character", "light_vehicle weapon=las_rifle", "elite figures=1"])
def test_forecasts_count_single_figures_squads_wounds_and_saves(shooter, target):
    check(shooting("a1 .*9 b1", a1=shooter, b1=target), "a1:ranged_attack:b1")


def test_a_forecast_counts_no_model_lost_for_a_wound_that_a_model_survives():
    match = shooting("a1 .*9 b1", a1="elite figures=1", b1="character")
    assert check(match, "a1:ranged_attack:b1").p_out == 0  # one hit, two wounds needed
    match = shooting("a1 .*9 b1", a1="elite figures=2", b1="character")
    each = Fraction(5, 6) * Fraction(1, 2) * Fraction(1, 2)  # 2+, wounds on 4+, a save of 3+ worsened by 1
    assert check(match, "a1:ranged_attack:b1").p_out == each**2


def test_a_forecast_counts_wounds_taken_before():
    scene = Squads("a1 a2 .*9 b1", a1="elite", a2="elite figures=1", b1="character", phase="shooting")
    scene.chooses("a1:ranged_attack:b1").rolls("to hit", 6, 1, 1, 1, 1).rolls("to wound", 6).rolls("save", 1)
    scene.says("B1 is wounded.")
    assert check(scene.match, "a2:ranged_attack:b1").p_out == Fraction(5, 6) * Fraction(1, 2) * Fraction(1, 2)


@pytest.mark.parametrize(("skill", "need"), [(3, 7), (2, 8), (1, 9), (0, 10)])
def test_forecasts_count_the_second_die_above_six_and_shots_that_cannot_hit(skill, need):
    scene = Squads("a1 .*2 n .*15 b1", b1=f"line BS={skill} watch", a1="raider").passes("b").chooses("a1:move:3,0")
    told = check(scene.match, "b1:ranged_attack:a1:p3")
    assert told.need == need
    assert (told.p_hit == 0) is (need == 10)


STRAYS = [".*12", ".*12", ".*7 b2", "a1 .*5 b1 b3", ".*8 a2", ".*12", ".*12"]


@pytest.mark.parametrize("figures", [1, 2, 3])
@pytest.mark.parametrize("friend", ["line figures=1", "character", "elite"])
def test_forecasts_count_stray_shots_that_come_down_on_the_target_or_on_other_squads(figures, friend):
    units = {"b1": "raider figures=1", "b2": "line", "b3": "line figures=1", "a2": friend}
    check(shooting(*STRAYS, a1=f"launcher_team figures={figures}", **units), "a1:ranged_attack:b1")


def test_wh_a35_forecasts_count_stray_shots_that_come_down_on_the_firing_squad():
    rows = [".*6", ".*6", ". a1 . b1 . a2", ".*6"]
    for figures in (1, 2, 3):
        units = {"a1": f"launcher_team figures={figures}", "b1": "raider figures=1", "a2": "line figures=1"}
        check(shooting(*rows, **units), "a1:ranged_attack:b1")


def test_more_strays_than_can_be_counted_at_once_have_no_forecast():
    crowd = dict.fromkeys(("b1", "b2", "b3", "b4", "a2"), "line figures=15")
    match = shooting(*STRAYS[:2], ".*7 b2 b4", *STRAYS[3:], a1="launcher_team figures=30", **crowd)
    began = time.process_time()
    assert match.forecast(match.pending.option("a1:ranged_attack:b1")) is None
    assert time.process_time() - began < 1


def test_a_launcher_that_cannot_hit_may_still_strike():
    scene = Squads(*[".*16"] * 2, "a1 .*2 n .*11 b1", b1="launcher_team BS=0 watch", a1="raider").passes("b")
    told = check(scene.chooses("a1:move:3,2").match, "b1:ranged_attack:a1:p3")
    assert told.need == 10
    assert told.p_hit > told.p_out > 0


def test_forecasts_of_overwatch_fire_are_right_at_every_moment_of_a_move():
    scene = Squads("a1 .*3 n .*9 b1", a1="raider", b1="elite watch").passes("b").chooses("a1:move:3,0")
    shots = [option.id for option in scene.match.pending.options if option.action == "ranged_attack"]
    assert "b1:ranged_attack:a1:after" in shots
    for option in shots:
        check(scene.match, option)


def test_a_stray_meant_for_a_mover_falls_where_the_mover_is():
    scene = Squads(".*10", "a1 .*3 n .*5", "a2 .*8 b1", a1="line", a2="line", b1="launcher_team watch").passes("b")
    scene.chooses("a1:move:3,1")
    chances = {
        option.id: check(scene.match, option.id).p_hit
        for option in scene.match.pending.options
        if option.action == "ranged_attack"
    }
    assert chances["b1:ranged_attack:a1:p0"] != chances["b1:ranged_attack:a1:p2"]


def test_the_engines_odds_of_fire_agree_with_the_enumeration():
    """The same from outside: the rows of `Match.odds` in which the target has fewer models or is out."""
    scene = (
        Squads(".*10", "a1 .*8 b1", "a2 .*9", a1="elite", b1="launcher_team watch").passes("b").chooses("a1:move:3,1")
    )
    for option in scene.match.pending.options:
        if option.action == "ranged_attack":
            lost = [
                p
                for p, rows in scene.match.odds(option.id, assume=True)
                if any(row.unit == option.target and (row.out or row.figures is not None) for row in rows)
            ]
            assert sum(lost) == scene.match.forecast(option).p_out


def test_wh_a30_a_weapon_that_cannot_wound_says_so_instead_of_a_number_no_die_shows():
    scene = Squads("a1 .*9 b1", a1="line", b1="light_vehicle", phase="shooting")
    told = scene.forecast("a1:ranged_attack:b1")
    assert (told.note, told.p_out) == ("S 3 cannot wound T 7", 0)


def test_the_odds_of_an_answer_end_with_the_phase():
    scene = Squads("a1 .*9 b1", ".*10 b2", phase="shooting", b2="watch").asked("a", "shoot")
    told = {row.who for _, rows in scene.match.odds("a1:ranged_attack:b1", assume=True) for row in rows}
    assert told == {"B1"}, "b2 has its counter until a turn of its own"
    assert scene.match.odds("end", assume=True) == [(1, ())]
    scene.chooses("end").asked("b", "overwatch").watches()


@pytest.mark.parametrize(("own", "others"), [(0, 1), (1, 1), (2, 1), (1, 3), (2, 3)])
def test_wh_a33_the_chances_of_a_duel_are_what_all_faces_come_to(own, others):
    dice, read = (6,) * (own + others), DUEL(own, 5, 3)
    ways = Counter(map(read.of, product(range(1, 7), repeat=own + others)))
    assert {found: p for found, p, _ in spread(dice, read).outcomes} == {
        found: Fraction(count, 6 ** (own + others)) for found, count in ways.items()
    }


def test_wh_a33_a_duel_of_more_dice_than_can_be_counted_face_by_face_has_its_chances_too():
    assert sum(p for _, p, _ in spread((6,) * 40, DUEL(20, 5, 3)).outcomes) == 1


def test_wh_a31_a_setup_with_a_model_without_wounds_or_a_squad_without_models_is_refused():
    for stat in ("W", "figures"):
        with pytest.raises(SetupError, match=f"^Unit a1: its statistic {stat} is 0; make it 1 or more"):
            Squads("a1 b1", a1=f"{stat}=0")
