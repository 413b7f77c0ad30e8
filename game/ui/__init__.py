"""The window: reads events and decisions, never decides."""

from __future__ import annotations

import os

# Must be set before pygame is first imported: no banner, and on Windows real pixels instead of scaled ones.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
