"""What people see of a VIKTORY II game besides its events: questions, steps, conditions, overlays, remarks."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from game.engine.conditions import MOVED, OUT, Condition
from game.engine.decisions import Decision, Involved, Remark
from game.engine.names import Cell, Seat, UnitId, spoken
from game.engine.options import Option
from game.engine.view import BattleRow, Overlay, SiteView, StakeRow, StepRow, UnitExtra, WatchOverlay, step_rows
from game.engine.viewers import Viewer
from game.engine.wording import agreeing, number_of, written_ids
from game.rules.viktory2.bombard import may_bombard
from game.rules.viktory2.ground import SITE_WORTH, enemies_on, lined_up, sites_of
from game.rules.viktory2.moves import complete
from game.rules.viktory2.overwatch import dice_at, movers, watched, watchers, watching
from game.rules.viktory2.state import Islands, IslandsQueue, IslandsRules, Piece, Site
from game.rules.viktory2.vocabulary import Phases, Verbs
from game.rules.viktory2.words import dice_words

LEGEND = {1: "one die here", 2: "two: own town or unit"}
"""Dice that a gun throws at a hex -> the words of the map's legend (VK-10 to VK-12)."""

BOMBARD, MOVE, OVERWATCH, FIRE, ROUNDS, RESERVES = range(6)
STEPS = (
    ("Bombard", "VK-01"),
    ("Move, declare battle", "VK-14"),
    ("Overwatch", "VK-04"),
    ("Pre-battle fire", "VK-02"),
    ("Battle rounds", "VK-A35"),
    ("Reserves", "VK-25"),
)
"""The steps of a player's turn, each with its clause."""


def react_question(rules: IslandsRules, state: Islands, queue: IslandsQueue, seat: Seat) -> tuple[str, str]:
    """The question whether guns fire, and its note: what is happening, and the dice of each gun."""
    trigger = queue.open_triggers()[-1]
    coming = movers(state, queue, trigger)
    guns = [unit for unit in state.standing(seat) if isinstance(rules.why(state, unit.id), list)]
    target = "the attackers" if trigger.kind == Verbs.BATTLE else trigger.actor.upper()
    subject = f"does gun {guns[0].id.upper()}" if len(guns) == 1 else "which guns"
    mover = spoken(state.seat)
    at = state.board.label(trigger.cell)
    if trigger.kind == Verbs.BATTLE:
        note = f"{mover} brings {written_ids(coming)} into {at}; no die has rolled."
    elif trigger.kind == Verbs.LOAD:
        note = f"{target} boards {queue.action.target.upper()} at {at}; the shot is at {target}, not at the frigate."
    else:
        verb = {Verbs.UNLOAD: "lands at", Verbs.BATTLE: "retreats to"}.get(queue.action.kind, "enters")
        note = f"{target} {verb} {at}."
    shots = [f"{gun.id.upper()} {dice_words(dice_at(state, gun, trigger.cell)[0])}" for gun in guns]
    question = f"{subject} fire at {target}?"
    return question, f"{note} {', '.join(shots)}; once a turn."


def _guns_in_reach(state: Islands) -> bool:
    """Whether a unit of the active seat stands beside an enemy that it may bombard."""
    sides = set(state.enemies(state.seat))
    foes = {unit.at for unit in state.standing() if unit.seat in sides}
    guns = (unit for unit in state.standing(state.seat) if may_bombard(state, unit) is None)
    return any(not foes.isdisjoint(state.board.neighbours(gun.at)) for gun in guns)


def procedure(state: Islands) -> list[StepRow]:
    """The steps of a player's turn, with the current one marked."""
    queue = state.queues[-1] if state.queues else None
    kind = queue.action.kind if queue else None
    if state.phase == Phases.PLACE:
        now = RESERVES
    elif queue and queue.open_triggers() and not queue.closed:
        now = OVERWATCH
    elif kind == Verbs.BATTLE:
        now = ROUNDS if queue and queue.action.rounds else FIRE
    else:
        first = not queue and not state.moves and not lined_up(state, state.seat) and _guns_in_reach(state)
        now = BOMBARD if kind == Verbs.BOMBARD or first else MOVE
    return step_rows(STEPS, now)


def seat_note(state: Islands, seat: Seat) -> str:
    """A short note on a seat: for the active side the units that have acted, for others the guns that are ready."""
    own = state.standing(seat)
    if state.side(seat) == state.side(state.seat):
        moved = sum(u.acted for u in own)
        return f"{moved} of {len(own)} moved"
    guns = [u for u in own if u.artillery and not u.aboard]
    return f"guns {sum(not u.fired for u in guns)} of {len(guns)} ready" if guns else "no guns"


# -- the view ---------------------------------------------------------------------------------------------------------


def sites(state: Islands) -> list[SiteView]:
    """Towns and cities; a capital that has fallen is a city."""
    return [
        SiteView(
            "city" if site.kind == "capital" and not site.capital else site.kind,
            site.seat,
            site.cell,
            site.name,
            SITE_WORTH[site.kind],
        )
        for site in state.sites.values()
    ]


def stakes(state: Islands) -> tuple[StakeRow, ...]:
    """For each seat its towns and cities, and the points that they count at the end (VK-A45)."""
    rows: list[StakeRow] = []
    for seat in state.seats:
        own = sites_of(state, seat)
        count = sum(SITE_WORTH[site.kind] for site in own)
        how = ", and a capital that falls puts its owner out" if any(site.capital for site in own) else ""
        name = " and ".join(filter(None, (_kinds(own, 1, "town", "towns"), _kinds(own, 2, "city", "cities"))))
        worth = f"{number_of(count, 'point')} at the end"
        rows.append(StakeRow(name or "no town", worth, f"A town 1, a city 2{how}.", seat, "VK-A45"))
    return tuple(rows)


