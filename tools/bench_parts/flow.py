"""How much people have to do when several of them play a battle at one screen: curtains, questions, keys, by turn.

The computer player chooses for every seat, and its choices are made through the session as people would make them: at a
shared table, and at a table with curtains where every seat wants to be asked only if it matters. For comparison,
`before` counts what the bare engine asks, with a hand-over at each question. Inputs are counted as the window takes
them, in the shortest way:

- one for a curtain, for the list of what has happened since, for a call that nobody answers, for ending (N, with Shift
  if something would be given up), and for an answer from a list (its digit with Shift)
- one more to pick a unit other than the first, and for each nine rows before the answer
- one to drag a unit to a cell; one more for a pace other than the usual, and for a whole formation
- one to drag a unit onto an enemy, which it then attacks if nobody reacts
- markers, by the cheapest of these: one for all alike or for all as in the turn before (with Shift, which hands over);
  then one for each that is turned over and one to hand over; or one for each of the first units, and one for the rest

In `before`, a marker costs one input, and a move three (the unit, the cell, Enter), or two for the first unit.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from enum import StrEnum
from functools import partial
from itertools import takewhile

from bench_parts.rows import Row
from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.engine.answers import Choice
from game.engine.decisions import DICE, Decision
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.options import PASS, Option
from game.maps.scenarios import list_scenarios, load_scenario
from game.records.tables import TableKind
from game.session.beforehand import towards
from game.session.intent import Intent
from game.session.laying import last_markers
from game.session.session import Session
from game.session.standing import SENSIBLE

ROWS = 9
"""How many rows of a list have a digit at a time."""
SEEDS = (1, 2, 3)
DECLINING = frozenset({"pass", "none", "end", "done", "nothing", "prone", "hold", "stay", "wait"})
"""Actions that do nothing."""
COUNTED = ("curtains", "questions", "with one answer", "only declining", "calls", "empty calls", "keys")
Turns = dict[int, Counter[str]]
"""Turn -> the counts of that turn."""


class Kind(StrEnum):
    """How a battle is played."""

    BEFORE = "before"
    SHARED = "shared"
    CURTAINS = "curtains"


def chosen(match: Match, seat: str) -> Option:
    """The option that the computer player chooses for a seat. Raises ValueError if nothing is asked."""
    view = SeatView(match, seat)
    if view.decision is None:
        raise ValueError("Nothing is being asked.")
    return ComputerPlayer().choose(view, view.decision)


class Thinking:
    """Gives the choices of the computer player; for the same question in the same state it thinks only once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Option] = {}

    def __call__(self, match: Match, seat: str) -> Option:
        """The choice of a seat for the pending question."""
        key = (match.hash(), seat)
        if key not in self._known:
            self._known[key] = chosen(match, seat)
        return self._known[key]


# -- what an answer costs ---------------------------------------------------------------------------------------------


def clicks(decision: Decision, option: Option) -> int:
    """The inputs for an answer in `before`."""
    if option.id == decision.default or option.to < 0:
        return 1
    return 2 + (option.unit != _first(decision))


def keys(session: Session, decision: Decision, option: Option) -> int:
    """The inputs for an answer in the window."""
    words = session.match.rules.presentation
    if option.id == decision.default:
        return 1
    if option.to < 0 or option.point >= 0 or not option.unit:
        rows = [o.id for o in decision.options if o.unit == option.unit and (o.to < 0 or o.point >= 0)]
        picked = bool(option.unit) and decision.kind in words.free and option.unit != _first(decision)
        before = rows.index(option.id) if option.id in rows else 0
        return 1 + picked + before // ROWS + (option.to >= 0 and not option.unit)
    ways = [o for o in decision.options if (o.unit, o.to) == (option.unit, option.to)]
    usual = next((o for o in ways if o.pace not in words.slow), ways[0])
    return 1 + (usual.id != option.id)


