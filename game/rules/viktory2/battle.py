"""Battles: overwatch on the whole group, pre-battle fire, rounds, retreat, and who then holds the hex.

The clauses are VK-14, VK-A34 to VK-A40 and VK-A45.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.names import Cell, Seat, UnitId
from game.engine.options import Option
from game.engine.reactions import q_action, q_end
from game.engine.steps import step
from game.engine.wording import written_ids
from game.rules.viktory2.events import (
    AttackFailed,
    BattleDeclared,
    BattleOff,
    DefenceSuppressed,
    HexTaken,
    Retreated,
    SeatBeaten,
    SiteAbandoned,
    WentIn,
    Withdrawn,
)
from game.rules.viktory2.ground import (
    GROUND_DICE,
    LAND,
    URBAN_DICE,
    called,
    enemies_on,
    hit_number,
    is_water,
    lined_up,
    on,
    sites_of,
)
from game.rules.viktory2.losses import remove, scored
from game.rules.viktory2.moves import carrying, go_to, take_site
from game.rules.viktory2.overwatch import is_watched, offer
from game.rules.viktory2.state import Islands, IslandsQueue, IslandsTable, Operation, Piece
from game.rules.viktory2.throws import AttackRoll, DefenceRoll, PreBattleFire, hits_scored
from game.rules.viktory2.vocabulary import Questions, Verbs


def battles(state: Islands, seat: Seat) -> list[Option]:
    """The options to begin a battle, one for each hex with units lined up against it."""
    found = []
    for cell, group in lined_up(state, seat).items():
        x, y = state.board.xy(cell)
        coming = tuple(_ids(group))
        text = f"Attack {state.board.label(cell)} with {written_ids(coming)}"
        clauses = ("VK-A34", "VK-14")
        found.append(Option(f"battle:{x},{y}", Verbs.BATTLE, targets=coming, to=cell, clauses=clauses, text=text))
    return found


# -- the start --------------------------------------------------------------------------------------------------------


def begin_battle(t: IslandsTable, option: Option) -> None:
    """Declare a battle: every gun that watches the hex has one chance to fire at the whole group (VK-09, VK-A2)."""
    state, cell, coming = t.state, option.to, list(option.targets)
    t.cause = t.emit(BattleDeclared(coming, cell, state.seat))
    t.begin(
        Operation(Verbs.BATTLE, coming[0], [state.units[coming[0]].at], targets=coming, cell=cell),
        Verbs.BATTLE,
        t.cause,
    )
    if is_watched(state, state.seat, cell):
        offer(t, Verbs.BATTLE, coming[0], cell)
    else:
        t.then(q_action)
    t.then(q_end)


def go_on(t: IslandsTable, queue: IslandsQueue) -> None:
    """Move the attackers that are left into the hex (VK-A21); if none is left, there is no battle (VK-A14)."""
    state, action = t.state, queue.action
    if action.status != "waiting":
        return
    cell = action.cell
    left = [unit for name in action.targets if not (unit := state.units[name]).out]
    if not left:
        action.status = "lost"
        t.emit(BattleOff(cell))
        return
    action.status = "under_way"
    action.came = {unit.id: unit.at for unit in left}
    for unit in left:
        go_to(t, unit, WentIn(unit=unit.id, at=cell, path=[unit.at, cell]))
        attacker = t.unit(unit.id)
        attacker.target, attacker.fought = -1, True
        if attacker.aboard:
            attacker.ship, attacker.aboard = attacker.aboard, ""
    t.then(fire_over if is_water(state.board, cell) else pre_battle_fire)


def attackers(state: Islands, cell: Cell) -> list[Piece]:
    """The units that have gone into the battle hex and are still there."""
    group = state.queues[-1].action.targets
    return [unit for unit in on(state, cell) if unit.id in group]


def defender(state: Islands, cell: Cell) -> Seat:
    """The seat that rolls for the defence: that of the units there, else of the town or city; "" for neither."""
    enemies = enemies_on(state, state.seat, cell)
    if enemies:
        return enemies[0].seat
    site = state.sites.get(cell)
    return site.seat if site else ""


def _ids(units: Sequence[Piece]) -> list[UnitId]:
    return [unit.id for unit in units]


# -- pre-battle fire --------------------------------------------------------------------------------------------------


def fire_dice(unit: Piece) -> int:
    """The dice that a unit throws before the rounds of a battle; only artillery has any (VK-02)."""
    return unit.stats["DICE"] if unit.artillery else 0


@step
def pre_battle_fire(t: IslandsTable) -> None:
    """Every gun of both sides throws two dice at the same time; each side picks its victims (VK-02, VK-03, VK-A12)."""
    state, cell = t.state, t.queue.action.cell
    sides = attackers(state, cell), enemies_on(state, state.seat, cell)
    for own, enemy in (sides, sides[::-1]):
        guns = [unit for unit in own if fire_dice(unit)]
        if guns and enemy:
            seat, dice = own[0].seat, sum(map(fire_dice, guns))
            need = hit_number(state, seat)
            hits = t.roll(PreBattleFire(seat=seat, units=_ids(guns), need=need, dice=(6,) * dice, among=len(enemy)))
            remove(t, seat, hits, _ids(enemy), ["VK-03"])
    t.then(fire_over)


@step
def fire_over(t: IslandsTable) -> None:
    """After the fire a round is fought, even against a town or city alone (VK-A39); an empty hex is taken."""
    state, cell = t.state, t.queue.action.cell
    site = state.sites.get(cell)
    if not attackers(state, cell):
        held(t, cell)
    elif enemies_on(state, state.seat, cell) or (site and site.seat):
        t.then(battle_round)
    else:
        won(t, cell)


# -- rounds -----------------------------------------------------------------------------------------------------------


def kinds(units: Sequence[Piece]) -> int:
    """How many kinds of land unit there are, each of which gives a die."""
    return len({unit.profile for unit in units if unit.profile in LAND})


def attack_dice(state: Islands, cell: Cell) -> int:
    """The attacker's dice: 1 for each kind, or 1 at sea, and 1 for each further hex of origin (VK-A35, VK-A40)."""
    units, came = attackers(state, cell), state.queues[-1].action.came
    sides = {came.get(unit.id, -1) for unit in units}
    return (1 if is_water(state.board, cell) else kinds(units)) + max(0, len(sides) - 1)


