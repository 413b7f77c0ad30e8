"""The computer's sums are the rules' sums: its estimates of fire, blows and battles, at random positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from random import Random

import pytest

from game.ai.epic.positions import PLUSES, Companies, Prospects
from game.ai.skirmishcorps.fire import AIMED, OVERWATCH, Fire, manner
from game.ai.stargrunt2.firefight import SUPPRESSION, FirefightTactics
from game.ai.viktory2 import clash as clashes
from game.ai.wh40k2.squads import SquadTactics
from game.engine.dice import chance, spread
from game.engine.forecast import Forecast
from game.engine.throws import Sum
from game.rules.epic import ground as epic_ground
from game.rules.epic.assault import engaged, fighters, strength_of, strikes, supporters
from game.rules.epic.fire import Shot as Volleys
from game.rules.epic.fire import shot as volleys
from game.rules.epic.formations import formations, on_table, standing
from game.rules.epic.hits import save_value
from game.rules.epic.odds import Lines
from game.rules.epic.state import OTHER, SIDES
from game.rules.epic.throws import BailOut, Save
from game.rules.shared import foes
from game.rules.skirmishcorps import chances as corps_rolls
from game.rules.skirmishcorps.chances import Shot, blow_sum, shot_refused, shot_sum
from game.rules.skirmishcorps.vocabulary import Paces
from game.rules.stargrunt2 import dice as firefight_rolls
from game.rules.stargrunt2 import shots as fire_lines
from game.rules.stargrunt2.dice import IMPACT, fire_result
from game.rules.stargrunt2.morale import is_vehicle
from game.rules.stargrunt2.shots import Shot as FireAction
from game.rules.stargrunt2.shots import fire_throw, impact_dice, weapon_groups
from game.rules.stargrunt2.shots import shot_refused as fire_refused
from game.rules.viktory2.chances import Fight, Fighter
from game.rules.viktory2.throws import Volley as IslandVolley
from game.rules.wh40k2 import shots as squad_rolls
from game.rules.wh40k2.chances import harms, hit_chance
from game.rules.wh40k2.shots import Shot as SquadShot
from game.rules.wh40k2.shots import fair_target, needed
from game.rules.wh40k2.throws import DUEL
from tests.picking import match_of
from tests.setups import decisions, random_match
from tests.test_whole_chances import TABLES, compared
from tests.test_whole_chances import told as told_of

SEEDS = range(12)


def tables(ruleset: str, seed: int) -> Iterator[object]:
    """Tables of a random game, at its first question and then at every tenth."""
    for number, match in enumerate(decisions(random_match(ruleset, seed), seed)):
        if number % 10 == 0:
            yield match.front


# -- SkirmishCorps ----------------------------------------------------------------------------------------------------

MANNERS = (
    (AIMED, {"aimed": True}),
    (OVERWATCH, {"overwatch": True}),
    (manner(own_pace=Paces.RUN), {"own_pace": Paces.RUN}),
    (manner(overwatch=True, target_pace=Paces.SPRINT), {"overwatch": True, "target_pace": Paces.SPRINT}),
)
"""Ways to shoot: what the computer adds for each, and what the rules call it."""


def by_the_rules(rules, state, unit, foe, how):
    """The best attack of a unit at an enemy by the rules' own throws; a wound counts in part."""
    shots = [Shot(unit.id, foe.id, foe.at, weapon, **how) for weapon in unit.weapons]
    sums = [shot_sum(rules, state, shot) for shot in shots if shot_refused(rules, state, shot) is None]
    if foe.at in state.board.neighbours(unit.at):
        sums.append(blow_sum(unit, foe))
    chances = [chance(one.hit.dice, one.hit.read) * chance(one.damage.dice, one.damage.read) for one in sums]
    return float(max(chances, default=Fraction(0))) / max(1, foe.stats.get("W", 1) - foe.wounds)


@pytest.mark.parametrize("seed", SEEDS)
def test_in_skirmishcorps_every_chance_is_that_of_the_rules_throws(seed):
    seen = 0
    random = Random(seed)
    rules = random_match("skirmishcorps", seed).rules
    for table in tables("skirmishcorps", seed):
        fire, state = Fire(rules), table.apart()
        for unit in state.standing():
            unit.prone = random.random() < 0.5
        for unit in state.standing():
            for foe in foes(state, unit.seat):
                for plus, how in MANNERS:
                    exact = by_the_rules(rules, state, unit, foe, how)
                    assert fire.harm(state, unit, unit.at, foe, foe.at, plus) == pytest.approx(exact, abs=1e-12)
                    seen += exact > 0
    assert seen


