"""The picture of a map: tiles and things where Tiled paints them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hut_map import GROUND, MAP, on_hexes, write_map

from game.maps import MapError
from game.maps.picture import Picture, load_picture

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
pygame = pytest.importorskip("pygame")

HEX_SHAPE = 'orientation="hexagonal" hexsidelength="16" staggeraxis="y" staggerindex="odd"'
HEXES = MAP.replace('orientation="orthogonal"', HEX_SHAPE).replace(
    ",".join(map(str, GROUND)),
    ",".join(str(number | (cell % 4) << 30) for cell, number in enumerate(GROUND)),
)
UNPAINTED = ("units", "zones", "objectives", "heights", "roads")
FLIPPED = MAP.replace(
    ",".join(map(str, GROUND)),
    ",".join(str(number | (cell % 8) << 29) for cell, number in enumerate(GROUND)),
)
TURNED = FLIPPED.replace("</objectgroup>", """
  <object id="11" gid="2147483655" x="20" y="150" width="80" height="48"/>
  <object id="12" gid="1073741831" x="100" y="130" width="80" height="48"/>
  <object id="13" gid="7" x="40" y="60" width="80" height="48" rotation="90"/>
  <object id="14" gid="7" x="150" y="90" width="80" height="48" rotation="180"/>
 </objectgroup>""", 1)  # fmt: skip


def picture(tmp_path: Path, text: str = MAP) -> Picture:
    path = write_map(tmp_path)
    path.write_text(text)
    if text is HEXES:
        on_hexes(tmp_path)
    return load_picture(path)


def test_layers_come_in_file_order_with_their_sprites(tmp_path):
    found = picture(tmp_path)
    assert [layer.name for layer in found.layers] == ["ground", "things", "sites"]
    assert (found.width, found.height) == (192, 160)
    assert len(found.layers[0].sprites) == len(GROUND)
    (hut,) = found.layers[1].sprites
    assert (hut.x, hut.y, hut.object_id, hut.name) == (96, 0, 10, "hut")
    assert hut.image.get_size() == (80, 48)


def test_a_hut_covers_the_ground_where_its_image_is_opaque(tmp_path):
    painted = picture(tmp_path).paint()
    assert painted.get_at((96 + 2, 10))[:3] == (4, 30, 0)
    assert painted.get_at((96 + 10, 10))[:3] == (200, 30, 50)


def test_a_site_drawn_as_a_tile_is_in_the_picture_and_one_drawn_as_a_point_is_not(tmp_path):
    (site,) = picture(tmp_path).layers[2].sprites
    assert (site.x, site.y, site.object_id) == (136, 40, 41)


@pytest.mark.parametrize("text", [MAP, FLIPPED, TURNED, HEXES], ids=["plain", "flipped", "turned", "hexes"])
def test_a_part_of_the_map_is_painted_as_it_is_in_the_whole(tmp_path, text):
    found = picture(tmp_path, text)
    whole = found.paint()
    for area in (pygame.Rect(0, 0, 50, 40), pygame.Rect(70, 31, 64, 64), pygame.Rect(130, 80, 40, 33)):
        part = found.paint(area)
        assert pygame.image.tobytes(part, "RGBA") == pygame.image.tobytes(whole.subsurface(area), "RGBA")


def test_parts_of_a_large_map_are_painted_as_they_are_in_the_whole():
    found = load_picture(Path(__file__).parents[2] / "maps" / "market_street.tmx")
    whole = found.paint()
    for at in ((0, 0), (1000, 1000), (1500, 700), (2040, 300)):
        area = pygame.Rect(at, (300, 260)).clip(whole.get_rect())
        part = found.paint(area)
        assert pygame.image.tobytes(part, "RGBA") == pygame.image.tobytes(whole.subsurface(area), "RGBA")


def test_a_shrunk_map_has_fewer_pixels_by_its_factor(tmp_path):
    found = picture(tmp_path)
    assert found.shrink_to(found.width) == 1
    assert found.shrink_to(found.width - 1) == 2
    assert found.paint(shrink=4).get_size() == (found.width // 4, found.height // 4)


def test_layers_can_be_left_out(tmp_path):
    found = picture(tmp_path)
    fewer = found.without((found.layers[0].name,))
    assert fewer.layers == found.layers[1:]


def test_an_image_that_has_changed_is_read_again(tmp_path):
    path = write_map(tmp_path)
    load_picture(path)
    hut = tmp_path / "tilesets" / "hut.png"
    drawn = pygame.Surface((80, 48))
    drawn.fill((9, 8, 7))
    pygame.image.save(drawn, hut)
    os.utime(hut, (1, 1))
    assert load_picture(path).paint().get_at((96 + 10, 10))[:3] == (9, 8, 7)


def test_a_tileset_that_names_another_image_is_read_again(tmp_path):
    path = write_map(tmp_path)
    before = load_picture(path).paint().get_at((96 + 10, 10))[:3]
    drawn = pygame.Surface((80, 48))
    drawn.fill((9, 8, 7))
    pygame.image.save(drawn, tmp_path / "tilesets" / "shed.png")
    (tileset,) = (file for file in path.parent.rglob("*.tsx") if "hut.png" in file.read_text())
    tileset.write_text(tileset.read_text().replace("hut.png", "shed.png"))
    assert before != (9, 8, 7)
    assert load_picture(path).paint().get_at((96 + 10, 10))[:3] == (9, 8, 7)


def test_an_image_that_does_not_decode_refuses_the_map(tmp_path):
    path = write_map(tmp_path)
    image = tmp_path / "tilesets" / "ground.png"
    data = bytearray(image.read_bytes())
    data[45:60] = b"x" * 15
    image.write_bytes(data)
    with pytest.raises(MapError, match=r"hut\.tmx: its images cannot be loaded"):
        load_picture(path)


@pytest.mark.parametrize(
    "text", [MAP, FLIPPED, TURNED, HEXES], ids=["plain", "flipped tiles", "turned objects", "hexes"]
)
def test_tiled_itself_paints_the_same_picture(tmp_path, text):
    rasterizer = shutil.which("tmxrasterizer")
    if rasterizer is None:
        pytest.skip("Tiled's tmxrasterizer is not installed")
    ours = picture(tmp_path, text).paint()
    for_tiled = tmp_path / "plain.tmx"
    for_tiled.write_text(re.sub(r'<object id="40".*?</object>', "", text, flags=re.DOTALL))
    hidden = [word for layer in UNPAINTED for word in ("--hide-layer", layer)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(tmp_path)}
    out = tmp_path / "tiled.png"
    subprocess.run(
        [rasterizer, "--no-smoothing", *hidden, str(for_tiled), str(out)], check=True, env=environment, timeout=60
    )
    theirs = pygame.image.load(str(out))
    assert theirs.get_size() == ours.get_size()
    different = [
        (x, y)
        for x in range(ours.get_width())
        for y in range(ours.get_height())
        if ours.get_at((x, y)) != theirs.get_at((x, y))
    ]
    assert different == []
