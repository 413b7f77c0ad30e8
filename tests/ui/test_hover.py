"""The card of the unit under the pointer waits, docks at an edge of the map, and hides nothing that matters."""

from __future__ import annotations

import pygame
import pytest

from game.cli.text.say import sight_line
from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.session import Session
from game.ui.battle.hover import HoverCard
from game.ui.battle.overlay import draw_sight
from game.ui.battle.pointer import REST
from game.ui.screens.battle import BattleScreen
from tests.firefight import Firefight
from tests.scene import Scene
from tests.squads import Squads
from tests.ui.desk import Desk, middle
from tests.ui.ledger import Ledger, drawn, words_on


def firefight() -> tuple[Desk, BattleScreen]:
    """A battle without secrets."""
    desk = Desk()
    screen = desk.battle("prepared_position")
    return desk, screen


def names(desk: Desk, screen: BattleScreen, unit: str) -> int:
    """How often a unit's whole name is written on the map."""
    whole = f"{unit.upper()} {screen.model.units[unit].name}"
    return sum(line.words == whole and screen.map.area.contains(line.rect) for line in drawn(desk).lines)


def test_the_hover_card_comes_when_the_pointer_has_rested_and_goes_when_it_moves_on() -> None:
    desk, screen = firefight()
    foe = next(u for u in screen.model.units.values() if u.seat != screen.session.asked)
    place = middle(screen, foe.at)
    desk.app.dispatch(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
    desk.app.draw()
    assert names(desk, screen, foe.id) == 0
    assert screen.tick(REST / 2), "it waits"
    assert names(desk, screen, foe.id) == 0
    assert screen.tick(REST)
    assert names(desk, screen, foe.id) == 1
    assert not screen.tick(REST), "nothing more to wait for"
    desk.point_at((place[0] + 200, place[1] - 150))
    assert names(desk, screen, foe.id) == 0


@pytest.mark.parametrize("zoom", [50, 100, 200])
def test_the_hover_card_docks_at_the_edge_and_covers_neither_its_unit_nor_the_path(zoom: int) -> None:
    _, screen = firefight()
    view, board = screen.map, screen.map.board
    card = HoverCard(screen.model, view, screen.open_clause)
    for at in range(0, board.width * board.height, 37):
        view.zoom = zoom
        view.centre_on(at)
        view.place(view.area, view.scale)
        path = [cell for cell in range(at, at + 3) if cell < board.width * board.height]
        rect = card.dock(at, 320, 130, 8, path)
        area = view.area.inflate(-16, -16)
        assert area.contains(rect)
        assert rect.left == area.left or rect.right == area.right or rect.top == area.top or rect.bottom == area.bottom
        assert rect.collidelist([view.rect_of(cell) for cell in (at, *path)]) < 0


def test_the_pips_of_a_path_count_the_units_that_could_answer_and_not_all_that_see_it() -> None:
    """Before, each step bore a triangle for a squad that had acted, beside the words that nobody could fire at it."""
    for words, told, guns in (("", "Could fire at it: B1.", 1), ("done", "Nobody could fire at it.", 0)):
        match = Firefight("a1 .*9 b1", "a2 .*10", b1=words).chooses("a1:activate").match
        desk = Desk()
        screen = BattleScreen(desk.app, Session(match.setup, match=match, dice=DiceSource(seed=1)))
        desk.open(screen)
        option = match.pending.option("a1:move:3,0")
        path = screen.model.path_of(option)
        assert [remark.words for remark in screen.model.foretold(option)] == [told]
        assert set(screen.model.dangers(option, path).values()) == {guns}
        assert set(screen.model.guns_on(path, "a").values()) == {1}, "it sees it all the same"


def test_the_pips_of_a_path_go_once_no_unit_can_answer_it_any_more() -> None:
    """WH-A26: before, the steps kept their triangles when a squad was asked whether it hides at the end of its move.

    During the move the triangles count the asked units that may fire there, and not B2, which has no counter.
    """
    for watches, asked, guns in (("watch", "react", {0: 1, 1: 1, 2: 1}), ("", "hide", {})):
        scene = Squads("a1 .*2 n .*8 b1", ".*12 b2", b1=f"elite {watches}")
        match = (scene.passes("b") if watches else scene).chooses("a1:move:2,0").match
        assert match.pending.kind == asked
        desk = Desk()
        screen = BattleScreen(desk.app, Session(match.setup, match=match, dice=DiceSource(seed=1)))
        desk.open(screen)
        assert screen.model.dangers_under_way() == guns


def test_card_map_refusal_and_terminal_tell_of_blocked_sight_in_the_same_words() -> None:
    """Before, each of them ended that sentence in its own way."""
    wall = Scene("a1 .*3 # .*3 b1", ".*9", a1="leader move weapon=grenade").chooses("a1:stand")
    words = "no sight: a wall at e1 in the way"
    wall.refuses_click("a1", 8, 0, "SC-57", words)
    assert sight_line(wall.match, 0, 8) == f"a1 to i1: 8″ away, {words}."
    desk = Desk()
    screen = BattleScreen(desk.app, Session(wall.match.setup, match=wall.match, table=TableKind.OPEN))
    desk.open(screen)
    screen.picking.select("a1")
    desk.point_at(middle(screen, 8))
    screen.tick(REST)
    assert f"From A1: 8″, {words}" in words_on(desk)
    ledger = Ledger(desk)
    draw_sight(ledger, screen.map, 0, 8, screen.model.length)
    assert [line.words for line in ledger.lines] == [f"8″, {words}"]
