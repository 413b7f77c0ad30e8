<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="roofs" tilewidth="524" tileheight="524" tilecount="62" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="204" height="204" source="roofs/gable_clay_3x3.png"/>
 </tile>
 <tile id="1">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="204" height="204" source="roofs/gable_slate_3x3.png"/>
 </tile>
 <tile id="2">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="204" height="204" source="roofs/gable_moss_3x3.png"/>
 </tile>
 <tile id="3">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="shed"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="204" height="204" source="roofs/gable_timber_3x3.png"/>
 </tile>
 <tile id="4">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="268" height="204" source="roofs/gable_clay_4x3.png"/>
 </tile>
 <tile id="5">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="268" height="204" source="roofs/gable_slate_4x3.png"/>
 </tile>
 <tile id="6">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="barn"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="268" height="204" source="roofs/gable_straw_4x3.png"/>
 </tile>
 <tile id="7">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="shed"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="268" height="204" source="roofs/gable_timber_4x3.png"/>
 </tile>
 <tile id="8">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="268" height="204" source="roofs/gable_moss_4x3.png"/>
 </tile>
 <tile id="9">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="204" height="268" source="roofs/gable_clay_3x4.png"/>
 </tile>
 <tile id="10">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="204" height="268" source="roofs/gable_slate_3x4.png"/>
 </tile>
 <tile id="11">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="204" height="268" source="roofs/gable_moss_3x4.png"/>
 </tile>
 <tile id="12">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="shed"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="204" height="268" source="roofs/gable_timber_3x4.png"/>
 </tile>
 <tile id="13">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="6"/>
  </properties>
  <image width="204" height="396" source="roofs/gable_clay_3x6.png"/>
 </tile>
 <tile id="14">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="6"/>
  </properties>
  <image width="204" height="396" source="roofs/gable_slate_3x6.png"/>
 </tile>
 <tile id="15">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="barn"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="6"/>
  </properties>
  <image width="204" height="396" source="roofs/gable_straw_3x6.png"/>
 </tile>
 <tile id="16">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="396" height="204" source="roofs/gable_clay_6x3.png"/>
 </tile>
 <tile id="17">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="396" height="204" source="roofs/gable_slate_6x3.png"/>
 </tile>
 <tile id="18">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="396" height="204" source="roofs/gable_moss_6x3.png"/>
 </tile>
 <tile id="19">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="barn"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="396" height="204" source="roofs/gable_straw_6x3.png"/>
 </tile>
 <tile id="20">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="396" height="268" source="roofs/gable_clay_6x4.png"/>
 </tile>
 <tile id="21">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="396" height="268" source="roofs/gable_moss_6x4.png"/>
 </tile>
 <tile id="22">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="396" height="268" source="roofs/gable_slate_6x4.png"/>
 </tile>
 <tile id="23">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="barn"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="396" height="268" source="roofs/gable_straw_6x4.png"/>
 </tile>
 <tile id="24">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="396" height="268" source="roofs/hip_slate_6x4.png"/>
 </tile>
 <tile id="25">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="6"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="396" height="268" source="roofs/hip_clay_6x4.png"/>
 </tile>
 <tile id="26">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="5"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="332" height="332" source="roofs/hip_slate_5x5.png"/>
 </tile>
 <tile id="27">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="5"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="332" height="332" source="roofs/hip_clay_5x5.png"/>
 </tile>
 <tile id="28">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="5"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="332" height="332" source="roofs/hip_moss_5x5.png"/>
 </tile>
 <tile id="29">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="5"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="332" height="268" source="roofs/hip_moss_5x4.png"/>
 </tile>
 <tile id="30">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="5"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="332" height="268" source="roofs/hip_slate_5x4.png"/>
 </tile>
 <tile id="31">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="5"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="332" height="268" source="roofs/hip_clay_5x4.png"/>
 </tile>
 <tile id="32">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="268" height="332" source="roofs/hip_clay_4x5.png"/>
 </tile>
 <tile id="33">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="268" height="332" source="roofs/hip_slate_4x5.png"/>
 </tile>
 <tile id="34">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="7"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="460" height="332" source="roofs/hip_clay_7x5.png"/>
 </tile>
 <tile id="35">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="7"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="460" height="332" source="roofs/hip_slate_7x5.png"/>
 </tile>
 <tile id="36">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="barn"/>
   <property name="cells_w" type="int" value="7"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="460" height="332" source="roofs/gable_straw_7x5.png"/>
 </tile>
 <tile id="37">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="shed"/>
   <property name="cells_w" type="int" value="7"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="460" height="332" source="roofs/gable_timber_7x5.png"/>
 </tile>
 <tile id="38">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="7"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="460" height="332" source="roofs/gable_moss_7x5.png"/>
 </tile>
 <tile id="39">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="shed"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="140" height="268" source="roofs/gable_timber_2x4.png"/>
 </tile>
 <tile id="40">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="140" height="268" source="roofs/gable_clay_2x4.png"/>
 </tile>
 <tile id="41">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="140" height="268" source="roofs/gable_moss_2x4.png"/>
 </tile>
 <tile id="42">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="shed"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="2"/>
  </properties>
  <image width="268" height="140" source="roofs/gable_timber_4x2.png"/>
 </tile>
 <tile id="43">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="2"/>
  </properties>
  <image width="268" height="140" source="roofs/gable_slate_4x2.png"/>
 </tile>
 <tile id="44">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="barn"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="2"/>
  </properties>
  <image width="268" height="140" source="roofs/gable_straw_4x2.png"/>
 </tile>
 <tile id="45">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="shed"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="140" height="204" source="roofs/gable_timber_2x3.png"/>
 </tile>
 <tile id="46">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="140" height="204" source="roofs/gable_slate_2x3.png"/>
 </tile>
 <tile id="47">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="shed"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="2"/>
  </properties>
  <image width="140" height="140" source="roofs/gable_timber_2x2.png"/>
 </tile>
 <tile id="48">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="2"/>
   <property name="cells_h" type="int" value="2"/>
  </properties>
  <image width="140" height="140" source="roofs/gable_moss_2x2.png"/>
 </tile>
 <tile id="49">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="268" height="268" source="roofs/flat_slate_4x4.png"/>
 </tile>
 <tile id="50">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="268" height="268" source="roofs/flat_clay_4x4.png"/>
 </tile>
 <tile id="51">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="5"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="332" height="268" source="roofs/flat_slate_5x4.png"/>
 </tile>
 <tile id="52">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="house"/>
   <property name="cells_w" type="int" value="3"/>
   <property name="cells_h" type="int" value="3"/>
  </properties>
  <image width="204" height="204" source="roofs/flat_slate_3x3.png"/>
 </tile>
 <tile id="53">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="warehouse"/>
   <property name="cells_w" type="int" value="8"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="524" height="268" source="roofs/flat_timber_8x4.png"/>
 </tile>
 <tile id="54">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="warehouse"/>
   <property name="cells_w" type="int" value="8"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="524" height="268" source="roofs/gable_timber_8x4.png"/>
 </tile>
 <tile id="55">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="warehouse"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="8"/>
  </properties>
  <image width="268" height="524" source="roofs/gable_slate_4x8.png"/>
 </tile>
 <tile id="56">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="Corn Hall"/>
   <property name="cells_w" type="int" value="7"/>
   <property name="cells_h" type="int" value="7"/>
  </properties>
  <image width="460" height="460" source="roofs/hip_slate_7x7.png"/>
 </tile>
 <tile id="57">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="Town Hall"/>
   <property name="cells_w" type="int" value="7"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="460" height="268" source="roofs/hip_clay_7x4.png"/>
 </tile>
 <tile id="58">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="chapel"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="7"/>
  </properties>
  <image width="268" height="460" source="roofs/gable_slate_4x7.png"/>
 </tile>
 <tile id="59">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="mill"/>
   <property name="cells_w" type="int" value="5"/>
   <property name="cells_h" type="int" value="6"/>
  </properties>
  <image width="332" height="396" source="roofs/gable_clay_5x6_up.png"/>
 </tile>
 <tile id="60">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="gatehouse"/>
   <property name="cells_w" type="int" value="4"/>
   <property name="cells_h" type="int" value="4"/>
  </properties>
  <image width="268" height="268" source="roofs/gable_moss_4x4.png"/>
 </tile>
 <tile id="61">
  <properties>
   <property name="terrain" propertytype="Terrain" value="high"/>
   <property name="name" value="farmhouse"/>
   <property name="cells_w" type="int" value="8"/>
   <property name="cells_h" type="int" value="5"/>
  </properties>
  <image width="524" height="332" source="roofs/gable_clay_8x5.png"/>
 </tile>
</tileset>