def test_sc_a41_a_shooter_that_lies_behind_a_low_wall_is_expected_to_hit_less():
    units = {"b1": ("trooper", 1, 1, "move"), "r1": ("trooper", 5, 1, "move")}
    match = match_of(["......", "..n...", "......"], units, first="blue")
    state, fire = match.front.apart(), Fire(match.rules)
    b1, r1 = state.units["b1"], state.units["r1"]
    stands = fire.harm(state, b1, b1.at, r1, r1.at)
    b1.prone = True
    assert 0 < fire.harm(state, b1, b1.at, r1, r1.at) < stands
    assert fire.harm(state, b1, b1.at, r1, r1.at) == by_the_rules(match.rules, state, b1, r1, {})


# -- WH40K 2nd edition ------------------------------------------------------------------------------------------------


def test_in_the_2nd_edition_every_shot_takes_what_the_rules_rolls_take():
    rules = random_match("wh40k2", 0).rules
    tactics, seen = SquadTactics(rules), 0
    for state in chain.from_iterable(tables("wh40k2", seed) for seed in SEEDS):
        for unit in state.standing():
            for foe in foes(state, unit.seat):
                best = Fraction(0)
                for name in unit.weapons:
                    shot, numbers = SquadShot(unit.id, foe.id, foe.at, name), rules.weapon(name).numbers
                    if fair_target(rules, state, shot):
                        through = harms(numbers["strength"], numbers["save_mod"], foe) / foe.stats["W"]
                        best = max(best, hit_chance(needed(rules, state, shot)) * through)
                if best:
                    share = min(1.0, float(best) * unit.figures / foe.figures)
                    assert tactics.harm(state, unit, unit.at, foe, foe.at) == pytest.approx(share)
                    seen += 1
    assert seen > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_wh_a33_a_fight_is_expected_to_go_as_the_rules_roll_it_whoever_has_charged(seed):
    random = Random(seed)
    tactics = SquadTactics(random_match("wh40k2", seed).rules)
    state = random_match("wh40k2", seed).front.apart()
    for a in state.standing():
        for b in foes(state, a.seat):
            a.charging, b.charging = random.random() < 0.5, random.random() < 0.5
            own, others = a.stats["A"], b.stats["A"]
            read = DUEL(own, a.stats["WS"] + a.charging, b.stats["WS"] + b.charging)
            gain = Fraction(0)
            for gap, share, _ in spread((6,) * (own + others), read).outcomes if own + others else ():
                first = gap or (a.stats["I"] > b.stats["I"]) - (a.stats["I"] < b.stats["I"])
                gain += share * (max(0, first) if own else 0)
            pairs = min(a.figures, b.figures)
            taken = min(b.figures, float(gain) * pairs * tactics.kills(a.stats["S"], 0, b)) * tactics.model(b)
            swapped = tactics.melee(b, a)
            assert tactics.melee(a, b) == pytest.approx(-swapped)
            if not others:
                assert tactics.melee(a, b) == pytest.approx(taken)
            assert tactics.melee(a, b) <= taken + 1e-12


# -- VIKTORY II -------------------------------------------------------------------------------------------------------


@pytest.fixture
def to_the_end(monkeypatch):
    """The computer's battles, fought to the end as those of the rules' forecast are."""
    monkeypatch.setattr(clashes, "GIVE_UP", 0.0)
    clashes._round.cache_clear()
    clashes._opened.cache_clear()
    yield clashes.clash
    clashes._round.cache_clear()
    clashes._opened.cache_clear()


@pytest.mark.parametrize("seed", range(60))
def test_in_viktory_a_battle_is_won_as_often_as_by_the_rules_where_each_side_has_one_kind_of_unit(seed, to_the_end):
    """With several kinds, who falls first is an estimate."""
    random = Random(seed)
    naval = random.random() < 0.2
    kinds = ("frigate",) if naval else ("infantry", "cavalry", "artillery")
    ours, theirs = random.choice(kinds), random.choice(kinds)
    men, enemies = random.randint(1, 4), random.randint(int(naval), 4)
    apart = random.random() < 0.5
    urban, ground, ships = (
        (0, 0, 0) if naval else (random.choice((0, 1, 2)), random.choice((0, 1)), random.choice((0, 1)))
    )
    needs = random.choice((3, 4)), random.choice((3, 4))
    guns = tuple(0 if naval else opening_dice(kind) for kind in (ours, theirs))
    fight = Fight(
        tuple(Fighter(ours, number if apart else 0, guns[0]) for number in range(men)),
        tuple(Fighter(theirs, -1, guns[1]) for _ in range(enemies)),
        urban,
        ground,
        ships,
        naval,
        needs,
    )
    bonus = clashes.Bonus(men - 1 if apart else 0, max(0, ground - urban) + ships, urban)
    force, held = ((men,), (enemies,)) if naval else (land(ours, men), land(theirs, enemies))
    dice = (guns[0] * men if enemies else 0, guns[1] * enemies)
    assert to_the_end(force, held, bonus, needs, dice).win == pytest.approx(float(fight.taken()))


