"""Token, roster, card, hover card and text say the same of every unit, and all of it, in every rulebook."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from game.cli.text.say import group_line, unit_line
from game.engine.conditions import ABLE, ACTING
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.viewers import PUBLIC
from game.records.tables import TableKind
from game.rules import RULESETS, build
from game.session.session import Session
from game.ui.battle import formations, panels
from game.ui.battle.conditions import marks, standing
from game.ui.battle.hover import HoverCard
from game.ui.battle.unit_card import unit_card
from game.ui.kit import Spot, Widget
from game.ui.screens.battle import BattleScreen
from game.ui.scroll import Position
from game.ui.tokens import BADGES, ROOMY, Badge, Marks, token
from tests.setups import decisions, random_match, random_setup
from tests.squads import Squads
from tests.ui.desk import Desk
from tests.ui.ledger import Ledger

BY_ITSELF = ("prone", "out of action", "in the reserve", "aboard", "carries", "faces", "lined up", "acting", "can act")
"""What a token shows by lying, being crossed out or gone, by its place, an arrow, a ring, or by not being marked."""

BEEN_THROUGH = {
    "skirmishcorps": (
        {"markers": {"move": "up", "pinned": "up", "suppressed": "up"}, "facts": {"acted": 1}},
        {"markers": {"overwatch": "up"}, "facts": {"retaliated": 1, "cut_off": 1}},
        {"markers": {"overwatch": "down"}},
        {"markers": {"move": "down"}},
    ),
    "wh40k2": (
        {"markers": {"overwatch": "up", "hidden": "up"}, "facts": {"losses": 2}, "figures": 1},
        {"markers": {"broken": "up"}, "facts": {"moved": 1, "run": 1, "shot": 1}},
        {"facts": {"moved": 1, "charge": 1, "charging": 1}},
        {"facts": {"moved": 1}},
    ),
    "stargrunt2": (
        {"markers": {"suppressed": "up"}, "facts": {"suppressed": 3, "wounded": 2, "confidence": 2}, "figures": 1},
        {"markers": {"in_position": "up"}, "facts": {"confidence": 4, "abandoned": 2, "activated": 1, "transfers": 1}},
        {"facts": {"confidence": 3, "immobile": 1}},
        {"markers": {"overwatch": "up"}, "facts": {"confidence": 1}},
    ),
    "epic": (
        {"markers": {"blast": "up"}, "facts": {"blast": 3, "activated": 1}},
        {"markers": {"broken": "up"}, "facts": {"marched": 1}},
        {"markers": {"overwatch": "up"}},
        {"markers": {"blast": "up"}},
    ),
    "viktory2": (
        {"facts": {"nth": 1}},
        {"facts": {"bombarded": 1, "fired": 1}},
        {"facts": {"landed": 1, "placed": 1}},
        {"facts": {"reserve": 1}},
    ),
}
"""What units of each rulebook may have been through, as a setup says it."""

NAMED = {
    "skirmishcorps": {"pinned", "suppressed", "spent", "overwatch face-up", "overwatch face-down", "move face-down",
                      "has retaliated", "has cut off"},
    "wh40k2": {"on overwatch", "hidden", "broken", "ran", "has charged", "spent", "stood still",
               "lost 2 since the last break test"},
    "stargrunt2": {"suppressed ×3", "2 wounded", "shaken", "routed", "broken", "steady", "2 left behind", "in position",
                   "immobile", "spent", "has transferred 1 action", "on overwatch"},
    "epic": {"blast marker ×3", "blast marker", "broken", "on overwatch", "has marched", "spent"},
    "viktory2": {"has moved", "has bombarded", "has landed", "from the reserve", "in the reserve",
                 "one shot of overwatch"},
}  # fmt: skip
"""Some of the conditions that these units must show."""


def been_through(ruleset: str) -> Match:
    """A table on which the units of the seats that wait have been through something."""
    setup = random_setup(ruleset, 4, side=4)
    lots = iter(BEEN_THROUGH[ruleset])
    heads = {}
    for spec in setup.units:
        heads.setdefault(spec.group or spec.id, spec.id)
    units = []
    for spec in sorted(setup.units, key=lambda spec: spec.seat == setup.seats[0]):
        plain = replace(spec, markers={}, facts={})
        takes = spec.id in heads.values() and not spec.aboard
        units.append(replace(plain, **next(lots, {})) if takes else plain)
    setup = replace(setup, units=tuple(units))
    return Match(setup, build(ruleset, setup.rulings), DiceSource(seed=4))


def screen_of(match: Match) -> tuple[Desk, BattleScreen]:
    """The table in a window, everything told."""
    desk = Desk()
    screen = BattleScreen(desk.app, Session(match.setup, match=match, table=TableKind.OPEN))
    desk.open(screen)
    return desk, screen


def written(desk: Desk, widget: Widget) -> str:
    """What a widget writes, given all the height it wants."""
    ledger = Ledger(desk)
    widget.draw(ledger, Spot(0, 0, 360, widget.measure(ledger, 360).h))
    assert [line.words for line in ledger.lines if line.cut] == []
    return " ".join(line.words for line in ledger.lines)


def hovered(desk: Desk, screen: BattleScreen, name: str) -> str:
    """The hover card of a unit that has its cell to itself."""
    unit = screen.model.units[name]
    return written(desk, HoverCard(screen.model, screen.map, screen.open_clause).card_of(unit))


def check(desk: Desk, screen: BattleScreen) -> set[str]:
    """Hold every place that tells of a unit to its conditions; returns the words of all conditions."""
    model, match, said = screen.model, screen.session.match, set[str]()
    for name, unit in model.units.items():
        told, group = standing(model, unit), model.groups.get(model.group_of(name))
        card, hover = written(desk, unit_card(model, unit)), hovered(desk, screen, name)
        in_text = unit_line(match, match.front.units[name], screen.session.sight.knows)
        in_text += group_line(match, group) if group is not None else ""
        for condition in told:
            said.add(condition.words)
            assert condition.words in card, (card, condition)
            assert condition.words in hover, (hover, condition)
            assert condition.words in in_text or condition in (ABLE, ACTING), (in_text, condition)
            worn = token(unit.figure, 0, 60, marks=marks(told))
            without = token(unit.figure, 0, 60, marks=marks(tuple(one for one in told if one != condition)))
            if condition.drawn == "itself":
                assert condition.words.startswith(BY_ITSELF)
            elif len(marks(told).badges) <= len(BADGES):
                assert pygame.image.tobytes(worn, "RGBA") != pygame.image.tobytes(without, "RGBA"), condition
        assert not (ABLE in told and any(condition.over for condition in told)), "it can act, or has acted"
    for seat in match.setup.seats:
        screen.session.viewer = seat
        model.refresh()
        listed = panels.roster(model, str, Position(), assigning=False)
        if model.groups:
            listed = formations.panel(model, str, Position(), low=False)
        roster = written(desk, listed)
        for name, unit in model.units.items():
            for condition in standing(model, unit) if unit.seat == seat and not unit.aboard else ():
                group = model.groups.get(model.group_of(name))
                if group is None or condition in group.conditions:
                    assert condition.words in roster, (roster, condition)
        for group in model.groups:
            assert model.group_name(group) in roster
    return said


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_condition_of_a_unit_is_shown_on_its_token_in_the_roster_on_its_card_and_in_the_text(ruleset):
    desk, screen = screen_of(been_through(ruleset))
    assert NAMED[ruleset] <= check(desk, screen)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_condition_is_shown_everywhere_throughout_a_random_game(ruleset):
    match = random_match(ruleset, 2)
    for number, moment in enumerate(decisions(match, 2)):
        if number % 40 == 7:
            check(*screen_of(moment.clone()))
        if number > 300:
            break


def test_a_unit_that_holds_fire_until_an_enemy_is_near_says_so_to_its_own_side_alone():
    scene = Squads("a1 .*22 b1", "a2 .*22 b2", b1="watch", b2="watch").passes("b").chooses("a1:move:1,0")
    scene.asked("b", "react").chooses("pass", until="within 12")

    def told(viewer):
        """The conditions of B1 that a viewer is told."""
        return {c.words for unit in scene.match.view(viewer).units for c in unit.conditions if unit.id == "b1"}

    assert "holds fire until an enemy is within 12″" in told("b")
    assert "holds fire until an enemy is within 12″" not in told("a") | told(PUBLIC)


def sticks_out(size: int, marks: Marks) -> int:
    """How far the picture of a token goes to the left of its middle, in pixels."""
    made = token("rifleman", 0, size, plate="B1", marks=marks)
    return made.get_width() // 2 - made.get_bounding_rect(min_alpha=200).left


@pytest.mark.parametrize("size", range(ROOMY, 57))
@pytest.mark.parametrize("letters", ["moved", "stood", "charged", "immobile"])
def test_the_word_for_what_a_squad_has_done_stays_on_its_own_token(size: int, letters: str) -> None:
    assert sticks_out(size, Marks("", (Badge("", letters),))) <= sticks_out(size, Marks())


@pytest.mark.parametrize("size", [11, 16, ROOMY - 1])
def test_a_token_too_small_for_a_word_has_none_over_its_figure(size: int) -> None:
    bare, told = Marks("", (Badge("hidden"),), "7"), Marks("", (Badge("hidden"), Badge("", "moved")), "7")
    assert pygame.image.tobytes(token("rifleman", 0, size, marks=bare), "RGBA") == pygame.image.tobytes(
        token("rifleman", 0, size, marks=told), "RGBA"
    )
