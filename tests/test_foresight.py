"""What comes of each answer in a running snowball, by the end of the action: engine, protocol, text and cards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from game.cli.text.table import TextTable
from game.engine.decisions import DICE
from game.engine.dice import DiceSource
from game.engine.foresight import Foresight, Outlook, defaults_on_the_way, looking
from game.engine.match import Match
from game.engine.odds import LeftOut, Likely, UnitChange
from game.engine.offers import drafting
from game.engine.viewers import PUBLIC
from game.records.timeline import Timeline
from game.rules import RULESETS, build
from game.sketch import read_sketch
from tests.setups import decisions, random_match

PLACES = {"b1": (3, 5), "b2": (3, 8), "b3": (3, 2), "r1": (12, 5), "r2": (12, 8), "r3": (12, 2), "r4": (15, 6)}
KINDS = {"r1": "veteran", "r4": "scout"}
FIVE = {
    "ruleset": "skirmishcorps",
    "phase": "act",
    "seat": "blue",
    "seats": ["blue", "red"],
    "board": ["." * 20] * 10,
    "units": [
        {
            "id": name,
            "seat": "blue" if name[0] == "b" else "red",
            "profile": KINDS.get(name, "trooper"),
            "at": list(at),
            "marker": "move" if name == "b1" else "overwatch",
        }
        for name, at in PLACES.items()
    ],
}
WANTED = {"red": ("r1", "r4", "r2"), "blue": ("b2:ranged_attack:r1", "b3:ranged_attack:r2")}


def five_declared() -> Match:
    """B1 runs from d6 to l6, five units have declared a shot, and R4 is asked whether it forces B1's hand."""
    setup = read_sketch(FIVE)
    match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource("ask"))
    match.choose("b1:move:run:11,5")
    while match.pending.kind == "react":
        wanted = [f"{name}:ranged_attack:b1" if ":" not in name else name for name in WANTED[match.pending.seat]]
        match.choose(next((name for name in wanted if match.pending.option(name)), "pass"))
    assert [option.id for option in match.pending.options] == ["r4:force", "r4:wait"]
    return match


def test_forcing_is_worth_74_against_64_and_only_48_if_b1_stops_in_time() -> None:
    found = looking(five_declared(), "red").all()
    assert (found.unit, found.falls, found.head) == ("b1", "out", "exact, all do the default")
    assert [(o.option.id, round(float(o.of("b1")), 3)) for o in found.outlooks] == [
        ("r4:force", 0.742),
        ("r4:wait", 0.64),
    ]
    assert {found.outlook("r4:force").of("r1"), found.outlook("r4:wait").of("r1")} == {found.outlooks[0].of("r1")}
    assert found.next == "B1"
    assert found.replies[0].words == "go on to l6, do not attack"
    assert found.replies[-1].words == "go on to h6, g6, f6 or e6"
    assert round(float(found.outlook("r4:force", len(found.replies) - 1).of("b1")), 3) == 0.477
    assert found.verdict == (
        "Force if B1 is to go on to l6: 74 against 64.",
        "Leave B1 until last if B1 is to go on to h6, g6, f6 or e6: then only 48.",
    )


def put_out(rows: list[Likely]) -> dict[str, Fraction]:
    """The chance of each unit to be put out, summed from odds."""
    chances: dict[str, Fraction] = {}
    for chance, changes in rows:
        for change in changes:
            if isinstance(change, UnitChange) and change.out:
                chances[change.unit] = chances.get(change.unit, Fraction(0)) + chance
    return chances


def test_it_is_what_odds_count_as_fractions() -> None:
    match = five_declared()
    found = looking(match, "red").all()
    for outlook in found.outlooks:
        counted = put_out(match.odds(outlook.option.id, "red", assume=True))
        assert outlook.chances == counted
        assert sum(outlook.parts) == 1
        assert outlook.parts[2] == outlook.nobody


