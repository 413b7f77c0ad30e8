"""The battle screen in parts: the map with its overlays, the right column, log, dice, playback."""
