"""The engine protocol as a client in another process meets it: every request, every refusal."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from fractions import Fraction

import pytest
from engine_client import ROOT, Engine
from msgspec.structs import replace
from tables import BOOKS, DUEL, UNASSIGNED, begun, choose_any, field

from game.engine import wire
from game.engine.foreign import ascii_json
from game.engine.options import Option, Options
from game.engine.viewers import REFEREE
from game.protocol.requests import LINE_LIMIT, REQUESTS
from game.protocol.schema import CODES
from tests.budget import daily


@pytest.fixture
def duel(engine):
    """The answer to the request that begins the duel."""
    return engine.ask("new", sketch=DUEL, seed=1)


def ids(answer):
    """The ids of the options of an answer."""
    return [option["id"] for option in answer["pending"]["options"]]


def test_hello_says_who_it_is_and_what_it_plays(engine):
    hello = engine.ask("hello")
    assert hello["protocol"] == 1
    assert {book["id"] for book in hello["rulesets"]} == set(BOOKS)
    assert all(book["title"] and book["clauses"] for book in hello["rulesets"])
    assert all({"id", "title", "ruleset", "seats"} == set(one) for one in hello["scenarios"])


def test_every_scenario_that_hello_names_can_be_begun(engine):
    for scenario in engine.ask("hello")["scenarios"]:
        answer = engine.ask("new", scenario=scenario["id"])
        assert answer["pending"]
        engine.ask("close", match=answer["match"])


def test_a_new_match_answers_with_events_and_the_pending_decision(duel):
    assert set(duel) == {"ok", "match", "events", "pending", "outcome"}
    assert [event["n"] for event in duel["events"]] == list(range(len(duel["events"])))
    assert duel["pending"]["seat"] == "red"
    assert duel["pending"]["kind"] == "activate"
    assert duel["pending"]["default"] in ids(duel)
    assert duel["outcome"] is None


def test_every_move_carries_its_path_from_the_cell_after_the_start(duel):
    moves = [option for option in duel["pending"]["options"] if option["action"] == "move"]
    assert moves
    for move in moves:
        assert move["path"][-1] == move["to"]
        whole = [[0, 2], *move["path"]]
        assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in itertools.pairwise(whole))


def test_choosing_answers_with_the_new_events_only(engine, duel):
    answer = engine.ask("choose", match=duel["match"], option="r1:move:jog:4,2")
    assert answer["events"][0]["n"] == len(duel["events"])
    assert {"n", "type", "clauses", "cause", "text"} <= set(answer["events"][0])
    assert answer["pending"]["seat"] == "blue"
    assert ids(answer) == ["b1:ranged_attack:r1", "pass"]


def test_another_path_to_the_same_cell_is_walked_and_recorded(engine, duel):
    bent = [[1, 1], [2, 2], [3, 2], [4, 2]]
    answer = engine.ask("choose", match=duel["match"], option="r1:move:run:4,2", path=bent)
    announced = next(event for event in answer["events"] if event["type"] == "action_announced")
    assert announced["path"] == [[0, 2], *bent]
    saved = engine.ask("save", match=duel["match"])["save"]
    again = engine.ask("load", save=saved)
    assert engine.ask("hash", match=again["match"])["hash"] == engine.ask("hash", match=duel["match"])["hash"]


def test_a_path_that_cannot_be_walked_is_an_illegal_choice(engine, duel):
    before = engine.ask("hash", match=duel["match"])
    error = engine.refused("choose", match=duel["match"], option="r1:move:run:4,2", path=[[4, 2]])
    assert error["code"] == "illegal_choice"
    assert error["legal"] == ids(duel)
    assert engine.ask("hash", match=duel["match"]) == before


def test_a_move_along_an_empty_path_is_an_illegal_choice(engine, duel):
    error = engine.refused("choose", match=duel["match"], option="r1:move:run:4,2", path=[])
    assert error["code"] == "illegal_choice"
    assert engine.ask("choose", match=duel["match"], option="r1:stand", path=[])["pending"]


@pytest.mark.parametrize("cell", ["9" * 5000 + ",2", "4," + "9" * 5000, "٤,2", "04,2"])
def test_a_move_to_no_cell_of_any_board_is_an_illegal_choice(engine, duel, cell):
    error = engine.refused("choose", match=duel["match"], option=f"r1:move:run:{cell}")
    assert error["code"] == engine.refused("odds", match=duel["match"], option=f"r1:move:run:{cell}")["code"]
    assert error["code"] == "illegal_choice"
    assert len(error["message"]) < 400


def test_an_illegal_choice_names_the_legal_ones_and_changes_nothing(engine, duel):
    before = engine.ask("hash", match=duel["match"])
    error = engine.refused("choose", match=duel["match"], option="r1:fly")
    assert error["code"] == "illegal_choice"
    assert error["legal"] == ids(duel)
    assert engine.ask("hash", match=duel["match"]) == before


def test_state_shows_the_referee_everything_and_a_seat_only_its_own_face_down_markers(engine, duel):
    def markers(seat):
        """The markers of every unit by its id, as a seat sees them; None for the referee."""
        state = engine.ask("state", match=duel["match"], **({"as": seat} if seat else {}))["state"]
        return {unit["id"]: unit["markers"] for unit in state["units"]}

    whole = {"r1": [{"kind": "move", "face": "down"}], "b1": [{"kind": "overwatch", "face": "down"}]}
    assert markers(None) == markers("referee") == whole
    assert markers("red") == {**whole, "b1": [{"kind": "hidden", "face": "down"}]}
    assert markers("blue") == {**whole, "r1": [{"kind": "hidden", "face": "down"}]}


def test_state_has_the_shape_of_the_protocol(engine, duel):
    engine.ask("choose", match=duel["match"], option="r1:move:jog:4,2")
    state = engine.ask("state", match=duel["match"])["state"]
    assert {"ruleset", "turn", "phase", "seat", "board", "units", "groups", "queue"} <= set(state)
    assert state["board"] == {"grid": "square", "width": 10, "height": 3}
    unit = {"id", "seat", "profile", "at", "out", "figures", "wounds", "stats", "markers", "group"}
    assert all(unit <= set(one) for one in state["units"])
    assert state["queue"]["instigator"] == "r1"
    assert {"trigger", "reactions", "frozen", "outer"} <= set(state["queue"])


def test_why_tells_of_every_unit_its_options_or_the_clause(engine, duel):
    engine.ask("choose", match=duel["match"], option="r1:move:jog:4,2")
    why = engine.ask("why", match=duel["match"])["why"]
    assert set(why) == {"r1", "b1"}
    assert why["r1"]["clause"] == "SC-01"
    assert why["r1"]["reason"]
    assert [option["id"] for option in why["b1"]] == ["b1:ranged_attack:r1"]


def test_why_lists_what_a_unit_is_asked_about_outside_reactions_too(engine, duel):
    def asked():
        """The ids of the options that each asked unit has."""
        why = engine.ask("why", match=duel["match"])["why"]
        return {name: [option["id"] for option in options] for name, options in why.items() if type(options) is list}

    assert asked() == {"r1": [name for name in ids(duel) if name.startswith("r1:")]}
    for option in ("r1:move:jog:4,2", "b1:ranged_attack:r1"):
        engine.ask("choose", match=duel["match"], option=option)
    assert asked() == {"b1": ["b1:force", "b1:wait"]}


def test_odds_that_run_into_a_whole_fight_say_what_they_leave_out_and_tell_the_sum_of_the_attack(engine):
    units = [
        {"id": "b1", "seat": "blue", "profile": "elite", "at": [2, 1], "weapon": "bolt_pistol", "marker": "overwatch"},
        {"id": "r1", "seat": "red", "profile": "fast_raider", "at": [11, 1]},
    ]
    sketch = {"ruleset": "wh40k2", "board": ["." * 14] * 3, "units": units, "seat": "red", "phase": "charge"}
    match = engine.ask("new", sketch=sketch)["match"]
    for option in ("r1:charge:b1", "pass"):
        answer = engine.ask("choose", match=match, option=option)
    assert "b1:ranged_attack:r1:p4" in ids(answer)
    told = engine.ask("odds", match=match, option="b1:ranged_attack:r1:p4")
    assert sum(Fraction(row["exact"]) for row in told["odds"]) == 1
    (left_out,) = told["odds"][-1]["changes"]
    assert left_out["left_out"].startswith("more steps than can be looked at")
    assert told["forecast"]["modifiers"] == [["short range", 2, "WH-25"], ["overwatch", -1, "WH-18"]]
    assert told["forecast"]["need"] == 2


def test_odds_are_exact_and_come_with_the_sum(engine, duel):
    engine.ask("choose", match=duel["match"], option="r1:move:jog:4,2")
    answer = engine.ask("odds", match=duel["match"], option="b1:ranged_attack:r1")
    assert answer["forecast"]["exact"][0] == "7/12"
    engine.ask("choose", match=duel["match"], option="b1:ranged_attack:r1")
    rows = engine.ask("odds", match=duel["match"], option="b1:force")["odds"]
    assert sum(Fraction(row["exact"]) for row in rows) == 1
    assert all({"p", "exact", "changes"} == set(row) for row in rows)
    assert all(row["p"] == float(Fraction(row["exact"])) for row in rows)


def test_the_odds_of_a_pending_roll_are_asked_for_without_an_option(engine):
    new = engine.ask("new", sketch=DUEL, dice="ask")
    shoot(engine, new["match"], new)
    rows = engine.ask("odds", match=new["match"])["odds"]
    assert {row["exact"]: [change["unit"] for change in row["changes"]] for row in rows} == {
        "11/18": [],
        "7/18": ["r1"],
    }
    assert engine.refused("odds", match=new["match"], option="pass")["code"] == "illegal_choice"


def test_sight_says_what_is_in_the_way(engine, duel):
    clear = engine.ask("sight", match=duel["match"], **{"from": [0, 2], "to": [9, 2]})
    assert clear["visible"] is True
    assert clear["distance"] == 9
    assert clear["blocked_by"] is None
    blocked = engine.ask("sight", match=duel["match"], **{"from": [0, 1], "to": [9, 1]})
    assert blocked["visible"] is False
    assert blocked["blocked_by"] == [3, 1]


def test_undo_says_where_the_log_is_cut(engine, duel):
    before = engine.ask("hash", match=duel["match"])
    engine.ask("choose", match=duel["match"], option="r1:move:jog:4,2")
    answer = engine.ask("undo", match=duel["match"])
    assert answer["cut"] == len(duel["events"])
    assert answer["events"] == []
    assert answer["pending"] == duel["pending"]
    assert engine.ask("hash", match=duel["match"]) == before
    assert engine.refused("undo", match=duel["match"])["code"] == "no_decision"


def test_a_clone_is_played_on_without_touching_its_original(engine, duel):
    before = engine.ask("hash", match=duel["match"])
    twin = engine.ask("clone", match=duel["match"])["match"]
    assert twin != duel["match"]
    engine.ask("choose", match=twin, option="end")
    assert engine.ask("hash", match=duel["match"]) == before
    assert engine.ask("hash", match=twin) != before


def test_a_closed_match_is_unknown(engine, duel):
    engine.ask("close", match=duel["match"])
    assert engine.refused("state", match=duel["match"])["code"] == "unknown_match"


def test_rules_gives_every_clause_and_ruling_with_its_coverage(engine):
    rules = engine.ask("rules", ruleset="skirmishcorps")
    assert {"SC-01", "SC-65"} <= {clause["id"] for clause in rules["clauses"]}
    assert all("code" in one and "tests" in one for one in rules["clauses"] + rules["rulings"])
    assert engine.refused("rules", ruleset="chess")["code"] == "bad_request"


def test_rulings_of_a_match_are_taken_or_refused_by_name(engine):
    ruling = next(r for r in engine.ask("rules", ruleset="skirmishcorps")["rulings"] if len(r["choices"]) > 1)
    other = next(c["id"] for c in ruling["choices"] if c["id"] != ruling["default"])
    match = engine.ask("new", sketch=DUEL, rulings={ruling["id"]: other})["match"]
    assert engine.ask("save", match=match)["save"]["rulings"][ruling["id"]] == other
    assert engine.refused("new", sketch=DUEL, rulings={ruling["id"]: "maybe"})["code"] == "bad_request"
    assert engine.refused("new", sketch=DUEL, rulings={"SC-A999": "yes"})["code"] == "bad_request"


# -- dice -------------------------------------------------------------------------------------------------------------

PLAY = ["r1:move:jog:4,2", "b1:ranged_attack:r1", "pass", "b1:wait", "b1:ranged_attack:r1"]


def shoot(engine, match, answer):
    """Play the duel until the dice are cast: B1 shoots, R1 has gone."""
    events = []
    while answer["pending"] and answer["pending"]["kind"] in (
        "activate",
        "react",
        "force",
        "resolve",
        "carry_out",
        "point",
    ):
        legal = ids(answer)
        option = next((one for one in PLAY if one in legal), answer["pending"]["default"])
        answer = engine.ask("choose", match=match, option=option)
        events += answer["events"]
        if any(event["type"] == "rolled" for event in answer["events"]):
            break
    return answer, events


def test_dice_that_are_asked_for_become_decisions_of_the_player_dice(engine):
    new = engine.ask("new", sketch=DUEL, dice="ask")
    answer, _ = shoot(engine, new["match"], new)
    roll = answer["pending"]
    assert (roll["seat"], roll["kind"], roll["options"]) == ("dice", "roll", [])
    assert roll["dice"] == ["d6", "d6"]
    assert roll["why"] == "to hit"
    for wrong in ({"values": [7, 1]}, {"values": [1]}, {"value": 3}, {"option": "pass"}):
        assert engine.refused("choose", match=new["match"], **wrong)["code"] == "illegal_choice"
    for wrong in ({}, {"value": 1, "values": [1, 1]}, {"values": [1.5, 2]}, {"values": "6"}, {"value": True}):
        assert engine.refused("choose", match=new["match"], **wrong)["code"] == "bad_request"
    damage = engine.ask("choose", match=new["match"], values=[1, 1])["pending"]
    assert damage["dice"] == ["d6"]
    out = engine.ask("choose", match=new["match"], value=6)
    assert "put_out" in [event["type"] for event in out["events"]]


def test_scripted_dice_are_used_in_order_and_then_asked_for(engine):
    new = engine.ask("new", sketch=DUEL, dice=[["to hit", 1, 1]])
    answer, events = shoot(engine, new["match"], new)
    rolled = [event for event in events if event["type"] == "rolled"]
    assert [event["faces"] for event in rolled] == [[1, 1]]
    assert answer["pending"]["why"] == "damage"


def test_numbers_and_labelled_rolls_may_be_mixed_in_a_script(engine):
    new = engine.ask("new", sketch=DUEL, dice=[1, 1, ["damage", 6]])
    _, events = shoot(engine, new["match"], new)
    assert [event["faces"] for event in events if event["type"] == "rolled"] == [[1, 1], [6]]


def test_a_label_that_does_not_fit_the_roll_is_a_bad_request_that_changes_nothing(engine):
    new = engine.ask("new", sketch=DUEL, dice=[["courage", 3, 4]])
    answer = new
    while True:
        before = engine.ask("hash", match=new["match"])
        option = next((one for one in PLAY if one in ids(answer)), answer["pending"]["default"])
        answer = engine.send("choose", match=new["match"], option=option)
        if not answer["ok"]:
            break
    assert answer["error"]["code"] == "bad_request"
    assert "courage" in answer["error"]["message"]
    assert "to hit" in answer["error"]["message"]
    assert engine.ask("hash", match=new["match"]) == before


@pytest.mark.parametrize("dice", ["loaded", 3, [["to hit"]], [[3, 4]], [None], [1.5], {}])
def test_dice_of_no_known_form_are_refused(engine, dice):
    assert engine.refused("new", sketch=DUEL, dice=dice)["code"] == "bad_request"


def test_the_same_seed_gives_the_same_dice(engine):
    first, second = (engine.ask("new", sketch=field("skirmishcorps", 1), seed=9)["match"] for _ in range(2))
    answers = []
    for match in (first, second):
        rng, events = random.Random(4), []
        answer = {"pending": {"options": [{"id": engine.refused("choose", match=match, option="?")["legal"][0]}]}}
        while answer["pending"] and len(events) < 120:
            answer = engine.ask("choose", match=match, option=rng.choice(sorted(ids(answer))))
            events += answer["events"]
        answers.append(events)
    assert answers[0] == answers[1]


# -- one seat ---------------------------------------------------------------------------------------------------------


def test_a_match_begun_as_one_seat_tells_nothing_of_the_other(engine):
    blue = engine.ask("new", sketch=UNASSIGNED, seed=1, **{"as": "blue"})
    assert blue["pending"]["seat"] == "red"
    assert blue["pending"]["options"] == []
    error = engine.refused("choose", match=blue["match"], option="r1:fly")
    assert error["legal"] == []
    answer = engine.ask("choose", match=blue["match"], option="r1:move")
    assigned = next(event for event in answer["events"] if event["type"] == "marker_assigned")
    assert "marker" not in assigned
    assert "move" not in assigned["text"]
    assert set(engine.ask("why", match=blue["match"])["why"]) == {"b1"}


def test_two_worlds_that_differ_in_a_hidden_marker_look_the_same_to_the_other_seat(engine):
    lines = []
    for marker in ("move", "overwatch"):
        units = [DUEL["units"][0], {**DUEL["units"][1], "marker": marker}]
        new = engine.ask("new", sketch={**DUEL, "units": units}, seed=1, **{"as": "red"})
        match, said = new.pop("match"), [new]
        said.append(engine.ask("state", match=match, **{"as": "red"}))
        said.append(engine.ask("why", match=match))
        said.append(engine.ask("choose", match=match, option="r1:move:jog:4,2"))
        said.append(engine.refused("choose", match=match, option="b1:nothing-like-it"))
        said.append(engine.ask("choose", match=match, option="pass"))
        said.append(engine.ask("state", match=match, **{"as": "red"}))
        lines.append(said)
    assert lines[0] == lines[1]


def test_an_unknown_seat_is_refused(engine, duel):
    assert engine.refused("new", sketch=DUEL, **{"as": "green"})["code"] == "bad_request"
    assert engine.refused("state", match=duel["match"], **{"as": "green"})["code"] == "bad_request"


# -- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", [name for name in REQUESTS if "match" in REQUESTS[name].__struct_fields__])
def test_every_request_for_a_match_refuses_an_unknown_one_and_a_wrong_type(engine, do):
    rest = {"sight": {"from": [0, 0], "to": [1, 1]}, "odds": {"option": "x"}, "choose": {"option": "x"}}.get(do, {})
    assert engine.refused(do, match="nobody", **rest)["code"] == "unknown_match"
    assert engine.refused(do, match=999, **rest)["code"] == "unknown_match"
    assert engine.refused(do, match=[1], **rest)["code"] == "bad_request"
    assert engine.refused(do, **rest)["code"] == "bad_request"


@pytest.mark.parametrize("do", list(REQUESTS))
def test_every_request_refuses_a_field_it_does_not_know(engine, do):
    error = engine.refused(do, wings=2)
    assert error["code"] == "bad_request"
    assert "wings" in error["message"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad_json"),
        (b"hello", "bad_json"),
        (b'{"do":"hello"', "bad_json"),
        (b'{"do":"hello"} {"do":"hello"}', "bad_json"),
        (b'\xff\xfe{"do":"hello"}', "bad_json"),
        (b'{"do":NaN}', "bad_json"),
        (b'{"do":"new","seed":1e999,"sketch":{}}', "bad_request"),
        (b"[]", "bad_request"),
        (b"null", "bad_request"),
        (b"{}", "bad_request"),
        (b'{"do":7}', "bad_request"),
        (b'{"do":"dance"}', "bad_request"),
        (b'{"do":["hello"]}', "bad_request"),
        (b'{"do":"new"}', "bad_request"),
        (b'{"do":"new","scenario":"a","map":"b"}', "bad_request"),
        (b'{"do":"new","scenario":7}', "bad_request"),
        (b'{"do":"new","scenario":"nowhere"}', "unknown_scenario"),
        (b'{"do":"new","scenario":"../maps/x.tmx"}', "unknown_scenario"),
        (b'{"do":"new","map":"nowhere.tmx"}', "bad_map"),
        (b'{"do":"new","map":"\\u0000"}', "bad_map"),
        (b'{"do":"new","map":"."}', "bad_map"),
        (b'{"do":"new","sketch":{}}', "bad_sketch"),
        (b'{"do":"new","sketch":{"ruleset":"chess"}}', "bad_sketch"),
        (b'{"do":"load","save":{}}', "bad_save"),
        (b'{"do":"load"}', "bad_request"),
        (b'{"do":"load","save":[]}', "bad_request"),
        (b'{"do":"new","seed":' + b"9" * 400 + b',"sketch":{}}', "too_large"),
        (b'{"do":' + b"[" * 100 + b"]" * 100 + b"}", "too_large"),
        (b"[" * 200_000, "too_large"),
        (b'{"do":"' + b"x" * LINE_LIMIT + b'"}', "too_large"),
    ],
    ids=lambda value: value[:40].decode("latin-1") if isinstance(value, bytes) else value,
)
def test_a_line_that_cannot_be_carried_out_is_answered_with_its_code(engine, line, code):
    answer = engine.line(line)
    assert answer["ok"] is False
    assert answer["error"]["code"] == code
    assert engine.ask("hello")["protocol"] == 1


def test_a_sketch_is_refused_with_the_place_of_its_fault(engine):
    units = [DUEL["units"][0], {**DUEL["units"][1], "profile": "dragon"}]
    error = engine.refused("new", sketch={**DUEL, "units": units})
    assert error["code"] == "bad_sketch"
    assert error["place"] == "units[1].profile"


@pytest.mark.parametrize("cell", [[10, 0], [-1, 0], [0, 3], [1], [0, 0, 0], "a1", [0.5, 1], [True, 0]])
def test_sight_refuses_anything_but_a_cell_of_the_board(engine, duel, cell):
    assert engine.refused("sight", match=duel["match"], **{"from": [0, 0], "to": cell})["code"] == "bad_request"


def test_only_a_pass_can_hold(engine, duel):
    assert engine.refused("choose", match=duel["match"], option="end", until="turn")["code"] == "illegal_choice"
    assert engine.refused("choose", match=duel["match"])["code"] == "bad_request"
    assert engine.refused("choose", match=duel["match"], value=3)["code"] == "illegal_choice"


def test_when_the_match_is_over_nothing_is_asked(engine):
    new = engine.ask("new", sketch={**DUEL, "turns": 1})
    answer = new
    while answer["pending"]:
        answer = engine.ask("choose", match=new["match"], option=answer["pending"]["default"])
    assert set(answer["outcome"]) == {"winner", "reason"}
    assert engine.refused("choose", match=new["match"], option="end")["code"] == "no_decision"
    assert engine.refused("odds", match=new["match"], option="end")["code"] == "no_decision"
    assert engine.ask("why", match=new["match"])["why"]


def test_quit_and_the_end_of_input_end_the_process_with_status_0():
    leaving = Engine()
    assert leaving.ask("quit") == {"ok": True}
    assert leaving.process.wait(10) == 0
    leaving.process.stdout.close()
    leaving.process.stdin.close()
    assert Engine().close() == 0


def test_a_last_line_without_a_line_break_is_answered_too():
    done = subprocess.run(
        [sys.executable, "-m", "game", "engine"], input=b'{"do":"hello"}', capture_output=True, cwd=ROOT, check=True
    )
    assert json.loads(done.stdout)["ok"] is True


def test_the_engine_never_imports_pygame():
    script = (
        "import sys; from game.protocol.session import ProtocolSession; s = ProtocolSession();"
        's.answer(b\'{"do":"hello"}\');'
        's.answer(b\'{"do":"new","map":"x.tmx"}\'); s.answer(b\'{"do":"rules","ruleset":"skirmishcorps"}\');'
        "sys.exit('pygame' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


# -- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_random_game_is_played_to_its_end_over_the_protocol(engine, schema, book):
    new = engine.ask("new", sketch=field(book, 3), seed=3)
    rng, answer, told = random.Random(3), new, len(new["events"])
    known = set(schema["$defs"]["option"]["properties"])
    while answer["pending"]:
        options = answer["pending"]["options"]
        assert len({option["id"] for option in options}) == len(options)
        assert all({"id", "action"} <= set(option) <= known for option in options)
        answer = engine.ask("choose", match=new["match"], option=rng.choice(options)["id"])
        assert [event["n"] for event in answer["events"]] == list(range(told, told + len(answer["events"])))
        assert all(event["cause"] < event["n"] for event in answer["events"])
        told += len(answer["events"])
    assert answer["outcome"]["reason"]
    saved = engine.ask("save", match=new["match"])["save"]
    other = Engine(hash_seed="12345")
    again = other.ask("load", save=saved)
    assert again["outcome"] == answer["outcome"]
    assert other.ask("hash", match=again["match"]) == engine.ask("hash", match=new["match"])
    assert other.close() == 0


def test_the_seat_of_an_option_is_sent_as_its_formation():
    begins = Option("start:red", "start", seat="red", clauses=("EP-A26",), text="Red begins")
    assert list(begins.to_json(10).items()) == [
        ("id", "start:red"),
        ("action", "start"),
        ("formation", "red"),
        ("clauses", ("EP-A26",)),
        ("text", "Red begins"),
    ]


@pytest.mark.parametrize("seed", daily(range(3), 1))
@pytest.mark.parametrize("book", BOOKS)
def test_a_pending_decision_lists_every_option_with_its_path(book, seed):
    match, rng = begun(field(book, seed), seed), random.Random(seed)
    while match.pending:
        for seat in (REFEREE, *match.setup.seats):
            asked = match.decision_for(seat)
            if asked is not None and asked.seat != "dice":
                told, width = json.loads(ascii_json(wire.pending_json(match, seat))), match.setup.board.width
                paths = [match.rules.complete(match.front, option) for option in asked.options]
                assert told == json.loads(json.dumps(replace(asked, options=Options(paths)).to_json(width)))
        choose_any(match, rng)
    assert wire.pending_json(match) is None


def test_a_line_of_json_is_ascii_whatever_it_says():
    told = {"note": "“Ψ” ≥ 3 \U0001f3b2", "why": 'a "word" \\'}
    assert json.loads(ascii_json(told).decode("ascii")) == told


# -- the schema -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema():
    """What `snowball engine --schema` prints."""
    done = subprocess.run(
        [sys.executable, "-m", "game", "engine", "--schema"], capture_output=True, cwd=ROOT, check=True
    )
    return json.loads(done.stdout)


def test_the_schema_describes_every_request_and_code(schema):
    assert [one["title"] for one in schema["oneOf"]] == list(REQUESTS)
    assert schema["$defs"]["error"]["properties"]["code"]["enum"] == list(CODES)


@pytest.mark.parametrize("seed", daily(range(6), 2))
@pytest.mark.parametrize("book", BOOKS)
def test_every_decision_action_event_and_roll_of_random_games_is_in_the_reference(schema, book, seed):
    known = schema["reference"][book]
    match, rng = begun(field(book, seed), seed), random.Random(seed)
    while match.pending:
        assert match.pending.kind in known["decisions"]
        assert {option.action for option in match.pending.options} <= set(known["actions"])
        choose_any(match, rng)
    assert {event.type for event in match.events} <= set(known["events"])
    assert {e.fields["why"] for e in match.events if e.type == "rolled"} <= set(known["rolls"])


def test_odds_to_the_end_of_the_action_name_the_defaults_they_assume(engine, duel):
    engine.ask("choose", match=duel["match"], option="r1:move:jog:4,2")
    shot = {"match": duel["match"], "option": "b1:ranged_attack:r1"}
    near = engine.ask("odds", **shot)
    assert [row["p"] for row in near["odds"]] == [1.0], "while reactions are declared, the next question comes at once"
    assert "defaults" not in near
    far = engine.ask("odds", to="end", **shot)
    assert sum(Fraction(row["exact"]) for row in far["odds"]) == 1
    assert len(far["odds"]) > 1
    assert all({"seat", "kind", "unit", "option"} == set(row) for row in far["defaults"])
    assert {"seat": "blue", "kind": "force", "unit": "b1", "option": "b1:wait"} in far["defaults"]
    assert engine.refused("odds", to="dawn", **shot)["code"] == "bad_request"
