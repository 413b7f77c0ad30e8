"""The first battle from the title to its end, with keys and with the mouse."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from game.engine.state import Verdict
from game.ui.battle import lesson_parts
from game.ui.screens.battle import BattleScreen
from game.ui.screens.lesson import LessonEnd, LessonScreen
from game.ui.screens.sheets import MessageScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk, middle
from tests.ui.ledger import drawn, words_on

WINDOWS = [(1280, 800), (1920, 1080)]
KEYS = [
    ("o",), ("m",), ("m",), ("o", "return"),
    ("click", "return"), ("n",), ("return",), ("return",),
    ("1", "return"), ("n",), ("return",), ("click", "return"), ("n",),
    ("v", "return"), ("1", "return"), ("n",), ("return",), ("return",), ("return",),
    ("o", "m", "o", "o", "return"), ("1", "return"), ("n",), ("return",), ("return",),
]  # fmt: skip
"""The keys for each step; "click" is a click on the place of the hint (Tab and arrows would lead there, too)."""


def opened(size: tuple[int, int] = (1280, 800)) -> Desk:
    """A window at the title."""
    desk = Desk(size)
    desk.open(TitleScreen(desk.app))
    return desk


def begun(desk: Desk) -> LessonScreen:
    """Begin the lesson from the title."""
    desk.press("f")
    assert isinstance(desk.top, LessonScreen)
    return desk.top


def place_of(screen: LessonScreen) -> tuple[int, int]:
    """Where the ring of the hint has its middle."""
    hint = screen.game.hint()
    assert hint is not None
    return middle(screen, hint.cell)


def follow(desk: Desk, screen: LessonScreen, key: str) -> None:
    """Do what a key of KEYS says: press it, or click on the place of the hint."""
    if key == "click":
        desk.click_at(place_of(screen))
    else:
        desk.press(key)


def hides_nothing(screen: LessonScreen) -> None:
    """Hold the bubble of the hint to the map, off every unit, objective and path; so its arrow."""
    hint = screen.game.hint()
    assert hint is not None, screen.player.step.order
    bubble = screen.hint.bubble
    assert screen.map.area.contains(bubble)
    covered = bubble.collidelistall(screen.hint.taken(hint))
    assert not covered, f"{screen.player.step.order}: the bubble lies over what it points at"
    x, y = screen.map.at(hint.cell)
    assert not bubble.collidepoint(x, y)
    others = [
        screen.map.rect_of(unit.at) for unit in screen.model.units.values() if unit.at != hint.cell and not unit.out
    ]
    assert not screen.hint.crosses(others), f"{screen.player.step.order}: the arrow lies over a unit"
    assert not screen.hint.crosses(screen.picture.flags), f"{screen.player.step.order}: the arrow lies over a flag"


@pytest.mark.parametrize("size", [WINDOWS[0], *(pytest.param(size, marks=pytest.mark.fuzz) for size in WINDOWS[1:])])
def test_the_first_battle_is_won_with_keys(size: tuple[int, int]) -> None:
    desk = opened(size)
    screen = begun(desk)
    for number, keys in enumerate(KEYS):
        assert screen.player.at == number, screen.player.step.order
        hides_nothing(screen)
        for key in keys:
            assert not screen.model.notice, f"{screen.player.step.order} {screen.model.notice}"
            follow(desk, screen, key)
    assert isinstance(desk.top, LessonEnd)
    assert screen.session.match.outcome == Verdict("blue", "only one side is left", ("SC-A55",))


@pytest.mark.parametrize("size", [WINDOWS[0], *(pytest.param(size, marks=pytest.mark.fuzz) for size in WINDOWS[1:])])
def test_the_first_battle_is_won_with_the_mouse(size: tuple[int, int]) -> None:
    desk = opened(size)
    desk.click("lesson")
    screen = desk.top
    assert isinstance(screen, LessonScreen)
    for _ in range(200):
        if isinstance(desk.top, LessonEnd):
            break
        option = screen.player.wanted[0]
        zones = desk.zones()
        if option.id == "confirm":
            desk.click("confirm")
        elif screen.model.decision is not None and screen.model.decision.kind == screen.model.words.order_kind:
            desk.click(f"give:{option.id.partition(':')[2]}")
        elif screen.model.chosen == option.id:
            desk.click("do")
        elif f"option:{option.id}" in zones:
            desk.click(f"option:{option.id}")
        elif screen.model.choices.passing is option and "pass" in zones:
            desk.click("pass")
        else:
            desk.click_at(place_of(screen))
    assert isinstance(desk.top, LessonEnd), f"{screen.player.step.order} {screen.model.notice}"
    assert screen.player.done


def test_the_bubble_stays_for_the_enter_that_hands_the_markers_over() -> None:
    desk = opened()
    screen = begun(desk)
    desk.press("o", "m", "m", "o")
    hint = screen.game.hint()
    assert hint is not None
    assert (hint.order, hint.reason) == ("Now go on: press Enter.", "Everything that this step asks for is done.")
    assert "Go on: all markers are given" in words_on(desk), "as the button says it"
    assert hint.cell == screen.model.units["b4"].at
    hides_nothing(screen)
    desk.press("return")
    assert screen.player.step.order == "Send B2 to the gate."


@pytest.mark.parametrize("size", [WINDOWS[0], pytest.param((960, 600), marks=pytest.mark.fuzz)])
def test_every_hint_is_whole_and_fits_keys_and_mouse_alike(size: tuple[int, int]) -> None:
    desk = opened(size)
    screen = begun(desk)
    for keys in KEYS:
        for key in keys:
            hint = screen.game.hint()
            assert hint is not None
            said = f"{hint.order} {hint.reason}"
            lines = drawn(desk).lines
            assert [line.words for line in lines if line.cut and line.words in (hint.order, hint.reason)] == []
            assert [line.words for line in lines if "black button is Enter" in line.words and line.cut] == []
            assert re.search(r"[Pp]ress [A-Z]\b", said) is None or "click" in said, said
            for name in re.findall("“(.+?)”", said):
                assert any(line.words.startswith(name) for line in lines), f"{said} There is no {name} to be seen"
            follow(desk, screen, key)
    assert isinstance(desk.top, LessonEnd)


def test_a_hint_names_the_answer_that_is_already_chosen() -> None:
    desk = opened()
    screen = begun(desk)
    told = []
    for keys in KEYS[:8]:
        for key in keys:
            hint = screen.game.hint()
            assert hint is not None
            told.append((hint.order, hint.reason))
            follow(desk, screen, key)
    assert told[6] == ("Send B2 to the gate.", "It is chosen. Now press Enter.")
    assert told[9] == ("Fire at R1.", "It is chosen. Now press Enter.")


def test_the_plate_of_a_shot_hides_no_objective() -> None:
    desk = opened((1280, 720))
    screen = begun(desk)
    shots = 0
    for keys in KEYS:
        for key in keys:
            follow(desk, screen, key)
        if desk.top is screen:
            plates = [line.rect for line in drawn(desk).lines if line.words.endswith("%") and "open" in line.words]
            assert [plate for plate in plates if plate.collidelist(screen.picture.flags) >= 0] == []
            shots += len(plates)
    assert shots == 5


def test_a_line_of_fire_passes_under_the_name_of_an_objective() -> None:
    """Before, the shot that B1 has declared ran through “2 points a turn”."""
    desk = opened()
    screen = begun(desk)
    pictures = []
    for number, keys in enumerate(KEYS[:10]):
        for key in keys:
            follow(desk, screen, key)
        if number >= 7:
            (flag,) = screen.picture.flags
            inside = flag.inflate(-4, -4)  # its corners are round
            pictures.append((tuple(flag), pygame.image.tobytes(desk.app.window.subsurface(inside), "RGB")))
    assert [reaction.target for reaction in screen.model.reactions()] == ["r2"]
    assert pictures[0] == pictures[1] == pictures[2]


def test_arrows_and_enter_lead_a_unit_to_its_place() -> None:
    desk = opened()
    screen = begun(desk)
    desk.press("o", "m", "m", "o", "return")
    assert screen.model.selected == "b2"
    desk.press("tab", "tab")
    assert screen.model.selected == "b2"
    desk.press("right", "right", "right", "right", "return")
    assert screen.model.chosen == "b2:move:jog:8,5"
    desk.press("return")
    assert screen.player.at == 5


def test_a_wrong_key_costs_nothing_and_the_game_says_why() -> None:
    desk = opened()
    screen = begun(desk)
    before = screen.session.match.hash()
    desk.press("m")
    assert screen.model.notice == "Not now. Give B1 overwatch."
    desk.press("b")
    assert screen.model.notice == "Not now. Give B1 overwatch."
    for key in ("n", "1", "9", "x", "g", "w"):
        desk.press(key)
        assert (screen.player.at, screen.session.match.hash()) == (0, before)
    desk.press("o")
    assert (screen.player.at, screen.model.notice) == (1, "")


def test_a_wrong_answer_and_enter_with_nothing_chosen_are_answered_with_a_sentence() -> None:
    desk = opened()
    screen = begun(desk)
    desk.press(*["h"] * 8)
    assert screen.player.at == 8
    before = screen.session.match.hash()
    desk.press("return")
    assert screen.model.notice == "Nothing is chosen yet. Answer R2 with B1."
    desk.press("n")
    assert screen.model.notice == "Not now. Answer R2 with B1."
    desk.press("2", "return")
    assert screen.model.notice == "Not now. Answer R2 with B1."
    assert (screen.player.at, screen.session.match.hash()) == (8, before)


def test_back_and_skip_have_keys_and_buttons() -> None:
    desk = opened()
    screen = begun(desk)
    tables = []
    for number in range(12):
        tables.append(screen.session.match.hash())
        if number % 2:
            desk.press("h")
        else:
            desk.click("lesson:skip")
    for number in reversed(range(12)):
        if number % 2:
            desk.press("z")
        else:
            desk.click("lesson:back")
        assert (screen.player.at, screen.session.match.hash()) == (number, tables[number])


@pytest.mark.parametrize("steps", [1, 4, 6, 16])
def test_esc_leaves_the_lesson_and_the_title_goes_on_with_it_at_the_same_step(steps: int) -> None:
    desk = opened()
    screen = begun(desk)
    desk.press(*["h"] * steps)
    table = screen.session.match.hash()
    desk.press("escape")
    assert isinstance(desk.top, TitleScreen)
    assert desk.app.settings.lesson("first_battle").at == steps
    again = begun(desk)
    assert again is not screen
    assert (again.player.at, again.session.match.hash()) == (steps, table)
    desk.press("escape")


def test_the_end_offers_the_same_battle_against_the_computer() -> None:
    desk = opened()
    screen = begun(desk)
    desk.press(*["h"] * len(screen.player.lesson.steps))
    assert isinstance(desk.top, LessonEnd)
    desk.press("g")
    battle = desk.top
    assert isinstance(battle, BattleScreen)
    assert not isinstance(battle, LessonScreen)
    assert battle.session.people == ["blue"]
    assert set(battle.session.players) == {"red"}
    assert battle.session.setup.units == screen.session.setup.units
    assert battle.session.match.front.turn == 1


def test_the_lesson_stays_in_the_title_further_down_once_it_is_done() -> None:
    desk = opened()
    assert desk.zones()[0] == "lesson"
    screen = begun(desk)
    desk.press(*["h"] * len(screen.player.lesson.steps))
    desk.press("escape")
    assert isinstance(desk.top, TitleScreen)
    menu = desk.zones("menu:")
    assert "lesson" not in desk.zones()
    assert menu.index("menu:F") > menu.index("menu:N")
    assert begun(desk).player.at == 0


def test_a_broken_lesson_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from game.lessons import files

    (tmp_path / "first_battle.toml").write_text('id = "first_battle"\norder = "soon"\n', "utf-8")
    monkeypatch.setattr(files, "LESSONS", tmp_path)
    desk = opened()
    desk.press("f")
    assert isinstance(desk.top, MessageScreen)
    assert desk.top.words.startswith("first_battle.toml, order: ")


def test_the_lesson_has_its_buttons_in_a_small_window_and_in_large_letters() -> None:
    for size, scale in (((1024, 640), 100), ((1280, 800), 125), ((1280, 800), 200)):
        desk = Desk(size)
        desk.app.settings.scale = scale
        desk.open(TitleScreen(desk.app))
        screen = begun(desk)
        for _ in screen.player.lesson.steps:
            window = pygame.Rect((0, 0), desk.app.window.get_size())
            for name in ("lesson:back", "lesson:skip", "lesson:leave"):
                zone = next(zone for zone in screen.zones if zone.id == name)
                assert window.contains(zone.rect)
            desk.press("h")
        assert isinstance(desk.top, LessonEnd)


def test_the_remark_on_a_slip_goes_when_the_right_answer_is_chosen() -> None:
    desk = opened()
    screen = begun(desk)
    for keys in KEYS[:8]:
        for key in keys:
            follow(desk, screen, key)
    desk.press("return")
    assert "Nothing is chosen yet" in screen.model.notice
    before = desk.pixels()
    desk.press("1")
    assert screen.model.chosen
    strip = lesson_parts.shown_notice(screen.model, screen.player)
    assert not strip
    assert desk.pixels() != before
