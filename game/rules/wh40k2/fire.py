"""Carrying fire out: to hit, to wound, armour, casualties, stray shots, and the test of troops on overwatch."""

from __future__ import annotations

from fractions import Fraction

from game.engine.dice import READERS, Outcome, Reader
from game.engine.forecast import Forecast
from game.engine.state import Unit
from game.engine.table import Table
from game.rules.wh40k2.chances import SECOND_DIE, Shot, save_need, shot_sum, wound_need

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def _count(faces: tuple[int, ...], need: int) -> Outcome:
    return sum(face >= need for face in faces)


def _count_spread(dice: tuple[int, ...], need: int) -> dict[Outcome, Fraction]:
    """Binomial: how many of the dice reach `need`."""
    table = {0: Fraction(1)}
    for sides in dice:
        p = Fraction(max(0, min(sides, sides - need + 1)), sides)
        grown: dict[int, Fraction] = {}
        for n, q in table.items():
            grown[n] = grown.get(n, Fraction(0)) + q * (1 - p)
            grown[n + 1] = grown.get(n + 1, Fraction(0)) + q * p
        table = grown
    return {outcome: p for outcome, p in table.items() if p}


FIRE_READERS = {**READERS, "count": Reader(_count, _count_spread)}


def fire(t: Table, *fields: object) -> None:
    """One squad fires at one squad (WH-A16, WH-A23): hits, wounds, saves, then what being shot at means (WH-17, WH-29)."""
    shot = Shot(*fields)  # type: ignore[arg-type]
    shooter, target = t.unit(shot.shooter), t.unit(shot.target)
    if shooter.out or target.out:
        return
    total = shot_sum(t.rules, t.state, shot)
    clauses = ("WH-17", "WH-18") if shot.flinch else ("WH-17",) if shot.overwatch else ("WH-A27",)
    t.cause = t.emit(
        "fired",
        clauses,
        unit=shot.shooter,
        target=shot.target,
        weapon=shot.weapon,
        cell=shot.cell,
        start=shooter.at,
        need=total.need,
    )
    if "hidden" in shooter.markers:
        t.change(shooter, "hiding_lost", ("WH-A26",), markers={"hidden": None})
    hits = _hits(t, shot, total, clauses)
    weapon = t.rules.weapon(shot.weapon)
    t.then("harm", shot.target, hits, weapon.numbers["strength"], weapon.numbers["save_mod"], weapon.numbers["damage"])
    misses = shooter.figures - hits if weapon.numbers.get("strays") else 0
    t.then("stray", shot.shooter, shot.weapon, shot.cell, misses, [shot.target])


def _hits(t: Table, shot: Shot, total: Forecast, clauses: tuple[str, ...]) -> int:
    if total.need > max(SECOND_DIE):
        return 0
    who = f"{shot.shooter.upper()} at {shot.target.upper()}"
    dice = (6,) * t.unit(shot.shooter).figures
    hits = t.roll(
        "to hit",
        dice,
        ("count", max(2, min(6, total.need))),
        clauses,
        prompt=f"Roll to hit: {who}, {total.dice}",
        need=total.need,
        unit=shot.shooter,
        target=shot.target,
        test=total.dice,
        base=[total.base_name, total.base],
        modifiers=[list(row) for row in total.modifiers],
    )
    if total.need > 6 and hits:
        again = SECOND_DIE[total.need]
        prompt = f"Roll each 6 again: {who}, {again}+"
        hits = t.roll(
            "to hit again",
            (6,) * int(hits),
            ("count", again),
            ("WH-A27",),
            prompt=prompt,
            need=again,
            unit=shot.shooter,
        )
    return int(hits or 0)


def harm(t: Table, name: str, hits: int, strength: int, save_mod: int, damage: int) -> None:
    """Hits become wounds, wounds are saved or take models away (WH-A30, WH-A31)."""
    unit = t.unit(name)
    if not hits or unit.out:
        return
    need = wound_need(strength, unit.stats["T"])
    wounds = t.roll("to wound", (6,) * hits, ("count", need), ("WH-A30",), unit=name, need=need)
    if not wounds:
        return
    save = save_need(unit, save_mod)
    saved: Outcome = 0
    if save <= 6:
        saved = t.roll("save", (6,) * int(wounds), ("count", save), ("WH-A31",), unit=name, need=save)
    lost = (int(wounds) - int(saved or 0)) * damage
    if lost:
        take_wounds(t, unit, lost)
    else:
        t.emit("saved", ("WH-A31",), unit=name)


