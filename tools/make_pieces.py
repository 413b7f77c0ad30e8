"""Write the game's own pieces to assets/: the icon, and every figure, marker and die as the window draws them.

`python3 tools/make_pieces.py` rewrites assets/icon.png and assets/pieces/*.png; the drawing code is game/ui.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pygame  # noqa: E402

from game.ui.figures import FIGURES  # noqa: E402
from game.ui.markers import ICONS, MARKERS, icon, marker  # noqa: E402
from game.ui.palette import CARD, INK, PAPER, SAFFRON  # noqa: E402
from game.ui.shapes import fine  # noqa: E402
from game.ui.tokens import token  # noqa: E402

SIZE = 64


def app_icon(size: int) -> pygame.Surface:
    """A ball growing on its way down a slope."""

    def paint(surface: pygame.Surface, u: float) -> None:
        frame = pygame.Rect(round(0.03 * u), round(0.03 * u), round(0.94 * u), round(0.94 * u))
        pygame.draw.rect(surface, PAPER, frame, border_radius=round(0.2 * u))
        pygame.draw.rect(surface, INK, frame, round(0.035 * u), border_radius=round(0.2 * u))
        pygame.draw.line(surface, INK, (0.12 * u, 0.42 * u), (0.88 * u, 0.86 * u), round(0.04 * u))
        for x, y, r in ((0.2, 0.36, 0.07), (0.38, 0.37, 0.12), (0.66, 0.47, 0.2)):
            pygame.draw.circle(surface, SAFFRON if r > 0.15 else CARD, (x * u, y * u), r * u)
            pygame.draw.circle(surface, INK, (x * u, y * u), r * u, round(0.035 * u))

    return fine((size, size), paint, size)


def main() -> int:
    """Write everything."""
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    folder = ROOT / "assets" / "pieces"
    folder.mkdir(parents=True, exist_ok=True)
    pygame.image.save(app_icon(256), ROOT / "assets" / "icon.png")
    for side, seat in enumerate(("blue", "red", "gold", "plum")):
        for name in FIGURES:
            pygame.image.save(token(name, side, SIZE), folder / f"token-{seat}-{name}.png")
    for name in MARKERS:
        pygame.image.save(marker(name, SIZE), folder / f"marker-{name}.png")
    for name in ICONS:
        pygame.image.save(icon(name, SIZE), folder / f"icon-{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
