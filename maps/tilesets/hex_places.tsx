<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="hex_places" tilewidth="112" tileheight="92" tilecount="3" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0">
  <image width="88" height="66" source="hex_places/town.png"/>
 </tile>
 <tile id="1">
  <image width="94" height="78" source="hex_places/city.png"/>
 </tile>
 <tile id="2">
  <image width="112" height="92" source="hex_places/capital.png"/>
 </tile>
</tileset>
