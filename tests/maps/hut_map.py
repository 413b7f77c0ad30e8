"""A small sound map on disk, to play or to damage: 6 x 5 cells of 32 pixels, one wall, one hut, two units."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

WIDTH, HEIGHT = 6, 5
GROUND = [
    *(1, 1, 1, 1, 1, 1),
    *(1, 2, 1, 1, 1, 1),
    *(1, 1, 3, 1, 1, 1),
    *(1, 1, 1, 1, 1, 5),
    *(1, 1, 1, 1, 1, 1),
]

TILESET = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ground" tilewidth="32" tileheight="32" tilecount="6" columns="3">
 <image source="ground.png" width="96" height="64"/>
 <tile id="0"><properties><property name="terrain" value="open"/></properties></tile>
 <tile id="1"><properties>
  <property name="terrain" value="high"/><property name="name" value="wall"/></properties></tile>
 <tile id="2"><properties><property name="terrain" value="woods"/></properties></tile>
 <tile id="4"><properties><property name="terrain" value="water"/></properties></tile>
</tileset>
"""

THINGS = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="things" tilewidth="80" tileheight="80" tilecount="1" columns="0">
 <tile id="0">
  <properties>
   <property name="terrain" value="high"/>
   <property name="name" value="hut"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="1"/>
  </properties>
  <image source="hut.png" width="80" height="48"/>
 </tile>
</tileset>
"""

MAP = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down"
 width="6" height="5" tilewidth="32" tileheight="32" infinite="0">
 <properties>
  <property name="ruleset" value="skirmishcorps"/>
  <property name="title" value="The hut"/>
  <property name="seats" value="blue,red"/>
  <property name="turns" type="int" value="6"/>
  <property name="first" value="red"/>
  <property name="note" value="A short fight."/>
  <property name="scale" type="int" value="25"/>
 </properties>
 <tileset firstgid="1" source="tilesets/ground.tsx"/>
 <tileset firstgid="7" source="tilesets/things.tsx"/>
 <layer id="1" name="ground" width="6" height="5">
  <data encoding="csv">
@GROUND@
</data>
 </layer>
 <objectgroup id="2" name="things">
  <object id="10" gid="7" x="96" y="48" width="80" height="48"/>
 </objectgroup>
 <objectgroup id="3" name="units">
  <object id="20" name="b1" type="Unit" x="16" y="144"><properties>
   <property name="seat" value="blue"/><property name="profile" value="trooper"/>
   <property name="RE" type="int" value="9"/><property name="marker" value="overwatch"/></properties>
   <point/></object>
  <object id="21" name="r1" type="Unit" x="160" y="128" width="32" height="32"><properties>
   <property name="seat" value="red"/><property name="profile" value="scout"/>
   <property name="weapon" value="pistol"/><property name="name" value="Ida"/></properties></object>
 </objectgroup>
 <objectgroup id="4" name="zones">
  <object id="30" type="Zone" x="0" y="96" width="64" height="64"><properties>
   <property name="seat" value="blue"/><property name="use" value="deploy"/></properties></object>
 </objectgroup>
 <objectgroup id="5" name="objectives">
  <object id="31" name="well" type="Objective" x="64" y="96" width="64" height="32"><properties>
   <property name="name" value="The well"/>
   <property name="points" type="int" value="2"/></properties></object>
 </objectgroup>
 <objectgroup id="6" name="heights">
  <object id="32" type="Height" x="0" y="0" width="32" height="96"><properties>
   <property name="level" type="int" value="2"/></properties></object>
 </objectgroup>
 <objectgroup id="7" name="sites">
  <object id="40" name="Mill" type="Site" x="16" y="48"><properties>
   <property name="kind" value="town"/><property name="seat" value="blue"/>
   <property name="name" value="The mill"/></properties><point/></object>
  <object id="41" type="Site" gid="7" x="136" y="88" width="80" height="48"><properties>
   <property name="kind" value="city"/></properties></object>
 </objectgroup>
 <objectgroup id="8" name="roads">
  <object id="50" type="Road" x="16" y="48"><polyline points="0,0 32,32 40,30 64,64 96,64"/></object>
 </objectgroup>
</map>
""".replace("@GROUND@", ",".join(map(str, GROUND)))


def with_rider(text: str = MAP, *, carrier: str = "b1", at: tuple[int, int] = (16, 144)) -> str:
    """The map with a third unit b2 aboard a carrier."""
    end = ' </objectgroup>\n <objectgroup id="4"'
    rider = (
        f'<object id="22" name="b2" type="Unit" x="{at[0]}" y="{at[1]}"><properties>'
        '<property name="seat" value="blue"/><property name="profile" value="trooper"/>'
        f'<property name="aboard" value="{carrier}"/></properties><point/></object>'
    )
    assert end in text
    return text.replace(end, rider + end)


def on_hexes(folder: Path) -> None:
    """Give the tilesets below `folder` the terrains of hexes."""
    for file, terrains in (
        ("ground.tsx", {"open": "plains", "high": "mountain", "woods": "forest"}),
        ("things.tsx", {"high": "mountain"}),
    ):
        tileset = folder / "tilesets" / file
        for square, hexagonal in terrains.items():
            tileset.write_text(tileset.read_text().replace(f'value="{square}"', f'value="{hexagonal}"'))


def png(width: int, height: int, colour: Callable[[int, int], tuple[int, int, int, int]] | None = None) -> bytes:
    """A PNG of that size; without a colour it is transparent."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    paint = colour or (lambda _x, _y: (0, 0, 0, 0))
    rows = b"".join(b"\0" + b"".join(bytes(paint(x, y)) for x in range(width)) for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def write_map(folder: Path) -> Path:
    """Write the good map with its tilesets below `folder`; the path of the .tmx."""
    tilesets = folder / "tilesets"
    tilesets.mkdir(parents=True, exist_ok=True)
    (folder / "hut.tmx").write_text(MAP)
    (tilesets / "ground.tsx").write_text(TILESET)
    (tilesets / "things.tsx").write_text(THINGS)
    (tilesets / "ground.png").write_bytes(png(96, 64, lambda x, y: (x * 2, y * 3, (x // 32) * 80, 255)))
    (tilesets / "hut.png").write_bytes(png(80, 48, lambda x, y: (200, x * 3, y * 5, 255 if x > 4 else 0)))
    return folder / "hut.tmx"
