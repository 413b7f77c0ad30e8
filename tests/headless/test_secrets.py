"""No seat learns what another seat alone knows: in the text game, over the protocol, or by what is left out."""

from __future__ import annotations

import json

import pytest
from tables import DUEL, UNASSIGNED, begun, field

from game.ai.seatview import SeatView
from game.cli.text.keeper import TextKeeper
from game.cli.text.table import Refused, TextTable
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.viewers import PUBLIC, REFEREE
from game.engine.wire import view_json
from game.records.saves import save
from game.records.timeline import Timeline
from tests.talking import said
from tests.viewed import logged

WORLDS = ("move", "overwatch")


def duel(marker: str) -> dict[str, object]:
    """The duel, Blue's face-down marker being of that kind."""
    return {**DUEL, "units": [DUEL["units"][0], {**DUEL["units"][1], "marker": marker}]}


def table(marker: str, **kinds: bool) -> TextTable:
    """The duel with Red to act, Blue having ended its turn; Red is at the keyboard."""
    match = begun({**duel(marker), "seat": "blue"}, 1)
    match.choose("end")
    return TextTable(Timeline(match), **kinds)


# -- one notion of who looks ------------------------------------------------------------------------------------------


def test_the_public_sees_every_face_down_marker_as_a_back():
    match = begun(DUEL, 1)
    view = view_json(match.view(PUBLIC))
    assert view["as"] == "public"
    assert [unit["markers"] for unit in view["units"]] == [[{"kind": "hidden", "face": "down"}]] * 2
    assert match.decision_for(PUBLIC).options.all() == ()
    assert match.why(PUBLIC) == {}


def test_the_public_is_not_told_what_one_seat_alone_may_know():
    match = begun(UNASSIGNED, 1)
    match.choose("r1:move")
    told = {who: next(e for e in logged(match, who) if e["type"] == "marker_assigned") for who in ("red", PUBLIC)}
    assert told["red"]["marker"] == "move"
    assert "marker" not in told[PUBLIC]
    assert "move" not in told[PUBLIC]["text"]


def test_the_public_is_not_shown_a_plan_that_is_drawn_up():
    match = begun(field("epic", 6), 6)
    while not (match.front.queues and match.front.queues[-1].plan()):
        moves = [o for o in match.pending.options if o.action in ("engage", "move")]
        match.choose(moves[0].id if moves else match.pending.options[0].id)
    owner = match.pending.seat
    other = next(seat for seat in match.setup.seats if seat != owner)
    assert match.view(owner).queue.plan
    assert match.view(REFEREE).queue.plan
    for who in (other, PUBLIC):
        assert match.view(who).queue.plan == ()
        assert match.view(who).overlay.plan is None
    assert not SeatView(match, other).front.queues[-1].plan()
    assert SeatView(match, owner).front.queues[-1].plan()


def test_the_hash_of_what_a_seat_knows_is_the_same_in_two_worlds_and_the_referees_is_not():
    one, two = (begun(duel(marker), 1) for marker in WORLDS)
    assert one.hash("red") == two.hash("red")
    assert one.hash(PUBLIC) == two.hash(PUBLIC)
    assert one.hash("blue") != two.hash("blue")
    assert one.hash() != two.hash()


def test_where_nothing_is_hidden_everybody_has_the_same_hash():
    match = begun(field("viktory2", 1), 1)
    assert {match.hash(who) for who in (*match.setup.seats, PUBLIC)} == {match.hash()}


# -- the text game ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["odds end", "odds r1:hold", "sketch", "hash", "look", "why", "queue", "log", ""])
def test_the_text_game_answers_a_seat_the_same_in_two_worlds(line):
    one, two = (said(table(marker), line) for marker in WORLDS)
    assert one == two
    assert "overwatch face-down" not in one


def test_the_referee_is_told_the_difference():
    for line in ("why", "sketch", "hash", "look"):
        one, two = (said(table(marker, referee=True), line) for marker in WORLDS)
        assert one != two, line


def test_a_sketch_leaves_out_the_backs_of_others_and_can_be_played():
    text = said(table("overwatch"), "sketch")
    assert {u["id"]: u.get("marker") for u in json.loads(text)["units"]} == {"r1": "move", "b1": None}
    assert begun(json.loads(text)).pending is not None


