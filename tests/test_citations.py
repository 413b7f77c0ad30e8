"""Every event, question, option and refusal cites the clause of its own case: in demonstrations and games."""

from __future__ import annotations

import json

import pytest

from game.demos.files import list_demos, load_demo
from game.demos.player import DemoPlayer
from game.engine.decisions import DICE
from game.engine.rulebook import load_rulebook
from game.protocol.reference import reference
from game.protocol.session import ProtocolSession
from game.rules import RULESETS, build
from tests.citing import CONTEXT, Row, asked, many, misplaced, rows_of
from tests.firefight import Firefight
from tests.scene import Scene
from tests.setups import decisions, random_match
from tools.corpus_parts.games import names, read
from tools.corpus_parts.playing import PARTS

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
RECORDED = [name for name in names() if "/" in name and not name.endswith("/book")]


def profiles_of(match):
    return {unit.id: unit.profile for unit in match.front.units.values()}


def wrong(match):
    """Return the citations of a match that do not belong where they are."""
    return list(misplaced(match.setup.ruleset, rows_of(match), profiles_of(match)))


def wrongly_asked(match):
    """Return the citations of the pending question, its options and its refusals that do not belong there."""
    if match.pending is None or match.pending.seat == DICE:
        return []
    log = rows_of(match)
    return list(misplaced(match.setup.ruleset, [*log, *asked(match)], profiles_of(match), len(log)))


def played(demo):
    """Return the match of a demonstration, played to its end."""
    player = DemoPlayer(demo)
    player.goto(len(player.steps))
    return player.match


@every_ruleset
def test_every_event_of_the_demonstrations_cites_what_belongs_to_its_case(ruleset):
    assert [no for demo in list_demos() if demo.setup.ruleset == ruleset for no in wrong(played(demo))] == []


@every_ruleset
def test_every_question_option_and_refusal_of_the_demonstrations_cites_what_belongs_to_its_case(ruleset):
    for demo in (demo for demo in list_demos() if demo.setup.ruleset == ruleset):
        player = DemoPlayer(demo)
        for step in range(len(player.steps) + 1):
            player.goto(step)
            assert wrongly_asked(player.match) == []


@every_ruleset
@pytest.mark.parametrize("seed", range(4))
def test_every_question_option_and_refusal_of_random_games_cites_what_belongs_to_its_case(ruleset, seed):
    match = random_match(ruleset, seed)
    for _ in decisions(match, seed):
        assert wrongly_asked(match) == []


@pytest.mark.fuzz
@every_ruleset
@pytest.mark.parametrize("seed", range(4, 60))
def test_every_question_option_and_refusal_of_many_random_games_cites_what_belongs_to_its_case(ruleset, seed):
    test_every_question_option_and_refusal_of_random_games_cites_what_belongs_to_its_case(ruleset, seed)


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


WRONG = [
    ("sc-snowball", "moved", "SC-13"),
    ("sc-intercept", "struck", "SC-A44"),
    ("sc-snowball", "shot", "SC-33"),
    ("wh-charge", "moved", "WH-24"),
    ("wh-script", "overwatch_placed", "WH-05"),
    ("sg-nerve", "moved", "SG-16"),
    ("sg-fire-and-answer", "fired", "SG-10"),
    ("ep-over-friends", "reaction_started", "EP-A32"),
    ("vk-loading", "loaded", "VK-26"),
]
"""A demonstration, a type of event, and a clause that its first event of that type must not cite."""


@pytest.mark.parametrize(("demo", "kind", "clause"), WRONG)
def test_a_clause_in_the_wrong_place_is_found(demo, kind, clause):
    match = played(load_demo(demo))
    log = rows_of(match)
    profiles = profiles_of(match)
    place = next(n for n, row in enumerate(log) if row.type == kind)
    log[place] = log[place]._replace(clauses=(clause,))
    assert [no.partition(":")[0] for no in misplaced(match.setup.ruleset, log, profiles)] == [f"{kind} cites {clause}"]
    log[place] = log[place]._replace(clauses=())
    assert [no.partition(":")[0] for no in misplaced(match.setup.ruleset, log, profiles)] == [f"{kind} cites nothing"]


