<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="things" tilewidth="140" tileheight="140" tilecount="15" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0">
  <image width="114" height="114" source="things/tree_a.png"/>
 </tile>
 <tile id="1">
  <image width="104" height="104" source="things/tree_b.png"/>
 </tile>
 <tile id="2">
  <image width="124" height="124" source="things/tree_c.png"/>
 </tile>
 <tile id="3">
  <image width="64" height="64" source="things/bush.png"/>
 </tile>
 <tile id="4">
  <properties>
   <property name="terrain" propertytype="Terrain" value="low"/>
   <property name="name" value="crates"/>
   <property name="cells_w" type="int" value="1"/>
   <property name="cells_h" type="int" value="1"/>
  </properties>
  <image width="76" height="76" source="things/crates.png"/>
 </tile>
 <tile id="5">
  <properties>
   <property name="terrain" propertytype="Terrain" value="low"/>
   <property name="name" value="barrels"/>
   <property name="cells_w" type="int" value="1"/>
   <property name="cells_h" type="int" value="1"/>
  </properties>
  <image width="76" height="76" source="things/barrels.png"/>
 </tile>
 <tile id="6">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="wagon"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="1"/>
  </properties>
  <image width="140" height="76" source="things/wagon.png"/>
 </tile>
 <tile id="7">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="wagon"/>
   <property name="cells_w" type="int" value="1"/>
   <property name="cells_h" type="int" value="2"/>
  </properties>
  <image width="76" height="140" source="things/wagon_up.png"/>
 </tile>
 <tile id="8">
  <properties>
   <property name="terrain" propertytype="Terrain" value="low"/>
   <property name="name" value="fountain"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="2"/>
  </properties>
  <image width="140" height="140" source="things/fountain.png"/>
 </tile>
 <tile id="9">
  <properties>
   <property name="terrain" propertytype="Terrain" value="low"/>
   <property name="name" value="well"/>
   <property name="cells_w" type="int" value="1"/>
   <property name="cells_h" type="int" value="1"/>
  </properties>
  <image width="76" height="76" source="things/well.png"/>
 </tile>
 <tile id="10">
  <properties>
   <property name="terrain" propertytype="Terrain" value="low"/>
   <property name="name" value="hay"/>
   <property name="cells_w" type="int" value="1"/>
   <property name="cells_h" type="int" value="1"/>
  </properties>
  <image width="76" height="76" source="things/hay.png"/>
 </tile>
 <tile id="11">
  <image width="140" height="76" source="things/boat.png"/>
 </tile>
 <tile id="12">
  <image width="76" height="140" source="things/boat_up.png"/>
 </tile>
 <tile id="13">
  <properties>
   <property name="terrain" propertytype="Terrain" value="low"/>
   <property name="name" value="market stall"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="1"/>
  </properties>
  <image width="140" height="76" source="things/stall.png"/>
 </tile>
 <tile id="14">
  <properties>
   <property name="terrain" propertytype="Terrain" value="low"/>
   <property name="name" value="market stall"/>
   <property name="cells_w" type="int" value="1"/>
   <property name="cells_h" type="int" value="2"/>
  </properties>
  <image width="76" height="140" source="things/stall_up.png"/>
 </tile>
</tileset>
