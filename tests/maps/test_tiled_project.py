"""What Tiled shows counts: class defaults, typed tiles, packed layers, a project's folder, a mapper's own notes."""

from __future__ import annotations

import base64
import gzip
import json
import shutil
import struct
import zlib

import pytest
from hut_map import GROUND, write_map

from game.maps import MapError, load_map
from game.maps.preflight import MAX_OBJECTS
from game.paths import MAPS
from game.sketch.named import setup_named

GROUND_TEXT = ",".join(map(str, GROUND))
RAW = struct.pack(f"<{len(GROUND)}I", *GROUND)
SEAT = '<property name="seat" value="blue"/><property name="profile" value="trooper"/>'
DECLARED = "a.tmx: it declares a document type (<!DOCTYPE), which is not allowed; save it again in Tiled 1.10 or newer"
DECLARED += ", or remove it."
OWN = """<objectgroup id="9" name="notes"><object id="60" type="Note" x="1" y="2"><text>Mind the ford.</text></object>
<object id="61" x="3" y="3"><polygon points="0,0 5,5 0,5"/></object></objectgroup></map>"""


def changed(folder, *swaps, file="hut.tmx"):
    """Write the good map with these texts replaced; the path of the map."""
    path = write_map(folder)
    text = (folder / file).read_text()
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new)
    (folder / file).write_text(text)
    return path


def project(folder, **members):
    """Write a Tiled project whose class Unit has these defaults."""
    listed = [{"name": name, "type": "string", "value": value} for name, value in members.items()]
    kinds = [{"id": 1, "name": "Unit", "type": "class", "members": listed}]
    (folder / "own.tiled-project").write_text(json.dumps({"propertyTypes": kinds}))


def units(path):
    return {unit.id: unit for unit in load_map(path).setup.units}


def test_properties_left_as_tiled_shows_them_have_the_default_of_the_class_in_the_maps_project(tmp_path):
    path = changed(tmp_path, (SEAT, ""))
    project(tmp_path, seat="red", profile="scout", mood="grim")
    assert (units(path)["b1"].seat, units(path)["b1"].profile) == ("red", "scout")
    assert units(path)["r1"].weapon == "pistol", "what is set is kept"


def test_a_map_without_a_project_has_the_defaults_of_the_games_own(tmp_path):
    shown = json.loads((MAPS / "snowball.tiled-project").read_text())
    unit = next(kind for kind in shown["propertyTypes"] if kind["name"] == "Unit")
    default = next(member["value"] for member in unit["members"] if member["name"] == "seat")
    path = changed(
        tmp_path, ('<property name="seat" value="blue"/><property name="profile"', '<property name="profile"')
    )
    assert units(path)["b1"].seat == default


def test_a_project_that_cannot_be_read_is_named(tmp_path):
    path = write_map(tmp_path)
    for text in ("", "{", '{"propertyTypes": 3}', "[" * 100_000):
        (tmp_path / "own.tiled-project").write_text(text)
        with pytest.raises(MapError, match=r"own\.tiled-project: this is no Tiled project; save it again in Tiled"):
            load_map(path)


def test_an_object_drawn_as_a_typed_tile_has_the_class_and_the_properties_of_the_tile(tmp_path):
    path = changed(
        tmp_path,
        ('<object id="21" name="r1" type="Unit" x="160" y="128"', '<object id="21" name="r1" gid="6" x="160" y="160"'),
        ('<property name="seat" value="red"/><property name="profile" value="scout"/>', ""),
    )
    typed = '<tile id="5" type="Unit"><properties><property name="seat" value="red"/><property name="RE" type="int" '
    typed += (
        'value="5"/><property name="profile" value="gunner"/><property name="artist" value="me"/></properties></tile>'
    )
    sheet = tmp_path / "tilesets" / "ground.tsx"
    sheet.write_text(sheet.read_text().replace("</tileset>", f"{typed}</tileset>"))
    unit = units(path)["r1"]
    assert (unit.seat, unit.profile, unit.weapon, unit.stats) == ("red", "gunner", "pistol", {"RE": 5})


@pytest.mark.parametrize(
    ("compression", "pack"),
    [("", bytes), ("zlib", zlib.compress), ("gzip", gzip.compress)],
    ids=["none", "zlib", "gzip"],
)
def test_packed_tile_data_is_the_same_map(tmp_path, compression, pack):
    plain = load_map(write_map(tmp_path / "plain")).setup
    packed = base64.b64encode(pack(RAW)).decode()
    how = f'encoding="base64" compression="{compression}"' if compression else 'encoding="base64"'
    path = changed(tmp_path, (GROUND_TEXT, f"  {packed}\n"), ('encoding="csv"', how))
    assert load_map(path).setup == plain


