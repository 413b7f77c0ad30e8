"""Seats set up in their zones before turn 1, in secret where the rulebook hides things; and goals of battles."""

from __future__ import annotations

import pytest

from game.ai.levels import ComputerPlayer
from game.ai.players import RandomPlayer, answer
from game.engine.deployment import DEPLOY
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.names import Deployment
from game.engine.position import position
from game.engine.setup import read_setup
from game.engine.unfit import SetupError, Unfit
from game.engine.viewers import PUBLIC
from game.engine.wire import view_json
from game.engine.wording import cited
from game.maps.scenarios import list_scenarios, load_scenario
from game.records.tables import TableKind
from game.rules import build
from game.session.session import Session
from game.sketch import read_sketch, write_sketch

YARD = {
    "ruleset": "skirmishcorps",
    "title": "Yard",
    "turns": 2,
    "board": ["........", "..##....", "........", "........", "........", "........"],
    "zones": {"red": [[0, 0, 8, 2]], "blue": [[0, 4, 8, 2]]},
    "deployment": "free",
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [1, 0]},
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [3, 5]},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [4, 5]},
    ],
}
SET_UP = ("park_gate", "fire_lanes", "hill_farm", "drawn_in")
"""A map with zones for each rulebook that has zones."""
ZONED = [scenario.id for scenario in list_scenarios() if load_scenario(scenario.id).setup.zones]


def at_yard(**changes: object) -> Match:
    setup = read_sketch({**YARD, **changes})
    return Match(setup, build(setup.ruleset), DiceSource(seed=3))


def places(match: Match, *viewers: object) -> list[dict[str, str]]:
    board = match.setup.board
    return [{unit.id: board.label(unit.at) for unit in match.view(viewer).units} for viewer in viewers]


def test_a_seat_may_set_up_each_unit_on_any_free_passable_cell_of_its_zone() -> None:
    match = at_yard()
    asked = match.pending
    assert (asked.seat, asked.kind, asked.default) == ("red", DEPLOY, "confirm")
    assert asked.prompt == "Red decides: who stands where?"
    cells = {option.to for option in asked.options if option.unit == "r1"}
    zone = set(match.setup.zones["red"]) - {match.setup.units[0].at}
    assert cells == {cell for cell in zone if match.setup.board.passable(cell)}
    assert [option.id for option in asked.options if not option.unit] == ["confirm"]


def test_a_unit_set_up_on_a_friends_cell_changes_places_with_it_and_everything_can_be_taken_back() -> None:
    match = at_yard()
    match.choose("confirm")
    match.choose("b1:deploy:4,5")
    assert places(match, "blue") == [{"r1": "b1", "b1": "e6", "b2": "d6"}]
    match.choose("b2:deploy:0,4")
    assert places(match, "blue") == [{"r1": "b1", "b1": "e6", "b2": "a5"}]
    assert [option.id for option in match.pending.options if not option.unit] == ["reset", "confirm"]
    match.choose("reset")
    assert places(match, "blue") == [{"r1": "b1", "b1": "d6", "b2": "e6"}]
    match.undo()
    match.choose("confirm")
    assert [line.text for line in match.log_for("red")][:4] == [
        "Red has set up.",
        "Blue has set up.",
        "B1 sets up at e6.",
        "B2 sets up at a5.",
    ]
    assert places(match, PUBLIC) == [{"r1": "b1", "b1": "e6", "b2": "a5"}]
    assert match.view().phase_title == "Assign phase"


def test_where_markers_are_hidden_no_seat_sees_the_set_up_of_another_until_all_have_finished() -> None:
    one, other = at_yard(), at_yard()
    one.choose("r1:deploy:6,1")
    other.choose("r1:deploy:0,0")
    for match in (one, other):
        match.choose("confirm")
    for viewer in ("blue", PUBLIC):
        assert one.view(viewer) == other.view(viewer)
        assert one.hash(viewer) == other.hash(viewer)
        assert one.log_for(viewer) == other.log_for(viewer)
    assert one.decision_for("blue").options.find("confirm") is not None
    assert places(one, "red", "blue") == [
        {"r1": "g2", "b1": "d6", "b2": "e6"},
        {"r1": "b1", "b1": "d6", "b2": "e6"},
    ]


def told_at(session: Session, *places: tuple[str, int, int]) -> list[str]:
    """The refusals, with their clauses, of clicks on cells with these units in hand."""
    wide = session.setup.board.width
    found = [session.refused_at(unit, y * wide + x) for unit, x, y in places]
    return [cited(no.said, no.clause) for no in found if no is not None]


