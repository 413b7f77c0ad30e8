"""Exact odds of reactions, against every face of every die."""

from __future__ import annotations

import sys
import time
from collections import Counter
from fractions import Fraction
from itertools import islice, product

import pytest

from game.board.board import Board
from game.engine.answers import Choice
from game.engine.chains import arrivals
from game.engine.decisions import DICE
from game.engine.dice import HITS, by_sum, chance
from game.engine.odds import Counted, End, LeftOut, OddsTooLarge, SiteChange, TrialTaken, explore, visible_changes
from game.engine.options import Option
from game.engine.state import State
from game.engine.steps import Step, step
from game.engine.viewers import REFEREE
from game.rules.viktory2.throws import COUNT
from tests.assault import Assault
from tests.budget import daily
from tests.firefight import Firefight
from tests.scene import Scene
from tests.setups import decisions, random_match
from tests.viewed import viewed

ROWS = ["a1 .*4 a2 .", ".*7", ".*7", ".*7", ".*7", ".*2 b1 . b2 .*2"]


def ending(state):
    """The part of an outcome that is compared: the units out of action, and the cell of the first unit."""
    return tuple(sorted(unit.id for unit in state.units.values() if unit.out)), state.units["a1"].at


def by_hand(match, depth):
    """The chances of all outcomes, from every face of every die, with each question answered by its default."""
    counts = Counter()
    todo = [(match.clone(), Fraction(1))]
    while todo:
        one, chance = todo.pop()
        if one.pending is None or len(one.state.queues) < depth:
            counts[ending(one.state)] += chance
        elif one.pending.seat == DICE:
            rolls = list(product(*(range(1, sides + 1) for sides in one.pending.dice)))
            for faces in rolls:
                twin = one.clone()
                twin.choose(Choice(faces=faces))
                todo.append((twin, chance / len(rolls)))
        else:
            one.choose(one.pending.default)
            todo.append((one, chance))
    return counts


def assumed(match):
    counts = Counter()
    for share, state in explore(match.rules, match.state, list(match.answers), assume=True):
        counts[ending(state)] += share
    return counts


def test_the_odds_of_two_reactions_are_what_every_face_of_every_die_comes_to():
    scene = Scene(*ROWS, b2="brute weapon=rifle").chooses(
        "a1:move:jog:3,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1"
    )
    odds = assumed(scene.match)
    assert sum(odds.values()) == 1
    assert odds == by_hand(scene.match, 1)
    shot, other = (Fraction(15, 36) * Fraction(2, 3), Fraction(6, 36) * Fraction(2, 3))
    assert odds[("a1",), scene.cell(0, 0)] == 1 - (1 - shot) * (1 - other)


def test_the_odds_of_a_roll_off_leave_out_ties_which_are_rolled_again():
    scene = Scene("a1 .*6 b1", "a2 .*7").chooses("a1:stand", "b1:ranged_attack:a1", "a2:ranged_attack:b1")
    rows = scene.match.odds()
    assert scene.match.pending.why == "roll-off"
    assert sum(chance for chance, _ in rows) == 1


def test_the_odds_of_one_shot_are_those_of_its_forecast():
    scene = Scene("a1 .*6 b1").chooses("a1:stand", "pass")
    option = scene.match.pending.option("a1:ranged_attack:b1")
    out = sum(chance for chance, rows in scene.match.odds(option.id) if any(row.out for row in rows))
    assert out == scene.match.forecast(option).p_out == Fraction(26, 36) * Fraction(2, 3)


def test_the_odds_of_six_reactors_are_counted_within_a_players_patience(capsys):
    scene = Scene("a1 .*2 a2 a3 .*2", *[".*7"] * 4, ".*2 b1 b2 b3 b4 .", b1="veteran", b2="scout weapon=rifle")
    scene.chooses("a1:move:jog:2,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1", "b3:ranged_attack:a1")
    scene.chooses("b4:ranged_attack:a1", "a2:ranged_attack:b1", "a3:ranged_attack:b2")
    start = time.perf_counter()
    odds = assumed(scene.match)
    spent = 1000 * (time.perf_counter() - start)
    with capsys.disabled():
        sys.stderr.write(f"\nodds of six reactors: {len(odds)} endings in {spent:.0f} ms\n")
    assert sum(odds.values()) == 1
    assert len(viewed(scene.match)["queue"]["reactions"]) == 6


# -- branches that come back to where they were -----------------------------------------------------------------------


def parts(text):
    """Edges drawn as "a: a 1/2, x 1/3"."""
    edges = {}
    for line in text.splitlines():
        node, leads = line.split(": ")
        edges[node] = [(to, Fraction(chance)) for to, chance in (lead.split() for lead in leads.split(", "))]
    return edges


def test_a_branch_that_comes_back_is_played_until_it_ends():
    assert arrivals("a", parts("a: a 1/2, x 1/3, y 1/6")) == {"x": Fraction(2, 3), "y": Fraction(1, 3)}
    assert arrivals("a", parts("a: b 1/2, x 1/2\nb: a 1/2, c 1/2\nc: y 1/2, b 1/2")) == {
        "x": Fraction(3, 4),
        "y": Fraction(1, 4),
    }


def test_branches_that_meet_again_are_added_up():
    assert arrivals("a", parts("a: b 1/4, c 3/4\nb: x 1\nc: x 1/3, y 2/3")) == {
        "x": Fraction(1, 2),
        "y": Fraction(1, 2),
    }
    assert arrivals("x", {}) == {"x": 1}


def test_an_endless_loop_is_refused():
    with pytest.raises(ValueError, match="run in a circle"):
        arrivals("a", parts("a: b 1\nb: a 1"))


