"""Every face of type writes what the rules need, and letters and dice are told apart."""

from __future__ import annotations

import pygame
import pytest

from game.ui import text
from game.ui.dice import die


def ink(words: str, face: str) -> bytes:
    """The pixels of written words."""
    return pygame.image.tobytes(text.render(words, face, 20), "RGBA")


@pytest.mark.parametrize("face", ["serif", "body", "bold", "italic", "label", "label_semi", "label_bold"])
def test_every_face_can_write_an_inch(face: str) -> None:
    pygame.display.set_mode((10, 10))
    unknown = "\ue123"
    assert [sign for sign in "″−×≤≥’…" if ink(sign, face) == ink(unknown, face)] == []


@pytest.mark.parametrize("face", ["serif", "body", "bold", "italic", "label", "label_semi", "label_bold"])
def test_an_apostrophe_is_printed_as_one(face: str) -> None:
    """Before, typewriter apostrophes stood straight beside the round ones."""
    pygame.display.set_mode((10, 10))
    assert ink("B1's activation ends.", face) == ink("B1’s activation ends.", face)
    assert ink("’", face) != ink("\ue123", face)


def test_the_letter_l_of_a_cell_is_told_apart_from_a_capital_i_and_a_1() -> None:
    pygame.display.set_mode((10, 10))
    for face in ("label", "label_semi", "label_bold"):
        assert text.written("Run to l16", face) == "Run to ℓ16"
        assert text.written("l", face) == "ℓ"
        assert text.written("al3", face) == "aℓ3"
        assert text.written("Fire at all, till 16", face) == "Fire at all, till 16"
        assert len({ink(word, face) for word in ("l16", "I16", "116")}) == 3


def test_a_d8_and_a_d10_are_told_apart_by_their_outlines() -> None:
    pygame.display.set_mode((10, 10))
    masks = {sides: pygame.mask.from_surface(die(3, sides, 36, (0, 0, 0))) for sides in (4, 6, 8, 10, 12)}
    area = {sides: mask.count() for sides, mask in masks.items()}
    assert masks[8].overlap_area(masks[10], (0, 0)) < 0.9 * max(area[8], area[10])
    assert ink("D8", "label_bold") != ink("D10", "label_bold")
    assert pygame.image.tobytes(die(0, 8, 36, (0, 0, 0)), "RGBA") != pygame.image.tobytes(
        die(0, 10, 36, (0, 0, 0)), "RGBA"
    )
