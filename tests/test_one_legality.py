"""What may be done and why not are two readings of one predicate, so they change together."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.ruleset import Ruleset
from game.rules.epic import destinations, plans
from game.rules.viktory2 import reserves
from game.rules.wh40k2 import division, ground, movement, shots
from tests.assault import Assault
from tests.hexes import Hexes
from tests.setups import decisions, random_match
from tests.squads import Squads

ON_THE_MAP = {
    "epic": ("move", "charge", "withdraw", "consolidate"),
    "viktory2": ("act", "place"),
    "wh40k2": ("activate", "charge", "shoot"),
}
"""Ruleset -> the kinds of question in which each cell is an answer of a unit, or is refused to it."""


def offered(match, unit):
    """Return the cells to which the answers of a unit lead, or where their targets are, in a draft by the plan."""
    at, found = {name: one.at for name, one in match.front.units.items()}, set()
    if match.setup.ruleset == "epic":
        at |= plans.layout(match.front, match.front.queues[-1]).at
    for option in match.pending.options:
        if option.unit == unit:
            found |= {option.to, *(at[name] for name in (option.target, *option.targets) if name)}
    return found


def refused(match, unit, cell):
    """Return why a cell is refused to a unit; None if nothing is known against it, so that it is only no answer."""
    rules, asked = match.rules, match.pending
    no = rules.refused_at(match.front, asked, unit, cell)
    return None if no == Ruleset.refused_at(rules, match.front, asked, unit, cell) else no


def told_otherwise(match, unit, cell):
    """Whether a click means something else: the unit itself, in the 2nd edition another squad or the other pace."""
    there, paces = match.front.at(cell), {o.how for o in match.pending.options if o.unit == unit and o.to == cell}
    squads = match.setup.ruleset == "wh40k2"
    own = there is not None and (there.id == unit or (squads and there.seat == match.pending.seat))
    return own or (squads and len(paces) == 1)


@pytest.mark.parametrize("ruleset", ON_THE_MAP)
@pytest.mark.parametrize("seed", range(4))
def test_a_cell_has_a_reason_against_it_exactly_where_no_answer_leads(ruleset, seed):
    match, random, told = random_match(ruleset, seed), Random(seed), []
    for _ in decisions(match, seed):
        asked = match.pending
        if asked.kind not in ON_THE_MAP[ruleset] or random.random() > 0.4:
            continue
        for unit in random.sample(sorted(match.front.units), 4):
            cells = offered(match, unit)
            for cell in range(len(match.setup.board.terrain)):
                no = refused(match, unit, cell)
                if (no is None) != (cell in cells) and not told_otherwise(match, unit, cell):
                    told.append((asked.kind, unit, match.setup.board.label(cell), no))
    assert told == []


# -- a clause that is switched off ------------------------------------------------------------------------------------


def forget():
    """Forget what has been worked out for tables, which a change of the rules makes untrue."""
    plans._caches.clear()
    movement._ends.cache_clear()


@pytest.fixture(autouse=True)
def _anew():
    forget()
    yield
    forget()


def without(clause, predicate):
    """Return the predicate as it would be if the rulebook did not have the clause."""

    def found(*given):
        no = predicate(*given)
        return None if no is not None and no.clause == clause else no

    return found


def test_ep_11_without_the_limit_of_two_in_contact_a_third_stand_charges_and_is_not_refused(monkeypatch):
    def third():
        scene = Assault(line="b line l1@12,10", horde="a horde h1@12,13 h2@13,13 h3@14,13")
        return scene.acts("horde", "engage:line").plans("h1:move:11,11", "h2:move:12,11")

    scene = third().does_not_offer("h3:move:13,11")
    for where in ((13, 11), (12, 10)):  # beside the enemy, and the enemy itself
        assert refused(scene.match, "h3", scene.cell(*where)).reason == "H1 and H2 touch L1 already, two at most"
    monkeypatch.setattr(destinations, "full", without("EP-11", destinations.full))
    forget()
    scene = third().offers("h3:move:13,11")
    assert [refused(scene.match, "h3", scene.cell(*where)) for where in ((13, 11), (12, 10))] == [None, None]


def test_vk_a42_without_the_clause_on_enemies_beside_towns_one_takes_reserves_and_is_not_refused(monkeypatch):
    def placing():
        return Hexes("b1 .:Tb b7@m:Tb a1@.", seats="ab", phase="place", b1="reserve")

    scene = placing().does_not_offer("b1:place:2,0")
    assert refused(scene.match, "b1", scene.cell(2, 0)).clause == "VK-A42"
    monkeypatch.setattr(reserves, "supply_refused", without("VK-A42", reserves.supply_refused))
    scene = placing().offers("b1:place:2,0")
    assert refused(scene.match, "b1", scene.cell(2, 0)) is None


def test_wh_a24_without_the_gap_to_enemies_a_run_leads_near_them_and_is_not_refused(monkeypatch):
    scene = Squads("a1 .*14 b1").does_not_offer("a1:run:7,0")
    assert "within 8″ of B1" in refused(scene.match, "a1", scene.cell(7, 0)).reason
    monkeypatch.setattr(ground, "RUN_GAP", 0)
    forget()
    scene = Squads("a1 .*14 b1").offers("a1:run:7,0")
    assert refused(scene.match, "a1", scene.cell(7, 0)).reason == "h1 is 7″ to go, a move is 4″"  # a run gets there


def test_wh_a33_without_the_clause_on_hand_to_hand_a_fighter_is_shot_at_and_is_not_refused(monkeypatch):
    drawn = ("a1 .*4 b1 .*4 b2", ".*5 a2")
    scene = Squads(*drawn, phase="shooting").does_not_offer("a1:ranged_attack:b1")
    assert refused(scene.match, "a1", scene.cell(5, 0)).clause == "WH-A33"
    for module in (shots, division):
        monkeypatch.setattr(module, "target_refused", without("WH-A33", module.target_refused))
    scene = Squads(*drawn, phase="shooting").offers("a1:ranged_attack:b1")
    assert refused(scene.match, "a1", scene.cell(5, 0)) is None
