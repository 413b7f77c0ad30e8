"""Two people at one screen, every marker a back: the calls of a shared table, and what is never asked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from game.ai.thought import Parts, Thought, Weighed
from game.cli.text.keeper import TextKeeper
from game.engine.answers import Choice, IllegalChoice
from game.engine.decisions import DICE
from game.engine.dice import DiceSource
from game.engine.options import PASS, Option
from game.engine.viewers import PUBLIC
from game.maps.scenarios import load_scenario
from game.records.autosave import Journal
from game.records.record import Extras, Mark, read, save
from game.records.saves import open_record
from game.records.tables import TableKind
from game.records.timeline import Timeline
from game.session.beforehand import towards
from game.session.intent import Intent
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.session.shared import matches_if_all_pass
from game.session.told import told_of
from game.session.turns import known_choices
from game.sketch import read_sketch
from tests.budget import daily, share
from tests.scene import Scene
from tests.sketches import LANE


def laid(table: TableKind = TableKind.SHARED, sketch: dict = LANE, seed: int = 5, **orders: str) -> Session:
    """A session whose units have their orders: "m" or "o" by unit, "m" where nothing is said."""
    session = Session(read_sketch(sketch), dice=DiceSource(seed=seed), table=table)
    names = {"m": "move", "o": "overwatch"}
    while session.asked and session.match.pending.kind == "assign":
        session.hand_over()
        unit = session.match.pending.unit
        session.choose(f"{unit}:{names[orders.get(unit, 'm')]}" if unit else "confirm")
    return session


def acts(session: Session, seat: str) -> None:
    """Let the others end their acting until it is this seat's turn to activate."""
    while session.asked != seat:
        session.choose("end")


def test_markers_are_laid_behind_a_curtain_and_then_the_screen_is_shared() -> None:
    session = Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED)
    first, curtains = session.asked, []
    while session.match.pending.kind == "assign":
        if session.sight.curtain:
            curtains.append(session.sight.hand_to)
            session.hand_over()
        assert session.viewer == session.asked
        session.choose(session.match.pending.default)
    assert (first, curtains) == ("red", ["blue"])
    assert session.viewer == PUBLIC
    assert not session.sight.curtain
    assert {m.kind for unit in session.view().units for m in unit.markers} == {"hidden"}


def test_every_face_down_unit_is_offered_for_activation_and_one_on_overwatch_cannot() -> None:
    session = laid(r1="o", r2="m")
    acts(session, "red")
    assert {o.unit for o in session.decision.options if o.unit} == {"r1", "r2"}
    before = session.match.hash()
    with pytest.raises(
        IllegalChoice, match=r"^R1 cannot: its marker is not for that; the record notes it\.$"
    ) as refused:
        session.choose("r1:stand")
    assert not refused.value.legal
    assert session.match.hash() == before
    session.choose("r2:move:jog:3,4")
    assert session.match.front.units["r2"].markers == {"move": "up"}


def test_a_call_names_the_units_that_could_answer_by_public_facts() -> None:
    session = laid(b1="o", b2="m")
    acts(session, "red")
    session.choose("r1:move:jog:9,0")
    call = session.sight.call
    assert call is not None
    assert call.question.note.startswith("R1 announces")
    assert {o.unit for o in call.could["blue"].decision.options if o.unit} == {"b1", "b2"}
    assert session.decision.prompt == "The whole table decides: does anybody answer?"
    assert [o.text for o in session.decision.options if not o.unit] == ["Nobody answers"]
    assert session.decision.default == "pass"
    assert session.sight.answers == ("blue",)


def test_nobody_answers_is_a_pass_of_every_seat_that_would_have_been_asked() -> None:
    session = laid(b1="o", b2="m")
    acts(session, "red")
    session.choose("r1:move:jog:9,0")
    session.nobody()
    passes = [e.fields["seat"] for e in session.match.events if e.type == "passed"]
    assert passes[0] == "blue"
    assert session.match.front.units["r1"].at == 9
    assert session.sight.call is None


