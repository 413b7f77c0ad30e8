"""Judging a SkirmishCorps table: which marker, which move out of thousands, when to force, how much a path risks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.ai.seatview import SeatView
from game.ai.tactics import Tactics, Weights
from game.engine.decisions import Decision
from game.engine.dice import HITS, REACHES, chance
from game.engine.options import Option
from game.engine.queue import Action
from game.engine.state import State, Unit
from game.rules.skirmishcorps.chances import COVER, COVER_PRONE, PACE_SEEN, POINT_BLANK
from game.rules.skirmishcorps.ground import pace_budget
from game.rules.skirmishcorps.state import CorpsAction, Trooper

OVERWATCH = -1  # SC-58
AIMED = 1  # SC-A39
OWN_PACE = {"run": -2}  # SC-A36
QUICKER = {"sneak": 0, "jog": 1, "run": 2, "sprint": 3}


class CorpsTactics(Tactics):
    """The estimates of an attack follow the rulebook's own sum; the exact sum is left to the look ahead."""

    weights = Weights(exposed=0.5, aimed_at=0.4)
    widest = 14
    runs = 900

    def worlds(self, view: SeatView, option: Option) -> tuple[tuple[bool, float], ...]:
        """Snowballs grow while actions are under way: both worlds count everywhere."""
        return self.both_worlds()

    def used(self, unit: Unit) -> bool:
        """Whether its one action is spent."""
        return isinstance(unit, Trooper) and unit.acted

    def readiness(self, state: State, unit: Unit) -> float:
        """A face-down marker may still shoot this turn; anything else counts for the next."""
        if "pinned" in unit.markers:
            return self.weights.spent / 2
        return self.weights.ready if "down" in unit.markers.values() else self.weights.spent

    def harm(self, state: State, shooter: Unit, at: int, target: Unit, cell: int, extra: int = 0) -> float:
        """The chance to put `target` out, a wound counting in part; `extra` modifies the throw."""
        board = state.board
        sight = board.sight(at, cell)
        if not sight.visible:
            return 0.0
        prone = target.prone and cell == target.at
        cover = COVER_PRONE[sight.cover] if prone else COVER.get(sight.cover, 0)
        defence = target.stats["DF"]
        best = 0.0
        for name in shooter.weapons:
            numbers = self.rules.weapon(name).numbers
            reach = numbers.get("range", 0)
            if sight.distance > reach:
                continue
            near = 2 if sight.distance <= POINT_BLANK else -1 if 2 * sight.distance > reach else 0
            best = max(best, _chance(shooter.stats["MK"] + extra + near - cover, numbers["power"], defence))
        if cell in board.neighbours(at):
            best = max(best, _chance(shooter.stats["CC"], shooter.stats["ST"], defence))
        toughness = target.stats.get("W", 1) - target.wounds
        return best if toughness <= 1 else best / toughness

    # -- markers --------------------------------------------------------------------------------------------------

    def obvious(self, view: SeatView, decision: Decision) -> Option | None:
        """Markers are given by a plan for the whole side."""
        if decision.kind != "assign":
            return None
        if not decision.unit:
            return decision.option("confirm")
        return decision.option(f"{decision.unit}:{self.order_for(view.front, decision.unit)}")

    def order_for(self, state: State, name: str) -> str:
        """Move for those with a good shot now or ground to take, overwatch for those whose field of fire is worth more."""
        unit = state.units[name]
        own = state.standing(unit.seat)
        foes = [foe for foe in state.standing() if foe.seat != unit.seat]
        act = 0.75 * max((self.harm(state, unit, unit.at, foe, foe.at, AIMED) for foe in foes), default=0.0) + 0.12
        goal = next(((o, value) for o, u, value in self.claims(state, own) if u is unit), None)
        if goal is not None and goal[1] < 1:
            act += 0.15 * min(self.turns_left(state), 4) * goal[0].points
        elif goal is not None:
            act -= 0.1
        elif not state.objectives:
            act += 0.1
        return "move" if act >= self.watch(state, unit, foes) else "overwatch"

    def watch(self, state: State, unit: Unit, foes: Sequence[Unit]) -> float:
        """What overwatch is expected to bring: the chance of a shot at somebody who comes within his move."""
        missed = 1.0
        for foe in foes:
            cells = [*state.board.reach(foe.at, pace_budget(foe, "jog")).costs][::4]
            seen = sum(self.harm(state, unit, unit.at, foe, cell, OVERWATCH) for cell in cells)
            missed *= 1 - 0.5 * seen / max(1, len(cells))
        return (1 - missed) * (0.7 + unit.stats["RE"] / 20)

    # -- moves ----------------------------------------------------------------------------------------------------

    def best_moves(self, view: SeatView, moves: Sequence[Option]) -> list[Option]:
        """The best destinations by position, attack and the risk of the path; each cell at the calmest pace, or sprinting."""
        state = view.front
        units: dict[str, list[Option]] = {}
        for option in moves:
            units.setdefault(option.unit, []).append(option)
        found: list[tuple[float, str, Option]] = []
        for name, listed in units.items():
            unit = state.units[name]
            foes = [foe for foe in state.standing() if foe.seat != unit.seat]
            stay = self.place(state, unit, unit.at, foes)
            ranked = sorted(
                ((self.arrive(state, unit, option, foes) - stay, option.id, option) for option in _calmest(listed)),
                key=lambda item: (-item[0], item[1]),
            )
            for value, _, option in ranked[:8]:
                risk = self.worth(unit) * self.hazard(state, unit, view.complete(option), foes)
                found.append((value - risk, option.id, option))
        found.sort(key=lambda item: (-item[0], item[1]))
        return [option for _, _, option in found[: self.widest // 2]]

    def arrive(self, state: State, unit: Unit, option: Option, foes: Sequence[Unit]) -> float:
        """How good it is to end the move there: the place and the attack that goes with the pace."""
        cell = option.to
        value = self.place(state, unit, cell, foes)
        if option.pace == "sprint":
            return value
        extra = OWN_PACE.get(option.pace, 0)
        return value + max((self.harm(state, unit, cell, foe, foe.at, extra) for foe in foes), default=0.0)

    def hazard(self, state: State, unit: Unit, option: Option, foes: Sequence[Unit]) -> float:
        """The chance to be put out on the way, every face-down enemy marker taken for overwatch as often as not."""
        safe = 1.0
        path = (unit.at, *option.path)
        for foe in foes:
            if "down" in foe.markers.values():
                safe *= 1 - self.weights.believed * self.on_path(state, foe, unit, path, option.pace)
        return 1 - safe

    def on_path(self, state: State, shooter: Unit, mover: Unit, path: Sequence[int], pace: str) -> float:
        """The best shot from overwatch at any point of a path: what forcing the mover's hand exposes."""
        extra = OVERWATCH - PACE_SEEN.get(pace, 0)
        return max((self.harm(state, shooter, shooter.at, mover, cell, extra) for cell in path), default=0.0)

    def shortlist(self, view: SeatView, decision: Decision) -> list[Option]:
        """Of thousands of actions: the best moves, every shot worth taking standing, the best covering fire, holding."""
        if decision.kind in ("react", "resolve"):
            return self.answers(view.front, decision)
        if decision.kind != "activate":
            return super().shortlist(view, decision)
        state = view.front
        options = decision.options
        stands = sorted((-self.standing_shot(state, o.unit), o.id, o) for o in options if o.action == "stand")
        covers = sorted((-self.covering(state, o), o.id, o) for o in options if o.action == "covering_fire")
        return [
            *self.best_moves(view, [o for o in options if o.action == "move"]),
            *[o for value, _, o in stands if value < 0][:4],
            *[o for value, _, o in covers if value < 0][:2],
            *[o for o in options if o.action == "hold"][:1],
            *[o for o in options if o.action == "end"],
        ]

    def answers(self, state: State, decision: Decision) -> list[Option]:
        """Reactions: of the cells for one intercept the best, then what promises most, and letting it be."""
        best: dict[tuple[str, str, str], tuple[float, str]] = {}
        for option in decision.options:
            if option.action == "intercept":
                unit, way = state.units[option.unit], (option.unit, option.target, option.ally)
                others = [foe for foe in state.standing() if foe.seat != unit.seat and foe.id != option.target]
                rank = (-self.place(state, unit, option.to, others), option.id)
                best[way] = min(best.get(way, rank), rank)
        kept = {name for _, name in best.values()}
        found = [option for option in decision.options if option.action != "intercept" or option.id in kept]
        ranked = sorted(found, key=lambda o: (-self.promise(state, o), o.id)) if len(found) > self.widest else found
        return [*ranked[: self.widest], *(o for o in ranked[self.widest :] if not o.target)]

    def standing_shot(self, state: State, name: str) -> float:
        """The best aimed attack from where the unit stands."""
        unit = state.units[name]
        foes = [foe for foe in state.standing() if foe.seat != unit.seat]
        return max((self.harm(state, unit, unit.at, foe, foe.at, AIMED) for foe in foes), default=0.0)

    def covering(self, state: State, option: Option) -> float:
        """What covering fire keeps from happening: ready enemies with a good shot at the covered friend."""
        ally = state.units[option.ally]
        return sum(
            self.harm(state, foe, foe.at, ally, ally.at) * self.readiness(state, foe)
            for foe in (state.units[name] for name in option.targets)
            if "down" in foe.markers.values() and "suppressed" not in foe.markers
        )

    # -- expected answers -----------------------------------------------------------------------------------------

    def promise(self, state: State, option: Option) -> float:
        """As in general; a shot at a mover counts at the best point of his path, since his hand can be forced."""
        if option.action == "ranged_attack" and state.queues:
            queue = state.queues[-1]
            action = queue.action
            if option.target == queue.instigator and _still_to_move(action):
                shooter, mover = state.units[option.unit], state.units[option.target]
                return self.on_path(state, shooter, mover, action.path, action.pace)
        return super().promise(state, option)

    def reply(self, state: State, asked: Decision) -> Option | None:
        """Hands are forced when a point of the path is clearly better than its start."""
        if asked.kind == "force":
            return asked.option(asked.options[0].id if self.forcing_pays(state, asked) else asked.default)
        return super().reply(state, asked)

    def forcing_pays(self, state: State, asked: Decision) -> bool:
        """Whether the mover can be shot at clearly better on his way than where he stands."""
        queue = state.queues[-1]
        if not _still_to_move(queue.action):
            return False
        shooter, mover = state.units[asked.unit], state.units[queue.instigator]
        now = self.harm(state, shooter, shooter.at, mover, mover.at, OVERWATCH)
        return self.on_path(state, shooter, mover, queue.action.path, queue.action.pace) > 1.1 * now + 0.02


def _calmest(moves: Sequence[Option]) -> list[Option]:
    """Each destination at the calmest pace that counts (a jog costs nothing that a sneak saves), and at a sprint."""
    calm: dict[int, Option] = {}
    for option in moves:
        old = calm.get(option.to)
        if option.pace != "sneak" and (old is None or QUICKER[option.pace] < QUICKER[old.pace]):
            calm[option.to] = option
    return [*calm.values(), *(o for o in moves if o.pace == "sprint" and calm[o.to].pace != "sprint")]


def _still_to_move(action: Action) -> bool:
    """Whether an announced move has not been made yet."""
    return action.kind == "move" and isinstance(action, CorpsAction) and not action.walked


@lru_cache(maxsize=4096)
def _chance(need: int, power: int, defence: int) -> float:
    return float(chance((6, 6), HITS(need)) * chance((6,), REACHES(power, defence)))
