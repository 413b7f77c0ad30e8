"""Forces by points: read, drawn, changed, and fielded on any map that has zones."""

from __future__ import annotations

import pytest

from game.engine.forces import Force, Part, draw_force, profiles_of, read_force, sizes_of
from game.engine.match import Match
from game.engine.names import Deployment
from game.engine.setup import check_setup
from game.engine.unfit import SetupError
from game.maps.fielding import fielded, force_refused, own_force
from game.maps.scenarios import list_scenarios, load_scenario
from game.rules import RULESETS, build

ZONED = [one.id for one in list_scenarios() if all(load_scenario(one.id).setup.zones.get(seat) for seat in one.seats)]


def test_the_text_of_a_force_is_read_back_as_that_force() -> None:
    force = read_force("skirmishcorps", "trooper*3+veteran")
    assert force.parts == (Part("trooper", 3), Part("veteran", 1))
    assert (force.cost, force.size, force.words) == (44, 4, "Trooper\N{NO-BREAK SPACE}×3, Veteran")
    assert read_force("skirmishcorps", force.written) == force


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no force"),
        ("trooper*0", "is no force"),
        ("trooper*99", "more than 40 units"),
        ("trooper*30+trooper*30", "more than 40 units"),
        ("dragon", "can have brute, grenadier"),
    ],
)
def test_text_that_names_no_force_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(SetupError, match=said) as told:
        read_force("skirmishcorps", text)
    assert str(told.value).endswith(".")


def test_units_of_a_force_are_added_and_removed_in_the_order_of_the_army() -> None:
    force = read_force("skirmishcorps", "runner+trooper")
    more = force.with_more("scout", 2)
    assert more is not None
    assert more.written == "trooper+scout*2+runner"
    assert more.with_more("scout", -3) is None
    assert Force("skirmishcorps", (Part("scout", 1),)).with_more("scout", -1) is None


@pytest.mark.parametrize("book", RULESETS)
def test_a_random_force_costs_at_most_its_points_and_nearly_that(book: str) -> None:
    cheapest = min(profile.points for profile in profiles_of(book))
    for limit in sizes_of(book):
        for seed in range(8):
            force = draw_force(book, limit, seed)
            assert limit - 2 * cheapest < force.cost <= limit
            assert force == draw_force(book, limit, seed)
    with pytest.raises(SetupError, match="cannot be drawn; the next size is"):
        draw_force(book, 1, 1)


@pytest.mark.parametrize("name", ZONED)
def test_a_force_can_be_fielded_on_every_map_with_zones(name: str) -> None:
    setup = load_scenario(name).setup
    able = [seat for seat in setup.seats if not force_refused(setup, seat)]
    for limit in sizes_of(setup.ruleset)[:2]:
        forces = {seat: draw_force(setup.ruleset, limit, limit) for seat in able}
        table = fielded(setup, forces)
        check_setup(table)
        for seat, force in forces.items():
            own = [unit for unit in table.units if unit.seat == seat]
            assert own_force(table, seat) == force
            assert len({unit.at for unit in own}) == len(own)
            assert {unit.at for unit in own} <= set(setup.zones[seat])
        rules = build(setup.ruleset)
        for deployment in Deployment:
            match = Match(table.deployed(deployment), rules)
            assert match.pending is not None
            assert [rules.deployment_refused(match.state, seat) for seat in able] == [None] * len(able)


def test_a_seat_without_a_force_keeps_the_units_of_the_map() -> None:
    setup = load_scenario("market_street").setup
    table = fielded(setup, {"red": read_force("skirmishcorps", "brute*2")})
    assert [unit for unit in table.units if unit.seat == "blue"] == [u for u in setup.units if u.seat == "blue"]
    assert [(unit.id, unit.profile) for unit in table.units if unit.seat == "red"] == [("r1", "brute"), ("r2", "brute")]


@pytest.mark.parametrize(
    ("name", "seat", "force", "said"),
    [
        ("the_way_home", "blue", "trooper", "This battle is about B7"),
        ("market_street", "gold", "trooper", 'There is no seat "gold"'),
        ("two_batteries", "red", "infantry", "no zone for red"),
        ("parade_ground", "red", "trooper*40+scout*40", "room for 60 units; the force has 80"),
        ("crossroads", "red", "trooper", "is for skirmishcorps; the battle is for wh40k2"),
    ],
)
def test_a_force_that_cannot_be_fielded_is_refused_in_a_sentence(name: str, seat: str, force: str, said: str) -> None:
    setup = load_scenario(name).setup
    book = "viktory2" if force == "infantry" else "skirmishcorps"
    with pytest.raises(SetupError, match=said):
        fielded(setup, {seat: read_force(book, force)})
