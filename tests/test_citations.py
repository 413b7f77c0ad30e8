"""Every event cites the clause of its own case, in the demonstrations, the recorded games and random games."""

from __future__ import annotations

import json

import pytest

from game.demos.files import list_demos
from game.demos.player import DemoPlayer
from game.protocol.session import ProtocolSession
from game.rules import RULESETS
from tests.citing import Row, misplaced, rows_of
from tests.setups import decisions, random_match
from tools.corpus_parts.games import names, read
from tools.corpus_parts.playing import PARTS

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
RECORDED = [name for name in names() if "/" in name and not name.endswith("/book")]


def wrong(match):
    """Return the citations of a match that do not belong where they are."""
    profiles = {unit.id: unit.profile for unit in match.front.units.values()}
    return list(misplaced(match.setup.ruleset, rows_of(match), profiles))


def played(demo):
    """Return the match of a demonstration, played to its end."""
    player = DemoPlayer(demo)
    player.goto(len(player.steps))
    return player.match


@every_ruleset
def test_every_event_of_the_demonstrations_cites_what_belongs_to_its_case(ruleset):
    assert [no for demo in list_demos() if demo.setup.ruleset == ruleset for no in wrong(played(demo))] == []


@every_ruleset
@pytest.mark.parametrize("seed", range(4))
def test_every_event_of_random_games_cites_what_belongs_to_its_case(ruleset, seed):
    match = random_match(ruleset, seed)
    for _ in decisions(match, seed):
        pass
    assert wrong(match) == []


@pytest.mark.fuzz
@every_ruleset
@pytest.mark.parametrize("seed", range(4, 60))
def test_every_event_of_many_random_games_cites_what_belongs_to_its_case(ruleset, seed):
    test_every_event_of_random_games_cites_what_belongs_to_its_case(ruleset, seed)


def recorded(name):
    """Play a recorded game; return its log, and the profile of each unit."""
    game, session = read(name, len(PARTS)), ProtocolSession()

    def ask(request):
        answer = json.loads(session.answer(json.dumps(request).encode()))
        assert answer["ok"], answer
        return answer

    answer = ask(game.new)
    match, told = answer["match"], list(answer["events"])
    for choice in game.choices:
        told += ask({"do": "choose", "match": match, **choice})["events"]
    units = ask({"do": "state", "match": match})["state"]["units"]
    log = [Row(one["type"], tuple(one["clauses"]), one["cause"], one) for one in told]
    return log, {unit["id"]: unit["profile"] for unit in units}


@pytest.mark.parametrize("name", [name for name in RECORDED if "/computer-1" in name or "/map-" in name][::3])
def test_every_event_of_a_recorded_game_cites_what_belongs_to_its_case(name):
    assert list(misplaced(name.partition("/")[0], *recorded(name))) == []


@pytest.mark.fuzz
@pytest.mark.parametrize("name", RECORDED)
def test_every_event_of_every_recorded_game_cites_what_belongs_to_its_case(name):
    assert list(misplaced(name.partition("/")[0], *recorded(name))) == []
