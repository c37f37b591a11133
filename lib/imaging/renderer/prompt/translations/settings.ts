export const materialWords: Readonly<Record<string, string>> = {
  acrylic:
    "acrylic, plexiglass | Acryl, Plexiglas | acrílico, metacrilato | acrylique, plexiglas | acrilico, plexiglass",
  bamboo: "bamboo | Bambus | bambú | bambou | bambù",
  brass: "brass | Messing | latón | laiton | ottone",
  brick: "brick | Ziegel, Backstein | ladrillo | brique | mattone",
  concrete: "concrete, cement | Beton, Zement | hormigón, cemento | béton, ciment | cemento, calcestruzzo",
  cotton: "cotton | Baumwolle | algodón | coton | cotone",
  dark_wood:
    "dark wood, dark wooden | dunkles Holz, dunkle Holzplatte | madera oscura | bois foncé, bois sombre | legno scuro",
  denim: "denim | Jeansstoff, Denim | tela vaquera | toile de jean | tessuto jeans",
  fabric: "fabric, cloth, textile | Stoff, Tuch, Gewebe | tela, tejido | tissu, étoffe | tessuto, stoffa",
  felt: "felt | Filz | fieltro | feutre, feutrine | feltro",
  fur: "fur, sheepskin | Fell, Schaffell | piel de oveja, pelo | fourrure, peau de mouton | pelliccia, pelle di pecora",
  glass: "glass | Glas, Gläser | vidrio, cristal | verre | vetro",
  granite: "granite | Granit | granito | granit | granito",
  grass:
    "grass, lawn, turf | Gras, Rasen | hierba, césped | herbe, pelouse, gazon | erba, prato, prato verde",
  jute: "jute, burlap, hessian | Jute, Sackleinen, Jutesack | yute, arpillera | jute, toile de jute | iuta, tela di iuta",
  kraft:
    "kraft paper, brown paper | Packpapier, Kraftpapier | papel kraft, papel de estraza | papier kraft | carta kraft, carta da pacchi",
  leather: "leather | Leder | cuero, piel | cuir | pelle, cuoio",
  light_wood: "light wood | helles Holz | madera clara | bois clair | legno chiaro",
  linen:
    "linen, linen cloth | Leinen, Leinentuch, Leinenstoff | lino, tela de lino, mantel de lino | lin, nappe en lin, tissu en lin | lino, tela di lino, tovaglia di lino",
  marble: "marble | Marmor | mármol | marbre | marmo",
  meadow: "meadow, flower meadow | Wiese, Blumenwiese | prado, pradera | prairie, pré | prato fiorito",
  metal: "metal, steel | Metall, Stahl | metal, acero | métal, acier | metallo, acciaio",
  moss: "moss, mossy | Moos, moosig | musgo | mousse, moussu | muschio",
  oak: "oak, oak wood | Eiche, Eichenholz, Eichentisch | roble, madera de roble | chêne, bois de chêne | rovere, quercia, legno di rovere",
  old_wood:
    "old wood, weathered wood, aged wood | Altholz, altes Holz, verwittertes Holz, altem Holz, alten Holz | madera vieja, madera envejecida, madera antigua | vieux bois, bois vieilli, bois brut | legno vecchio, legno antico, legno grezzo",
  paper: "paper, cardboard | Papier, Karton, Pappe | papel, cartón | papier, carton | carta, cartone",
  parquet:
    "parquet, wooden floor, floorboards | Parkett, Holzboden, Dielen, Dielenboden | parqué, tarima, suelo de madera | parquet, plancher | parquet, pavimento in legno",
  pebble: "pebble, gravel | Kiesel, Kies | guijarro, grava | galet, gravier | ciottolo, ghiaia",
  plaster: "plaster, stucco | Putz, Gips | yeso, estuco | plâtre, stuc | gesso, intonaco, stucco",
  rattan:
    "rattan, wicker | Rattan, Korbgeflecht, Weidengeflecht | ratán, mimbre | rotin, osier | rattan, vimini",
  sand: "sand, sandy | Sand, sandig | arena | sable | sabbia",
  satin: "satin | Satin | satén, raso | satin | raso",
  silk: "silk | Seide, seidig | seda | soie | seta",
  slate: "slate | Schiefer | pizarra | ardoise | ardesia",
  snow: "snow, snowy | Schnee, verschneit | nieve, nevado | neige, enneigé | neve, innevato",
  stone: "stone, rock | Stein, Fels | piedra, roca | pierre, rocher | pietra, roccia",
  terracotta: "terracotta | Terrakotta | terracota | terre cuite | terracotta, cotto",
  terrazzo: "terrazzo | Terrazzo | terrazo | terrazzo | terrazzo, graniglia",
  tile: "tile | Fliese, Kachel | azulejo, baldosa | carrelage, carreau, carreaux | piastrella",
  travertine: "travertine | Travertin | travertino | travertin | travertino",
  velvet: "velvet | Samt, samtig, Samtstoff | terciopelo | velours | velluto, velluto verde",
  walnut:
    "walnut, walnut wood | Nussbaum, Nussbaumholz | nogal, madera de nogal | noyer, bois de noyer | noce scuro, legno di noce",
  water: "water | Wasser | agua | eau | acqua",
  whitewashed:
    "whitewashed wood, whitewashed | weiß gekalktes Holz, weißes Holz | madera blanca, madera encalada | bois blanchi, bois blanc | legno sbiancato, legno bianco",
  wood: "wood, wooden | Holz, hölzern | madera | bois | legno",
  wool: "wool, knit | Wolle, Strick, Strickdecke | lana | laine, tricot, maille | lana, maglione",
};