def _kinds(sites: Collection[Site], worth: int, one: str, many: str) -> str:
    """The number of sites that count so many points, with their noun; "" for none."""
    count = sum(SITE_WORTH[site.kind] == worth for site in sites)
    return number_of(count, one, many) if count else ""


def roads(state: Islands) -> tuple[tuple[Cell, ...], ...]:
    """The roads and ferries of the map."""
    return state.roads


def overlay(state: Islands, viewer: Viewer) -> Overlay:
    """The hexes that enemy guns watch, with their dice, and the units lined up for each battle."""
    moving = state.phase == Phases.ACT
    return Overlay(
        watch=WatchOverlay(
            watched=watched(state, state.seat) if moving else {},
            watchers=watchers(state, state.seat) if moving else {},
            legend=LEGEND,
            battles=tuple([
                BattleRow(cell, tuple([unit.id for unit in group]))
                for cell, group in lined_up(state, state.seat).items()
            ]),
        )
    )  # fmt: skip


class PieceExtra(UnitExtra, frozen=True, kw_only=True, omit_defaults=True):
    """What a view tells of a unit of this rulebook.

    lined_up: it is lined up to attack; reserve: it is in the reserve; shots: the overwatch shots that a gun has left.
    """

    lost_leave_map: ClassVar[bool] = True

    lined_up: bool | None = None
    reserve: bool | None = None
    shots: int | None = None


READY = Condition("one shot of overwatch", "overwatch", drawn="order")
SHOT = Condition("overwatch used", "spent", drawn="order")


def conditions(state: Islands, unit: Piece, viewer: Viewer) -> list[Condition]:
    """The conditions of a unit: what it has done or is about to do in its turn, and its overwatch if it is a gun."""
    present: list[Condition] = []
    if unit.target >= 0:
        present.append(Condition(f"lined up against {state.board.label(unit.target)}", drawn="itself"))
    deeds = [
        words
        for words, true in (("bombarded", unit.bombarded), ("fought", unit.fought), ("landed", unit.landed))
        if true
    ]
    if deeds:
        present.append(Condition(f"has {' and '.join(deeds)}", "spent", drawn="order", over=True))
    elif unit.nth and unit.target < 0:
        present.append(MOVED)
    if unit.placed:
        present.append(Condition("from the reserve", letters="reserve"))
    if unit.artillery and not deeds:
        present.append(SHOT if unit.fired else READY)
    return present


def out_condition(unit: Piece) -> Condition:
    """The condition of a unit off the map: in the reserve, or out of the game."""
    return Condition("in the reserve", drawn="itself") if unit.reserve else OUT


def unit_extra(unit: Piece) -> PieceExtra:
    """What a view tells of a unit."""
    return PieceExtra(
        moved=bool(unit.nth) or unit.landed or unit.fought,
        spent=unit.bombarded or unit.fought or unit.landed,
        lined_up=unit.target >= 0,
        reserve=unit.out and unit.reserve,
        shots=int(not unit.fired) if unit.artillery else None,
    )


# -- what an option leads to ------------------------------------------------------------------------------------------


def involved(state: Islands, option: Option) -> Involved:
    """The units that bombard, attack or fire, and the units that they aim at."""
    by: tuple[UnitId, ...] = (option.unit,) if option.unit else ()
    if option.action == Verbs.BATTLE:
        by = option.targets
    if option.action in (Verbs.BATTLE, Verbs.MOVE, Verbs.UNLOAD) and option.to >= 0:
        return Involved(by, tuple(unit.id for unit in enemies_on(state, state.seat, option.to)))
    return Involved(by, option.targets or ((option.target,) if option.target else ()))


def foretells(state: Islands, option: Option) -> tuple[Remark, ...]:
    """Which enemy guns may fire at a unit that moves, boards, lands or attacks (VK-22, VK-26, VK-14).

    Each gun is named with the first hex at which it can fire. For a gun that moves, also what it will watch (VK-06).
    """
    if option.action == Verbs.MOVE:
        entered = complete(state, option).path
    elif option.action in (Verbs.LOAD, Verbs.UNLOAD, Verbs.BATTLE):
        entered = (option.to,)
    else:
        return ()
    found: list[Remark] = []
    for gun in watching(state, state.seat):
        cell = next((one for one in entered if state.board.distance(gun.at, one) <= 1), -1)
        if cell >= 0:
            dice, clause = dice_at(state, gun, cell)
            words = f"{gun.id.upper()} may fire at {state.board.label(cell)} with {dice_words(dice)}."
            found.append(Remark(words, clause, (gun.id,)))
    unit = state.units.get(option.unit)
    if option.action == Verbs.MOVE and unit is not None and unit.artillery and not unit.aboard:
        there = state.board.label(option.to)
        if not enemies_on(state, state.seat, option.to) and not option.target:
            found.append(Remark(f"It watches {there} and the hexes beside it in every enemy’s turn.", "VK-06"))
    return tuple(found)


def forfeits(state: Islands, asked: Decision, option: Option) -> Remark | None:
    """The remark that units have not acted, or could still be placed, if the option ends the phase; else None."""
    left = {one.unit: None for one in asked.options if one.unit and not _has_acted(state.units[one.unit])}
    if option.action == Verbs.END and left:
        return Remark(f"{written_ids(left)} {agreeing(len(left), 'has', 'have')} not acted yet", "VK-A25", tuple(left))
    if option.action == Verbs.DONE and left:
        return Remark(f"{written_ids(left)} could still be placed", "VK-A42", tuple(left))
    return None


def _has_acted(unit: Piece) -> bool:
    """Whether a unit has done anything in its turn, or is aboard a ship."""
    return unit.acted or bool(unit.aboard)