def test_wait_lists_the_units_that_could_answer_and_a_wrong_pick_costs_nothing() -> None:
    session = laid(b1="o", b2="m")
    acts(session, "red")
    session.choose("r1:move:jog:9,0")
    session.wait("blue")
    assert "b2:ranged_attack:r1" in [o.id for o in session.decision.options]
    with pytest.raises(IllegalChoice, match=r"^B2 cannot"):
        session.choose("b2:ranged_attack:r1")
    session.choose("b1:ranged_attack:r1")
    assert session.match.front.units["b1"].markers == {"overwatch": "up"}
    assert session.sight.call is not None  # the reaction may itself be answered
    assert session.sight.call.question.note.startswith("B1 has declared")


def test_a_unit_picked_in_vain_is_not_offered_again_in_the_turn() -> None:
    session = laid(b1="o", b2="m")
    acts(session, "red")
    session.choose("r1:move:jog:9,0")
    session.wait("blue")
    with pytest.raises(IllegalChoice, match=r"^B2 cannot"):
        session.choose("b2:ranged_attack:r1")
    assert {o.unit for o in session.decision.options if o.unit} == {"b1"}
    assert [(no.reason, no.clause) for no in session.decision.refused if no.unit == "b2"] == [
        ("its marker is not for that", "SC-01")
    ]
    session.choose("b1:ranged_attack:r1")
    while session.sight.call is not None:
        session.nobody()
    assert session.match.pending.kind != "react", "B2 is known not to watch: nobody is asked about it"


def test_whoever_tries_a_unit_for_its_marker_leaves_a_mark_in_the_record_whatever_was_asked(tmp_path: Path) -> None:
    """Before, a wrong pick of an activation told a marker and left no trace."""
    session = laid(r1="m", r2="o", b1="o", b2="m")
    journal = Journal.begin(session.match, folder=tmp_path)
    session.keeper = TextKeeper(Timeline(session.match), journal)
    acts(session, "red")
    with pytest.raises(IllegalChoice, match=r"^R2 cannot"):
        session.choose("r2:stand")
    assert "r2" not in {option.unit for option in session.decision.options}
    at_activation = Mark(len(session.match.history), "slip")
    session.choose("r1:move:jog:9,0")
    with pytest.raises(IllegalChoice, match=r"^B2 cannot"):
        session.choose("b2:ranged_attack:r1")
    in_a_call = Mark(len(session.match.history), "slip")
    journal.close()
    assert session.marks == list(open_record(journal.path)[0].marks) == [at_activation, in_a_call]
    assert Extras(marks=session.marks).words == "wrong picks at a shared table"
    assert read(save(session.match, Extras(marks=session.marks))).marks == (at_activation, in_a_call)


def test_a_wrong_pick_at_one_question_does_not_close_the_unit_at_another() -> None:
    session = laid(b1="o", b2="m")
    acts(session, "blue")
    with pytest.raises(IllegalChoice, match=r"^B1 cannot"):
        session.choose("b1:stand")
    assert {o.unit for o in session.decision.options if o.unit} == {"b2"}
    acts(session, "red")
    session.choose("r1:move:jog:9,0")
    assert session.sight.call is not None
    assert {o.unit for o in session.sight.call.could["blue"].decision.options if o.unit} == {"b1", "b2"}


def test_a_click_on_an_enemy_with_the_acting_unit_in_hand_does_not_tell_its_marker() -> None:
    told = []
    for marker in ("o", "m"):
        session = laid(TableKind.CURTAINS, b1="o", r2=marker)
        acts(session, "red")
        session.choose("r1:move:jog:9,0")
        session.hand_over()
        assert (session.viewer, session.match.pending.kind) == ("blue", "react")
        told.append(session.refused_at("r1", session.match.front.units["r2"].at))
    assert told[0] == told[1]
    assert (told[0].reason, told[0].clause) == ("first pick the unit that reacts", "SC-03")


def test_a_computer_gives_no_reason_for_a_pass_that_would_tell_whether_it_had_a_marker_to_weigh() -> None:
    told = []
    for marker in ("o", "m"):
        session = laid(b1=marker)
        acts(session, "red")
        session.choose("r1:move:jog:9,0")
        while session.match.pending.seat != "blue":
            session.match.choose("pass")
        thought = Thought("blue", Weighed(PASS, 0.5, Parts(ground=0.5, danger=0.4)))
        passes = told_of(session.match, thought)
        assert passes.thought is thought, "its own seat may know all of it"
        told.append(passes.public)
    assert told[0] == told[1] == Thought("blue", Weighed(PASS, 0.0))


