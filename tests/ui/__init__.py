"""The window, driven with real pygame events on the dummy driver."""
