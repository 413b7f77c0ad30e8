"""The plans of the maps: what is where, in cells; tools/make_maps.py writes them as Tiled files."""