def ground_dice(state: Islands, cell: Cell) -> tuple[int, int]:
    """The dice of the town or city in a battle hex, and the dice of its ground."""
    site = state.sites.get(cell)
    return URBAN_DICE[site.kind] if site and site.seat else 0, GROUND_DICE.get(state.board.terrain[cell], 0)


def ships_beside(state: Islands, cell: Cell) -> bool:
    """Whether the defender has a frigate beside a battle hex; that of a third player does not count (VK-A24)."""
    around, against = state.board.neighbours(cell), defender(state, cell)
    return any(u.naval and u.seat == against and u.at in around and not u.out for u in state.units.values())


def defence_dice(state: Islands, cell: Cell) -> tuple[int, int]:
    """The dice of the defence, and how many of them belong to a town or city (VK-A35, VK-A39, VK-A40)."""
    units = enemies_on(state, state.seat, cell)
    if is_water(state.board, cell):
        return 1, 0
    urban, ground = ground_dice(state, cell)
    if not units:
        return urban, urban
    return kinds(units) + int(ships_beside(state, cell)) + max(ground, urban), urban


@step
def battle_round(t: IslandsTable) -> None:
    """Both sides throw; surplus hits of the attacker silence defence dice, but never urban ones (VK-A36, VK-A37)."""
    state, action = t.state, t.queue.action
    cell, seat = action.cell, state.seat
    action.rounds = True
    own, enemy, against = attackers(state, cell), enemies_on(state, seat, cell), defender(state, cell)
    dice, urban = defence_dice(state, cell)
    hits = answer = 0
    if enemy:
        need, most, loose = hit_number(state, seat), (6,) * attack_dice(state, cell), dice - urban
        hits = t.roll(AttackRoll(seat=seat, need=need, cell=cell, dice=most, among=len(enemy), surplus=loose))
        silenced = min(max(0, hits_scored(hits) - len(enemy)), loose)
        if silenced:
            dice -= silenced
            t.emit(DefenceSuppressed(against, silenced, cell))
    if dice:
        need = hit_number(state, against)
        answer = t.roll(DefenceRoll(seat=against, need=need, cell=cell, dice=(6,) * dice, among=len(own)))
    scored(t, hits, seat, against, _ids(enemy))
    scored(t, answer, against, seat, _ids(own))
    t.then(round_over)


@step
def round_over(t: IslandsTable) -> None:
    """The battle goes on until one side is gone or the attacker retreats (VK-A38)."""
    state, cell = t.state, t.queue.action.cell
    own = attackers(state, cell)
    if not own:
        held(t, cell)
    elif not enemies_on(state, state.seat, cell):
        won(t, cell)
    elif not all(retreats(state, unit) for unit in own) or _stays(t, cell):
        t.then(battle_round)
    else:
        for unit in own:
            t.then(fall_back, unit.id)
        t.then(hold_out)