def land(kind, count):
    """So many units of a kind, as the computer counts them."""
    return tuple(count * (kind == one) for one in ("infantry", "cavalry", "artillery"))


def opening_dice(kind):
    """The dice of one unit before the rounds (VK-02)."""
    return 2 if kind == "artillery" else 0


# -- Stargrunt II -----------------------------------------------------------------------------------------------------


def fire_by_the_rules(rules, state, unit, foe, *, opportunity):
    """What the best fire of a unit at an enemy takes of it by the rules' own dice; a suppression counts in part."""
    best, vehicle = Fraction(0), is_vehicle(rules, foe)
    for weapons in weapon_groups(rules, unit):
        shot = FireAction(unit.id, foe.id, foe.at, weapons, opportunity)
        if fire_refused(rules, state, shot) is None:
            throw = fire_throw(rules, state, shot)
            hurt = 1 - chance(impact_dice(rules, foe, weapons, state.board.sight(unit.at, foe.at).cover), IMPACT(), 0)
            results = [(fire_result(outcome), p) for outcome, p, _ in spread(throw.dice, throw.read).outcomes]
            beaten = sum(p for result, p in results if result.beat)
            hits = sum(p * (result.hits + Fraction(result.rest, throw.dice[0])) for result, p in results if result.beat)
            taken = beaten * hurt if vehicle else beaten * Fraction(SUPPRESSION) + hits * hurt / foe.figures
            best = max(best, taken)
    return min(1.0, float(best))


@pytest.mark.parametrize("opportunity", [False, True])
def test_in_stargrunt_every_fire_takes_what_the_rules_dice_take(opportunity):
    rules = random_match("stargrunt2", 0).rules
    tactics, seen = FirefightTactics(rules), Counter()
    for state in chain.from_iterable(tables("stargrunt2", seed) for seed in SEEDS):
        for unit in state.standing():
            for foe in foes(state, unit.seat) if weapon_groups(rules, unit) else ():
                exact = fire_by_the_rules(rules, state, unit, foe, opportunity=opportunity)
                found = tactics.share(state, unit, unit.at, foe, foe.at, opportunity=opportunity)
                assert found == pytest.approx(exact), (unit.id, foe.id)
                seen[is_vehicle(rules, foe)] += exact > 0
    assert seen[False] > 100
    assert seen[True] > 10


# -- Epic -------------------------------------------------------------------------------------------------------------


def shot_by_the_rules(rules, state, unit, target, plus):
    """The stands that a stand's shot, fired alone, takes of a formation by the rules' own throws."""
    state = state.apart()
    for mate in on_table(state, unit.formation):
        mate.out = mate.id != unit.id
    state.formations[unit.formation].blast = 0
    found = volleys(rules, state, unit.formation, target, plus)
    if not isinstance(found, Volleys):
        return 0.0
    hit, nearest = found.volleys[0].throw(unit.id, target), state.units[found.victims[0]]
    riders = [rider for rider in standing(state, target) if rider.aboard == nearest.id]
    saves = Save(nearest.id, save_value(state, nearest)), *(BailOut(r.id, r.stats["ARMOUR"]) for r in riders)
    lost = [1 - (save.chance() if save.need else 0) for save in saves]
    return float(chance(hit.dice, hit.read) * lost[0] * (1 + sum(lost[1:])))


@pytest.mark.parametrize("seed", SEEDS)
def test_in_epic_every_shot_takes_what_the_rules_rolls_take_of_the_nearest_stand(seed):
    rules, seen = random_match("epic", seed).rules, 0
    for state in tables("epic", seed):
        for seat in state.seats:
            prospects = Prospects(Companies(rules), rules, state, seat, {})
            for unit in (unit for name in formations(state, seat) for unit in on_table(state, name)):
                kills = prospects.shots(unit, unit.at)
                for place, target in enumerate(prospects.enemies):
                    for row, plus in enumerate(PLUSES):
                        exact = shot_by_the_rules(rules, state, unit, target, plus)
                        assert (kills[place][row] if kills else 0.0) == pytest.approx(exact), (unit.id, target, plus)
                        seen += exact > 0
    assert seen