def markers(session: Session, laid: Mapping[str, str]) -> int:
    """The inputs for laying these markers (unit -> kind) and handing over, in the shortest way."""
    kinds, before = Counter(laid.values()), last_markers(session)
    turned = [len(laid) - most for most in kinds.values()]
    if before:
        turned.append(sum(before.get(unit) != kind for unit, kind in laid.items()))
    last = [*laid.values()][-1]
    alike = sum(1 for _ in takewhile(lambda kind: kind == last, reversed(laid.values())))
    return min(1 + min(turned) + bool(min(turned)), len(laid) - alike + 1)


def attacked(session: Session, option: Option, think: Callable[[Match, str], Option]) -> str:
    """The enemy that the unit of an answer attacks next, if one gesture can say both and nobody reacts; else ""."""
    ahead, seat = session.match.clone(DiceSource("ask")), session.asked
    if not option.unit or option.to >= 0 or option.target:
        return ""
    ahead.choose(option.id)
    while ahead.window is not None:
        ahead.choose(PASS.id)
    asked = ahead.pending
    if asked is None or asked.seat != seat or asked.unit != option.unit:
        return ""
    meant = think(ahead, seat)
    first = next((o for o in asked.options if o.target == meant.target), None) if meant.target else None
    begun = towards(session, option.unit, meant.target) if first is not None and first.id == meant.id else None
    return meant.target if begun is not None and begun.id == option.id else ""


def _first(decision: Decision) -> str:
    return next((option.unit for option in decision.options if option.unit), "")


# -- playing ----------------------------------------------------------------------------------------------------------


def played(name: str, seed: int, turns: int, kind: Kind, think: Callable[[Match, str], Option]) -> Turns:
    """Play the first `turns` turns of a battle. Returns the counts of each."""
    table = TableKind.SHARED if kind is Kind.SHARED else TableKind.CURTAINS
    session = Session(load_scenario(name).setup, dice=DiceSource(seed=seed), table=table)
    match, found = session.match, dict[int, Counter[str]]()
    if kind is Kind.CURTAINS:
        for seat in session.people:
            session.stand(seat, SENSIBLE)
    if kind is not Kind.BEFORE:
        session.settle()
    laid, looked = dict[str, str](), dict[str, int]()
    while match.pending is not None and match.front.turn <= turns:
        counts = found.setdefault(match.front.turn, Counter())
        _hand_over(session, counts, looked, told=kind is Kind.CURTAINS)
        if session.sight.call is not None:
            _call(session, counts, think)
            continue
        option, shown = think(match, match.pending.seat), session.decision
        if shown is None or shown.seat == DICE:
            raise ValueError("Nobody is asked.")
        _count(counts, shown, option)
        if kind is Kind.BEFORE:
            counts["keys"] += clicks(shown, option)
            match.choose(Choice.of(option))
        else:
            _answer(session, counts, laid, option, think)
    return found


def _hand_over(session: Session, counts: Counter[str], looked: dict[str, int], *, told: bool) -> None:
    """Count a curtain if there is one, and with `told` the list of what has happened since that seat last looked."""
    if session.sight.curtain:
        counts["curtains"] += 1
        counts["keys"] += 1 + (told and _news(session.match, looked.get(session.sight.hand_to)))
    session.hand_over()
    looked[session.viewer or ""] = len(session.match.events)


def _answer(
    session: Session,
    counts: Counter[str],
    laid: dict[str, str],
    option: Option,
    think: Callable[[Match, str], Option],
) -> None:
    """Make and count an answer. Markers are collected in `laid` and counted once they are handed over."""
    shown, attack = session.decision, ""
    if shown is None:
        raise ValueError("Nobody is asked.")
    if option.marker:
        laid[option.unit] = option.marker
    elif laid:
        counts["keys"] += markers(session, laid)
        laid.clear()
    else:
        attack = attacked(session, option, think)
        counts["keys"] += 1 if attack else keys(session, shown, option)
    session.choose(Intent(option.id, path=option.path or None, until=option.until, attack=attack))