ASKED_WRONG = [
    ("sc-snowball", "question activate", "SC-12"),
    ("sc-snowball", "question force", "SC-20"),
    ("sc-snowball", "option point", "SC-61"),
    ("wh-script", "question activate", "WH-10"),
    ("wh-script", "option throw", "WH-11"),
    ("sg-worked-example", "option carry", "SG-26"),
    ("ep-script", "refusal", "EP-09"),
    ("vk-retreat", "option stay", "VK-A36"),
]
"""A demonstration, something that its questions have, and a clause that it must not cite."""


@pytest.mark.parametrize(("demo", "name", "clause"), ASKED_WRONG)
def test_a_clause_in_the_wrong_place_of_a_question_is_found(demo, name, clause):
    player = DemoPlayer(load_demo(demo))
    for step in range(len(player.steps) + 1):
        player.goto(step)
        match = player.match
        rows = asked(match) if match.pending is not None and match.pending.seat != DICE else []
        if any(row.type == name for row in rows):
            log, ruleset = rows_of(match), match.setup.ruleset
            broken = [row._replace(clauses=(clause,)) for row in rows if row.type == name][:1]
            found = misplaced(ruleset, [*log, *broken], profiles_of(match), len(log))
            assert [no.partition(":")[0] for no in found] == [f"{name} cites {clause}"]
            return
    raise AssertionError(f"{demo} has no {name}")


def test_sc_a22_sc_a35_an_instigator_that_nobody_forced_goes_on_by_its_own_clause():
    scene = (
        Scene("a1 .*8 b1")
        .chooses("a1:move:jog:3,0", "b1:ranged_attack:a1")
        .chooses("b1:wait", "b1:ranged_attack:a1")
        .rolls("to hit", 6, 6)
    )
    assert scene.asked("a", "carry_out").match.pending.clauses == ("SC-A22",)
    scene.chooses("a1:move:3,0").cites("action_chosen", "SC-A22").cites("moved", "SC-13")
    alone = Scene("a1 .*8 b1", b1="move").chooses("a1:move:jog:3,0").passes("b").chooses("a1:none")
    assert alone.event("moved").clauses == ("SC-A36",)
    assert alone.event("action_done").clauses == ("SC-A35",)


def test_sc_a44_a_blow_of_ones_own_action_is_no_interceptors():
    scene = (
        Scene("a1 b1 .", b1="move").chooses("a1:stand").passes("b").chooses("a1:close_combat:b1").rolls("to hit", 6, 6)
    )
    assert scene.event("struck").clauses == ("SC-A44",)


def test_sg_a40_a_move_cites_the_point_of_fire_only_where_it_was_fired_at():
    scene = Firefight("a1 .*11 b1").acts("a1", "a1:move:2,0")
    scene.chooses("pass")
    assert scene.event("moved").clauses == ("SG-A40",)


@every_ruleset
def test_every_event_and_roll_that_may_cite_a_clause_exists(ruleset):
    known, book = reference()[ruleset], load_rulebook(ruleset)
    cases = [case for one in (*book.clauses.values(), *book.rulings.values()) for case in one.cited]
    named = {name for case in cases for name in ([case] if isinstance(case, str) else many(case["by"]))}
    questions = build(ruleset).questions
    exist = {*known["events"], *(f"roll {why}" for why in known["rolls"]), "refusal"}
    exist |= {f"question {kind}" for kind in questions}
    exist |= {f"option {verb}" for verbs in questions.values() for verb in verbs}
    assert {name for name in named if not name.startswith("modifier ")} - exist == set()
    fields = {field for names in known["events"].values() for field in names}
    used = {key for case in cases if not isinstance(case, str) for key in case}
    assert used - CONTEXT - {"question"} <= fields
