<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="hex_lines" tilewidth="128" tileheight="148" tilecount="260" columns="10">
 <image source="hex_lines.png" width="1280" height="3848"/>
</tileset>
