"""A map says what Tiled shows: what its classes and tiles give it, what is packed, and what is the mapper's own."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path

import pytest

from game.cli import check
from game.maps import MapError, load_map
from game.maps.files import MOST_FAULTS, SeveralMapErrors
from game.maps.picture import load_picture
from game.maps.scenarios import read_head
from tests.maps.hut_map import GROUND, HEIGHT, MAP, TILESET, WIDTH, png, write_map

CELLS = f"{','.join(map(str, GROUND))}\n"
UNIT = {"name": "Unit", "type": "class", "members": [{"name": "seat", "type": "string", "value": "red"}]}


def rewritten(path: Path, *changes: tuple[str, str], text: str = MAP) -> Path:
    """The map with these texts changed."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    return path


def project(folder: Path, *classes: object) -> None:
    """Write a Tiled project with these classes into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"folders": ["."], "propertyTypes": [{"name": "Seat", "type": "enum", "values": []}, *classes]})
    (folder / "own.tiled-project").write_text(text)


SEAT = '<property name="seat" value="blue"/><property name="profile" value="trooper"/>\n'


def test_a_property_that_a_map_leaves_out_has_the_value_that_its_class_gives_it(tmp_path):
    """Tiled does not write a seat that is that of the class; without a project above it, the game's own counts."""
    path = rewritten(write_map(tmp_path), (SEAT, '<property name="profile" value="trooper"/>\n'))
    assert [unit.seat for unit in load_map(path).setup.units] == ["blue", "red"]
    project(tmp_path, UNIT)
    assert [unit.seat for unit in load_map(path).setup.units] == ["red", "red"]


def test_the_nearest_project_above_a_map_counts_and_its_tilesets_may_lie_beside_the_maps(tmp_path):
    path = write_map(tmp_path / "art" / "maps")
    (tmp_path / "art" / "maps" / "tilesets").rename(tmp_path / "art" / "tilesets")
    rewritten(path, ('source="tilesets/', 'source="../tilesets/'))
    with pytest.raises(MapError, match="leaves the map's folder"):
        load_map(path)
    project(tmp_path / "art", UNIT)
    project(tmp_path)
    assert len(load_map(path).setup.units) == 2
    assert len(load_picture(path).layers[0].sprites) == WIDTH * HEIGHT


def test_a_broken_project_is_named(tmp_path):
    path = write_map(tmp_path)
    (tmp_path / "own.tiled-project").write_text('{"propertyTypes": 7}')
    with pytest.raises(MapError, match=r"own.tiled-project: this is no Tiled project .*save the project again"):
        load_map(path)


def test_an_object_that_is_a_tile_has_the_class_and_the_properties_of_the_tile(tmp_path):
    path = write_map(tmp_path)
    typed = '<tile id="5" type="Unit"><properties><property name="profile" value="scout"/>'
    typed += '<property name="artist" value="me"/><property name="RE" type="int" value="7"/></properties></tile>'
    (tmp_path / "tilesets/ground.tsx").write_text(TILESET.replace("</tileset>", f"{typed}</tileset>"))
    piece = '<object id="60" name="b2" gid="6" x="0" y="64" width="32" height="32"><properties>'
    piece += '<property name="seat" value="blue"/></properties></object>'
    rewritten(path, ('<objectgroup id="3" name="units">', f'<objectgroup id="3" name="units">{piece}'))
    (unit,) = (unit for unit in load_map(path).setup.units if unit.id == "b2")
    assert (unit.profile, unit.seat, unit.stats) == ("scout", "blue", {"RE": 7})


def test_a_tile_has_the_terrain_that_its_class_gives_it(tmp_path):
    path = write_map(tmp_path)
    wall = {"name": "Wall", "type": "class", "members": [{"name": "terrain", "type": "string", "value": "high"}]}
    project(tmp_path, wall)
    text = TILESET.replace('<tile id="2"><properties><property name="terrain" value="woods"/></properties></tile>', "")
    (tmp_path / "tilesets/ground.tsx").write_text(text.replace("</tileset>", '<tile id="2" type="Wall"/></tileset>'))
    zones = (SEAT, SEAT)  # the project has no class of units, so they say their seats themselves
    assert load_map(rewritten(path, zones)).setup.board.terrain[GROUND.index(3)] == "high"


def test_the_head_of_a_map_is_read_with_the_class_of_the_map(tmp_path):
    path = rewritten(
        write_map(tmp_path),
        ("<map version", '<map class="Battle" version'),
        ('  <property name="ruleset" value="skirmishcorps"/>\n', ""),
    )
    members = [{"name": "ruleset", "type": "string", "propertyType": "Ruleset", "value": "skirmishcorps"}]
    project(tmp_path, {"name": "Battle", "type": "class", "members": members}, UNIT)
    assert read_head(path).ruleset == load_map(path).setup.ruleset == "skirmishcorps"


PACKED = struct.pack(f"<{len(GROUND)}I", *GROUND)


@pytest.mark.parametrize(
    ("compression", "data"),
    [("", PACKED), ("zlib", zlib.compress(PACKED)), ("gzip", gzip.compress(PACKED))],
    ids=["base64", "zlib", "gzip"],
)
def test_packed_tile_data_is_the_same_map(tmp_path, compression, data):
    plain = load_map(write_map(tmp_path)).setup
    attribute = f' compression="{compression}"' if compression else ""
    text = base64.b64encode(data).decode()
    path = rewritten(tmp_path / "hut.tmx", ('encoding="csv"', f'encoding="base64"{attribute}'), (CELLS, f"  {text}\n"))
    assert load_map(path).setup == plain
    assert len(load_picture(path).layers[0].sprites) == WIDTH * HEIGHT


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (zlib.compress(bytes(200_000_000)), "it has more tiles instead of 30"),
        (zlib.compress(PACKED[:-4]), "it has 29 tiles instead of 30"),
        (zlib.compress(PACKED)[:-9], "tiles instead of 30"),
        (b"nothing", "its tile data is no zlib data"),
    ],
    ids=["a bomb", "too few", "cut short", "no zlib"],
)
def test_packed_tile_data_that_does_not_fit_is_refused_without_unpacking_it_all(tmp_path, data, fault):
    text = base64.b64encode(data).decode()
    changes = ('encoding="csv"', 'encoding="base64" compression="zlib"'), (CELLS, text)
    with pytest.raises(MapError, match=fault):
        load_map(rewritten(write_map(tmp_path), *changes))


