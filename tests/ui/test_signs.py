"""Every sign is a drawing of its own, and can be drawn at any size; a missing one costs one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pygame
import pytest

from game.paths import ASSETS
from game.ui import signs
from game.ui.palette import CARD, seat_colours
from game.ui.signs import AS_DRAWN, FOLDER, Paint, SignError, names, read, sign
from game.ui.tokens import token
from tests.ui.desk import Desk


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No sign is remembered before or after."""
    monkeypatch.setattr(signs, "problems", {})
    read.cache_clear()
    sign.cache_clear()
    yield
    read.cache_clear()
    sign.cache_clear()


def test_every_sign_of_the_code_is_a_file_and_every_file_is_a_sign_of_the_code() -> None:
    files = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.svg"))
    assert files == sorted(names())
    assert len(set(names())) == len(names())


def test_every_figure_of_an_army_is_drawn() -> None:
    asked = {
        found
        for path in (ASSETS / "armies").glob("*.toml")
        for found in re.findall(r'figure = "(\w+)"', path.read_text())
    }
    assert asked
    assert asked <= set(signs.FIGURES)


@pytest.mark.parametrize("size", [16, 128])
@pytest.mark.parametrize("name", names())
def test_a_sign_is_not_empty(name: str, size: int) -> None:
    _, _, wide, high = read(name)[0]
    made = sign(name, size, round(size * high / wide))
    assert name not in signs.problems
    assert made.get_width() == size
    assert pygame.mask.from_surface(made, 100).count() >= 0.02 * size * size


def test_no_two_signs_of_a_folder_look_alike() -> None:
    for folder in ("figures", "markers", "icons", "sides"):
        own = [name for name in names() if name.startswith(f"{folder}/")]
        assert len({pygame.image.tobytes(sign(name, 16, 16), "RGBA") for name in own}) == len(own)


@pytest.mark.parametrize("name", names())
def test_a_file_holds_nothing_that_the_window_cannot_draw(name: str) -> None:
    text = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert not re.findall(r"<(text|use|image|mask|clipPath|style|script|filter)\b", text)
    assert "<title>" in text


def test_the_colours_of_a_seat_replace_those_of_blue() -> None:
    red = seat_colours(1)
    made = sign("sides/cut_square", 128, 128, signs.paint_of(red))
    seen = {tuple(made.get_at((x, y))[:3]) for x in range(128) for y in range(128)}
    assert {red.fill, red.edge, CARD} <= seen
    assert AS_DRAWN.fill not in seen
    swapped = sign("sides/circle", 128, 128, Paint(fill=AS_DRAWN.edge, edge=AS_DRAWN.fill))
    assert tuple(swapped.get_at((64, 64))[:3]) == AS_DRAWN.edge


@pytest.mark.usefixtures("forgetful")
def test_a_missing_sign_is_one_sentence_and_a_box_in_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(signs, "FOLDER", tmp_path)
    made = sign("markers/move", 32, 32)
    assert made.get_size() == (32, 32)
    assert pygame.mask.from_surface(made).count()
    sentence = "assets/signs/markers/move.svg is missing: put the drawing back, or install Snowball again."
    assert signs.problems == {"markers/move": sentence}
    token.cache_clear()
    assert token("tank", 3, 28).get_size() == (56, 56)
    assert "is missing" in signs.problems["figures/tank"]
    token.cache_clear()


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("text", ["", "no drawing", "<svg></svg>", '<svg viewBox="0 0 32"></svg>', "\xff"])
def test_a_broken_sign_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path, text: str) -> None:
    (tmp_path / "icon.svg").write_text(text, "latin-1")
    monkeypatch.setattr(signs, "FOLDER", tmp_path)
    with pytest.raises(SignError, match=r"^assets/signs/icon\.svg (is no SVG drawing|cannot be read).*again\.$"):
        read("icon")


@pytest.mark.usefixtures("forgetful")
def test_the_window_tells_of_a_missing_sign_once(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    from game.ui.screens.menu import HelpScreen
    from game.ui.screens.sheets import MessageScreen

    desk = Desk()
    desk.open(HelpScreen(desk.app))
    monkeypatch.setattr(signs, "FOLDER", tmp_path)
    sign("icons/yes", 16, 16)
    desk.app.draw()
    assert isinstance(desk.top, MessageScreen)
    assert "assets/signs/icons/yes.svg is missing" in desk.top.words
    desk.press("escape")
    desk.app.draw()
    assert isinstance(desk.top, HelpScreen)