def test_a_cell_where_a_unit_cannot_be_set_up_is_refused_with_the_reason_and_by_no_clause() -> None:
    """Such a refusal used to cite the first clause of the turn, which says nothing of a set-up."""
    units = [
        *YARD["units"],
        {"id": "r2", "seat": "red", "profile": "trooper", "at": [2, 0]},
        {"id": "b3", "seat": "blue", "profile": "trooper", "at": [6, 1]},
    ]
    session = Session(read_sketch({**YARD, "units": units}), dice=DiceSource(seed=3), table=TableKind.OPEN)
    session.choose("r2:deploy:5,0")
    assert told_at(session, ("r1", 0, 2), ("r1", 2, 1), ("r1", 1, 0), ("r1", 6, 1), ("b1", 6, 1), ("", 6, 1)) == [
        "R1: a3 is outside the zone of Red",
        "R1: it cannot begin at c2",
        "R1: it stands at b1 already",
        "R1: another unit stands at g2",
        "B1 is not set up by Red",
        "first pick the unit that is to stand there",
    ]


def test_two_friends_change_places_only_where_each_can_begin_and_a_passenger_begins_with_its_carrier() -> None:
    sketch = {
        **YARD,
        "ruleset": "epic",
        "board": ["T.......", *["........"] * 5],
        "units": [
            {"id": "r1", "seat": "red", "profile": "line", "at": [0, 0], "group": "f"},
            {"id": "r2", "seat": "red", "profile": "tank", "at": [1, 0], "group": "f"},
            {"id": "r3", "seat": "red", "profile": "carrier", "at": [2, 0], "group": "g"},
            {"id": "r4", "seat": "red", "profile": "line", "at": [2, 0], "group": "g", "aboard": "r3"},
            {"id": "b1", "seat": "blue", "profile": "line", "at": [3, 5], "group": "h"},
        ],
    }
    session = Session(read_sketch(sketch), dice=DiceSource(seed=3), table=TableKind.OPEN)
    assert told_at(session, ("r1", 1, 0), ("r2", 0, 0), ("r4", 5, 0)) == [
        "R2 cannot begin where R1 stands",
        "R2: it cannot begin at a1",
        "R4: it begins aboard R3",
    ]


def test_the_cells_offered_for_set_up_do_not_tell_that_an_enemy_has_left_its_zone() -> None:
    """The cell that an enemy had left in secret used to be offered."""
    there = {"id": "r2", "seat": "red", "profile": "trooper", "at": [6, 5]}
    stays, leaves = at_yard(units=[*YARD["units"], there]), at_yard(units=[*YARD["units"], there])
    leaves.choose("r2:deploy:6,1")
    for match in (stays, leaves):
        match.choose("confirm")
    asked = [[option.id for option in match.pending.options] for match in (stays, leaves)]
    assert asked[0] == asked[1]
    assert "b1:deploy:6,5" not in asked[1]
    leaves.choose("confirm")
    assert places(leaves, PUBLIC)[0]["r2"] == "g2"


def test_on_a_shared_table_each_side_sets_up_behind_a_curtain() -> None:
    session = Session(read_sketch(YARD), dice=DiceSource(seed=3), table=TableKind.SHARED)
    curtains = []
    while session.match.pending.kind == DEPLOY:
        if session.sight.curtain:
            curtains.append(session.sight.hand_to)
            session.hand_over()
        session.choose("confirm")
    assert curtains == ["blue"], "the first is lifted when the battle begins"


def test_where_nothing_is_hidden_every_seat_sees_the_set_up_of_the_others() -> None:
    loaded = load_scenario("crossroads").deployed(Deployment.FREE)
    match = Match(loaded.setup, build("wh40k2"), DiceSource(seed=3))
    option = next(option for option in match.pending.options if option.unit)
    match.choose(option.id)
    for viewer in (*match.setup.seats, PUBLIC):
        assert next(unit.at for unit in match.view(viewer).units if unit.id == option.unit) == option.to


def test_ep_a35_formations_begin_in_coherency_or_the_set_up_cannot_be_handed_over() -> None:
    match = Match(load_scenario("drawn_in").deployed(Deployment.FREE).setup, build("epic"), DiceSource(seed=3))
    seat, units = match.pending.seat, match.front.units
    assert match.pending.clauses == (), "before, it was asked by the clause of the turn"
    zone = match.setup.zones[seat]
    name = next(option.unit for option in match.pending.options if option.unit)
    far = max(
        zone, key=lambda cell: min(match.setup.board.distance(cell, u.at) for u in units.values() if u.seat == seat)
    )
    match.choose(f"{name}:deploy:{far % match.setup.board.width},{far // match.setup.board.width}")
    asked = match.pending
    assert asked.options.find("confirm") is None
    assert asked.default == "reset"
    assert [no.clause for no in asked.refused] == ["EP-A35"]
    assert "out of coherency" in asked.note


