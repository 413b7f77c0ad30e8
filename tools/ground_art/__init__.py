"""Draws the ground: surfaces, walls, roofs and things, each at four times its size and then reduced."""