@pytest.mark.parametrize(
    ("data", "compression", "fault"),
    [
        (zlib.compress(b"\0" * 90_000_000), "zlib", "unpacks to more than 30 of 30 tiles"),
        (zlib.compress(RAW[:-4]), "zlib", "unpacks to only 29 of 30 tiles"),
        (zlib.compress(RAW)[:-6], "zlib", "cut short or followed by more"),
        (gzip.compress(RAW) + gzip.compress(b"\0" * 9_000_000), "gzip", "cut short or followed by more"),
        (RAW, "zlib", "is no base64 zlib"),
        (RAW, "zstd", "packed with 'zstd'"),
        (RAW + RAW, "", "unpacks to more than 30 of 30 tiles"),
    ],
    ids=["a bomb", "too few", "cut short", "a second part", "not packed", "zstd", "too many"],
)
def test_packed_tile_data_that_is_not_the_map_is_refused_before_it_is_unpacked(tmp_path, data, compression, fault):
    packed = base64.b64encode(data).decode()
    how = f'encoding="base64" compression="{compression}"'
    path = changed(tmp_path, (GROUND_TEXT, packed), ('encoding="csv"', how))
    with pytest.raises(MapError, match=fault):
        load_map(path)


def test_a_tileset_in_a_folder_beside_is_read_inside_the_folder_of_the_project(tmp_path):
    path = changed(tmp_path / "maps", ('"tilesets/ground.tsx"', '"../art/ground.tsx"'), ('"tilesets/th', '"../art/th'))
    shutil.move(tmp_path / "maps" / "tilesets", tmp_path / "art")
    with pytest.raises(MapError, match="leaves the map's folder"):
        load_map(path)
    project(tmp_path, seat="blue")
    assert units(path)["r1"].weapon == "pistol"
    away = changed(tmp_path / "maps", ('"tilesets/ground.tsx"', '"../../ground.tsx"'))
    with pytest.raises(MapError, match="leaves the map's folder"):
        load_map(away)


def test_a_mappers_own_object_layer_and_map_properties_are_left_alone(tmp_path):
    plain = load_map(write_map(tmp_path / "plain"))
    own = '<property name="weather" value="fog"/><property name="note"'
    loaded = load_map(changed(tmp_path, ("</map>", OWN), ('<property name="note"', own)))
    assert (loaded.setup, loaded.layers) == (plain.setup, plain.layers)


@pytest.mark.parametrize("kind", ["Unit", "Zone"])
def test_objects_of_the_game_in_a_layer_of_ones_own_are_named(tmp_path, kind):
    path = changed(tmp_path, ("</map>", OWN.replace("Note", kind)))
    with pytest.raises(MapError, match=f"layer 'notes', object 60: it is a {kind} .* move it to '{kind.lower()}s'"):
        load_map(path)


def test_a_layer_whose_name_is_nearly_one_of_the_games_is_asked_about(tmp_path):
    for name in MAX_OBJECTS:
        with pytest.raises(MapError, match=f"write '{name}'"):
            load_map(changed(tmp_path, ("</map>", OWN.replace('"notes"', f'"{name.upper()[:-1]}"'))))


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("a.world", "{}", "a.world: this is a Tiled world, a list of maps; name one of its maps, a .tmx file."),
        ("a.tiled-project", "{}", "a.tiled-project: this is a Tiled project and no map; name a map, a .tmx file."),
        ("a.tmj", "{}", "a.tmj: this is a map in Tiled's JSON format; use Export As in Tiled and choose .tmx."),
        ("a.tmx", "{}", "a.tmx: this is JSON and no XML; use Export As in Tiled and choose .tmx."),
        (
            "a.tmx",
            "<!DOCTYPE html><html/>",
            "a.tmx: this is a web page (<!DOCTYPE html>); download the map file itself.",
        ),
        (
            "a.tmx",
            '<?xml version="1.0"?><!DOCTYPE map SYSTEM "map.dtd"><map/>',
            DECLARED,
        ),
    ],
)
def test_files_that_are_no_maps_are_named_for_what_they_are(tmp_path, name, text, sentence):
    (tmp_path / name).write_text(text)
    with pytest.raises(MapError) as caught:
        setup_named(str(tmp_path / name))
    assert str(caught.value) == sentence


def test_all_faults_of_a_map_are_told_at_once(tmp_path):
    path = changed(
        tmp_path, ('"scout"', '"wizard"'), ('value="overwatch"', 'value="asleep"'), ('value="town"', 'value="village"')
    )
    with pytest.raises(MapError) as caught:
        load_map(path)
    first, second, third = str(caught.value).split("\n")
    assert "object 20 (b1): the marker 'asleep'" in first
    assert "object 21 (r1): the profile 'wizard'" in second
    assert "object 40 (Mill)" in third
    assert caught.value.fault.startswith("the marker")


def test_at_most_twenty_faults_are_told(tmp_path):
    many = "".join(
        f'<object id="{n}" name="z{n}" type="Zone" x="0" y="0" width="9" height="0"/>' for n in range(100, 150)
    )
    path = changed(tmp_path, ('name="zones">', f'name="zones">{many}'))
    with pytest.raises(MapError) as caught:
        load_map(path)
    lines = str(caught.value).split("\n")
    assert len(lines) == 21
    assert lines[-1] == "hut.tmx: there are 30 more faults; mend these first."
