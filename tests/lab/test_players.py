"""Players as the lab writes them, and answers that are denied."""

from __future__ import annotations

import pytest
from fields import DEFAULTS, batch, bot, field, results

from game.ai.players import RandomPlayer
from game.ai.roster import UnknownPlayerError
from game.ai.seatview import SeatView
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.lab.players import PlayerError, Spec, allowed, deniable, read_players
from game.lab.seats import LevelSeat
from game.maps.scenarios import load_scenario
from game.rules import RULESETS, build
from tests.scene import Scene
from tests.setups import random_match


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("regular", Spec("regular")),
        ("veteran:bold-overwatch", Spec("veteran", "bold", denied=("overwatch",))),
        ("random-overwatch", Spec("random", denied=("overwatch",))),
        ("regular-sneak-overwatch", Spec("regular", denied=("overwatch", "sneak"))),
        ('bot:"python3 a-b.py, --x"-overwatch', Spec(command="python3 a-b.py, --x", denied=("overwatch",))),
    ],
)
def test_the_text_of_a_player_is_read_back_as_that_player(text, spec):
    assert Spec.read(text) == spec
    assert Spec.read(spec.text) == spec


def test_players_are_separated_by_commas_outside_quotes():
    assert [spec.text for spec in read_players('regular,bot:"a, b"-overwatch,random')] == [
        "regular",
        'bot:"a, b"-overwatch',
        "random",
    ]


@pytest.mark.parametrize("text", ["", "regular,", "bot:python3", 'bot:""', "regular-", "Regular", "regular overwatch"])
def test_text_that_names_no_player_is_refused_in_a_sentence(text):
    with pytest.raises(PlayerError, match=r"\.$"):
        read_players(text)


def test_a_level_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(UnknownPlayerError, match="random, recruit, regular, veteran"):
        Spec.read("genius")
    with pytest.raises(UnknownPlayerError, match="bold, steady, wary"):
        Spec.read("regular:fierce")
    with pytest.raises(UnknownPlayerError, match="no character"):
        Spec.read("random:bold")


def test_a_denied_marker_is_not_among_the_options_and_the_default_is_another():
    scene = Scene("a1 .*6 b1", phase="assign", turns=1)
    asked = scene.match.pending
    assert [option.id for option in asked.options] == ["a1:overwatch", "a1:move"]
    less = allowed(asked, ["overwatch"])
    assert less.fewer
    assert [option.id for option in less.decision.options] == ["a1:move"]
    assert (asked.default, less.decision.default) == ("a1:overwatch", "a1:move")


def test_a_denied_action_takes_every_cell_of_its_block():
    scene = Scene("a1 .*6 b1")
    asked = scene.match.pending
    assert {option.action for option in asked.options} == {"move", "stand", "hold", "end"}
    assert {option.action for option in allowed(asked, ["move"]).decision.options} == {"stand", "hold", "end"}


def test_the_last_possible_answer_is_not_denied():
    asked = Scene("a1 .*6 b1", phase="assign", turns=1).match.pending
    assert allowed(asked, ["overwatch", "move"]) == (asked, False)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_words_that_can_be_denied_are_those_of_the_rulebook(ruleset):
    assert "overwatch" in deniable(build(ruleset))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_question_with_denied_answers_still_has_a_default(ruleset):
    match, player, touched = random_match(ruleset, 5), RandomPlayer(3), 0
    for _ in range(120):
        asked = match.pending
        if asked is None:
            break
        for word in deniable(match.rules):
            decision, less = allowed(asked, [word])
            ids = [option.id for option in decision.options]
            assert decision.default in ids
            assert set(ids) <= {option.id for option in asked.options}
            assert less == (len(ids) < len(asked.options))
            touched += less
        match.choose(player.choose(SeatView(match, asked.seat), asked).id)
    assert touched > 20


@pytest.mark.parametrize("scenario", ["market_street", "old_quay", "hill_farm", "drawn_in", "three_shores"])
@pytest.mark.parametrize("most", [10, pytest.param(24, marks=pytest.mark.fuzz)])
def test_a_level_with_denied_answers_chooses_from_the_others(scenario, most):
    setup = load_scenario(scenario).setup
    match = Match(setup, build(setup.ruleset), DiceSource(seed=4))
    seats = {seat: LevelSeat(Spec.read("regular-overwatch"), seat, 1) for seat in setup.seats}
    for _ in range(most):
        asked = match.pending
        if asked is None:
            break
        choice = seats[asked.seat].choose(match, asked)
        assert allowed(asked, ["overwatch"]).decision.option(choice.option)
        match.choose(choice)


def test_a_player_denied_overwatch_lays_none(tmp_path):
    scenario = field(tmp_path)
    for players in ("regular-overwatch,regular-overwatch", f"{bot(tmp_path, DEFAULTS)}-overwatch,random-overwatch"):
        for result in results(batch(scenario, players, games=2)):
            assert result.status == "played"
            laid = next(one for one in result.measures if one.id == "overwatch_markers")
            assert laid.count == 0 < laid.of