@pytest.mark.parametrize("first", SEEDS)
def test_in_epic_an_assault_is_weighed_with_the_dice_saves_and_strengths_of_the_rules(first):
    seen = 0
    for seed in range(5 * first, 5 * first + 5):
        for match in decisions(random_match("epic", seed, width=14, height=10, turns=3), seed):
            state = match.front
            if state.assault is None:
                continue
            at = {unit.id: unit.at for role in SIDES for unit in fighters(state, role)}
            both = Lines(state).up(at, *(state.assault.side(role).formations for role in SIDES))
            for role, found in zip(SIDES, both, strict=True):
                fight, against = engaged(state, role), engaged(state, OTHER[role])
                needs = [need for _, need, names in strikes(state, role) for _ in names]
                needs += [unit.stats["FF"] for unit in supporters(state, role, against)]
                saves = [Save(unit.id, save_value(state, unit)) for unit in fight]
                strength = strength_of(state, role)
                assert sorted(found.hits) == pytest.approx(sorted((7 - need) / 6 for need in needs))
                fails = sorted(1 - (float(save.chance()) if save.need else 0.0) for save in saves)
                assert sorted(found.frail) == pytest.approx(fails)
                assert (found.stands, found.blast) == (strength.stands, strength.blast)
                assert found.inspiring == strength.inspiring
                seen += bool(needs)
    assert seen


# -- one arithmetic ---------------------------------------------------------------------------------------------------


def corps_estimate(match, option, told):
    """What the computer expects of a shot or blow in SkirmishCorps; how it is made is known from what is told."""
    how = [value for name, value, _ in told.modifiers if not any(word in name for word in ("cover", "range", "blank"))]
    unit, foe = match.front.units[option.unit], match.front.units[told.target]
    return Fire(match.rules).harm(match.front, unit, unit.at, foe, told.spot, sum(how))


def squads_estimate(match, option, told):
    """What the computer expects one shot of a squad to take."""
    unit, foe = match.front.units[option.unit], match.front.units[told.target]
    return SquadTactics(match.rules).rate(unit, foe, told.distance, told.cover)


def firefight_estimate(match, option, told):
    """What the computer expects of a fire action."""
    unit, foe = match.front.units[option.unit], match.front.units[told.target]
    return FirefightTactics(match.rules).share(match.front, unit, unit.at, foe, told.spot)


def epic_estimate(match, option, told):
    """What the computer expects of a stand's shot at the nearest stand of a formation."""
    state, nearest = match.front, match.front.units[told.target]
    unit = state.units[told.throw.unit]
    prospects = Prospects(Companies(match.rules), match.rules, state, unit.seat, {})
    kills = prospects.shots(unit, unit.at)
    return kills[prospects.enemies.index(nearest.formation)][PLUSES.index(0)] if kills else 0.0


SWITCHES = {
    "skirmishcorps": (corps_rolls.COVER, 0, corps_estimate),
    "wh40k2": (squad_rolls.COVER, 0, squads_estimate),
    "stargrunt2": (firefight_rolls.COVER_SHIFT, 0, firefight_estimate),
    "epic": (epic_ground.COVER_SAVE, 2, epic_estimate),
}
"""Ruleset -> its table for cover, what cover is to be worth instead, and what the computer expects of a shot."""


@pytest.fixture
def no_line_is_remembered():
    """Nothing of a table of cover that was altered is remembered after a test."""
    yield
    for kept in (fire_lines.along, fire_lines.refusal):
        kept.cache_clear()


@pytest.mark.parametrize("ruleset", SWITCHES)
def test_cover_that_is_worth_something_else_changes_forecast_odds_and_the_computers_estimate_together(
    ruleset, monkeypatch, no_line_is_remembered
):
    cover, worth, estimate = SWITCHES[ruleset]
    changed = 0
    for seed in range(40):
        for match in decisions(TABLES[ruleset](seed), seed):
            for option in told_of(match):
                before = match.forecast(option)
                expected = estimate(match, option, before)
                with monkeypatch.context() as switched:
                    for kind in cover:
                        switched.setitem(cover, kind, worth)
                    after = match.forecast(option)
                    differs = (after.p_hit, after.p_out) != (before.p_hit, before.p_out)
                    assert (estimate(match, option, after) != expected) == differs, option.id
                    if not differs or not compared(match, option):  # has too many branches to count
                        continue
                changed += compared(match, option)
                if changed == 5:
                    return
    raise AssertionError(f"only {changed} shots into cover")


def test_a_forecast_that_shows_another_sum_than_its_throw_needs_is_refused():
    volley = IslandVolley(need=3, dice=(6, 6), among=1)
    assert Forecast(throw=volley, sum=volley.reckoned, p_hit=Fraction(0), p_out=Fraction(0)).dice == "2D6 at ≤3"
    with pytest.raises(ValueError, match=r"^A forecast shows 4 where its throw needs 3: "):
        Forecast(throw=volley, sum=Sum(("hits on", 4), (), None), p_hit=Fraction(0), p_out=Fraction(0))
