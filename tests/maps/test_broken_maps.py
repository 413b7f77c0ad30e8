"""Every kind of broken map is refused in one sentence that names file, place and mend, and quickly."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hut_map import GROUND, MAP, png, with_rider, write_map

from game.maps import MapError, load_map
from game.maps.picture import load_picture

Break = Callable[[Path], None]
SECONDS = 2.0


def swap(old: str, new: str, file: str = "hut.tmx") -> Break:
    """Replace a text that has to be there."""

    def change(folder: Path) -> None:
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new))

    return change


def content(data: bytes | str, file: str = "hut.tmx") -> Break:
    def change(folder: Path) -> None:
        (folder / file).write_bytes(data.encode() if isinstance(data, str) else data)

    return change


def remove(file: str) -> Break:
    return lambda folder: (folder / file).unlink()


def link(file: str) -> Break:
    """Put a link to something outside the folder in place of the file."""

    def change(folder: Path) -> None:
        outside = folder.parent / "outside.tsx"
        outside.write_bytes((folder / file).read_bytes())
        (folder / file).unlink()
        (folder / file).symlink_to(outside)

    return change


def property_of(object_name: str, line: str) -> Break:
    """Add a property to the unit of that name."""
    first = '<property name="seat" value="' + {"b1": "blue", "r1": "red"}[object_name] + '"/><property name="p'
    return swap(first, line + first)


GROUND_TEXT = ",".join(map(str, GROUND))
GROUND_TSX, THINGS_TSX = "tilesets/ground.tsx", "tilesets/things.tsx"
BOMB = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><map>&b;</map>'
RULESET = '<property name="ruleset" value="skirmishcorps"/>'
UNITS_LAYER = 'name="units">'
LAYER = '<layer id="1" name="ground" width="6" height="5">'
DEPLOY = 'x="0" y="96" width="64" height="64"'
HUT = '<object id="10" gid="7" x="96" y="48" width="80" height="48"/>'

BROKEN: dict[str, tuple[Break, tuple[str, ...]]] = {
    # the file
    "an empty file": (content(""), ("hut.tmx", "empty", "Tiled")),
    "a truncated file": (content(MAP[:900]), ("hut.tmx, line", "well-formed")),
    "no XML at all": (content("Hello."), ("well-formed",)),
    "bytes that are no text": (content(b"\xff\xfe\x00<map"), ("UTF-8",)),
    "UTF-16": (content(MAP.encode("utf-16")), ("UTF-8",)),
    "another declared encoding": (swap("UTF-8", "utf-7"), ("'utf-7'", "UTF-8")),
    "another root": (content("<foo/>"), ("<foo>", "Tiled")),
    "an entity bomb": (content(BOMB), ("<!DOCTYPE",)),
    "an external entity": (
        content('<!DOCTYPE map SYSTEM "notes.txt"><map/>'),
        ("<!DOCTYPE", "remove"),
    ),
    "an entity bomb in a tileset": (content(BOMB, GROUND_TSX), ("tilesets/ground.tsx", "<!DOCTYPE")),
    "tags nested a thousand deep": (content("<map>" * 1000 + "</map>" * 1000), ("nest",)),
    "a million tags": (content("<map>" + "<a/>" * 1_000_000 + "</map>"), ("too many tags",)),
    "a file over 5 MB": (content("<map>" + " " * 5_000_001 + "</map>"), ("over 5,000,000 bytes", "another file")),
    # the head
    "an infinite map": (swap('infinite="0"', 'infinite="1"'), ("infinite", "Map Properties")),
    "an isometric map": (swap('"orthogonal"', '"isometric"'), ("isometric",)),
    "hexes laid another way": (
        swap('"orthogonal"', '"hexagonal" staggeraxis="x" staggerindex="odd"'),
        ("Stagger Axis",),
    ),
    "cells that are not square": (
        swap('height="5" tilewidth="32"', 'height="5" tilewidth="64"'),
        ("64 x 32",),
    ),
    "a width of two thousand million": (
        swap('\n width="6"', '\n width="2000000000"'),
        ("width", "1 to 200"),
    ),
    "a height of no number": (swap('height="5" tilewidth', 'height="many" tilewidth'), ("height", "'many'")),
    "cells of no size": (
        swap('tilewidth="32" tileheight="32" inf', 'tilewidth="0" tileheight="0" inf'),
        ("tilewidth",),
    ),
    "no ruleset": (swap(RULESET, ""), ("no ruleset", "add")),
    "an unknown ruleset": (swap('"skirmishcorps"', '"chess"'), ("'chess'", "skirmishcorps")),
    "a ruleset that is a path": (swap('"skirmishcorps"', '"../armies/skirmishcorps"'), ("unknown",)),
    "no seats": (swap('value="blue,red"', 'value=""'), ("no seats", "'blue,red'")),
    "a seat named twice": (swap('value="blue,red"', 'value="blue,blue"'), ("twice",)),
    "a seat for the dice": (swap('value="blue,red"', 'value="blue,red,dice"'), ("'dice'",)),
    "a seat without units": (
        swap('value="blue,red"', 'value="blue,red,gold"'),
        ("'gold'", "neither unit nor zone"),
    ),
    "a first seat that does not play": (swap('"first" value="red"', '"first" value="gold"'), ("'gold'",)),
    "turns without end": (
        swap('name="turns" type="int" value="6"', 'name="turns" type="int" value="0"'),
        ("'turns'", "1 to 99"),
    ),
    "a deployment that is none": (
        swap('name="note"', 'name="deployment" value="fre"/><property name="note"'),
        ("hut.tmx: 'deployment' is 'fre': 'fre' is unknown; write 'free'.",),
    ),
    "an objective that is never scored": (
        swap(
            'name="well" type="Objective" x="64" y="96" width="64" height="32"><properties>',
            'name="well" type="Objective" x="64" y="96" width="64" height="32"><properties>'
            '<property name="scored" value="soon"/>',
        ),
        ("object 31 (well): 'scored' is 'soon': 'soon' is unknown; use one of each turn, last turn, exit.",),
    ),
    "an objective for a unit that is not there": (
        swap(
            'name="well" type="Objective" x="64" y="96" width="64" height="32"><properties>',
            'name="well" type="Objective" x="64" y="96" width="64" height="32"><properties>'
            '<property name="by" value="b9"/>',
        ),
        ("object 31 (well): there is no unit 'b9' to score it; name one of b1, r1.",),
    ),
    "turns as a text": (swap('name="turns" type="int"', 'name="turns"'), ("'turns'", "int")),
    "an unknown map property": (swap('name="note"', 'name="notes"'), ("'notes'", "note")),
    "an unknown ruling": (swap('name="note"', 'name="ruling_SC-A999"'), ("SC-A999", "mend")),
    "a property twice": (swap('name="note"', 'name="title"'), ("'title'", "twice")),
    "a class property": (
        swap(
            'name="note" value="A short fight."/>',
            'name="note" type="class" propertytype="X"><properties/></property>',
        ),
        ("'note'", "'class'"),
    ),
    "a list property": (swap('name="note"', 'name="note" type="list"'), ("'list'", "string")),
    "a property without a name": (swap('name="note"', 'name=""'), ("no name",)),
    # tilesets and images
    "a missing tileset": (remove(GROUND_TSX), ("tilesets/ground.tsx", "missing")),
    "a missing image": (
        remove("tilesets/ground.png"),
        ("tilesets/ground.tsx, its image", "'ground.png'", "missing"),
    ),
    "a missing image of one tile": (remove("tilesets/hut.png"), ("tilesets/things.tsx, tile 0", "missing")),
    "an image outside": (
        swap('"ground.png"', '"../../../../../../etc/hostname"', GROUND_TSX),
        ("leaves the map's folder",),
    ),
    "an absolute image": (
        swap('"ground.png"', '"/etc/hostname"', GROUND_TSX),
        ("'/etc/hostname'", "relative"),
    ),
    "an image of the web": (swap('"ground.png"', '"http://example.org/a.png"', GROUND_TSX), ("relative",)),
    "a tileset outside": (swap('"tilesets/ground.tsx"', '"../ground.tsx"'), ("leaves the map's folder",)),
    "a tileset with backslashes": (swap('"tilesets/ground.tsx"', r'"tilesets\ground.tsx"'), ("'/'",)),
    "a link that leaves the folder": (link(GROUND_TSX), ("leaves the map's folder",)),
    "a folder as a tileset": (swap('"tilesets/ground.tsx"', '"tilesets"'), ("missing",)),
    "an embedded tileset": (
        swap('<tileset firstgid="7" source="tilesets/things.tsx"/>', '<tileset firstgid="7" name="x"/>'),
        ("'x'", "embedded"),
    ),
    "a picture as a tileset": (swap("tilesets/ground.tsx", "tilesets/ground.png"), (".tsx",)),
    "a tileset that is a map": (content(MAP, GROUND_TSX), ("tilesets/ground.tsx", "<map>")),
    "overlapping tilesets": (swap('firstgid="7"', 'firstgid="4"'), ("firstgid 4",)),
    "a picture that is no PNG": (
        content("GIF89a", "tilesets/ground.png"),
        ("tilesets/ground.png", "not a PNG"),
    ),
    "a picture cut short": (content(png(96, 64)[:-20], "tilesets/ground.png"), ("cut short",)),
    "a picture that claims to be huge": (
        content(png(96, 64).replace(b"IHDR\0\0\0\x60", b"IHDR\0\x60\0\0"), "tilesets/ground.png"),
        ("tilesets/ground.png", "6291456", "8192"),
    ),
    "a lie about the picture's size": (
        swap('width="96"', 'width="4000"', GROUND_TSX),
        ("4000 x 64", "96 x 64"),
    ),
    "a sheet of one-pixel tiles": (
        swap(
            'tilewidth="32" tileheight="32" tilecount="6" columns="3"',
            'tilewidth="1" tileheight="1" tilecount="6" columns="3"',
            GROUND_TSX,
        ),
        ("6 tiles", "96 x 64"),
    ),
    "more tiles than the sheet has": (swap('tilecount="6"', 'tilecount="600"', GROUND_TSX), ("600 tiles",)),
    "tiles of no size": (swap('tilewidth="32"', 'tilewidth="0"', GROUND_TSX), ("tilewidth",)),
    "a tile twice": (swap('<tile id="1">', '<tile id="0">', GROUND_TSX), ("tile 0", "twice")),
    "a tile beyond the sheet": (swap('<tile id="4">', '<tile id="77">', GROUND_TSX), ("tile 77",)),
    "unknown terrain": (
        swap('"woods"', '"lava"', GROUND_TSX),
        ("tilesets/ground.tsx, tile 2", "'lava'", "woods"),
    ),
    "terrain of the other grid": (swap('"woods"', '"forest"', GROUND_TSX), ("'forest'",)),
    "an enormous footprint": (
        swap('type="int" value="2"', 'type="int" value="999999"', THINGS_TSX),
        ("cells_w", "16"),
    ),
    "a footprint of no number": (
        swap('type="int" value="2"', 'type="int" value="two"', THINGS_TSX),
        ("cells_w", "'two'"),
    ),
    # layers
    "too few tiles": (swap(GROUND_TEXT, GROUND_TEXT[:-2]), ("layer 'ground'", "29 tiles instead of 30")),
    "too many tiles": (swap(GROUND_TEXT, GROUND_TEXT + ",1"), ("31 tiles",)),
    "a tile of no tileset": (swap(GROUND_TEXT, "500" + GROUND_TEXT[1:]), ("column 0, row 0", "'500'")),
    "a negative tile": (swap(GROUND_TEXT, "-1" + GROUND_TEXT[1:]), ("'-1'",)),
    "a tile that is a word": (swap(GROUND_TEXT, "tree" + GROUND_TEXT[1:]), ("'tree'",)),
    "a hole in the ground": (swap(GROUND_TEXT, "0" + GROUND_TEXT[1:]), ("column 0, row 0", "'terrain'")),
    "no tile data": (swap(GROUND_TEXT, ""), ("layer 'ground'", "no tile data")),
    "no data tag": (
        swap(LAYER, LAYER + "</layer><layer name='more' width='6' height='5'>"),
        ("no tile data",),
    ),
    "zlib data": (swap('encoding="csv"', 'encoding="base64" compression="zlib"'), ("no base64 zlib", "Tiled")),
    "base64 data": (swap('encoding="csv"', 'encoding="base64"'), ("no base64", "Tiled")),
    "XML data": (swap('<data encoding="csv">', "<data><tile gid='1'/>"), ("no tile data",)),
    "a layer of another size": (swap(LAYER, LAYER.replace('"6"', '"7"')), ("7 x 5", "6 x 5")),
    "no tile layer": (swap(MAP[MAP.index("<layer") : MAP.index("</layer>") + 8], ""), ("no tile layer",)),
    "two layers of one name": (swap('name="zones"', 'name="units"'), ("layer 'units'", "rename")),
    "an unknown object layer": (swap('name="zones"', 'name="zone"'), ("layer 'zone'", "zones")),
    "a layer without a name": (swap(UNITS_LAYER, 'name="">'), ("no name",)),
    "a group of layers": (swap(LAYER, "<group name='g'></group>" + LAYER), ("<group>", "outside groups")),
    "an image layer": (swap(LAYER, "<imagelayer name='sky'/>" + LAYER), ("<imagelayer>",)),
    "a shifted layer": (swap('name="ground" width', 'name="ground" offsetx="16" width'), ("offset",)),
    "a hidden ground": (
        swap('name="ground" width', 'name="ground" visible="0" width'),
        ("hidden", "show it"),
    ),
    "a tinted layer": (swap('name="ground" w', 'name="ground" tintcolor="#ff0000" w'), ("tintcolor",)),
    "a tile turned like a hex": (swap(GROUND_TEXT, "268435457" + GROUND_TEXT[1:]), ("column 0, row 0",)),
    "another drawing order": (swap("right-down", "left-up"), ("Right Down",)),
    "tiles drawn at an offset": (
        swap(" <image", ' <tileoffset x="0" y="8"/>\n <image', GROUND_TSX),
        ("tilesets/ground.tsx", "Drawing Offset"),
    ),
    "objects aligned another way": (
        swap('name="things"', 'name="things" objectalignment="top"', THINGS_TSX),
        ("tilesets/things.tsx", "Bottom Left"),
    ),
    "tiles scaled to the grid": (
        swap('name="ground"', 'name="ground" tilerendersize="grid"', GROUND_TSX),
        ("Tile Size",),
    ),
    "a colour for transparent": (swap('width="96"', 'width="96" trans="ff00ff"', GROUND_TSX), ("PNG",)),
    # objects
    "an object id twice": (swap('id="21"', 'id="20"'), ("object 20 (r1)", "same id")),
    "an object without an id": (swap('id="21"', ""), ("(r1)", "id is missing")),
    "a template": (swap('id="21"', 'id="21" template="a.tx"'), ("object 21 (r1)", "Detach")),
    "a position that is no number": (swap('x="16" y="144"', 'x="nan" y="144"'), ("object 20 (b1)", "'nan'")),
    "a position at the end of the world": (swap('x="16" y="144"', 'x="1e99" y="144"'), ("'1e99'",)),
    "a thing of no tileset": (swap('gid="7" x="96"', 'gid="700" x="96"'), ("object 10", "700")),
    "a thing outside": (swap('gid="7" x="96"', 'gid="7" x="960"'), ("object 10", "outside the map")),
    "a thing askew": (swap(HUT, HUT.replace("/>", ' rotation="30"/>')), ("object 10", "90")),
    "a thing without a tile": (swap('gid="7" x="96"', 'x="96"'), ("object 10", "no tile")),
    "a hidden thing": (swap(HUT, HUT.replace("/>", ' visible="0"/>')), ("object 10", "hidden")),
    "a thing of a mile": (swap(HUT, HUT.replace('width="80"', 'width="999999"')), ("2048",)),
    "an unknown class": (
        swap('name="r1" type="Unit"', 'name="r1" type="Tank"'),
        ("object 21 (r1)", "'Tank'", "Unit"),
    ),
    "a unit outside": (
        swap('x="160" y="128"', 'x="-160" y="128"'),
        ("layer 'units', object 21 (r1)", "outside"),
    ),
    "two units on one cell": (swap('x="160" y="128"', 'x="0" y="128"'), ("object 21 (r1)", "b1", "move one")),
    "a unit in a wall": (swap('x="160" y="128"', 'x="32" y="32"'), ("object 21 (r1)", "'wall'", "b2")),
    "a unit in a hut": (swap('x="160" y="128"', 'x="96" y="0"'), ("object 21 (r1)", "'hut'")),
    "a unit in the water": (swap('x="160" y="128"', 'x="160" y="96"'), ("'water'",)),
    "two units of one name": (swap('name="r1"', 'name="b1"'), ("object 21 (b1)", "name of its own")),
    "a unit without a name": (swap('name="r1"', ""), ("object 21", "id")),
    "a unit named like an option": (swap('name="r1"', 'name="r1:pass"'), ("id", "letters")),
    "an unknown seat": (
        swap('name="seat" value="red"', 'name="seat" value="gold"'),
        ("object 21 (r1)", "'gold'", "blue, red"),
    ),
    "an unknown profile": (swap('"scout"', '"wizard"'), ("object 21 (r1)", "'wizard'", "trooper")),
    "an unknown weapon": (swap('"pistol"', '"wand"'), ("object 21 (r1)", "'wand'", "rifle")),
    "an unknown marker": (
        swap('value="overwatch"', 'value="asleep"'),
        ("object 20 (b1)", "'asleep'", "overwatch"),
    ),
    "an unknown statistic": (swap('name="RE"', 'name="XP"'), ("object 20 (b1)", "'XP'", "RE")),
    "an absurd statistic": (swap('type="int" value="9"', 'type="int" value="9000"'), ("'RE'", "9000", "40")),
    "an int property that is none": (
        swap('type="int" value="9"', 'type="int" value="abc"'),
        ("object 20 (b1)", "'RE'", "'abc'"),
    ),
    "an int property of a thousand digits": (
        swap('type="int" value="9"', f'type="int" value="{"9" * 5000}"'),
        ("'RE'",),
    ),
    "an unknown unit property": (
        property_of("r1", '<property name="armour" value="x"/>'),
        ("object 21 (r1)", "'armour'"),
    ),
    "figures below zero": (
        property_of("r1", '<property name="figures" type="int" value="-1"/>'),
        ("'figures'",),
    ),
    "a zone of nobody": (
        swap(
            DEPLOY + '><properties>\n   <property name="seat" value="blue"',
            DEPLOY + '><properties>\n   <property name="seat" value=""',
        ),
        ("object 30", "seat"),
    ),
    "a zone over the edge": (
        swap(DEPLOY, 'x="0" y="96" width="640" height="64"'),
        ("object 30", "inside the map"),
    ),
    "a zone between the cells": (swap(DEPLOY, 'x="2" y="2" width="4" height="4"'), ("object 30",)),
    "a polygon as a zone": (
        swap(DEPLOY + ">", DEPLOY + '><polygon points="0,0 1,1 2,0"/>'),
        ("object 30", "polygon", "rectangle"),
    ),
    "a height of no level": (
        swap('name="level" type="int" value="2"', 'name="level" type="int" value="70"'),
        ("object 32", "'level'"),
    ),
    "an objective without a name": (swap('name="well"', ""), ("object 31",)),
    # sites and roads
    "a site of no kind": (swap('name="kind" value="town"', 'name="kind" value="village"'), ("(Mill)", "'village'")),
    "a site of nobody who plays": (
        swap('value="town"/><property name="seat" value="blue"', 'value="town"/><property name="seat" value="gold"'),
        ("layer 'sites', object 40 (Mill)", "'gold'", "blue, red"),
    ),
    "a site with a property of its own": (swap('name="kind" value="city"', 'name="size" value="city"'), ("'size'",)),
    "a site in the water": (swap('x="16" y="48"><prop', 'x="176" y="112"><prop'), ("(Mill)", "'water'", "f4")),
    "a site outside": (swap('x="16" y="48"><prop', 'x="-16" y="48"><prop'), ("object 40 (Mill)", "outside")),
    "two sites on one cell": (swap('x="136" y="88"', 'x="-24" y="72"'), ("object 41", "a2", "Mill", "move one")),
    "a hidden site": (swap('x="136" y="88"', 'visible="0" x="136" y="88"'), ("object 41", "hidden")),
    "a site of a mile": (swap('x="136" y="88" width="80"', 'x="136" y="88" width="9999"'), ("object 41", "2048")),
    "a road that is a rectangle": (
        swap('<polyline points="0,0 32,32 40,30 64,64 96,64"/>', ""),
        ("layer 'roads', object 50", "polyline"),
    ),
    "a road that jumps": (swap("0,0 32,32 40,30", "0,0"), ("object 50", "from a2 to c4", "every cell")),
    "a road that leaves the map": (swap("64,64 96,64", "64,64 64,960"), ("object 50", "leaves the map")),
    "a road that goes nowhere": (swap("0,0 32,32 40,30 64,64 96,64", "0,0 2,2"), ("object 50", "does not leave")),
    "a road of no points": (swap("0,0 32,32 40,30 64,64 96,64", ""), ("object 50", "no places")),
    "a road with a point that is none": (swap("0,0 32,32", "0,0 32;32"), ("object 50", "no places")),
    "a road to the end of the world": (swap("0,0 32,32", "0,0 1e90,32"), ("object 50", "no places")),
    "a road of a thousand points": (swap("0,0 32,32", "0,0 " * 1000 + "32,32"), ("object 50", "at most 200")),
    "a rotated road": (swap('type="Road"', 'type="Road" rotation="45"'), ("object 50", "rotated")),
    "a road with a property": (
        swap("<polyline", '<properties><property name="toll" value="1"/></properties><polyline'),
        ("object 50", "'toll'", "remove it"),
    ),
    "a polyline as a zone": (
        swap(DEPLOY + ">", DEPLOY + '><polyline points="0,0 1,1 2,0"/>'),
        ("object 30", "polyline", "rectangle"),
    ),
    "cells of no size in millimetres": (swap('value="25"', 'value="0"'), ("'scale'", "1 to 1000")),
    "sides that leave a seat out": (
        swap('name="note"', 'name="sides" value="red/gold"/><property name="note"'),
        ("'red/gold'", "each seat once"),
    ),
    "one side alone": (
        swap('name="note"', 'name="sides" value="red+blue"/><property name="note"'),
        ("'red+blue'", "red+gold/blue"),
    ),
    "a passenger beside its carrier": (content(with_rider(at=(48, 144))), ("(b2)", "b1 stands on a5", "carrier")),
    "a passenger of an enemy": (content(with_rider(carrier="r1")), ("object 22 (b2)", "'r1'", "name its carrier")),
    "a passenger of itself": (content(with_rider(carrier="b2")), ("(b2)", "b2 is aboard b2")),
    "hexes of odd sides": (
        swap('"orthogonal"', '"hexagonal" staggeraxis="y" staggerindex="odd" hexsidelength="15"'),
        ("32 x 32", "15", "even"),
    ),
}


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_a_broken_map_is_refused_with_its_place_and_a_mend(tmp_path, case):
    break_it, phrases = BROKEN[case]
    path = write_map(tmp_path / "maps")
    break_it(tmp_path / "maps")
    began = time.process_time()
    with pytest.raises(MapError) as caught:
        load_map(path)
    assert time.process_time() - began < SECONDS
    sentence = str(caught.value)
    for phrase in phrases:
        assert phrase in sentence
    assert sentence.endswith(f"{caught.value.mend}.")
    assert "\n" not in sentence
    assert len(sentence) < 500
    assert str(tmp_path) not in sentence


def test_a_picture_of_a_broken_map_is_refused_before_anything_is_loaded(tmp_path):
    path = write_map(tmp_path)
    (tmp_path / "tilesets" / "ground.png").unlink()
    with pytest.raises(MapError, match="missing"):
        load_picture(path)


def test_an_impossible_path_is_no_map():
    for path in ("a\0b.tmx", "x" * 5000 + ".tmx", ""):
        with pytest.raises(MapError):
            load_map(path)
