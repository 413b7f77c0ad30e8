"""Words on the map hide no unit and no id, and stand beside the thing they are about."""

from __future__ import annotations

import pygame
import pytest

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.settings import Scale
from tests.ui import drill
from tests.ui.desk import Desk, middle
from tests.ui.ledger import drawn, words_on
from tests.ui.street import STREET, acting, street


def test_pace_plates_lie_on_cells_of_their_region_and_on_no_unit() -> None:
    desk = Desk()
    screen = acting(desk, board=["." * 24] * 16)
    bands = screen.model.reach()
    assert bands
    taken = {unit.at for unit in screen.model.units.values()}
    ledger = drawn(desk)
    plates = {pace: screen.model.words.plates.get(pace, pace.upper()) for pace in bands}
    shown = [line for line in ledger.lines if line.words in plates.values()]
    assert shown
    for line in shown:
        pace = next(pace for pace, words in plates.items() if words == line.words)
        under = {screen.map.cell_at(corner) for corner in (line.rect.midleft, line.rect.midright)}
        assert under <= bands[pace] - taken


def test_the_name_of_an_objective_is_told_with_its_points_and_hides_under_no_unit() -> None:
    desk = Desk()
    place = {"id": "yard", "name": "The yard", "cells": [[4, 4], [5, 4], [4, 5], [5, 5]], "points": 2}
    units = [{"id": "b9", "seat": "blue", "profile": "trooper", "at": [4, 3]}]
    screen = street(desk, board=["." * 16] * 10, objectives=[place], units=[*STREET["units"], *units])
    line = next(line for line in drawn(desk).lines if line.words == "The yard")
    token = screen.map.rect_of(screen.model.cell_of("b9"))
    assert not line.rect.colliderect(token)
    assert "2 points a turn" in [other.words for other in drawn(desk).lines]


def test_the_name_of_an_objective_hides_under_none_of_the_fallen() -> None:
    desk = Desk()
    place = {"id": "yard", "name": "The yard", "cells": [[4, 4], [5, 4], [4, 5], [5, 5]], "points": 2}
    units = [{"id": "b9", "seat": "blue", "profile": "trooper", "at": [4, 3]}]
    screen = street(desk, board=["." * 16] * 10, objectives=[place], units=[*STREET["units"], *units])
    screen.session.match.front.units["b9"].out = True
    screen.model.refresh()
    desk.app.draw()
    (flag,) = screen.picture.flags
    assert not flag.colliderect(screen.map.rect_of(screen.model.units["b9"].at))


def test_the_name_of_an_objective_keeps_off_the_way_of_a_chosen_move() -> None:
    """Before, it made room only once the move was announced, and till then the steps lay over it."""
    desk = Desk()
    place = {"id": "yard", "name": "The yard", "cells": [[4, 4], [5, 4], [4, 5], [5, 5]], "points": 2}
    units = [{"id": "b9", "seat": "blue", "profile": "trooper", "at": [4, 1]}]
    screen = acting(desk, board=["." * 16] * 10, objectives=[place], units=[*STREET["units"], *units])
    while not (option := screen.session.decision.option("b9:move:jog:4,5")):
        screen.game.choose("start:blue" if screen.session.decision.option("start:blue") else "end")
    screen.model.selected, screen.model.chosen = "b9", option.id
    desk.app.draw()
    (flag,) = screen.picture.flags
    way = screen.picture.action.chosen_path()
    assert len(way) >= 4
    assert not [cell for cell in way if flag.inflate(-8, -8).colliderect(screen.map.rect_of(cell))]


def test_the_name_of_an_objective_in_a_crowd_stands_where_it_hides_least() -> None:
    desk = Desk()
    place = {"id": "west", "name": "West farm", "cells": [[x, y] for y in (11, 12, 13) for x in range(4, 10)]}
    crowd = [(7, 10), (6, 13), (11, 11), (12, 12), (12, 13)]
    units = [{"id": f"r{i}", "seat": "red", "profile": "trooper", "at": at} for i, at in enumerate(crowd, 1)]
    units.append({"id": "b1", "seat": "blue", "profile": "trooper", "at": [20, 25]})
    screen = street(desk, board=["." * 40] * 28, objectives=[place], units=units)
    (flag,) = screen.picture.flags
    assert flag.collidelist([screen.map.rect_of(unit.at) for unit in screen.model.units.values()]) < 0