# -- how a roll is read -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("need", "hits"), [(6, [2, 3, 4, 5, 6]), (1, [2]), (14, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])])
def test_the_sums_of_two_dice_tell_which_hit_and_add_up_to_the_chance_of_the_shot(need, hits):
    sums = by_sum((6, 6), HITS(need))
    assert [total for total, (_, outcome) in sorted(sums.items()) if outcome] == hits
    assert sum(share for share, _ in sums.values()) == 1
    assert sum(share for share, outcome in sums.values() if outcome) == chance((6, 6), HITS(need))


def test_a_roll_read_die_by_die_has_no_sums():
    assert by_sum((6, 6), COUNT(3, 2)) == {}


def merged(match, option):
    """The ends of an option as they are counted, those that look alike put together by hand, and the rows told."""
    ends = explore(match.rules, match.state, [*match.answers, option])
    alike = Counter()
    for share, state in ends:
        alike[seen(match, [End(Fraction(1), state)])[0][1]] += share
    return ends, alike, seen(match, [End(share, state) for share, state in ends])


def seen(match, ends):
    """The rows told of these ends."""
    return visible_changes(match.rules, match.front, Counted(ends), REFEREE)


@pytest.mark.parametrize("seed", daily(range(3), 1))
@pytest.mark.parametrize("ruleset", ["skirmishcorps", "wh40k2", "stargrunt2", "viktory2"])
def test_equal_outcomes_are_listed_once_with_their_chances_added(ruleset, seed):
    match = random_match(ruleset, seed)
    for _ in islice(decisions(match, seed), 30):
        asked = match.pending
        if asked.seat == DICE:
            continue
        try:
            ends, alike, rows = merged(match, asked.options[-1])
        except OddsTooLarge:
            continue
        assert len({state.mark() for _, state in ends}) == len(ends)
        assert sum(share for share, _ in rows) == 1
        assert {what: share for share, what in rows} == dict(alike)
        assert len(rows) == len(alike)


def test_two_ends_that_look_alike_are_one_row():
    scene = Scene("a1 .*6 b1").chooses("a1:stand", "pass")
    match = scene.match
    ends = explore(match.rules, match.state, [*match.answers, match.pending.option("a1:ranged_attack:b1")])
    twice = [End(share / 2, state) for share, state in ends for _ in range(2)]
    assert seen(match, twice) == seen(match, [End(*end) for end in ends])


def test_an_outcome_names_the_seat_that_takes_a_place():
    assert SiteChange("Ford", 3, "red").words == "goes to Red"
    assert SiteChange("Ford", 3, "red+gold").words == "goes to Red and Gold"
    assert SiteChange("Ford", 3, "").words == "goes to nobody"


# -- where they end ---------------------------------------------------------------------------------------------------

LISTED: list[str] = []
"""The questions whose answers have been listed."""


@step
def asks_openly_then_in_secret(t):
    """An open question with a single option, which is taken without asking, then a secret one, which is asked."""
    for kind in ("open", "secret"):
        options = [Option("only", "only")]
        t.ask(
            "a",
            kind,
            lambda kind=kind, options=options: LISTED.append(kind) or options,
            question="",
            secret=kind == "secret",
        )
        t.state.turn += 1


def test_counting_odds_ends_at_a_question_without_listing_its_options():
    LISTED.clear()
    state = State(Board.from_rows(["."]), ("a", "b"), {}, 9, agenda=[Step(asks_openly_then_in_secret, [])])
    [(share, end)] = explore(None, state, [])
    assert (share, end.turn) == (1, 2)
    assert LISTED == ["open"]


def test_the_odds_of_very_many_units_leave_out_what_takes_too_many_steps_and_say_so():
    stands = {
        p: " ".join(f"{p}{i}@{x + 2 * (i // 20)},{2 + 2 * (i % 20)}" for i in range(80))
        for p, x in (("h", 20), ("m", 32))
    }
    scene = Assault(size=(90, 46), one=f"a line {stands['h']}", two=f"b line {stands['m']}").engages("one", "two")
    share, (left_out,) = scene.match.odds("confirm")[-1]
    assert share > 0
    assert left_out == LeftOut(
        "more steps than can be looked at: too many dice among too many units to count every one"
    )
    assert sum(p for p, _ in scene.match.odds("confirm")) == 1


# -- what they name ---------------------------------------------------------------------------------------------------


def test_sg_07_sg_08_the_odds_of_an_attempt_name_its_test_the_activation_and_the_loss_of_confidence():
    scene = Firefight("a1 .*5 b1", ".*9 b2", b1="militia men=2", b2="watch").acts("a1", "a1:combat_move:1,0")
    rows = scene.rolls("mobility", 3).match.odds("b1:opportunity_fire:a1:p0")
    failed = [(share, changes) for share, changes in rows if TrialTaken("b1", "opportunity", False) in changes]
    assert failed == [(Fraction(2, 3), (TrialTaken("b1", "opportunity", False),))]
    passed = [" ".join(f"{change.who} {change.words}" for change in row) for _, row in rows if row != failed[0][1]]
    assert all("B1 passes its test (opportunity)" in words and "now activated" in words for words in passed)
    assert any("steady" in words for words in passed)


def test_sg_28_the_odds_of_an_attempt_at_another_action_than_a_move_are_those_of_its_test():
    scene = Firefight("a1 .*5 b1", ".*9 b2", b1="militia", b2="watch").acts("a1", "a1:overwatch")
    assert [(share, [change.words for change in row]) for share, row in scene.match.odds("b1:opportunity_fire:a1")] == [
        (Fraction(2, 3), ["fails its test (opportunity)"]),
        (Fraction(1, 3), ["passes its test (opportunity)", "now activated"]),
    ]