def _stays(t: IslandsTable, cell: Cell) -> bool:
    """Ask the attacker for another round or a retreat; True for another round."""
    state = t.state
    own, enemies = _ids(attackers(state, cell)), _ids(enemies_on(state, state.seat, cell))
    choice = t.ask(
        state.seat,
        Questions.RETREAT,
        [
            Option("stay", Verbs.STAY, to=cell, clauses=("VK-A38",), text="Fight another round"),
            Option("retreat", Verbs.RETREAT, to=cell, clauses=("VK-A38",), text="Retreat"),
        ],
        question=f"another round at {state.board.label(cell)}, or retreat?",
        note=f"{written_ids(own)} against {written_ids(enemies)}.",
        clauses=("VK-A38",),
        default="stay",
    )
    return choice.action == Verbs.STAY


# -- retreat ----------------------------------------------------------------------------------------------------------


def retreats(state: Islands, unit: Piece) -> list[Cell]:
    """The hexes to which a unit may retreat (VK-A38).

    They are the hexes that attackers came from; only a unit that came by sea may go back to sea.
    """
    came = state.queues[-1].action.came
    sails, ship = unit.naval, state.units.get(unit.ship)
    found = []
    for back in sorted(set(came.values())):
        aboard = not sails and came.get(unit.id) == back and ship is not None and not ship.out and ship.at == back
        if is_water(state.board, back) == sails or aboard:
            found.append(back)
    return found


@step
def fall_back(t: IslandsTable, name: UnitId) -> None:
    """One unit retreats; that is no movement and triggers no overwatch, unless a ruling says otherwise (VK-A9)."""
    state, unit = t.state, t.state.units[name]
    cell, board = t.queue.action.cell, t.state.board
    options = [
        Option(
            f"{name}:retreat:{board.xy(back)[0]},{board.xy(back)[1]}",
            Verbs.RETREAT,
            name,
            to=back,
            clauses=("VK-A38",),
            text=f"{name.upper()} back to {board.label(back)}",
        )
        for back in retreats(state, unit)
    ]
    choice = t.ask(
        unit.seat,
        Questions.RETREAT,
        options,
        question=f"where does {name.upper()} retreat?",
        note="Units go back to hexes from which attackers came.",
        clauses=("VK-A38",),
        default=options[0].id,
        unit=name,
    )
    path = [cell, choice.to]
    if unit.ship and not unit.naval and is_water(board, choice.to):
        back = t.change(unit, Retreated(unit=name, at=choice.to, aboard=unit.ship, path=path), ("VK-A38",))
        back.at, back.aboard = choice.to, unit.ship
        entry = t.last
    else:
        entry = go_to(t, unit, Retreated(unit=name, at=choice.to, path=path, cargo=carrying(state, unit)))
    if t.rules.ruling("VK-A9") == "yes":
        t.cause = entry
        offer(t, Verbs.ENTER, name, choice.to)


# -- the end ----------------------------------------------------------------------------------------------------------


@step
def hold_out(t: IslandsTable) -> None:
    """The attackers have retreated, so the defence holds."""
    held(t, t.queue.action.cell)


def held(t: IslandsTable, cell: Cell) -> None:
    """The defence holds; the hex is not attacked again this turn (VK-A34)."""
    t.queue.action.status = "done"
    t.emit(AttackFailed(cell, defender(t.state, cell)))
    t.state.repelled = tuple(sorted({*t.state.repelled, cell}))


def won(t: IslandsTable, cell: Cell) -> None:
    """The attacker takes the hex and its town or city; a seat that loses its capital is out (VK-A44, VK-A45)."""
    state = t.state
    t.queue.action.status = "done"
    t.emit(HexTaken(cell, state.seat))
    site = state.sites.get(cell)
    if site and site.seat != state.seat:
        take_site(t, site, state.seat)
        if site.capital:
            t.then(seat_falls, site.seat)


@step
def seat_falls(t: IslandsTable, seat: Seat) -> None:
    """A seat that has lost its capital is out: its units leave the table, its sites belong to no seat (VK-A45)."""
    state = t.state
    t.cause = t.emit(SeatBeaten(seat))
    for name, unit in state.units.items():
        if unit.seat == seat and (not unit.out or unit.reserve):
            gone = t.change(name, Withdrawn(name))
            gone.out, gone.aboard, gone.reserve = True, "", False
    for site in sites_of(state, seat):
        t.emit(SiteAbandoned(site.cell, called(state, site)))
        state.sites[site.cell] = site.held_by("")