@pytest.mark.parametrize("above", ["h2", "x1"])
def test_the_name_of_a_formation_hides_no_unit(above: str) -> None:
    desk = Desk()
    last = "l1" if above == "x1" else "."
    rows = [
        ". " * 24,
        ". " * 24,
        f". . . . . {above}",
        ". . . . . h1",
        f". . . . . {last} . . . . h3",
        ". . . . . . . . . . x2 . l2",
    ]
    match = drill.match([row.strip() for row in rows])
    screen = BattleScreen(desk.app, Session(match.setup, match=match))
    desk.open(screen)
    tokens = [stand.rect for stand in screen.picture.pieces.stacks.places]
    assert screen.picture.pieces.named["h"].collidelist(tokens) < 0


@pytest.mark.parametrize("below", [".", "h3"])
def test_the_name_of_a_formation_at_the_upper_edge_is_whole_and_hides_no_unit(below: str) -> None:
    """Before, it was cut off by the edge of the map."""
    desk = Desk()
    rows = [["h1", "h2"], [below, below.replace("3", "4")], ["l1"], *([] for _ in range(24))]
    match = drill.match([" ".join([*row, *"." * (24 - len(row))]) for row in rows])
    screen = BattleScreen(desk.app, Session(match.setup, match=match))
    desk.open(screen)
    name = screen.picture.pieces.named["h"]
    assert screen.map.area.contains(name)
    assert name.collidelist([stand.rect for stand in screen.picture.pieces.stacks.places]) < 0


@pytest.mark.parametrize("size", [(1280, 800), (1000, 640)])
def test_the_plate_of_a_shot_leaves_the_id_of_its_target_in_sight(size: tuple[int, int]) -> None:
    desk = Desk(size)
    screen = acting(desk, board=["." * 38] * 26, units=[
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [13, 13]},
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [16, 12]},
        {"id": "r2", "seat": "red", "profile": "trooper", "at": [14, 12]},
    ])  # fmt: skip
    screen.game.choose("r1:move:sneak:16,13")
    desk.settle()
    desk.press("escape", "-", "-", "-")  # without the way to an outcome, which has the shot in it
    plate = next(line.rect for line in drawn(desk).lines if "out of action" in line.words and "open" in line.words)
    for unit in screen.model.units.values():
        worn = screen.map.plate_rect(screen.map.at(unit.at), screen.map.token_size, unit.id.upper())
        assert not plate.inflate(8, 2).colliderect(worn)


def test_the_legend_of_hexes_hides_no_town_where_there_is_room() -> None:
    """Before, it lay over the town of Red’s beside which its troops go ashore."""
    desk = Desk()
    screen = desk.demo("vk-ashore", 1)
    towns = [screen.map.rect_of(cell).inflate(-20, -20) for cell in screen.map.sited]
    assert len(towns) == 2
    assert any(line.words == "grassland" for line in drawn(desk).lines)
    assert [strip for strip in screen.picture.strips if strip.collidelist(towns) >= 0] == []


@pytest.mark.parametrize("name", ["gun_on_the_hill", "four_banks"])
def test_the_legend_of_hexes_hides_no_unit(name: str) -> None:
    desk = Desk()
    screen = desk.battle(name)
    seen = 0
    for _ in range(12):
        desk.press("tab")
        screen.map.pan(0, 40)
        desk.app.draw()
        strip = next((line.rect for line in drawn(desk).lines if line.words == "plains"), None)
        if strip is not None:
            seen += 1
            whole = pygame.Rect(strip.x - 30, strip.y - 6, 540, 26)
            tokens = [place.rect for place in screen.picture.pieces.stacks.places]
            assert whole.collidelist(tokens) < 0
    assert seen


@pytest.mark.parametrize(("name", "scale"), [("three_farms", 100), ("the_way_home", 150), ("courtyards", 150)])
def test_a_notice_to_the_player_hides_no_unit_where_there_is_room(name: str, scale: Scale) -> None:
    """Before, it lay in the middle of the map over a dozen of them, with the foot of the map empty."""
    desk = Desk((1280, 720))
    desk.app.settings.table = TableKind.OPEN
    desk.app.settings.scale = scale
    screen = desk.battle(name)
    words = "1 of 3, Blue: B1, go on to f14. Better: B1, go on to h18: worth 1.1 figures more, it gains more ground."
    screen.model.notice = words
    lines = [line.rect for line in drawn(desk).lines if line.words in words and len(line.words) > 8]
    said = lines[0].unionall(lines[1:])
    assert screen.map.area.contains(said)
    assert said.collidelist(screen.picture.pieces.stacks.rects()) < 0