def assigned() -> TextTable:
    """Red and Blue have laid their markers; Blue is at the keyboard."""
    one = TextTable(Timeline(begun(UNASSIGNED, 1)))
    for line in ("r1:move", "confirm", "b1:overwatch"):
        said(one, line)
    assert one.viewer == "blue"
    return one


@pytest.mark.parametrize("line", ["back", "back start", "back event", "back turn", "back activation"])
def test_looking_back_never_makes_the_reader_another_seat(line):
    one = assigned()
    one.curtain = pytest.fail
    text = said(one, line)
    for ask in ("look", "log 99", "sketch", "why", "options"):
        text += said(one, ask)
    assert one.viewer == "blue"
    assert "move face-down" not in text
    assert "gets a move marker" not in text
    assert "r1:move" not in text


def test_at_an_earlier_moment_of_another_seat_its_options_are_not_told():
    one = assigned()
    assert said(one, "back start").splitlines()[-1] == "Red decides."
    for line in ("odds 1", "odds r1:move", "1", "99", "r1:move", "go r1 a1"):
        with pytest.raises(Refused, match="Red decides here"):
            said(one, line)


@pytest.mark.parametrize(
    "lines", [["back start", "branch b"], ["undo", "undo"], ["back start", "branch b", "follow main"]]
)
def test_the_keyboard_is_handed_over_before_the_seat_to_choose_after_going_back_is_told_anything(lines):
    one, happened = assigned(), []
    one.curtain = lambda seat: happened.append(f"handed to {seat}")
    for line in lines:
        happened += [said(one, line)]
    asked = next(place for place, text in enumerate(happened) if "for R1" in text)
    assert "handed to red" in happened[:asked]
    assert happened[-2] == f"handed to {one.viewer}"
    assert one.viewer == one.shown.pending.seat == ("blue" if lines[-1] == "follow main" else "red")


def test_a_loaded_game_is_handed_to_the_seat_that_is_asked_in_it():
    one, handed = assigned(), []
    one.curtain = handed.append
    save(begun(duel("overwatch"), 1), "other")
    one.keep(TextKeeper(one.timeline, None))
    text = said(one, "load other")
    assert handed == ["red"]
    assert "overwatch face-down" not in text + said(one, "look")


def test_once_the_game_is_over_everything_is_told():
    match = begun({**UNASSIGNED, "turns": 1}, 1)
    one = TextTable(Timeline(match))
    while match.pending:
        said(one, match.pending.default)
    assert "overwatch face-down" in said(one, "back start") + said(one, "forward choice") + said(one, "look")


def test_a_sketch_writes_over_no_file_unasked(tmp_path):
    path = tmp_path / "here.json"
    path.write_text("mine", "utf-8")
    one = table("move")
    with pytest.raises(Refused, match="already"):
        said(one, f"sketch {path}")
    assert path.read_text("utf-8") == "mine"
    said(one, f"sketch {path} replace")
    assert json.loads(path.read_text("utf-8"))["ruleset"] == "skirmishcorps"
    said(one, f"sketch {tmp_path / 'new.json'}")


# -- the protocol -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "more"),
    [
        ("hash", {}),
        ("save", {}),
        ("state", {"as": "referee"}),
        ("state", {"as": "blue"}),
        ("why", {"as": "blue"}),
        ("why", {"as": "referee"}),
    ],
)
def test_a_match_opened_as_a_seat_refuses_requests_for_what_others_know(engine, do, more):
    match = engine.ask("new", sketch=DUEL, seed=1, **{"as": "red"})["match"]
    error = engine.refused(do, match=match, **more)
    assert error["code"] == "bad_request"
    assert "opened as red" in error["message"]
    assert engine.ask("state", match=match)["state"]["as"] == "red"
    assert engine.ask("state", match=match, **{"as": "public"})["state"]["as"] == "public"


def test_the_odds_of_another_seats_options_are_refused(engine):
    match = engine.ask("new", sketch=DUEL, seed=1, **{"as": "blue"})["match"]
    error = engine.refused("odds", match=match, option="end")
    assert (error["code"], error["legal"]) == ("illegal_choice", [])


def test_odds_are_the_same_in_two_worlds(engine):
    answers = []
    for marker in WORLDS:
        new = engine.ask("new", sketch={**duel(marker), "seat": "blue"}, seed=1, **{"as": "red"})
        match = new["match"]
        engine.ask("choose", match=match, option="end")
        answers.append([engine.ask("odds", match=match, option=name) for name in ("end", "r1:hold")])
    assert answers[0] == answers[1]
    assert "hidden" in json.dumps(answers[0])
    assert "overwatch" not in json.dumps(answers[0])