def test_a_computer_without_a_face_down_marker_gives_its_whole_reason() -> None:
    match = Scene("a1 .*4 b1").chooses("a1:stand").match
    while match.pending.kind != "attack":
        match.choose("pass")
    thought = Thought("a", Weighed(match.pending.options[0], 0.5, Parts(material=0.5)))
    assert not match.front.units["a1"].has_face_down
    assert told_of(match, thought).public is thought


def test_a_seat_that_said_wait_may_take_it_back() -> None:
    session = laid(b1="o")
    acts(session, "red")
    session.choose("r1:move:jog:9,0")
    session.wait("blue")
    assert session.decision.prompt == "Blue decides: who reacts?"
    before = session.match.hash()
    session.choose("pass")
    assert session.decision.prompt == "The whole table decides: does anybody answer?"
    assert session.match.hash() == before


def test_a_unit_can_be_picked_at_once_and_every_seat_asked_before_it_passes() -> None:
    session = laid(b1="o", r2="o")
    acts(session, "red")
    session.choose("r1:move:jog:9,0")
    session.choose("b1:ranged_attack:r1")
    call = session.sight.call
    assert call is not None
    picked = next(o for o in session.decision.options if o.unit == "b2")  # is on the move, whatever its back shows
    before = session.match.hash()
    with pytest.raises(IllegalChoice, match=r"^B2 cannot"):
        session.choose(picked.id)
    assert session.match.hash() == before  # nobody has passed for a slip


def test_a_seat_without_an_answer_cannot_say_wait() -> None:
    session = laid(b1="o")
    acts(session, "red")
    session.choose("r1:move:jog:9,0")
    with pytest.raises(ValueError, match=r"^Gold has nothing to answer here\.$"):
        session.wait("gold")


def test_no_call_is_made_where_public_facts_rule_out_every_answer() -> None:
    """B1 is round the wall from R2 and far away; B2 sees it, but has acted, and its marker lies face-up."""
    hidden = {**LANE, "units": [u for u in LANE["units"] if u["id"] != "b1"]}
    session = laid(sketch=hidden, r1="m", r2="m", b2="m")
    acts(session, "blue")
    session.choose("b2:hold")
    acts(session, "red")
    session.choose("r2:move:jog:3,4")
    assert session.sight.call is None
    assert session.match.front.units["r2"].at == 3 + 4 * 16
    assert session.match.pending.kind == "activate"


def test_a_move_says_whether_it_ends_prone_where_nothing_can_be_attacked_and_nothing_is_asked() -> None:
    behind = [{"id": "r2", "seat": "red", "profile": "scout", "at": [3, 4]}, LANE["units"][3]]
    hidden = {**LANE, "units": behind}
    upright, prone = (laid(sketch=hidden) for _ in range(2))
    for session, ending in ((upright, ""), (prone, "prone")):
        acts(session, "red")
        session.choose(Intent("r2:move:jog:4,4", ending=ending))
        if session.sight.call:
            session.nobody()
        assert session.match.pending.kind != "attack"
    assert not upright.match.front.units["r2"].prone
    assert prone.match.front.units["r2"].prone


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.fuzz) for seed in (1, 2, 3))])
def test_a_person_against_the_computer_is_never_asked_a_question_with_one_answer(seed: int) -> None:
    session = Session(load_scenario("market_street").setup, dice=DiceSource(seed=seed), players={"red": ComputerSeat()})
    session.settle()
    blue = ComputerSeat()
    for _ in range(40):
        if session.match.pending is None:
            break
        if session.waits_for_player:
            session.let_player_choose()
            continue
        assert len(session.decision.options) > 1
        option = blue.choose(session.match, "blue")
        session.choose(Intent(option.id, path=option.path or None))


def test_a_standing_pass_counts_like_a_single_one() -> None:
    """Blue passes for the whole turn, or each time it is asked: everybody else counts the same."""
    counts = []
    for until in ("", "turn"):
        session = laid(TableKind.CURTAINS, b1="m", b2="m")
        while session.match.pending.kind != "assign":
            asked = session.match.pending
            session.hand_over()
            moves = [id for id in ("r1:move:jog:9,0", "r2:move:jog:3,4") if asked.option(id)]
            if moves:
                session.match.choose(moves[0])
            else:
                react = asked.kind == "react" and asked.seat == "blue"
                session.match.choose(Choice("pass" if react else asked.default, until=until if react else ""))
        counts.append((known_choices(session.match), len(session.match.history)))
    assert counts[0][0] == counts[1][0]
    assert counts[0][1] > counts[1][1]  # in truth fewer choices were made


