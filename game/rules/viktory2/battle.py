"""Battles: overwatch on the whole group, pre-battle fire, rounds, retreat, and who holds the hex (VK-14, VK-A34 to VK-A40)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.decisions import Option
from game.engine.queue import Action, ReactionQueue
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import (
    LAND,
    URBAN_DICE,
    beside,
    called,
    came_from,
    cargo,
    enemies_on,
    hit_number,
    is_water,
    lined_up,
    noted,
    on,
    site_at,
    site_tag,
)
from game.rules.viktory2.hits import TACTICAL, scored
from game.rules.viktory2.overwatch import guns_on, offer
from game.rules.viktory2.retreat import retreats
from game.rules.viktory2.words import names


def battles(state: State, seat: str) -> list[Option]:
    """The battles for which somebody is lined up."""
    found = []
    for cell, group in lined_up(state, seat).items():
        x, y = state.board.xy(cell)
        coming = tuple(_ids(group))
        text = f"Attack {state.board.label(cell)} with {names(coming)}"
        clauses = ("VK-A34", "VK-14")
        found.append(Option(f"battle:{x},{y}", "battle", targets=coming, to=cell, clauses=clauses, text=text))
    return found


# -- the start --------------------------------------------------------------------------------------------------------


def begin_battle(t: Table, option: Option) -> None:
    """The attackers are named and start to move in: one chance for every gun that watches the hex (VK-09, VK-A2)."""
    cell, coming = option.to, list(option.targets)
    t.cause = t.emit("battle_declared", ("VK-A34", "VK-14"), units=coming, cell=cell, seat=t.state.seat)
    action = Action("battle", coming[0], [t.unit(coming[0]).at], targets=coming, facts={"cell": cell})
    t.begin(action, "battle", t.cause)
    if cell in guns_on(t.state, t.state.seat):
        offer(t, "battle", coming[0], cell)
    else:
        t.then("q_action")
    t.then("q_end")


def go_on(t: Table, queue: ReactionQueue) -> None:
    """Who is left moves in (VK-A21); nobody is left: no battle (VK-A14)."""
    action = queue.action
    if action.status != "waiting":
        return
    cell = action.facts["cell"]
    left = [unit for name in action.targets if not (unit := t.unit(name)).out]
    if not left:
        action.status = "lost"
        t.emit("battle_off", ("VK-A14",), cell=cell)
        return
    action.status = "under_way"
    for unit in left:
        facts = {"towards": 0, "came": beside(t.state, cell, unit.at), "fought": 1}
        ship, path = ({"ship": unit.aboard} if unit.aboard else {}), [unit.at, cell]
        t.change(unit, "went_in", ("VK-A34",), aboard="", facts=facts, tags=ship, at=cell, also={"path": path})
        for passenger in cargo(t.state, unit.id):
            t.change(passenger, "carried", ("VK-A32",), at=cell, also={"target": unit.id})
    t.then("battle_round" if is_water(t.state.board, cell) else "pre_battle_fire")


def attackers(state: State, cell: int) -> list[Unit]:
    """The units that have gone into the battle hex and are still there."""
    group = state.queues[-1].action.targets
    return [unit for unit in on(state, cell) if unit.id in group]


def defender(state: State, cell: int) -> str:
    """The seat that rolls for the defence."""
    enemies = enemies_on(state, state.seat, cell)
    site = site_at(state, cell)
    return enemies[0].seat if enemies else site.seat if site else ""


def _ids(units: Sequence[Unit]) -> list[str]:
    return [unit.id for unit in units]


# -- pre-battle fire --------------------------------------------------------------------------------------------------


def pre_battle_fire(t: Table) -> None:
    """Every gun of both sides throws two dice, all at once, and each side picks its victims (VK-02, VK-03, VK-A12)."""
    state, cell = t.state, t.queue.action.facts["cell"]
    sides = attackers(state, cell), enemies_on(state, state.seat, cell)
    hits = []
    for own, enemy in (sides, sides[::-1]):
        guns = [unit for unit in own if unit.profile == "artillery"]
        if guns and enemy:
            need, dice = hit_number(state, own[0].seat), (6,) * sum(gun.stats["DICE"] for gun in guns)
            scored_hits = t.roll(
                "pre-battle fire",
                dice,
                ("count", need, len(enemy)),
                ("VK-02",),
                seat=own[0].seat,
                need=need,
                units=_ids(guns),
            )
            hits.append((own[0].seat, scored_hits, _ids(enemy)))
    for picker, number, targets in hits:
        t.then("losses", picker, number, targets, ["VK-03"])
    t.then("fire_over")


def fire_over(t: Table) -> None:
    """A town or city fights at least one round, even without a defender (VK-A39)."""
    state, cell = t.state, t.queue.action.facts["cell"]
    site = site_at(state, cell)
    if not attackers(state, cell):
        held(t, cell)
    elif enemies_on(state, state.seat, cell) or (site and site.seat):
        t.then("battle_round")
    else:
        won(t, cell)


# -- rounds -----------------------------------------------------------------------------------------------------------


def kinds(units: Sequence[Unit]) -> int:
    """A die for each kind of land unit."""
    return len({unit.profile for unit in units if unit.profile in LAND})


def attack_dice(state: State, cell: int) -> int:
    """A die for each kind, or one for the fleet, and one for each further hex they come from (VK-A35, VK-A40)."""
    units = attackers(state, cell)
    sides = {came_from(state, unit, cell) for unit in units}
    return (1 if is_water(state.board, cell) else kinds(units)) + max(0, len(sides) - 1)


def ground_dice(state: State, cell: int) -> tuple[int, int]:
    """Dice of the town or city in a battle hex, and those of its ground."""
    site = site_at(state, cell)
    ground = {"forest": 1, "mountain": 2}.get(state.board.terrain[cell], 0)
    return URBAN_DICE[site.kind] if site and site.seat else 0, ground


def ships_beside(state: State, cell: int) -> bool:
    """Whether a frigate of the defender lies next to a battle hex; a third player's does not count (VK-A24)."""
    around, against = state.board.neighbours(cell), defender(state, cell)
    return any(unit.profile == "frigate" and unit.seat == against for near in around for unit in on(state, near))