def test_beside_a_hover_card_no_call_out_lies_on_its_unit() -> None:
    desk = Desk()
    screen = street(desk, phase="act")
    foe = next(u for u in screen.model.units.values() if u.seat != screen.session.viewer)
    desk.point_at(middle(screen, foe.at))
    assert f"{foe.id.upper()} {foe.name}" in words_on(desk), "the hover card is there"
    token = screen.map.rect_of(foe.at)
    over = [line.words for line in drawn(desk).lines if line.rect.colliderect(token.inflate(0, 20))]
    assert not [words for words in over if "″" in words or "sight" in words]


@pytest.mark.parametrize("name", ["gun_on_the_hill", "two_batteries"])
def test_the_odds_of_a_gun_are_written_beside_it_and_its_target(name: str) -> None:
    desk, seen = Desk(), 0
    desk.app.settings.table, desk.app.settings.outcomes = TableKind.OPEN, False
    screen = desk.battle(name, seed=1)
    match, player = screen.session.match, ComputerSeat()
    while match.pending is not None and seen < 3:
        option = next((o for o in screen.model.options() if o.target), None) if match.window is not None else None
        if option is not None:
            screen.model.chosen = option.id
            desk.app.draw()
            stacks = screen.picture.pieces.stacks
            tokens = [place.rect for place in stacks.places if place.unit in (option.unit, option.target)]
            plates = [line.rect for line in drawn(desk).lines if line.words.startswith("1 hex, ")]
            assert tokens
            assert [rect for rect in plates if rect.collidelist(tokens) >= 0] == []
            seen += len(plates)
        screen.game.choose(player.choose(match, match.pending.seat).id)
        desk.settle()
    assert seen


def test_the_reasons_of_a_plan_stand_beside_the_stands_they_are_about() -> None:
    desk = Desk()
    screen = start(desk.app, "past_the_guns", {}, {}, DiceSource(seed=1))
    assert isinstance(screen, BattleScreen)
    match, player = screen.session.match, ComputerSeat()
    while match.pending.kind != "counter_charge" or not match.view(match.pending.seat).overlay.plan.passed:
        screen.session.choose(player.choose(match, match.pending.seat).id)
    screen.session.table = TableKind.OPEN
    screen.session.hand_over()
    screen.model.refresh()
    desk.open(screen)
    told = 0
    for name in dict.fromkeys([*screen.model.able(), *(entry.unit for entry in screen.plan.overlay().passed)]):
        screen.picking.select(name)
        desk.app.draw()
        plates = screen.picture.planned.called_out
        tokens = [place.rect for place in screen.picture.pieces.stacks.places]
        told += len(plates)
        assert [plate for plate in plates if plate.collidelist(tokens) >= 0] == []
    assert told


def test_a_pace_is_written_on_the_map_in_words() -> None:
    """SG-18. Before, "GO_ON" stood there."""
    desk = Desk()
    screen = desk.demo("sg-normal-move", 2)
    assert screen.model.decision.kind == "go_on"
    words = words_on(desk)
    assert "GO ON" in words
    assert [word for word in words if "_" in word] == []


def test_the_names_of_two_objectives_that_need_the_same_room_leave_out_what_the_column_says() -> None:
    """Canal Bridge from afar, in large letters. Before, "South street" stood over what South quay gives."""
    desk = Desk((1280, 720))
    desk.app.settings.scale = 150
    screen = desk.battle("canal_bridge", seed=7)
    screen.map.zoom = 50
    screen.map.centre_on(703)
    lines = [line for line in drawn(desk).lines if screen.map.area.contains(line.rect)]
    flags = [flag for flag in screen.picture.flags if screen.map.area.contains(flag)]
    assert {"South quay", "South street"} <= {line.words for line in lines}
    assert all(flag.collidelistall(flags) == [place] for place, flag in enumerate(flags))
