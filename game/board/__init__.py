"""The board: grids, terrain, sight, reach. Standard library and msgspec only."""