def defence_dice(state: State, cell: int) -> tuple[int, int]:
    """All dice of the defence, and how many of them are those of a town or city (VK-A35, VK-A39, VK-A40)."""
    units = enemies_on(state, state.seat, cell)
    if is_water(state.board, cell):
        return 1, 0
    urban, ground = ground_dice(state, cell)
    if not units:
        return urban, urban
    return kinds(units) + int(ships_beside(state, cell)) + max(ground, urban), urban


def battle_round(t: Table) -> None:
    """Both sides throw; hits beyond the last defender silence defence dice, never urban ones (VK-A36, VK-A37)."""
    state, cell = t.state, t.queue.action.facts["cell"]
    t.queue.tags["rounds"] = "begun"
    own, enemy, against = attackers(state, cell), enemies_on(state, state.seat, cell), defender(state, cell)
    dice, urban = defence_dice(state, cell)
    hits = 0
    if enemy:
        need, most = hit_number(state, state.seat), (6,) * attack_dice(state, cell)
        read = ("score", need, len(enemy), dice - urban)
        rolled = t.roll("attack", most, read, ("VK-A35",), seat=state.seat, need=need, cell=cell)
        hits = rolled if isinstance(rolled, int) else 0
        silenced = min(max(0, hits // TACTICAL + hits % TACTICAL - len(enemy)), dice - urban)
        if silenced:
            dice -= silenced
            t.emit("defence_suppressed", ("VK-A37",), seat=against, dice=silenced, cell=cell)
    answer: object = 0
    if dice:
        need = hit_number(state, against)
        read = ("score", need, len(own), 0)
        answer = t.roll("defence", (6,) * dice, read, ("VK-A35",), seat=against, need=need, cell=cell)
    scored(t, hits, state.seat, against, _ids(enemy))
    scored(t, answer, against, state.seat, _ids(own))
    t.then("round_over")


def round_over(t: Table) -> None:
    """It goes on until one side is gone or the attacker retreats (VK-A38)."""
    state, cell = t.state, t.queue.action.facts["cell"]
    own = attackers(state, cell)
    if not own:
        held(t, cell)
    elif not enemies_on(state, state.seat, cell):
        won(t, cell)
    elif not all(retreats(state, unit, cell) for unit in own) or _stays(t, cell):
        t.then("battle_round")
    else:
        for unit in own:
            t.then("fall_back", unit.id)
        t.then("hold_out")


def _stays(t: Table, cell: int) -> bool:
    state = t.state
    choice = t.ask(
        state.seat,
        "retreat",
        [
            Option("stay", "stay", to=cell, clauses=("VK-A38",), text="Fight another round"),
            Option("retreat", "retreat", to=cell, clauses=("VK-A38",), text="Retreat"),
        ],
        prompt=f"{t.rules.seat_name(state.seat)} decides: another round at {state.board.label(cell)}, or retreat?",
        note=f"{names(_ids(attackers(state, cell)))} against {names(_ids(enemies_on(state, state.seat, cell)))}.",
        clauses=("VK-A38",),
        default="stay",
    )
    return choice.action == "stay"


# -- the end ----------------------------------------------------------------------------------------------------------


def hold_out(t: Table) -> None:
    """The defender holds."""
    held(t, t.queue.action.facts["cell"])


def held(t: Table, cell: int) -> None:
    """The defence holds; the hex is not attacked again this turn (VK-A34)."""
    t.queue.action.status = "done"
    repelled = " ".join(str(one) for one in sorted(noted(t.state, "repelled") | {cell}))
    t.mark("attack_failed", ("VK-A34",), tags={"repelled": repelled}, cell=cell, seat=defender(t.state, cell))


def won(t: Table, cell: int) -> None:
    """The attacker holds the hex, and what is built there; a capital taken puts its owner out (VK-A44, VK-A45)."""
    state = t.state
    t.queue.action.status = "done"
    t.emit("hex_taken", ("VK-A44",), cell=cell, seat=state.seat)
    site = site_at(state, cell)
    if site and site.seat != state.seat:
        tag = site_tag(site._replace(seat=state.seat))
        t.mark(
            "site_taken", ("VK-A44",), tags=tag, seat=state.seat, cell=cell, name=called(t.state, site), kind=site.kind
        )
        if site.capital:
            t.then("seat_falls", site.seat)


STEPS = {step.__name__: step for step in (pre_battle_fire, fire_over, battle_round, round_over, hold_out)}
