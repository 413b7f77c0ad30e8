"""What every rulebook promises, checked at every decision of random games."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.engine.answers import Choice, IllegalChoice
from game.engine.decisions import Refusal
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.odds import OddsTooLarge, explore
from game.rules import RULESETS, build
from tests.budget import daily, share
from tests.setups import HIDDEN, any_option, decisions, random_match, random_setup
from tests.strict import Heard
from tests.viewed import logged, viewed

ROOT = Path(__file__).resolve().parent.parent
SEEDS = daily((3, 2, 1), 1)

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
every_game = pytest.mark.parametrize("seed", SEEDS)


def play(ruleset, seed, **how):
    match = random_match(ruleset, seed, **how)
    return decisions(match, seed)


@every_ruleset
@every_game
def test_the_game_ends_and_says_who_has_won(ruleset, seed):
    match = random_match(ruleset, seed)
    for _ in decisions(match, seed):
        pass
    assert match.outcome.winner in {"", *match.setup.seats}
    assert match.events[-1].type == "game_ended"


@every_ruleset
@every_game
def test_a_clone_is_played_on_without_touching_the_original(ruleset, seed):
    random = Random(seed)
    for match in play(ruleset, seed):
        before = match.hash(), len(match.events), match.view(), match.pending
        twin = match.clone(DiceSource(seed=99))
        for _ in range(4):
            if twin.pending:
                twin.choose(any_option(twin, random))
        assert (match.hash(), len(match.events), match.view(), match.pending) == before


@every_ruleset
@every_game
def test_the_state_survives_json(ruleset, seed):
    for match in play(ruleset, seed):
        data = json.loads(json.dumps(match.state.to_json()))
        again = type(match.state).from_json(data, match.setup.board, match.setup.objectives)
        assert again == match.state
        assert again.key() == match.state.key()


@every_ruleset
@every_game
def test_options_have_unique_ids_and_the_default_is_one_of_them(ruleset, seed):
    for match in play(ruleset, seed):
        ids = [option.id for option in match.pending.options]
        assert len(set(ids)) == len(ids)
        assert match.pending.default in ids


@every_ruleset
@every_game
def test_an_option_is_the_same_whether_found_by_iteration_index_or_id(ruleset, seed):
    random = Random(seed)
    for match in play(ruleset, seed):
        options = match.pending.options
        one_by_one = [options[place] for place in random.sample(range(len(options)), min(len(options), 12))]
        listed = list(options)
        assert len(options) == len(listed)
        assert next(iter(options)) == listed[0] == options[0]
        for option in one_by_one:
            assert option in listed
            assert options.find(option.id) == option


@every_ruleset
@every_game
def test_every_pending_roll_says_which_unit_or_seat_each_die_belongs_to_and_what_it_needs(ruleset, seed):
    setup = random_setup(ruleset, seed)
    match = Match(setup, build(ruleset, setup.rulings), DiceSource("ask"))
    random = Random(seed)
    while match.pending:
        asked = match.pending
        if asked.throw is None:
            match.choose(any_option(match, random))
            continue
        told, units = asked.to_json(setup.board.width), match.front.units
        assert {"unit", "target", "need"} <= told.keys()
        assert len(told["rollers"]) == len(told["dice"]) == len(asked.dice)
        for who in told["rollers"]:
            assert who["unit"] is None or who["unit"] in units
            assert who["seat"] is None or who["seat"] in match.front.seats
        if told["need"] == "higher":  # one against the other
            assert [who.called for who in asked.throw.rollers if who.called not in asked.prompt] == []
        match.choose(Choice(faces=tuple(random.randint(1, sides) for sides in asked.dice)))


@every_ruleset
@every_game
def test_an_option_that_is_not_listed_is_refused_and_changes_nothing(ruleset, seed):
    for match in play(ruleset, seed):
        before = match.hash(), len(match.events), len(match.choices), match.pending
        for wrong in ("", "no such option", match.pending.default + "x"):
            with pytest.raises(IllegalChoice):
                match.choose(wrong)
        assert (match.hash(), len(match.events), len(match.choices), match.pending) == before


@every_ruleset
@every_game
def test_why_answers_for_every_unit_and_changes_nothing(ruleset, seed):
    for match in play(ruleset, seed):
        before = match.hash(), match.view()
        answers = match.why()
        assert set(answers) == set(match.state.units)
        for answer in answers.values():
            assert answer.reason if isinstance(answer, Refusal) else answer, "a refusal without a reason"
        assert match.why() == answers
        assert (match.hash(), match.view()) == before


@every_ruleset
@every_game
def test_a_view_is_json_for_every_seat(ruleset, seed):
    for match in play(ruleset, seed):
        for seat in (None, *match.setup.seats):
            view = viewed(match, seat)
            assert json.loads(json.dumps(view)) == view
            assert json.dumps(match.decision_for(seat).to_json(match.setup.board.width))


@every_ruleset
@every_game
def test_undo_goes_back_and_the_same_choice_leads_to_the_same_game(ruleset, seed):
    random = Random(seed)
    match = random_match(ruleset, seed)
    while match.pending:
        before = match.hash(), match.view(), len(match.events)
        option = any_option(match, random)
        match.choose(option)
        after = match.hash(), match.view(), list(match.events)
        match.undo()
        assert (match.hash(), match.view(), len(match.events)) == before
        match.choose(option)
        assert (match.hash(), match.view(), list(match.events)) == after


SENTENCE = re.compile(r"[^\s{}_][^{}_]*[.!?]")


@every_ruleset
@every_game
def test_every_event_is_a_sentence_for_every_seat(ruleset, seed):
    match = random_match(ruleset, seed)
    for _ in decisions(match, seed):
        pass
    for seat in (None, *match.setup.seats):
        for event in logged(match, seat):
            assert SENTENCE.fullmatch(event["text"]), event
            assert not re.search(r"\bNone\b|\bnone\b|''|  ", event["text"]), event
            assert json.dumps(event)


@every_ruleset
@every_game
def test_every_cited_clause_is_in_the_rulebook(ruleset, seed):
    match = random_match(ruleset, seed)
    known = {*match.rules.book.clauses, *match.rules.book.rulings}
    cited = set()
    for _ in decisions(match, seed):
        asked = match.pending
        cited |= {*asked.clauses, *(no.clause for no in asked.refused)}
        cited |= {clause for option in asked.options for clause in option.clauses}
        cited |= {answer.clause for answer in match.why().values() if isinstance(answer, Refusal)}
    cited |= {clause for event in match.events for clause in event.clauses}
    assert cited - known - {""} == set()


@every_ruleset
@every_game
def test_events_are_numbered_and_caused_by_earlier_ones(ruleset, seed):
    match = random_match(ruleset, seed)
    for _ in decisions(match, seed):
        pass
    assert [event.n for event in match.events] == list(range(len(match.events)))
    assert [event for event in match.events if event.cause >= event.n] == []


@every_ruleset
@every_game
def test_forecasts_and_odds_are_given_for_any_option(ruleset, seed):
    for match in play(ruleset, seed):
        before = match.hash()
        for option in match.pending.options[:8]:
            match.forecast(option)
        default = match.pending.option(match.pending.default)
        try:
            ends = explore(match.rules, match.state, [*match.answers, default], limit=100)
        except OddsTooLarge:
            continue
        assert sum(chance for chance, _ in ends) == 1
        assert match.hash() == before


REPLAY = """
import sys
import msgspec
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from tests.setups import random_setup
ruleset, choices = msgspec.json.decode(sys.stdin.read(), type=tuple[str, list[Choice]])
setup = random_setup(ruleset, 1)
match = Match(setup, build(ruleset), DiceSource("ask"))
match.replay(choices)
print(setup.fingerprint(), match.hash())
"""


@every_ruleset
def test_the_hash_is_the_same_in_another_process_with_another_hash_seed(ruleset):
    match = random_match(ruleset, 1)
    for _ in decisions(match, 1):
        if len(match.choices) > 60:
            break
    sent = msgspec.json.encode([ruleset, match.choices]).decode()
    done = subprocess.run(
        [sys.executable, "-c", REPLAY],
        input=sent,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2",
            "PYTHONPATH": str(ROOT),
        },
        check=True,
    )
    assert done.stdout.split() == [match.setup.fingerprint(), match.hash()]


def seen(match, seat, since):
    """All that a seat is shown at this moment."""
    asked = match.decision_for(seat)
    return (
        match.view(seat),
        asked.to_json(match.setup.board.width) if asked else None,
        logged(match, seat, since),
        {name: str(answer) for name, answer in match.why(seat).items()},
    )


def twin_of(match, seat):
    """The same moment with every hidden marker of the other side exchanged; the running step is run again."""
    kinds = HIDDEN[match.rules.id]
    twin = match.clone(DiceSource("ask"))
    state = match.state.apart()
    named = {getattr(answer, "unit", "") for answer in match.answers}
    for unit in state.units.values():
        if unit.seat != seat and unit.id not in named:
            unit.markers = {
                kinds[1 - kinds.index(kind)] if face == "down" else kind: face for kind, face in unit.markers.items()
            }
    since = len(twin.events) - twin._published
    del twin.events[since:]
    twin.state, twin._published, twin.pending = state, 0, None
    twin._run()
    return twin, since


def check_twins(match):
    for seat in match.setup.seats:
        twin, since = twin_of(match, seat)
        assert seen(twin, seat, since) == seen(match, seat, since), match.pending.prompt


hiding = pytest.mark.parametrize("ruleset", HIDDEN)


@hiding
@every_game
def test_a_seat_sees_the_same_table_and_prompt_when_hidden_enemy_markers_are_exchanged(ruleset, seed):
    for match in play(ruleset, seed):
        check_twins(match)


@hiding
def test_assigning_one_marker_or_the_other_looks_the_same_from_outside(ruleset):
    for match in play(ruleset, 1):
        if match.pending.kind != "assign":
            continue
        other = next(seat for seat in match.setup.seats if seat != match.pending.seat)
        unit = match.pending.unit
        shown = []
        for kind in HIDDEN[ruleset] if unit else ():
            twin = match.clone()
            twin.choose(f"{unit}:{kind}")
            shown.append(seen(twin, other, len(match.events)))
        assert shown[:1] == shown[1:]


@pytest.mark.fuzz
@every_ruleset
def test_two_thousand_games_end_without_a_silent_change(ruleset):
    for seed in range(share(2000)):
        match = random_match(ruleset, seed, Heard, width=9, height=7)
        for _ in decisions(match, seed):
            assert (
                type(match.state).from_json(match.state.to_json(), match.setup.board, match.setup.objectives)
                == match.state
            )
        assert match.silent == [], seed
        again = Match(match.setup, build(ruleset), DiceSource("ask"))
        again.replay(match.choices)
        assert again.hash() == match.hash()
        logged(match)


@pytest.mark.fuzz
@hiding
def test_two_hundred_games_reveal_no_hidden_marker(ruleset):
    for seed in range(share(200)):
        for match in decisions(random_match(ruleset, seed), seed):
            check_twins(match)


@pytest.mark.fuzz
def test_skirmishcorps_with_forcing_announced_at_the_close_ends_too():
    for seed in range(share(200)):
        match = random_match("skirmishcorps", seed, Heard, rulings={"SC-A1": "at_close"})
        for _ in decisions(match, seed):
            pass
        assert match.silent == []


def test_random_setups_differ_by_seed_and_repeat():
    assert random_setup("skirmishcorps", 1) == random_setup("skirmishcorps", 1)
    assert random_setup("skirmishcorps", 1) != random_setup("skirmishcorps", 2)