def test_the_likeliest_way_of_each_outcome_multiplies_to_its_chance() -> None:
    looked = looking(five_declared(), "red")
    looked.all()
    outcomes = looked.outcomes("r4:force")
    assert sum(outcome.chance for outcome in outcomes) == 1
    assert outcomes[0].fallen == ("b1",)
    assert [stage.unit for stage in outcomes[0].way][:3] == ["b1", "r4", "r1"]
    for outcome in outcomes:
        product = Fraction(1)
        for stage in outcome.way:
            product *= 1 if stage.chance is None else stage.chance
        assert product == outcome.way_chance <= outcome.chance


def test_a_way_has_a_step_for_each_unit_and_one_for_a_roll_off() -> None:
    looked = looking(five_declared(), "red")
    looked.all()
    told = [(stage.unit, stage.sort, stage.words) for stage in looked.outcomes("r4:force")[0].way]
    assert told == [
        ("b1", "choice", "go on to l6, do not attack"),
        ("r4", "throw", "no harm to B1 at l6"),
        ("r1", "throw", "B1 out at l6"),
        ("", "tie", "send B2, roll-off"),
        ("r2", "choice", "R2 goes first, do nothing"),
        ("b2", "throw", "no harm to R1"),
        ("b3", "throw", "no harm to R2"),
    ]


def test_dice_of_one_unit_against_those_of_another_are_a_throw_and_no_roll_off() -> None:
    for match in chain_questions("stargrunt2", 1):
        if match.pending.kind != "resolve":
            continue
        looked = looking(match, match.pending.seat)
        whole = looked.by_default()
        options = whole.outlooks if whole is not None else ()
        ways = [outcome.way for outlook in options for outcome in looked.outcomes(outlook.option.id)]
        opposed = [stage for way in ways for stage in way if " and " in stage.note]
        if opposed:
            assert all(stage.sort == "throw" and stage.unit for stage in opposed)
            return
    raise AssertionError("no dice of one unit against those of another")


def test_the_terminal_tells_beside_each_answer_what_comes_of_the_whole() -> None:
    lines = list(TextTable(Timeline(five_declared())).question())
    assert lines[2:] == [
        "1: Force B1’s hand (B1 out 74%)",
        "2: Leave B1 until last (default, B1 out 64%)",
        "In brackets what comes of the whole snowball (exact, all do the default); odds NUMBER tells all of it.",
    ]


def test_nothing_is_foreseen_for_everybody_while_a_plan_is_drawn_up() -> None:
    for match in chain_questions("epic", 1):
        if drafting(match.rules, match.front):
            assert looking(match, PUBLIC) is None
            assert looking(match, match.pending.seat) is not None
            return
    raise AssertionError("no plan")


def test_at_a_shared_table_it_tells_what_it_tells_whatever_is_face_down() -> None:
    match = five_declared()
    found = looking(match, PUBLIC).all()
    assert found.outlooks == looking(match, "red").all().outlooks  # nothing that is still face-down can change it
    assert looking(match, "blue") is None, "another seat's question"


def test_defaults_on_the_way_are_named_and_are_those_of_the_questions() -> None:
    match = five_declared()
    named = [
        (asked.seat, asked.kind, asked.unit, asked.default) for asked in defaults_on_the_way(match, "r4:force", "red")
    ]
    assert named[:2] == [("blue", "carry_out", "b1", "b1:move:11,5"), ("blue", "attack", "b1", "b1:none")]


EVERYDAY = {"skirmishcorps": 40, "wh40k2": 15, "stargrunt2": 8, "epic": 1, "viktory2": 60}
"""Ruleset -> the questions of an everyday run, one or two seconds of work for each."""
LONGER = 5
"""How many times as many questions a long search looks at."""
SIZES: dict[str, dict[str, int]] = {
    "epic": {"width": 14, "height": 10, "turns": 3},
    "skirmishcorps": {"turns": 3},
    "viktory2": {"width": 7, "height": 6, "turns": 3},
}


