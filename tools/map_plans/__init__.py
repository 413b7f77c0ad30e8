"""The plans of the maps: what lies where, in cells; tools/make_maps.py draws them out as Tiled files."""