export const placeWords: Readonly<Record<string, string>> = {
  backdrop:
    "backdrop, background | Hintergrund, Fotohintergrund | fondo, fondo liso | fond, fond uni | sfondo, fondale",
  bar: "bar, pub, bar counter, cocktail bar | Bar, Kneipe, Theke, Bartheke, Tresen, Bartresen, Cocktailbar | bar, barra, barra de bar | bar, comptoir, comptoir de bar, bar à cocktails | bar, bancone, bancone del bar, bancone bar",
  bathroom:
    "bathroom, washbasin, bathroom sink, bathroom shelf | Bad, Badezimmer, Waschbecken, Waschtisch, Badregal, Bäder | baño, cuarto de baño, lavabo, repisa de baño | salle de bain, salle de bains, lavabo, vasque | bagno, lavandino, lavabo, mensola del bagno, stanza da bagno",
  beach:
    "beach, seaside, coast, sandy beach, shore | Strand, Küste, Sandstrand, Ufer | playa, costa, orilla | plage, côte, rivage, bord de mer, plage de sable | spiaggia, costa, riva, spiaggia di sabbia",
  bedroom:
    "bedroom, bedside table, nightstand, bed | Schlafzimmer, Nachttisch, Nachtkästchen, Bett, Bettwäsche | dormitorio, mesilla de noche, mesita de noche, mesilla, habitación, cama | chambre, table de chevet, table de nuit, chevet | camera da letto, comodino, letto",
  bench: "bench, garden bench | Bank, Gartenbank | banco | banc | panchina, panca",
  brick_wall:
    "brick wall, exposed brick | Backsteinwand, Ziegelwand, Backsteinmauer, Ziegelmauer | pared de ladrillo, muro de ladrillo | mur de brique, mur en briques, mur de briques | muro di mattoni, parete di mattoni, mattoni a vista",
  cabin: "cabin, chalet | Hütte, Almhütte, Berghütte, Chalet | cabaña | chalet | baita, chalet",
  cafe: "cafe, coffee shop | Kaffeehaus, Cafe | cafetería | bistrot, salon de thé | caffetteria, bar caffetteria",
  carpentry:
    "carpenter, carpentry, craft, woodworking | Tischler, Tischlerei, Schreiner, Schreinerei, Handwerk, Heimwerken | carpintería, carpintero, artesano, bricolaje | menuiserie, menuisier, artisan, bricolage | falegnameria, falegname, artigiano, bricolage",
  city: "city, urban, skyline, downtown | Stadt, urban, Großstadt, Innenstadt | ciudad, urbano | ville, urbain | città, urbano",
  cyberpunk: "cyberpunk, gaming | Cyberpunk, Gaming | ciberpunk | cyberpunk | cyberpunk",
  deck: "wooden deck, wooden terrace | Holzterrasse, Holzdeck, Terrassendielen | tarima, terraza de madera | terrasse en bois, platelage | pedana in legno, terrazza in legno",
  desert: "desert | Wüste | desierto | désert | deserto",
  desk: "desk, writing desk, study desk, work desk | Schreibtisch, Arbeitstisch | escritorio, mesa de trabajo, mesa de estudio | bureau, table de travail | scrivania, tavolo da lavoro",
  dune: "dune | Düne | duna | dune | duna",
  flatlay:
    "from above, flat lay, flatlay, top down, top view, overhead view, bird's eye view, seen from above, viewed from above | Flatlay, von oben, Draufsicht, Vogelperspektive, aus der Vogelperspektive, Aufsicht | vista cenital, desde arriba, visto desde arriba, plano cenital, cenital | vue de dessus, à plat, vu du dessus, vue du dessus, vue d'en haut | vista dall'alto, dall'alto, visto dall'alto, piano zenitale",
  forest:
    "forest, woodland, jungle | Wald, Waldboden, Dschungel | bosque, selva | forêt, sous-bois, jungle | foresta, bosco, giungla",
  garage: "garage | Garage | garaje, cochera | garage | garage, box auto",
  garden: "garden | Garten | jardín | jardin | giardino",
  greenhouse: "greenhouse, conservatory | Gewächshaus, Wintergarten | invernadero | serre, véranda | serra",
  gym: "gym, fitness, dumbbell | Fitnessstudio, Hantel, Sporthalle | gimnasio, mancuerna | salle de sport, salle de gym, haltère | palestra, manubrio",
  hallway:
    "hallway, entryway, mudroom, foyer | Flur, Diele, Hausflur, Garderobe | recibidor, pasillo, entrada, vestíbulo | entrée, couloir, vestibule | ingresso, corridoio",
  hook: "hook, coat hook, wall hook, hanger, clothes hanger, peg, peg rail, coat rack, hanging on the wall | Haken, Wandhaken, Kleiderbügel, Kleiderhaken, Hakenleiste, an der Wand hängend | gancho, percha, perchero, colgado en la pared | crochet, patère, cintre, portemanteau, accroché au mur | gancio, gruccia, appendiabiti, appeso al muro, appesa al muro",
  kitchen:
    "kitchen, worktop, kitchen counter, kitchen table, kitchen island | Küche, Arbeitsplatte, Küchentisch, Küchenarbeitsplatte, Kücheninsel, Küchenzeile, Küchenbrett | cocina, encimera, encimera de cocina, mesa de cocina | cuisine, plan de travail, plan de travail de cuisine, table de cuisine, îlot de cuisine | cucina, piano di lavoro, piano cucina, piano della cucina, tavolo della cucina, piano di lavoro della cucina",
  lake: "lake, pond | See, Teich | lago, estanque | lac, étang | lago, stagno",
  library:
    "library, bookshelf, bookcase | Bibliothek, Bücherregal | biblioteca, estantería de libros | bibliothèque | biblioteca, libreria",
  living_room: "living room, lounge | Wohnzimmer | salón, sala de estar | salon, séjour | salotto, soggiorno",
  loft: "loft | Loft | loft | loft | loft",
  mountain:
    "mountain, alps | Berg, Gebirge, Alpen, Berge, Berggipfel | montaña, montañas | montagne, montagnes | montagna, montagne, alpi",
  nature: "nature | Natur | naturaleza | nature | natura",
  neon: "neon, neon light | Neon, Neonlicht | neón | néon | neon",
  nursery:
    "nursery, kids room, playroom, children's room, child's room, baby room | Kinderzimmer, Babyzimmer, Spielzimmer, Kinderzimmern | habitación infantil, cuarto infantil, habitación de bebé, habitación del bebé, cuarto del bebé, dormitorio infantil, habitación de niños | chambre d'enfant, chambre de bébé, chambre d'enfants, chambre des enfants, salle de jeux | cameretta, camera dei bambini, stanza dei bambini, camera del bambino, stanza dei giochi",
  office:
    "office, study, workspace, home office | Büro, Arbeitszimmer, Homeoffice | oficina, despacho | bureau de travail, bureaux | ufficio, studio di casa",
  park: "park | Park | parque | parc | parco",
  path: "garden path, footpath | Gartenweg, Pfad, Wanderweg | sendero | sentier, allée | sentiero, vialetto",
  picnic:
    "picnic, picnic blanket | Picknick, Picknickdecke | picnic, pícnic | pique-nique, pique-niques | picnic, pic-nic, scampagnata",
  pool: "pool, swimming pool, poolside, pool edge | Pool, Schwimmbad, Poolrand, Schwimmbecken, Beckenrand, Swimmingpool, Freibad | piscina, borde de la piscina, junto a la piscina | piscine, bord de piscine, bord de la piscine | piscina, bordo piscina, bordo della piscina",
  provence: "provence | Provence | provenza | provence, provençal | provenza",
  restaurant: "restaurant | Restaurant | restaurante | restaurant, brasserie | ristorante, trattoria",
  rod: "on a rod, jewelry stand, jewellery stand, necklace stand, necklace holder, jewelry rod, jewellery rod, brass rod, hanging from a rod | Stange, Schmuckständer, Kettenständer, Schmuckstange, Messingstange | joyero colgante, expositor de collares, barra de latón | tringle, présentoir à colliers, porte-colliers, tringle en laiton | portagioielli, espositore per collane, asta in ottone",
  sea: "sea, ocean | Meer, Ozean | mar, océano | mer, océan | mare, oceano",
  seamless:
    "seamless, seamless paper | Hohlkehle, Papierhintergrund | fondo de papel | fond papier, fond en papier | fondale di carta",
  shelf:
    "shelf, ledge, shelves, wall shelf | Regal, Sims, Regalbrett, Wandregal, Ablage | estante, repisa, balda | étagère, tablette, étagères, rebord | mensola, scaffale, mensole, ripiano",
  shoe_shelf:
    "shoe shelf, shoe rack, shoe bench | Schuhregal, Schuhbank, Schuhablage | zapatero, banco zapatero | meuble à chaussures, étagère à chaussures, banc à chaussures | scarpiera, panca portascarpe",
  sky: "sky, cloud | Himmel, Wolke | cielo, nube | ciel, nuage | cielo, nuvola",
  snow_landscape:
    "winter landscape, snowy landscape, snowy forest | Winterlandschaft, Schneelandschaft, Winterwald, verschneiter Wald | paisaje nevado, bosque nevado | paysage enneigé, forêt enneigée | paesaggio innevato, bosco innevato",
  spa: "spa, wellness | Spa, Wellness | spa, balneario | spa, bien-être | spa, benessere",
  stage: "stage, theater | Bühne, Theater | escenario, teatro | théâtre | palcoscenico, teatro",
  stream:
    "stream, river, brook, waterfall | Bach, Fluss, Wasserfall | arroyo, río, cascada | ruisseau, rivière, cascade | ruscello, fiume, cascata",
  sidewalk: "sidewalk, pavement | Gehweg, Bürgersteig | acera | trottoir | marciapiede",
  street:
    "street, road, roadway | Straße, Fahrbahn, Landstraße | calle, carretera, calzada | rue, route, chaussée | strada, carreggiata",
  table: "table | Tisch | mesa | table | tavolo",
  terrace:
    "terrace, patio, balcony, roof terrace, veranda | Terrasse, Balkon, Dachterrasse, Veranda | terraza, patio, balcón, azotea, porche | terrasse, balcon | terrazza, patio, balcone, veranda",
  vanity:
    "vanity, dressing table, makeup | Schminktisch, Kosmetik | tocador, maquillaje | coiffeuse, maquillage | toeletta, trucco",
  wall: "wall | Wand, Mauer | pared, muro | mur | parete, muro",
  window:
    "window, windowsill | Fenster, Fensterbank, Fensterbrett | ventana, alféizar | fenêtre, rebord de fenêtre | finestra, davanzale",
  workshop:
    "workshop, workbench, carpenter's bench | Werkstatt, Werkbank, Hobelbank | taller, banco de trabajo, banco de taller | atelier, établi, banc de travail | officina, banco da lavoro, banco di lavoro",
};

