"""A battlefield by seed from the title: another book, size and seed by keys, then set up and begun."""

from __future__ import annotations

import pygame

from game.engine.deployment import DEPLOY
from game.session.tables import TableKind
from game.ui.screens.battle import BattleScreen
from game.ui.screens.battlefield import BattlefieldScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk


def test_g_at_the_title_offers_a_field_that_keys_change_and_enter_begins() -> None:
    desk = Desk()
    desk.open(TitleScreen(desk.app))
    desk.press("g")
    screen = desk.top
    assert isinstance(screen, BattlefieldScreen)
    seed, first = screen.ground, pygame.image.tobytes(desk.app.window, "RGB")
    desk.press("2")
    sitter = screen.seats["red"]
    desk.press("n")
    assert screen.ground != seed
    assert screen.seats["red"] == sitter != "human", "who sits where stays"
    assert pygame.image.tobytes(desk.app.window, "RGB") != first
    desk.press("b", "l")
    assert screen.setup.ruleset == "wh40k2"
    assert (screen.setup.board.width, screen.setup.turns) == (42, 8)
    desk.press("b", "b", "l", "2", "return")
    battle = desk.top
    assert isinstance(battle, BattleScreen)
    assert battle.session.setup.title == f"Battlefield {screen.ground}"
    assert battle.session.match.pending.kind == DEPLOY


def test_units_are_set_up_by_clicks_and_handed_over_with_enter() -> None:
    desk = Desk()
    desk.app.settings.table = TableKind.OPEN
    screen = BattlefieldScreen(desk.app)
    desk.open(screen)
    desk.press("return")
    battle = desk.top
    seat = battle.session.asked
    unit = next(name for name, one in battle.model.units.items() if one.seat == seat)
    cell = next(option.to for option in battle.model.decision.options if option.unit == unit)
    battle.picking.select(unit)
    battle.input.click_cell(cell)
    assert battle.model.units[unit].at == cell
    desk.press("return")
    assert battle.session.asked != seat or battle.session.match.pending.kind != DEPLOY