def chain_questions(ruleset: str, first: int) -> Iterator[Match]:
    """Questions of running chains in random games, from a seed on."""
    for seed in range(first, first + 1_000):
        for match in decisions(random_match(ruleset, seed, **SIZES.get(ruleset, {})), seed):
            if match.pending.seat != DICE and match.front.queues:
                yield match


def check_verdict(match: Match, found: Foresight) -> None:
    """The verdict of a whole without a second sentence says what its figures say."""
    first, *rest = found.outlooks
    assert all(one.worth >= other.worth for one, other in zip(found.outlooks, rest, strict=False))
    words = " ".join(found.verdict)
    if words.startswith("It makes no difference:"):
        assert all(outlook.chances == first.chances for outlook in rest), words
    elif words.startswith("It makes no difference in how many fall, only"):
        assert all(outlook.worth == first.worth for outlook in rest), words
    elif found.verdict and " against " in found.verdict[0]:
        better, worse = found.verdict[0].rstrip(".").rpartition(": ")[2].split(" against ")
        assert better != worse.split()[0], words
        if worse.endswith(found.falls):
            assert float(better) > float(worse.split()[0]), words
        else:
            state, asked = match.front, match.pending
            ours = state.side(state.units[found.unit].seat) == state.side(asked.seat)
            one, two = (int(figure.strip("<>")) for figure in (better, worse))
            assert (one <= two) if ours else (one >= two), words


def compare(ruleset: str, number: int, first: int) -> int:
    """Compare wholes with odds until `number` questions have been. Returns how many were too large to count whole."""
    done = too_large = 0
    for match in chain_questions(ruleset, first):
        found = looking(match, match.pending.seat).all()
        if found is None:
            continue
        if found.depth is not None:
            too_large += 1
            assert found.head.endswith(f"to depth {found.depth}")
            assert any(outlook.uncounted for outlook in found.outlooks)
            continue
        check_verdict(match, found)
        for outlook in found.outlooks[:2] + found.outlooks[-1:]:
            check_outlook(match, found, outlook)
        done += 1
        if done == number:
            return too_large
    raise AssertionError(f"only {done} questions of running chains with dice ahead")


def check_outlook(match: Match, found: Foresight, outlook: Outlook) -> None:
    rows = match.odds(outlook.option.id, match.pending.seat, assume=True)
    if any(isinstance(change, LeftOut) for _, changes in rows for change in changes):
        return  # odds have a smaller limit for each answer
    assert sum(outlook.parts) in (0, 1)
    assert not outlook.uncounted
    if found.falls == "out":
        assert outlook.chances == put_out(rows), outlook.option.id
    else:
        assert not put_out(rows)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_in_random_games_it_is_what_odds_count_and_the_verdict_holds(ruleset: str) -> None:
    compare(ruleset, EVERYDAY[ruleset], 1)


@pytest.mark.fuzz
@pytest.mark.parametrize("ruleset", RULESETS)
def test_in_a_long_search_it_is_what_odds_count_and_the_verdict_holds(ruleset: str) -> None:
    compare(ruleset, LONGER * EVERYDAY[ruleset], 10_000)


def test_a_reply_that_only_takes_others_back_is_no_reply() -> None:
    """In a charge of Epic the others plan a counter charge, and a reset among their answers asks the same again."""
    for match in chain_questions("epic", 1):
        if match.pending.kind == "charge":
            found = looking(match, match.pending.seat).all()
            assert found is not None
            assert found.outlooks
            assert not any(reply.option == "reset" for reply in found.replies)
            return
    raise AssertionError("no charge")


def test_too_large_a_whole_says_how_deep_it_goes_and_is_the_same_each_time() -> None:
    for match in chain_questions("stargrunt2", 1):
        found = looking(match, match.pending.seat).all()
        if found is not None and found.depth is not None:
            assert found.head == f"more than 20,000 branches: to depth {found.depth}"
            assert found == looking(match, match.pending.seat).all()
            return
    raise AssertionError("none is too large")
