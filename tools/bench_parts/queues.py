"""Measures the reaction queue: a snowball of n watchers a side, and the queue alone under a made-up rulebook."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from statistics import median

from bench_parts.rows import Row
from game.board.board import Board
from game.engine.decisions import Refusal
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.options import Option
from game.engine.phases import Phase
from game.engine.policies import Policy
from game.engine.queue import Action, Reaction, ReactionQueue, Trigger
from game.engine.reactions import add_trigger, declared, q_end, window
from game.engine.rulebook import Army, Clause, Profile, Rulebook
from game.engine.ruleset import RuledTable, Ruleset
from game.engine.setup import Setup, UnitSpec
from game.engine.state import State, Verdict
from game.engine.steps import step
from game.rules import build

WATCHERS = (8, 16, 32)
"""The watchers of each side in the snowballs that are compared, each twice the one before."""
ROW = 8
"""The watchers in a row of their block."""
LENGTHS = (500, 1000, 2000, 5000, 10_000)
"""The numbers of reactions in the queues that are compared, most of them twice another."""


def snowballs(rounds: int) -> Iterator[Row]:
    """Snowballs in which every unit that can declares a reaction (SkirmishCorps)."""
    found: dict[int, float] = {}
    for n in WATCHERS:
        setup = blocks(n)
        took = [snowball(setup)]
        if took[0] < 1:  # if it takes longer, one-time work does not matter
            took = [snowball(setup) for _ in range(rounds)]
        found[n] = median(took)
        beside = {f"{n // 2} a side": found[n] / found[n // 2]} if n // 2 in found else {}
        yield Row("queue", f"snowball, {n} watchers a side, the whole declaring", found[n], "s", beside)


def snowball(setup: Setup) -> float:
    """Seconds from the first question to the last pass. Raises AssertionError if not every watcher has declared."""
    match = Match(setup, build("skirmishcorps"), DiceSource(seed=1))
    match.choose("a0:stand")
    start = time.process_time()
    made = 0
    while (asked := match.pending) is not None and asked.kind == "react":
        option = next((option for option in asked.options if option.action != "pass"), None)
        made += option is not None
        match.choose(option.id if option else "pass")
    took = time.process_time() - start
    if made != len(setup.units) - 1:
        raise AssertionError(f"{made} of {len(setup.units) - 1} watchers have declared.")
    return took


def blocks(n: int) -> Setup:
    """A block of `n` watchers for each of two sides, in the open and in range of one another; A0 is to move."""
    deep = n // ROW
    board = Board.from_rows(["." * (ROW + 1)] * (2 * deep + 4))
    units = [UnitSpec("a0", "a", "trooper", board.cell(ROW, 0), {"move": "down"})]
    for seat, first in (("a", 0), ("b", deep + 4)):
        for i in range(n):
            at = board.cell(i % ROW, first + i // ROW)
            units.append(UnitSpec(f"{seat}{i + 1}", seat, "trooper", at, {"overwatch": "down"}))
    return Setup("skirmishcorps", "A snowball", board, ("a", "b"), tuple(units), turns=2, phase="act", seat="a")


def queues() -> Iterator[Row]:
    """The queue alone: n reactions to one event, and a chain of n reactions, each to the one before."""
    for what, chain in (("n reactions", False), ("a chain of n answers", True)):
        queue(10, chain=chain)
        found: dict[int, float] = {}
        for n in LENGTHS:
            found[n] = queue(n, chain=chain)
            beside = {f"n = {n // 2:,}": found[n] / found[n // 2]} if n // 2 in found else {}
            yield Row("queue", f"the queue alone, {what}, n = {n:,}", found[n], "s", beside)


def queue(n: int, *, chain: bool) -> float:
    """Seconds until `n` reactions have been declared and resolved. Raises AssertionError for any other number."""
    board = Board.from_rows(["..."])
    units = tuple(UnitSpec(name, name[0], "drummer", cell) for cell, name in enumerate(("a1", "b1")))
    setup = Setup("drums", "Drums", board, ("a", "b"), units, turns=1, seat="a")
    rules = Drums(n, chain=chain)
    gc.collect()
    start = time.process_time()
    match = Match(setup, rules, DiceSource(seed=1))
    while match.pending is not None:
        match.choose(match.pending.options[0].id)
    took = time.process_time() - start
    if sum(entry.type == "reaction_resolved" for entry in match.events) != n:
        raise AssertionError(f"Not {n} reactions have been resolved.")
    return took


@step
def beat(t: RuledTable) -> None:
    """A1 does something to which B1 reacts (DM-01)."""
    t.begin(Action("beat", "a1"), "*")
    window(t, ["b"], "beat", "a1")
    t.then(q_end)


class Drums(Ruleset):
    """A made-up rulebook that does not use the board: `many` reactions to one beat, or each to the one before."""

    id = "drums"
    phases = (Phase("beat", "Beat", (beat,), "", ("DM-01",)),)
    react_clauses = order_clauses = close_clauses = ("DM-01",)

    def __init__(self, many: int, *, chain: bool) -> None:
        """Make rulebook and army without files: a clause and a profile."""
        self.many, self.chain = many, chain
        clause = Clause("DM-01", "Drums", "A beat is answered.", "Drums", "made up", testable=True)
        self.book = Rulebook("drums", "Drums", "", (), ("Drums",), {clause.id: clause}, {})
        self.army = Army("drums", {"drummer": Profile("drummer", "Drummer", "rifleman", {})}, {})
        self.rulings = {}
        self.policies = self.make_policies()

    def make_policies(self) -> dict[str, Policy]:
        """The policy with every default: reactions in the order of declaring."""
        return {"*": Policy()}

    def verdict(self, state: State) -> Verdict:
        """Nobody wins."""
        return Verdict("", "the beat is over", ("DM-01",))

    def ready(self, state: State, unit: str, /) -> Refusal | None:
        """None until there are `many` reactions."""
        return Refusal("DM-01", "enough", unit) if len(state.queues[-1].reactions) >= self.many else None

    def may_react(self, state: State, queue: ReactionQueue, trigger: Trigger, unit: str, /) -> list[Option] | Refusal:
        """One option, again and again."""
        return [Option(f"{unit}:drum", "drum", unit, trigger.actor, trigger=trigger.id)]

    def react_question(self, state: State, queue: ReactionQueue, seat: str) -> tuple[str, str]:
        """The prompt, without a note."""
        return "Who drums?", ""

    def declare(self, t: RuledTable, queue: ReactionQueue, reaction: Reaction) -> None:
        """Declare at no cost; in a chain the reaction becomes the next trigger."""
        declared(t, queue, reaction, ("DM-01",))
        if self.chain:
            add_trigger(t, ["b"], "beat", reaction.unit, by=reaction.id)

    def still_may(self, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
        """None: it always may."""
        return None

    def carry_out(self, t: RuledTable, queue: ReactionQueue, reaction: Reaction) -> None:
        """Do nothing."""

    def go_on(self, t: RuledTable, queue: ReactionQueue) -> None:
        """End the action: the beat has no further effect."""
        queue.action.status = "done"