def told(session: Session) -> bytes:
    """Everything that a shared screen can show, as bytes."""
    decision, call = session.decision, session.sight.call
    width = session.setup.board.width
    return msgspec.json.encode(
        {
            "view": msgspec.to_builtins(session.view(), enc_hook=str),
            "log": [line.text for line in session.log()],
            "asked": decision.to_json(width) if decision else None,
            "call": [call.asked, {s: d.decision.to_json(width) for s, d in call.could.items()}] if call else None,
            "speakers": session.sight.answers,
            "curtain": session.sight.hand_to,
            "choices": known_choices(session.match),
        }
    )


def true(session: Session) -> set[str]:
    """The options that are legal at this moment for some seat at the table."""
    if session.sight.call is None:
        return {option.id for option in session.match.pending.options}
    return {option.id for ahead in matches_if_all_pass(session.match) for option in ahead.pending.options}


def pair(seed: int, scenario: str = "market_street") -> None:
    """Two worlds that differ only in face-down markers look alike, beat for beat, as long as the same things happen."""
    rng = Random(seed)
    setup = load_scenario(scenario).setup
    worlds = [Session(setup, dice=DiceSource(seed=seed), table=TableKind.SHARED) for _ in range(2)]
    for session in worlds:
        while session.match.pending is not None and session.match.pending.kind == "assign":
            session.hand_over()
            unit = session.match.pending.unit
            session.choose(f"{unit}:{rng.choice(('move', 'overwatch'))}" if unit else "confirm")
    one, two = worlds
    for _ in range(14):
        assert told(one) == told(two)
        if one.match.pending is None or one.match.pending.kind == "assign" or one.asked == DICE:
            return
        if one.sight.call is not None and rng.random() < 0.5:
            for session in worlds:
                session.nobody()
            continue
        shown = one.decision.options
        both = true(one) & true(two)
        can = [o for o in rng.sample(list(shown), min(len(shown), 40)) if o.id in both]
        if not can:
            can = [o for o in shown if o.id in both][-1:]
        picked = rng.choice(can)
        begun = [attacks(session) for session in worlds]
        assert begun[0] == begun[1]
        meant = [option for option in begun[0] if option.id in both]
        if meant and rng.random() < 0.5:
            picked = rng.choice(meant)
        for session in worlds:
            session.choose(Intent(picked.id, attack=picked.target if picked in meant else ""))


def attacks(session: Session) -> list[Option]:
    """The attacks that can be chosen in one step: a unit stands and attacks a target."""
    units = session.match.front.standing()
    sides = [(own.id, foe.id) for own in units for foe in units if own.seat == session.asked != foe.seat]
    return [found for own, foe in sides if (found := towards(session, own, foe)) is not None]


@pytest.mark.parametrize("seed", daily(range(25), 9))
def test_two_games_that_differ_in_face_down_markers_look_alike_on_a_shared_table(seed: int) -> None:
    pair(seed, ("market_street", "courtyards", "park_gate")[seed % 3])


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(5))
def test_hundreds_of_pairs_of_games_look_alike_on_a_shared_table(part: int) -> None:
    for seed in range(1000 * part, 1000 * part + share(80)):
        pair(seed, ("market_street", "courtyards", "park_gate", "two_bridges")[seed % 4])


def test_a_wrong_pick_of_one_seat_is_not_shown_to_the_other() -> None:
    """Red's list of options used to say that a marker of Blue did not allow its pick."""
    session = laid(b1="o", b2="m", r1="m", r2="m")
    acts(session, "blue")
    with pytest.raises(IllegalChoice, match=r"^B1 cannot"):
        session.choose("b1:stand")
    assert "b1" in [no.unit for no in session.decision.refused]
    acts(session, "red")
    assert session.decision.kind == "activate"
    assert [no.unit for no in session.decision.refused if no.unit.startswith("b")] == []