def test_all_faults_of_a_map_are_told_at_once_each_in_its_place(tmp_path, capsys):
    path = rewritten(
        write_map(tmp_path),
        ('value="scout"', 'value="squire"'),
        ('name="well"', 'name="the well"'),
        ('name="level" type="int" value="2"', 'name="level" type="int" value="12"'),
        ('<object id="20" name="b1" type="Unit"', '<object id="20" name="b1" type="Hero"'),
        ('value="town"', 'value="village"'),
    )
    with pytest.raises(SeveralMapErrors) as caught:
        load_map(path)
    first = str(caught.value).splitlines()
    assert [line.partition(":")[0] for line in first] == [
        "hut.tmx, layer 'units', object 20 (b1)",
        "hut.tmx, layer 'heights', object 32",
    ]
    rewritten(path, ('type="Hero"', 'type="Unit"'), ('value="12"', 'value="2"'), text=path.read_text())
    assert check.main([str(path)]) == 1
    places = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert places == [
        "hut.tmx, layer 'units', object 21 (r1)",
        "hut.tmx, layer 'sites', object 40 (Mill)",
        "hut.tmx, layer 'objectives', object 31 (the well)",
    ]


def test_no_more_than_twenty_faults_are_told(tmp_path):
    many = "".join(
        f'<object id="{100 + n}" name="u{n}" type="Unit" x="900" y="16"><point/></object>' for n in range(30)
    )
    path = rewritten(
        write_map(tmp_path), ('<objectgroup id="3" name="units">', f'<objectgroup id="3" name="units">{many}')
    )
    with pytest.raises(SeveralMapErrors) as caught:
        load_map(path)
    assert len(str(caught.value).splitlines()) == MOST_FAULTS


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("hut.tmj", "a map in Tiled’s JSON format; save it in Tiled as a .tmx file"),
        ("all.world", "a Tiled world of several maps"),
        ("own.tiled-project", "a Tiled project"),
        ("own.tiled-session", "a Tiled session"),
        ("tilesets/ground.tsx", "a Tiled tileset; open a map that uses it"),
    ],
)
def test_another_file_of_tiled_is_named_for_what_it_is(tmp_path, name, fault):
    write_map(tmp_path)
    if not (tmp_path / name).exists():
        (tmp_path / name).write_text("{}")
    with pytest.raises(MapError, match=fault):
        load_map(tmp_path / name)


def test_a_mappers_own_notes_and_map_properties_are_left_alone_but_a_slip_is_not(tmp_path):
    plain = load_map(write_map(tmp_path)).setup
    note = '<objectgroup id="9" name="notes" visible="0" offsetx="7"><object id="1"><text>why?</text></object>'
    note += "</objectgroup>"
    own = '<property name="artist" value="me"/>\n  <property name="ruleset"'
    path = rewritten(tmp_path / "hut.tmx", ("</map>", f" {note}\n</map>"), ('<property name="ruleset"', own))
    assert load_map(path).setup == plain
    assert len(load_picture(path).layers[0].sprites) == WIDTH * HEIGHT
    rewritten(path, ('name="turns"', 'name="turn"'))
    with pytest.raises(MapError, match="the map has the property 'turn'; write 'turns'"):
        load_map(path)


def test_a_map_from_outside_with_its_own_tiles_and_the_games_classes_is_played(tmp_path):
    """The brook: neither its layer nor its seats are named as the game's maps do it."""
    tiles = "".join(
        f'<tile id="{number}"><properties><property name="terrain" value="{terrain}"/></properties></tile>'
        for number, terrain in enumerate(("open", "water", "woods"))
    )
    (tmp_path / "my.tsx").write_text(
        '<tileset version="1.10" name="my" tilewidth="64" tileheight="64" tilecount="3" columns="3">'
        f'<image source="my.png" width="192" height="64"/>{tiles}</tileset>'
    )
    (tmp_path / "my.png").write_bytes(png(192, 64))
    rows = "".join(f"{','.join('1' * 8)},\n" for _ in range(5)) + ",".join("12131111")
    path = tmp_path / "brook.tmx"
    path.write_text(
        '<map version="1.10" class="" orientation="orthogonal" renderorder="right-down" width="8" height="6"'
        ' tilewidth="64" tileheight="64" infinite="0"><properties><property name="ruleset" value="skirmishcorps"/>'
        '<property name="seats" value="blue, red"/></properties><tileset firstgid="1" source="my.tsx"/>'
        f'<layer id="1" name="Tile Layer 1" width="8" height="6"><data encoding="csv">{rows}</data></layer>'
        '<objectgroup id="2" name="units"><object id="1" name="b1" type="Unit" x="160" y="160"><properties>'
        '<property name="profile" value="trooper"/></properties><point/></object>'
        '<object id="2" name="r1" type="Unit" x="480" y="160"><properties><property name="seat" value="red"/>'
        '<property name="profile" value="trooper"/></properties><point/></object></objectgroup></map>'
    )
    assert [(unit.id, unit.seat) for unit in load_map(path).setup.units] == [("b1", "blue"), ("r1", "red")]
