"""Every battle opens with all units in sight, or at least those of the seat that is asked; so do its pictures."""

from __future__ import annotations

import pygame
import pytest

from game.engine.dice import DiceSource
from game.maps.scenarios import read_heads
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.app import App
from game.ui.launch import start
from game.ui.screens.battle import BattleScreen
from game.ui.screens.offer import scenario_picture
from game.ui.screens.saves import SMALL, portrait
from game.ui.settings import Settings
from game.ui.tokens import PLATED
from tests.ui.desk import Desk
from tests.ui.ledger import drawn

MAPS = [scenario.path.stem for scenario in read_heads()[0]]
SIZES = ((1280, 800), (1024, 640), (1280, 720), (1920, 1080))


@pytest.mark.parametrize("sizes", [SIZES[:2], pytest.param(SIZES[2:], marks=pytest.mark.fuzz)], ids=["some", "all"])
@pytest.mark.parametrize("name", MAPS)
def test_all_units_of_the_seat_that_is_asked_are_in_sight_and_under_nothing_that_lies_over_the_map(
    name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    for size in sizes:
        desk = Desk(size)
        desk.app.settings.table = TableKind.OPEN
        screen = desk.battle(name)
        screen.skip()
        desk.settle()
        view, units = screen.map, [unit for unit in screen.model.units.values() if not unit.out]
        seen = [unit for unit in units if view.area.contains(view.rect_of(unit.at))]
        own = [unit for unit in units if unit.seat == screen.session.asked]
        assert own
        assert [unit.id for unit in own if unit not in seen] == [], size
        cut = [unit.id for unit in units if unit not in seen and view.area.colliderect(view.rect_of(unit.at))]
        assert cut == [], "half out of the picture"
        strips = screen.picture.strips
        covered = [unit.id for unit in own if pygame.Rect(view.at(unit.at), (1, 1)).collidelist(strips) >= 0]
        assert covered == [], size
        flags = [flag for flag in screen.picture.flags if view.area.contains(flag)]
        assert [flag for flag in flags if flag.collidelist(strips) >= 0] == [], (
            f"names under what lies over the map: {size}"
        )
        tokens = [view.rect_of(unit.at).inflate(-8, -8) for unit in units]
        assert [flag for flag in flags if flag.collidelist(tokens) >= 0] == [], f"names over units: {size}"
        assert [flag for i, flag in enumerate(flags) if flag.collidelist(flags[i + 1 :]) >= 0] == [], size
        assert view.zoom >= 75 or len(seen) == len(units), "nothing is gained by tokens that are too small to read"


def test_the_second_seat_has_its_units_in_sight_as_well() -> None:
    desk = Desk((1024, 640))
    screen = desk.battle("two_bridges")
    first = screen.session.viewer
    screen.game.give_rest("overwatch")
    screen.game.choose("confirm")
    while desk.top is not screen or screen.session.viewer == first:
        assert desk.top is not screen, "it is the other seat's turn to look"
        desk.press("space")
    own = [unit for unit in screen.model.units.values() if unit.seat == screen.session.viewer]
    assert own
    assert all(screen.map.area.contains(screen.map.rect_of(unit.at)) for unit in own)


@pytest.mark.parametrize("name", ["old_quay", "prepared_position"])
def test_a_person_has_his_own_units_in_sight_when_the_computer_begins(name: str) -> None:
    """Before, those of the computer were, and one of five of his own at Old Quay."""
    desk = Desk((960, 600))
    screen = start(desk.app, name, {"blue": "computer"}, {}, DiceSource(seed=3))
    assert isinstance(screen, BattleScreen)
    assert screen.session.asked == "blue"
    desk.app.push(screen)
    desk.app.draw()
    assert screen.session.viewer == "red"
    own = [unit for unit in screen.model.units.values() if unit.seat == "red"]
    assert len(own) > 4
    assert all(screen.map.area.contains(screen.map.rect_of(unit.at)) for unit in own)


def test_the_pictures_at_set_up_and_in_the_list_of_saves_show_the_units() -> None:
    desk = Desk()
    screen = start(desk.app, "market_street", {}, {}, DiceSource(seed=3))
    assert isinstance(screen, BattleScreen)
    kept = portrait(desk.app, screen.session, screen.map.backdrop)
    assert kept.get_width() <= SMALL[0]
    assert kept.get_height() <= SMALL[1]
    path = next(scenario.path for scenario in read_heads()[0] if scenario.path.stem == "market_street")
    at_set_up = scenario_picture(str(path), *SMALL, desk.app.settings.palette)
    assert at_set_up.get_size() == kept.get_size()
    board, size = screen.session.setup.board, kept.get_width() / screen.session.setup.board.width
    for picture in (kept, at_set_up):
        for unit in screen.session.match.front.units.values():
            x, y = board.xy(unit.at)
            place = round((x + 0.5) * size), round((y + 0.5) * size) + 4
            near = {tuple(picture.get_at((place[0] + dx, place[1]))[:3]) for dx in (-4, -3, 3, 4)}
            fill = screen.model.colours(unit.seat).fill
            assert any(max(abs(a - b) for a, b in zip(shade, fill, strict=True)) < 60 for shade in near), unit.id


@pytest.mark.parametrize("name", MAPS)
def test_the_strips_over_the_map_never_overlap(name: str) -> None:
    """Before, the keys of the map stood on the first line of a sentence where units kept both from the foot."""
    desk = Desk((1280, 760))
    screen = desk.battle(name)
    screen.model.notice = (
        "Nothing is chosen yet: click where B2 is to go, or press the number of an answer, or N: no more."
    )
    words = next(line.rect for line in drawn(desk).lines if line.words.startswith("Nothing is chosen"))
    strips = screen.picture.strips
    assert [rect for i, rect in enumerate(strips) if rect.collidelist(strips[i + 1 :]) >= 0] == []
    assert len(words.collidelistall(strips)) == 1, "the one they are written on"


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", ["hill_farm", "canal_bridge", "prepared_position", "drawn_in"])
def test_a_map_that_fits_with_tokens_large_enough_to_read_is_seen_whole_and_needs_no_small_map(
    name: str, size: tuple[int, int]
) -> None:
    """Before, the camera knew five distances only: the fields of Hill Farm lay under the small map, or out of sight."""
    desk = Desk(size)
    desk.app.settings.table = TableKind.OPEN
    screen = desk.battle(name)
    view, board = screen.map, screen.session.setup.board
    corners = (0, board.width - 1, board.width * (board.height - 1), board.width * board.height - 1)
    assert all(view.area.contains(view.rect_of(cell)) for cell in corners)
    assert "mini" not in desk.zones()
    assert view.token_size >= PLATED, "with their ids"


def test_a_map_of_squares_that_is_seen_whole_has_paper_on_all_sides_for_markers_at_its_edge() -> None:
    view = Desk((1280, 800)).battle("market_street").map
    whole = view.rect_of(0).union(view.rect_of(view.board.width * view.board.height - 1))
    assert view.area.contains(whole.inflate(8, 8))


def test_in_a_small_window_a_large_map_is_seen_whole_with_the_ids_of_its_squads() -> None:
    """Before, the tokens of Fire Lanes were 13 pixels there, without their ids, on a map with room to spare."""
    desk = Desk((960, 600))
    screen = start(desk.app, "fire_lanes", {"red": "computer"}, {}, DiceSource(seed=3))
    assert isinstance(screen, BattleScreen)
    desk.open(screen)
    view, board = screen.map, screen.session.setup.board
    assert all(view.area.contains(view.rect_of(cell)) for cell in (0, board.width * board.height - 1))
    assert view.token_size >= PLATED


def test_a_zoom_between_two_steps_goes_on_to_the_next_step() -> None:
    desk = Desk((1280, 720))
    screen = desk.battle("hill_farm")
    first = screen.map.zoom
    assert 50 < first < 75
    desk.press("=")
    assert screen.map.zoom == 75
    desk.press("-")
    assert screen.map.zoom == 50
    desk.press("-")
    assert screen.map.zoom == 50


def test_a_window_that_was_left_larger_than_the_desktop_opens_as_large_as_there_is_room() -> None:
    """Before, the lowest lines of a window of 800 were under the edge of a screen of 768."""
    Desk()
    assert pygame.display.get_desktop_sizes() == [(1024, 768)], "the desktop of the driver without a screen"
    assert App(settings=Settings(window=(1280, 800))).window.get_size() == (1024, 696)
    assert App(settings=Settings(window=(960, 600))).window.get_size() == (960, 600)
    assert App((1280, 800)).window.get_size() == (1280, 800), "whoever names a size has it"


@pytest.mark.parametrize("size", [(1280, 760), (1280, 780), (1280, 800)])
def test_the_letters_of_the_columns_do_not_lie_across_the_frame_of_the_map(size: tuple[int, int]) -> None:
    desk = Desk(size)
    screen = desk.battle("rear_guard")
    frame, window = screen.map.area, desk.app.window
    desk.app.draw()
    upper = {tuple(window.get_at((x, frame.top))[:3]) for x in range(frame.left + 40, frame.right - 40)}
    left = {tuple(window.get_at((frame.left, y))[:3]) for y in range(frame.top + 40, frame.bottom - 40)}
    assert upper == left, "lines of one colour"
    assert len(upper) == 1


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_name_of_an_objective_stands_above_or_below_its_frame_where_it_hides_next_to_nothing(
    size: tuple[int, int],
) -> None:
    """Before, three of Canal Bridge's names stood beside their frames, one of them on the frame of the next."""
    desk = Desk(size)
    screen = desk.battle("canal_bridge")
    view = screen.map
    for objective, flag in zip(screen.model.view.objectives, screen.picture.flags, strict=True):
        frame = view.rect_of(objective.cells[0]).unionall([view.rect_of(cell) for cell in objective.cells])
        assert frame.left - 1 <= flag.left <= frame.right, objective.name
        assert flag.bottom <= frame.top + 1 or flag.top >= frame.bottom, objective.name


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("at", [[0, 0], [17, 11]])
def test_the_marker_of_a_unit_at_the_edge_of_the_board_is_seen_whole(size: tuple[int, int], at: list[int]) -> None:
    """Before, half of its marker was cut off by the edge of the map."""
    units = [
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [8, 5]},
        {"id": "r1", "seat": "red", "profile": "trooper", "at": at},
    ]
    setup = read_sketch({"ruleset": "skirmishcorps", "board": ["." * 18] * 12, "units": units})
    desk = Desk(size)
    screen = BattleScreen(desk.app, Session(setup, dice=DiceSource(seed=3), table=TableKind.OPEN))
    desk.open(screen)
    view = screen.map
    x, y = view.at(screen.model.units["r1"].at)
    worn = 0.72 * view.token_size
    assert view.area.contains(pygame.Rect(round(x - worn), round(y - 0.66 * view.token_size), round(2 * worn), 4))
