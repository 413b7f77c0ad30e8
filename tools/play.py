#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = [
#     "pygame-ce>=2.5.5,<3",
#     "msgspec>=0.19,<1",
#     "tomli>=2.2,<3",
#     "pytmx>=3.32,<4",
#     "platformdirs>=4,<5",
#     "fontpkg-ibm-plex-serif>=2.6,<3",
#     "fontpkg-atkinson-hyperlegible>=1.6,<2",
#     "fontpkg-barlow-condensed>=1.408,<2",
# ]
# ///
"""Sets up the game if that is needed, and starts it: `python3 tools/play.py`, or `uv run tools/play.py`.

The arguments are those of the game: `python3 tools/play.py --help` lists them.
"""

import sys

import _environment

if __name__ == "__main__":
    try:
        python = _environment.interpreter()
    except _environment.SetupError as error:
        sys.exit(str(error))
    _environment.become(python, "-m", "game", *sys.argv[1:])
