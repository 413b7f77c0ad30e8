"""Standing answers: when a seat wants to be asked about reactions, which no other seat can find out."""

from __future__ import annotations

from functools import partial
from random import Random

import msgspec
import pytest

from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.offers import endangered_units, passes_by_standing
from game.engine.standing import ALWAYS, ASK, NEVER, PASS_ALL, Danger, Lasting, Standing, When
from game.engine.viewers import PUBLIC
from game.maps.scenarios import load_scenario
from game.records.record import Extras
from game.records.saves import load, save
from game.records.tables import TableKind
from game.rules import RULESETS
from game.session.intent import Intent
from game.session.session import Session
from game.session.standing import SENSIBLE
from game.session.turns import known_choices
from game.sketch import read_sketch
from tests.budget import daily
from tests.setups import any_option, random_match
from tests.sketches import JOG, LAID


def sit(table: TableKind = TableKind.CURTAINS, **units: str) -> Session:
    """A table with curtains at which Red acts; markers by unit, as in the drawing where nothing is said."""
    drawn = [unit | ({"marker": units[unit["id"]]} if unit["id"] in units else {}) for unit in LAID["units"]]
    session = Session(read_sketch(LAID | {"units": drawn}), dice=DiceSource(seed=5), table=table)
    session.settle()
    session.hand_over()
    assert session.asked == "red"
    return session


def announced(standing: Standing | None = None, option: str = JOG, **units: str) -> Session:
    """Red has announced a move; Blue has said so beforehand."""
    session = sit(**units)
    if standing is not None:
        session.stand("blue", standing)
    session.choose(option)
    return session


def asked(session: Session) -> tuple[str, str]:
    pending = session.match.pending
    return (pending.seat, pending.kind) if pending is not None else ("", "")


def test_a_seat_without_a_standing_answer_is_asked_behind_a_curtain() -> None:
    session = announced()
    assert asked(session) == ("blue", "react")
    assert session.sight.curtain


@pytest.mark.parametrize("standing", [PASS_ALL, Standing(ALWAYS, {"b1": NEVER, "b2": NEVER})])
def test_a_seat_that_is_never_to_be_asked_passes_before_the_screen_is_handed_over(standing: Standing) -> None:
    session = announced(standing)
    assert asked(session) == ("red", "attack")
    assert not session.sight.curtain
    assert [line.text for line in session.log() if line.type == "passed"] == ["Blue passes."]


def test_a_pass_by_a_standing_answer_is_a_plain_choice_of_the_record() -> None:
    by_hand, beforehand = announced(), announced(PASS_ALL)
    by_hand.hand_over()
    by_hand.choose("pass")
    assert beforehand.match.choices == by_hand.match.choices
    assert beforehand.match.hash() == by_hand.match.hash()


def test_a_seat_is_asked_if_one_of_its_units_is_to_be_asked_about() -> None:
    assert asked(announced(Standing(NEVER, {"b1": ALWAYS}))) == ("blue", "react")
    assert asked(announced(Standing(NEVER, {"b2": ALWAYS}), "r2:move:jog:3,4")) == ("red", "attack")


@pytest.mark.parametrize(
    ("when", "is_asked"),
    [
        (When(within=9), True),  # B2 is nine cells from where R1 stands, and eight from where it goes
        (When(within=3), False),
        (When(targets=("trooper",)), True),
        (When(targets=("scout", "medic")), False),
        (When(odds=1), True),
        (When(odds=99), False),
        (When(danger=Danger.ANYBODY), True),
        (When(within=3, danger=Danger.ANYBODY), False),
        (When(odds=99, danger=Danger.ANYBODY), True),
    ],
)
def test_a_condition_is_judged_by_distance_target_danger_and_odds(when: When, is_asked: bool) -> None:
    session = announced(Standing(when))
    assert (asked(session) == ("blue", "react")) == is_asked


def test_danger_is_judged_for_each_unit_by_itself() -> None:
    """From 10,3 R1 will see B1 alone: a wall hides it from B2, which sees it start."""
    match = announced(option="r1:move:jog:10,3").match
    queue = match.window
    assert queue is not None
    assert endangered_units(match.rules, match.front, queue, "blue") == {"b1"}
    for unit in ("b1", "b2"):
        standing = Standing(NEVER, {unit: When(danger=Danger.ITSELF)})
        passes = passes_by_standing(match.front, queue, match.rules, "blue", standing)
        assert passes == (unit != "b1")


