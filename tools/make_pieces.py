"""Write PNG files of the game's pieces to assets/: the icon, and every token, marker and icon as the window draws them.

`python3 tools/make_pieces.py` rewrites assets/icon.png and assets/pieces/*.png from the drawings assets/signs/*/*.svg.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pygame  # noqa: E402

from game.ui.signs import FIGURES, ICONS, MARKERS, icon, marker, sign  # noqa: E402
from game.ui.tokens import token  # noqa: E402

SIZE = 64
"""The size of a piece in pixels."""


def main() -> int:
    """Write all pieces. Returns the exit status."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    folder = ROOT / "assets" / "pieces"
    folder.mkdir(parents=True, exist_ok=True)
    pygame.image.save(sign("icon", 256, 256), ROOT / "assets" / "icon.png")
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
