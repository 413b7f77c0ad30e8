"""What people have to do: curtains, questions and keys when two or more of them play a battle at one screen.

The computer player's choices are made for every seat as people would give them, through the session, on each kind of
table; `engine` is the bare engine, which asks everything and changes hands with each question. Keys are counted as the
window takes them: a curtain, a beat that nobody answers, and an answer from a list are one each, an action with
a cell is two (the cell, Enter), one more where another unit than the one that is offered has to be picked first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bench_parts.rows import Row
from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.engine.decisions import DICE, Decision
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.options import PASS, Option
from game.maps.scenarios import list_scenarios, load_scenario
from game.rules import build
from game.session.session import Session
from game.session.tables import TableKind

SEEDS = (1, 2, 3)
DECLINING = frozenset({"pass", "none", "end", "done", "nothing", "prone", "hold", "stay", "wait"})
COUNTED = ("curtains", "questions", "with one answer", "only declining", "beats", "empty beats", "keys")


def keys_for(decision: Decision, option: Option) -> int:
    """How many keys an answer costs."""
    if option.id == decision.default:
        return 1
    if option.to < 0:
        return 1
    first = next((o.unit for o in decision.options if o.unit), "")
    return 2 + (option.unit != first)


def asked(counts: Counter[str], decision: Decision, option: Option) -> None:
    """Count one question and its answer."""
    counts["questions"] += 1
    counts["with one answer"] += len(decision.options) == 1
    counts["only declining"] += len(decision.options) < 4 and all(o.action in DECLINING for o in decision.options)
    counts["keys"] += keys_for(decision, option)


def chosen(match: Match, seat: str) -> Option:
    """What the computer player would answer for a seat."""
    view = SeatView(match, seat)
    if view.decision is None:
        raise ValueError("Nothing is being asked.")
    return ComputerPlayer().choose(view, view.decision)


def played(name: str, seed: int, turns: int, table: TableKind | None) -> Iterator[tuple[int, Counter[str]]]:
    """Each turn of a battle at a table, through the session; without one, everything the engine asks is put to a person."""
    session = Session(load_scenario(name).setup, dice=DiceSource(seed=seed), table=table or TableKind.CURTAINS)
    if table is not None:
        session.settle()
    match, counts, turn = session.match, Counter[str](), 1
    while match.pending is not None and match.front.turn <= turns:
        if match.front.turn != turn:
            yield turn, counts
            counts, turn = Counter(), match.front.turn
        if session.curtain_needed:
            counts["curtains"] += 1
            counts["keys"] += 1
        session.hand_over()
        if session.beat is not None:
            answer_beat(session, counts)
            continue
        option, shown = chosen(match, match.pending.seat), session.decision
        if shown is None or shown.seat == DICE:
            raise ValueError("Nobody is asked.")
        asked(counts, shown, option)
        choose = match.choose if table is None else session.choose
        choose(option.id, path=option.path or None, until=option.until)
    yield turn, counts


def answer_beat(session: Session, counts: Counter[str]) -> None:
    """The first seat that wants to answer says "wait!" and does; if none does, nobody answers."""
    beat, ahead = session.beat, session.match
    if beat is None:
        return
    counts["beats"] += 1
    counts["keys"] += 1
    true = False
    for seat in beat.asked:
        if ahead.pending is None or ahead.pending.seat != seat:
            break
        true = true or len(ahead.pending.options) > 1
        option = chosen(ahead, seat)
        if option.action != PASS.action:
            counts["questions"] += 1
            session.choose(option.id, path=option.path or None)
            return
        ahead = ahead.clone(DiceSource("ask"))
        ahead.choose(PASS.id)
    counts["empty beats"] += not true
    session.nobody()


def flow(*, long: bool) -> Iterator[Row]:
    """Per rulebook and kind of table: each count by turn, in the mean over its maps and three seeds each."""
    turns = 99 if long else 2
    by_book: dict[str, list[str]] = {}
    for scenario in list_scenarios():
        by_book.setdefault(scenario.ruleset, []).append(scenario.id)
    for ruleset, names in sorted(by_book.items()):
        secret = build(ruleset).hidden_markers
        kinds = [None, *(TableKind if secret else (TableKind.SHARED,))]
        for kind in kinds:
            total, seen = Counter[str](), 0
            for name in names:
                for seed in SEEDS:
                    for _, counts in played(name, seed, turns, kind):
                        total += counts
                        seen += 1
            for what in COUNTED:
                if "beats" not in what or kind == TableKind.SHARED:
                    yield Row("flow", f"{ruleset}, {kind or 'engine'}, {what}", total[what] / seen, "a turn")