def take_wounds(t: Table, unit: Unit, lost: int) -> None:
    """Models without wounds left are removed where they were hit (WH-A20)."""
    each = unit.stats["W"]
    total = unit.wounds + lost
    gone = min(unit.figures, total // each)
    left = unit.figures - gone
    losses = {"losses": unit.fact("losses") + gone}
    if left:
        t.change(
            unit,
            "models_lost" if gone else "wounded",
            ("WH-A31",),
            figures=left,
            wounds=total % each,
            facts=losses,
            also={"lost": gone},
        )
    else:
        t.change(
            unit,
            "wiped_out",
            ("WH-A31",),
            figures=0,
            wounds=0,
            out=True,
            facts=losses,
            markers=dict.fromkeys(unit.markers),
            also={"lost": gone},
        )


def shot_at(t: Table, name: str) -> None:
    """Troops shot at while on overwatch test Leadership at once, hit or not (WH-29 to WH-33, WH-A8).

    Without the counter they are ordinary troops: what is left of their turn is theirs, but for charges (WH-A10);
    in the enemy's shooting phase nothing follows (WH-A21).
    """
    unit = t.unit(name)
    if unit.out or "overwatch" not in unit.markers:
        return
    need = unit.stats["LD"]
    if t.roll(
        "leadership",
        (6, 6),
        ("at_most", need),
        ("WH-29", "WH-30"),
        unit=name,
        need=need,
        base=["Ld", need],
        test=f"2D6 ≤ {need}",
    ):
        t.emit("nerve_held", ("WH-30",), unit=name)
    else:
        t.change(unit, "overwatch_lost", ("WH-31", "WH-32"), markers={"overwatch": None}, also={"reason": "shot at"})


def stray(t: Table, shooter: str, weapon_id: str, cell: int, left: int, struck: list[str]) -> None:
    """A launcher's misses come down 1D6 inches off and may hit friend or foe (WH-35, WH-A35).

    After the last one every squad shot at by this fire tests, once (WH-A8).
    """
    if not left:
        for name in struck:
            t.then("shot_at", name)
        return
    hit = _comes_down(t, shooter, cell)
    if hit:
        numbers = t.rules.weapon(weapon_id).numbers
        t.then("harm", hit, 1, numbers["strength"], numbers["save_mod"], numbers["damage"])
    t.then("stray", shooter, weapon_id, cell, left - 1, [*struck, hit] if hit and hit not in struck else struck)


def _comes_down(t: Table, shooter: str, cell: int) -> str:
    """The nearest squad within an inch of where the shot lands, "" if there is none."""
    board = t.state.board
    where = t.roll("stray direction", (8,), ("total",), ("WH-A35",), unit=shooter)
    far = t.roll("stray distance", (6,), ("total",), ("WH-A35",), unit=shooter)
    dx, dy = DIRECTIONS[int(where or 1) - 1]
    inches = int(far or 0)
    cells = (5 * inches + 3) // 7 if dx and dy else inches  # a diagonal step is 1.4 inches long
    x, y = board.xy(cell)
    x, y = x + dx * cells, y + dy * cells
    if not board.inside(x, y):
        t.emit("strayed", ("WH-A35",), unit=shooter, target="", cell=-1)
        return ""
    spot = board.cell(x, y)
    near = [u for u in t.state.standing() if u.id != shooter and board.distance(u.at, spot) <= 1]
    struck = min(near, key=lambda u: (board.distance(u.at, spot), u.id), default=None)
    name = struck.id if struck else ""
    own = struck is not None and struck.seat == t.unit(shooter).seat
    t.emit("strayed", ("WH-35", "WH-A35") if own else ("WH-A35",), unit=shooter, target=name, cell=spot)
    return name


STEPS = {step.__name__: step for step in (fire, harm, shot_at, stray)}
