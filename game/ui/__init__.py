"""The window: reads events and decisions, never decides."""

from __future__ import annotations

import os

# Before pygame is imported by anybody: no banner, and pixels that are the screen's own on Windows.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