def test_a_poor_shot_is_no_danger() -> None:
    """After a run it is worse by two (SC-A36): B1 is out with a chance of less than one in four."""
    match = announced(option="r1:move:run:9,3").match
    queue = match.window
    assert queue is not None
    assert endangered_units(match.rules, match.front, queue, "blue") == set()


def test_a_sprinting_enemy_is_no_danger() -> None:
    """After a sprint there is no shot (SC-A36); only the odds of one's own are left as a reason."""
    standing = Standing(When(danger=Danger.ANYBODY))
    assert asked(announced(standing)) == ("blue", "react")
    assert asked(announced(standing, "r1:move:sprint:9,0")) != ("blue", "react")


@pytest.mark.parametrize("standing", [SENSIBLE, Standing(When(within=9)), Standing(When(odds=10))])
def test_a_standing_pass_does_not_reveal_face_down_markers(standing: Standing) -> None:
    """Blue's markers are overwatch or move: the screen is handed over all the same."""
    told = {
        asked(announced(standing, b1=one, b2=two)) for one in ("move", "overwatch") for two in ("move", "overwatch")
    }
    assert len(told) == 1


@pytest.mark.parametrize("until", ["action", "turn"])
def test_a_pass_for_the_rest_of_the_action_or_turn_is_a_standing_answer(until: str) -> None:
    session = announced()
    session.hand_over()
    session.choose(Intent("pass", until=until))
    assert session.match.choices[-1] == Choice("pass")
    said = session.standings.answers[-1]
    assert (said.seat, said.stand.standing, said.stand.lasts) == ("blue", PASS_ALL, Lasting(until))
    session.hand_over()
    session.choose("r1:none")
    for _ in range(3):  # Blue acts first, then R2 where B2 cannot see it, then R1 is spent
        session.hand_over()
        session.choose("b1:none" if asked(session)[1] == "attack" else session.match.pending.default)
        if asked(session) == ("red", "activate"):
            break
    session.hand_over()
    session.choose("r2:move:jog:0,1")
    assert (asked(session) == ("blue", "react")) == (until == "action")


def test_a_standing_answer_holds_for_the_question_that_is_open() -> None:
    session = announced()
    session.hand_over()
    assert session.sight.may_stand == "blue"
    session.stand("blue", Standing(When(odds=99)))
    assert asked(session) == ("red", "attack")


def test_standing_answers_are_only_for_seats_asked_behind_a_curtain() -> None:
    session = announced()
    assert session.sight.may_stand == ""  # the curtain hangs
    session.hand_over()
    assert session.sight.may_stand == "blue"
    assert sit(TableKind.SHARED).sight.may_stand == ""


def test_no_standing_answer_is_taken_for_a_seat_that_nobody_at_this_screen_plays() -> None:
    with pytest.raises(ValueError, match=r"^Nobody at this screen plays Gold\.$"):
        sit().stand("gold", PASS_ALL)


def test_a_step_back_suspends_standing_answers_until_they_are_given_again() -> None:
    session = announced(PASS_ALL)
    assert asked(session) == ("red", "attack")
    session.undo("everybody")
    assert asked(session) == ("red", "activate")
    said = session.standings.of("blue")
    assert said is not None
    assert (said.rests, said.stand.standing) == (True, PASS_ALL)
    session.choose(JOG)
    assert asked(session) == ("blue", "react")
    session.hand_over()
    session.stand("blue", PASS_ALL)
    assert asked(session) == ("red", "attack")


def test_a_step_back_ends_a_pass_for_the_turn() -> None:
    session = announced()
    session.hand_over()
    session.choose(Intent("pass", until="turn"))
    session.undo("everybody")
    assert asked(session) == ("blue", "react")
    assert session.standings.answers[-1].stand.standing == ASK


def test_standing_answers_are_kept_in_the_record_and_restored(tmp_path) -> None:
    session = announced(Standing(When(within=8, targets=("scout",), danger=Danger.ITSELF, odds=35), {"b1": NEVER}))
    extras = Extras(seatings=session.seatings, standings=session.standings.answers)
    match, found = load(save(session.match, "Lane", extras, folder=tmp_path))
    again = Session(match.setup, match=match, table=TableKind.CURTAINS)
    again.take_up(found.seatings, found.standings)
    assert again.standings.of("blue") == session.standings.of("blue")


# -- no other seat can tell -------------------------------------------------------------------------------------------


def told(session: Session) -> bytes:
    """Everything that a screen can show to Red and to the public, and how many choices it counts."""
    shown: list[object] = [known_choices(session.match)]
    for viewer in ("red", PUBLIC):
        match = session.match
        shown += [
            msgspec.to_builtins(match.view(viewer), enc_hook=str),
            [(line.n, line.text, line.clauses, line.cause, line.event.fields()) for line in match.log_for(viewer)],
            match.hash(viewer),
        ]
    return repr(shown).encode()