export const seasonWords: Readonly<Record<string, string>> = {
  advent: "advent | Advent, Adventszeit, Adventskranz | adviento | avent | avvento",
  autumn:
    "autumn, fall, autumnal, october | Herbst, herbstlich, Herbstdeko, Oktober, herbstliche Stimmung | otoño, otoñal, octubre | automne, automnal, octobre | autunno, autunnale, ottobre, autunnali",
  birthday:
    "birthday, party, birthday party, birthday table | Geburtstag, Geburtstagsfeier, Geburtstagstisch, Party | cumpleaños, fiesta, fiesta de cumpleaños | anniversaire, fête, fête d'anniversaire, joyeux anniversaire | compleanno, festa, festa di compleanno",
  christmas:
    "christmas, xmas, christmas decoration, christmas scene, christmas mood | Weihnachten, weihnachtlich, Weihnachtsdeko, Weihnachtsdekoration, Weihnachtsstimmung, Weihnachtszeit, Heiligabend, Christmas | navidad, navideño, navideña, decoración navideña, nochebuena | noël, décoration de noël, décor de noël | natale, natalizio, natalizia, decorazione natalizia, decorazioni natalizie, natalizie",
  easter:
    "easter, easter decoration | Ostern, österlich, Osterdeko, Osterdekoration, Osterfest | pascua, semana santa | pâques, pascal | pasqua, pasquale",
  halloween:
    "halloween, spooky, jack o lantern | Halloween, gruselig, Kürbislaterne | halloween, terrorífico, calabaza tallada | halloween, effrayant, citrouille sculptée | halloween, spettrale, zucca intagliata",
  harvest:
    "harvest, thanksgiving | Ernte, Erntedank | cosecha, acción de gracias | récolte, moisson | raccolto",
  new_year: "new year | Silvester, Neujahr | año nuevo, nochevieja | nouvel an, réveillon | capodanno",
  spring:
    "spring, springtime | Frühling, Frühjahr, frühlingshaft, Frühlingsdeko | primavera, primaveral | printemps, printanier | primavera, primaverile",
  summer:
    "summer, summery, summertime | Sommer, sommerlich, Hochsommer, Sommertag | verano, veraniego | été, estival, plein été | estate, estivo",
  valentine:
    "valentine, valentine day, valentine's, valentines day | Valentinstag, Valentin | san valentín, día de san valentín, enamorados | saint-valentin, saint valentin, fête des amoureux | san valentino, festa degli innamorati",
  wedding: "wedding | Hochzeit | boda | mariage | matrimonio, nozze",
  winter:
    "winter, wintry | Winter, winterlich, Winterabend | invierno, invernal | hiver, hivernal | inverno, invernale",
};
