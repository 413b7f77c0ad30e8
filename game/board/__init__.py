"""The board: grids, terrain, sight, reach. Standard library only."""