def _news(match: Match, since: int | None) -> bool:
    """Whether the list of what has happened since event number `since` is shown at all."""
    entries = match.events[since:] if since is not None else []
    return any(line.seen.path or line.seen.out or line.rolled for line in map(match.line, entries))


def _count(counts: Counter[str], decision: Decision, option: Option) -> None:
    """Count a question that is answered."""
    counts["questions"] += 1
    counts["with one answer"] += len(decision.options) == 1
    counts["only declining"] += len(decision.options) < 4 and all(o.action in DECLINING for o in decision.options)


def _call(session: Session, counts: Counter[str], think: Callable[[Match, str], Option]) -> None:
    """Answer a call: the first seat that wants to react says "wait!" and does so; if there is none, all pass."""
    call, ahead = session.sight.call, session.match
    if call is None:
        return
    counts["calls"] += 1
    counts["keys"] += 1
    possible = False  # whether any seat could do more than pass
    for seat in call.asked:
        if ahead.pending is None or ahead.pending.seat != seat:
            break
        possible = possible or len(ahead.pending.options) > 1
        option = think(ahead, seat)
        if option.action != PASS.action:
            counts["questions"] += 1
            session.choose(Intent(option.id, path=option.path or None))
            return
        ahead = ahead.clone(DiceSource("ask"))
        ahead.choose(PASS.id)
    counts["empty calls"] += not possible
    session.nobody()


def battle(name: str, turns: int, seeds: Sequence[int] = SEEDS) -> dict[Kind, list[Turns]]:
    """Play a map with each of the seeds, in each kind of game."""
    found: dict[Kind, list[Turns]] = {kind: [] for kind in Kind}
    for seed in seeds:
        think = Thinking()
        for kind in Kind:
            found[kind].append(played(name, seed, turns, kind, think))
    return found


# -- the table --------------------------------------------------------------------------------------------------------


def flow(*, turns: int, seeds: Sequence[int] = SEEDS, most: int = 99) -> Iterator[Row]:
    """For each rulebook and turn, means over the seeds and at most `most` maps; the same for Market Street alone."""
    by_book: dict[str, list[str]] = {}
    for scenario in list_scenarios():
        by_book.setdefault(scenario.ruleset, []).append(scenario.id)
    names = [name for _, listed in sorted(by_book.items()) for name in listed[:most]]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        battles = dict(zip(names, pool.map(partial(battle, turns=turns, seeds=seeds), names), strict=True))
    for ruleset, listed in sorted(by_book.items()):
        yield from _rows(ruleset, [battles[name] for name in listed[:most]])
    if FLAGSHIP in battles:
        yield from _rows(FLAGSHIP, [battles[FLAGSHIP]])


FLAGSHIP = "market_street"
"""The map that also has rows of its own."""


def _rows(what: str, battles: Sequence[dict[Kind, list[Turns]]]) -> Iterator[Row]:
    """The rows of these battles, for each turn and for all turns together."""
    games = {kind: [turns for battle in battles for turns in battle[kind]] for kind in Kind}
    most = max((turn for kind in Kind for turns in games[kind] for turn in turns), default=0)
    for turn in range(1, most + 1):
        yield from _row(f"{what}, turn {turn}", {k: [t[turn] for t in games[k] if turn in t] for k in Kind})
    yield from _row(f"{what}, a turn", {kind: [c for turns in games[kind] for c in turns.values()] for kind in Kind})


def _row(what: str, counts: dict[Kind, list[Counter[str]]]) -> Iterator[Row]:
    """A row for each count and each kind of game, compared with `before`."""
    for name in COUNTED:
        means = {kind: _mean([one[name] for one in found]) for kind, found in counts.items()}
        before = means[Kind.BEFORE]
        for kind in (Kind.SHARED, Kind.CURTAINS):
            if kind is Kind.SHARED or "calls" not in name:
                beside = {f"before ({before:.3g})": means[kind] / before} if before else {}
                yield Row("flow", f"{what}: {name}, {kind}", means[kind], "", beside)


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0