def test_a_match_opened_as_the_public_tells_what_lies_open(engine):
    new = engine.ask("new", sketch=DUEL, seed=1, **{"as": "public"})
    assert new["pending"]["options"] == []
    assert engine.ask("why", match=new["match"])["why"] == {}
    state = engine.ask("state", match=new["match"])["state"]
    assert {marker["kind"] for unit in state["units"] for marker in unit["markers"]} == {"hidden"}


def test_a_seat_cannot_try_out_the_answers_of_another_seat(engine):
    match = engine.ask("new", sketch=DUEL, seed=1, **{"as": "red"})["match"]
    engine.ask("choose", match=match, option="r1:move:jog:4,2")
    clone = engine.ask("clone", match=match)["match"]
    assert engine.refused("choose", match=clone, option="b1:ranged_attack:r1")["code"] == "illegal_choice"
    engine.ask("choose", match=match, option="b1:ranged_attack:r1")
    assert "another seat" in engine.refused("undo", match=match)["message"]


def test_a_seats_clone_does_not_tell_the_dice_to_come(engine):
    def rolled(answer):
        """The faces of the first roll that an answer tells."""
        return next(event["faces"] for event in answer["events"] if event["type"] == "rolled")

    alike = 0
    for seed in range(12):
        match = engine.ask("new", sketch=UNASSIGNED, seed=seed, **{"as": "blue"})["match"]
        for option in ("r1:move", "confirm", "b1:overwatch"):
            engine.ask("choose", match=match, option=option)
        clone = engine.ask("clone", match=match)["match"]
        tried, came = (rolled(engine.ask("choose", match=one, option="confirm")) for one in (clone, match))
        alike += tried == came
    assert alike < 6


def test_the_odds_of_a_roll_before_an_announcement_is_made_are_told_to_both_sides():
    scene = {
        **DUEL,
        "units": [DUEL["units"][0], {**DUEL["units"][1], "markers": [{"kind": "overwatch"}, {"kind": "suppressed"}]}],
    }
    del scene["units"][1]["marker"]
    match = begun(scene, dice=DiceSource("ask"))
    for option in ("r1:move:jog:4,2", "b1:ranged_attack:r1"):
        match.choose(option)
    assert match.pending.seat == "dice"
    assert match.odds("", "red") == match.odds("", PUBLIC)
    assert [chance for chance, _ in match.odds("", "red")] == [chance for chance, _ in match.odds()]


# -- standing passes --------------------------------------------------------------------------------------------------


def passing(until: str) -> tuple[list[str], list[dict[str, object]]]:
    """Blue passes in this way whenever it may react to the jogs of two units; returns the questions and Red’s log."""
    units = [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [0, 2], "marker": "move"},
        {"id": "r2", "seat": "red", "profile": "trooper", "at": [0, 0], "marker": "move"},
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [9, 2], "marker": "overwatch"},
    ]
    match = begun({**DUEL, "board": [".........."] * 3, "units": units}, 1)
    asked = []
    while match.pending is not None and match.front.turn == 1 and match.front.phase == "act":
        decision = match.pending
        asked.append(f"{decision.seat} {decision.kind}")
        jogs = [option.id for option in decision.options if option.pace == "jog"]
        if decision.kind == "react" and decision.seat == "blue":
            match.choose(Choice("pass", until=until))
        else:
            match.choose(jogs[0] if jogs else decision.default)
    return asked, logged(match, "red")


def test_a_standing_pass_looks_to_others_like_a_pass_at_every_window():
    (often, passed), (once, stood) = passing(""), passing("turn")
    assert often.count("blue react") > once.count("blue react") == 1
    assert passed == stood
    assert all("until" not in event for event in stood)


def test_a_seat_that_passes_for_the_turn_is_told_so_and_the_others_are_not():
    match = begun(DUEL, 1)
    match.choose("r1:move:jog:4,2")
    match.choose(Choice("pass", until="turn"))
    for who, until in (("blue", "turn"), (REFEREE, "turn"), ("red", None), (PUBLIC, None)):
        event = next(e for e in logged(match, who) if e["type"] == "passed" and e["seat"] == "blue")
        assert event.get("until") == until