@pytest.mark.parametrize(
    "name", [name if name in SET_UP else pytest.param(name, marks=pytest.mark.fuzz) for name in ZONED]
)
def test_computer_and_random_play_set_up_every_map_with_zones_and_the_record_plays_again(name: str) -> None:
    setup = load_scenario(name).deployed(Deployment.FREE).setup
    for player in (ComputerPlayer(), RandomPlayer(5)):
        match = Match(setup, build(setup.ruleset), DiceSource(seed=2))
        asked = 0
        while match.pending is not None and match.pending.kind == DEPLOY:
            answer(match, dict.fromkeys(setup.seats, player))
            asked += 1
            assert asked < 400
        again = Match(read_setup(setup.to_json()), build(setup.ruleset), DiceSource("ask"))
        again.replay(match.choices)
        assert again.hash() == match.hash()
        for unit in match.state.units.values():
            allowed = {*setup.zones.get(unit.seat, ()), next(spec.at for spec in setup.units if spec.id == unit.id)}
            assert unit.at in allowed or unit.aboard


def test_a_position_and_a_sketch_keep_deployment_goals_and_head_start() -> None:
    goal = {"scored": "exit", "seat": "blue", "unit": "b2"}
    sketch = {
        **YARD,
        "head_start": {"red": 2},
        "objectives": [{"id": "gate", "cells": [[7, 0]], "points": 3, "goal": goal}],
    }
    setup = read_sketch(sketch)
    assert read_sketch(write_sketch(setup)) == setup
    assert read_setup(setup.to_json()) == setup
    match = Match(setup, build(setup.ruleset), DiceSource(seed=3))
    assert match.view().score == {"red": 2, "blue": 0}
    assert position(match).deployment is Deployment.FREE
    match.choose("confirm")
    match.choose("confirm")
    assert position(match).deployment is Deployment.FIXED


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"zones": {}}, "Free deployment needs a zone for a seat"),
        ({"zones": {"red": [[0, 0, 8, 5]], "blue": [[0, 4, 8, 2]]}}, "Free deployment needs zones that do not overlap"),
    ],
)
def test_free_deployment_without_a_zone_for_each_seat_is_refused_in_a_sentence(changes: dict, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        at_yard(**changes)


def test_an_exit_must_belong_to_a_seat_of_the_battle() -> None:
    gate = {"id": "gate", "cells": [[7, 0]], "goal": {"scored": "exit"}}
    with pytest.raises(Unfit, match="goal"):
        read_setup(read_sketch({**YARD, "objectives": [gate]}).to_json())


# -- goals ------------------------------------------------------------------------------------------------------------


def quiet(match: Match) -> None:
    """Both sides do nothing until the turn is over."""
    turn = match.state.turn
    while match.pending is not None and match.state.turn == turn:
        asked = match.pending
        given = asked.options.find("end") or asked.options.find("pass") or asked.options.find(asked.default)
        match.choose(given.id)


def in_the_yard(**goal: object) -> Match:
    return at_yard(
        deployment="fixed",
        objectives=[{"id": "gate", "name": "The gate", "cells": [[3, 5], [4, 5]], "points": 3, "goal": goal}],
    )


def test_sc_a54_an_objective_scored_in_the_last_turn_gives_points_only_then() -> None:
    match = in_the_yard(scored="last turn")
    quiet(match)
    assert match.view().score == {"red": 0, "blue": 0}
    quiet(match)
    assert match.outcome.winner == "blue"
    assert match.outcome.reason == "more points, 3 against 0"


def test_sc_a54_an_objective_of_one_seat_gives_no_points_to_another() -> None:
    match = in_the_yard(seat="red")
    quiet(match)
    assert match.view().score == {"red": 0, "blue": 0}


def test_sc_a54_units_leave_the_table_by_their_exit_and_score_its_points() -> None:
    match = in_the_yard(scored="exit", seat="blue", unit="b2")
    quiet(match)
    assert "B2 leaves the table by The gate: Blue scores 3." in [line.text for line in match.log_for(PUBLIC)]
    assert match.view().score == {"red": 0, "blue": 3}
    gone = match.state.units["b2"]
    assert (gone.out, gone.exited, gone.markers) == (True, True, {"exited": "up"})
    assert not match.state.units["b1"].out


def test_sc_a55_when_all_units_of_a_side_have_left_by_the_exit_the_points_decide() -> None:
    match = in_the_yard(scored="exit", seat="blue")
    quiet(match)
    assert (match.outcome.winner, match.outcome.reason) == ("blue", "more points, 6 against 0")


def test_the_protocol_sends_a_goal_only_for_an_objective_that_has_one() -> None:
    plain = view_json(at_yard(objectives=[{"id": "gate", "cells": [[3, 5]]}]).view())["objectives"]
    assert plain == [{"id": "gate", "name": "gate", "cells": [[3, 5]], "seat": "", "points": 1}]
    goal = view_json(in_the_yard(scored="exit", seat="blue").view())["objectives"][0]["goal"]
    assert goal == {"scored": "exit", "seat": "blue"}


def test_looking_ahead_at_a_set_up_shows_no_plan_and_no_refusal() -> None:
    match = at_yard()
    drafted = match.drafted(next(option for option in match.pending.options if option.unit))
    assert (drafted.plan, drafted.refused) == ((), None)
