"""Stargrunt II: which units may answer a move, compared with an oracle at every question (SG-09, SG-A7, SG-A28)."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from tests.budget import POSITIONS
from tests.setups import any_option, random_setup
from tests.standing import Mover, Watcher, answers, groups

MOVES = ("move", "combat_move")
ATTEMPTS = ("opportunity_fire", "overwatch_fire", "test_only")


class Game:
    """A random game, and what its events tell of the move in hand; `told` counts what was compared."""

    def __init__(self, seed):
        self.random = Random(f"examined {seed}")
        rulings = self.random.choice(({}, {}, {}, {"SG-A7": "stop_ends"}))
        setup = random_setup("stargrunt2", seed, width=14, side=self.random.choice((3, 4, 5)), rulings=rulings)
        self.match = Match(setup, build("stargrunt2", rulings), DiceSource(seed=seed))
        self.stop_ends = bool(rulings)
        self.numbers = {
            name: (weapon.tags["kind"], weapon.numbers.get("bands", 0))
            for name, weapon in self.match.rules.army.weapons.items()
        }
        self.told = Counter()
        self.read, self.turn = 0, 0
        self.used, self.first, self.fired_on = {}, {}, {}
        self.move, self.mover = None, ""

    def play(self, most=80):
        """Some decisions at random, each held against the oracle. Returns what was compared."""
        self.look()
        for _ in range(most):
            if self.match.pending is None:
                break
            option = self.match.pending.option(self.pick())
            if option.action in (*ATTEMPTS, "reaction_fire") and self.asked_of_a_mover():
                self.tries(option)
            self.match.choose(option.id)
            self.look()
        return self.told

    def pick(self):
        """Moves, shots and stops more often than by chance."""
        asked, random = self.match.pending, self.random
        moves = random.choice((MOVES[:1], MOVES))
        wanted = {"action": moves, "react": (*ATTEMPTS, "reaction_fire"), "go_on": ("stop",)}.get(asked.kind, ())
        liked = [option.id for option in asked.options if option.action in wanted]
        return random.choice(liked) if liked and random.random() < 0.8 else any_option(self.match, random)

    def asked_of_a_mover(self):
        """Whether the pending question is which unit answers the present move."""
        action = self.match.view().action
        return self.match.pending and self.match.pending.kind == "react" and action and action.kind in MOVES

    def tries(self, option):
        """An attempt at the mover, or reaction fire."""
        if option.action == "reaction_fire":
            self.move = self.move._replace(reaction_taken=True)
        else:
            tried, point = self.move.tried | {option.unit}, max(self.move.furthest, option.point)
            self.move = self.move._replace(tried=tried, furthest=point)

    def unit(self, name):
        """A unit as it is seen on the table."""
        return next(unit for unit in self.match.view().units if unit.id == name)

    # -- what the events tell -----------------------------------------------------------------------------------------

    def look(self):
        """Read the new events, then compare the options of the question with those of the oracle."""
        stopped = False
        for event in self.match.events[self.read :]:
            stopped = self.reads(event.type, event.fields) or stopped
        new_turn = any(event.type == "turn_started" for event in self.match.events[self.read :])
        self.read = len(self.match.events)
        if self.asked_of_a_mover():
            self.compare()
        elif stopped and not new_turn and self.match.pending:
            assert self.expected(self.seats()) == {}, self.story()
            self.told["nobody may answer"] += 1

    def reads(self, kind, fields):
        """One event. Returns whether it has stopped the mover for good."""
        if kind == "turn_started":
            self.used = {}
        elif kind == "fired":
            self.used.setdefault(fields["unit"], set()).update(fields["weapon"].split("+"))
            self.fired_on.setdefault(fields["unit"], set()).add(fields["target"])
        elif kind == "action_taken":
            if fields["number"] == 1:
                self.first[fields["unit"]] = fields["action"]
            self.second = fields["number"] == 2 and self.first[fields["unit"]] in MOVES
        elif kind == "move_declared":
            self.begins(fields["unit"], tuple(fields["path"]))
        elif kind == "moved":
            self.move = self.move._replace(done=self.move.done + len(fields["path"]) - 1, dug=False)
        elif kind == "action_failed" and fields["action"] in (*MOVES, "close_assault"):
            at = self.unit(fields["unit"]).at
            self.begins(fields["unit"], (at,), stands=True, failed=True)
            return True
        elif kind == "move_stopped":
            self.move = self.move._replace(stands=True)
            return True
        return False

    def begins(self, unit, path, **how):
        """A move is announced."""
        view = self.unit(unit)
        dug = any(marker.kind == "in_position" for marker in view.markers)
        vehicle = view.profile == "light_vehicle"
        self.mover = unit
        fired_on = frozenset(self.fired_on.get(unit, ()))
        self.move = Mover(path, 0, vehicle, dug, second=self.second, fired_on=fired_on, **how)

    # -- who may do what ----------------------------------------------------------------------------------------------

    def seats(self):
        """The seats against the mover."""
        mine = self.unit(self.mover).seat
        return [seat for seat in self.match.setup.seats if seat != mine]

    def expected(self, seats):
        """What the units of these seats may do, by unit, by the oracle."""
        view, board = self.match.view(), self.match.setup.board
        mover, place = self.move, self.unit(self.mover).at
        if self.unit(self.mover).out:
            return {}
        path = view.action.path if view.action and view.action.unit == self.mover and not mover.failed else mover.path
        path = (*path[: mover.done], place) if mover.stands else path
        found = {}
        for unit in view.units:
            if unit.seat in seats and not unit.out:
                marks = {marker.kind for marker in unit.markers}
                watcher = Watcher(
                    unit.id,
                    unit.at,
                    unit.stats["QUALITY"],
                    groups(unit.weapons, self.used.get(unit.id, ()), self.numbers),
                    unit.extra.spent,
                    "overwatch" in marks,
                    "suppressed" in marks,
                    unit.extra.confidence,
                )
                got = answers(board, mover._replace(path=tuple(path)), watcher, stop_ends=self.stop_ends)
                found |= {unit.id: got} if got else {}
        return found

    def compare(self):
        """The question that is put, option by option."""
        asked, got = self.match.pending, {}
        for option in asked.options:
            if option.id != "pass":
                weapons = frozenset(filter(None, option.weapon.split("+")))
                got.setdefault(option.unit, set()).add((option.action, option.point, weapons))
        assert got == self.expected([asked.seat]), self.story()
        self.told["all"] += 1
        self.told["failed at once"] += self.move.failed
        self.told["stopped"] += self.move.stands and not self.move.failed
        self.told["options"] += sum(map(len, got.values()))

    def story(self):
        """The table and what has happened on it lately."""
        lines = [line.text for line in self.match.log_for(None)[-12:]]
        return f"{self.match.setup.title}: {self.mover} {self.move}\n" + "\n".join(lines)


def examined(wanted, seeds):
    """Random games until so many questions have been compared."""
    told = Counter()
    for seed in seeds:
        told += Game(seed).play()
        told["games"] += 1
        if told["all"] >= wanted:
            return told
    raise AssertionError(f"only {told}")


def test_sg_09_a7_a28_the_units_that_may_answer_a_mover_are_those_the_oracle_finds():
    told = examined(150, range(500))
    assert min(told["stopped"], told["failed at once"], told["nobody may answer"]) > 3


@pytest.mark.fuzz
def test_sg_09_a7_a28_in_many_positions_the_units_that_may_answer_a_mover_are_those_the_oracle_finds():
    told = examined(POSITIONS, range(1000, 100_000))
    sys.stdout.write(f"\n{dict(told)}\n")
    assert min(told["stopped"], told["failed at once"], told["nobody may answer"]) > POSITIONS // 50