PASSED_BEFOREHAND = {
    "by hand": None,
    "for each snowball": "action",
    "for the turn": "turn",
    "never": PASS_ALL,
    "never about each": Standing(ALWAYS, {"b1": NEVER, "b2": NEVER}),
    "if the odds are good": Standing(When(odds=100)),
    "if somebody is near": Standing(When(within=1)),
}


def played(how: str) -> list[bytes]:
    """What is told at each of Red's questions of a turn in which Blue never answers, in the one way or another."""
    session, way, heard = sit(), PASSED_BEFOREHAND[how], []
    if isinstance(way, Standing):
        session.stand("blue", way)
    for _ in range(40):
        pending = session.match.pending
        if pending is None or pending.kind == "assign":
            break
        session.hand_over()
        if pending.seat == "red":
            heard.append(told(session))
        if session.match.window is not None:
            session.choose(Intent("pass", until=way if isinstance(way, str) and pending.seat == "blue" else ""))
        else:
            moves = [o.id for o in pending.options if o.id in (JOG, "r2:move:jog:3,4", "b1:move:jog:14,3")]
            session.choose(moves[0] if moves else pending.default)
    return heard


@pytest.mark.parametrize("how", [how for how in PASSED_BEFOREHAND if how != "by hand"])
def test_other_seats_cannot_tell_whether_a_pass_was_given_by_hand_or_beforehand(how: str) -> None:
    by_hand = played("by hand")
    assert len(by_hand) > 3
    assert played(how) == by_hand


def turn_of(seed: int, scenario: str, way: Standing | str | None) -> list[object]:
    """A random game in which Blue always passes, in one of the ways: what others are told, and the choices."""
    rng, session = (
        Random(seed),
        Session(load_scenario(scenario).setup, dice=DiceSource(seed=seed), table=TableKind.CURTAINS),
    )
    if isinstance(way, Standing):
        session.stand("blue", way)
    session.settle()
    heard: list[object] = []
    for _ in range(60):
        pending = session.match.pending
        if pending is None:
            break
        session.hand_over()
        if pending.seat == "red":
            heard.append(told(session))
        if session.match.window is not None and pending.seat == "blue":
            session.choose(Intent("pass", until=way if isinstance(way, str) else ""))
            continue
        rng.seed(f"{seed} {len(session.match.events)} {pending.seat} {pending.kind}")
        goes = [option for option in pending.options if option.action not in ("end", "hold")]
        session.choose(rng.choice(goes or list(pending.options)).id)
    return [
        heard[:12],
        session.match.choices[:60],
        known_choices(session.match) if session.match.pending is None else 0,
    ]


@pytest.mark.parametrize("seed", daily(range(12), 6))
def test_in_random_games_other_seats_cannot_tell_how_a_pass_was_given(seed: int) -> None:
    scenario = ("market_street", "courtyards", "park_gate")[seed % 3]
    by_hand = turn_of(seed, scenario, None)
    units = [unit.id for unit in load_scenario(scenario).setup.units if unit.seat == "blue"]
    ways = (
        PASS_ALL,
        Standing(ALWAYS, dict.fromkeys(units, NEVER)),
        Standing(When(odds=100, within=1)),
        "action",
        "turn",
    )
    heard, choices, _ = turn_of(seed, scenario, ways[seed % len(ways)])
    short = min(len(heard), len(by_hand[0]))
    assert short > 3
    assert (heard[:short], choices[:40]) == (by_hand[0][:short], by_hand[1][:40])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rulebook_judges_standing_answers_at_all_its_reactions(ruleset: str) -> None:
    """Never asked passes, always asked does not, and a narrower condition never asks where a wider one passes."""
    seen = 0
    for seed in range(8):
        match, rng = random_match(ruleset, seed), Random(seed)
        for _ in range(120):
            if match.pending is None:
                break
            queue = match.window
            if queue is not None:
                seen += 1
                seat = match.pending.seat
                passes = partial(passes_by_standing, match.front, queue, match.rules, seat)
                near, far = passes(Standing(When(within=4, odds=30))), passes(Standing(When(within=40, odds=30)))
                assert near >= far
                assert passes(Standing(When(odds=90))) >= passes(Standing(When(danger=Danger.ANYBODY, odds=30)))
                assert passes(PASS_ALL)
                if len(match.pending.options) > 1:
                    assert not passes(ASK)
            match.choose(any_option(match, rng))
    assert seen > 5
