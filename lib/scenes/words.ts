/*
 * Words for scenes in five languages: `en | de | es | fr | it`, with synonyms separated by commas. Inflections need
 * no entry, because stems are compared.
 */

export const objectWords: Record<string, string> = {
  acorn: "acorn | Eichel | bellota | gland | ghianda",
  apple: "apple | Apfel, Äpfel | manzana | pomme | mela",
  archway: "arch, archway | Bogen, Torbogen | arco | arche, arcade | arco, arcata",
  bark: "bark | Rinde, Borke | corteza | écorce | corteccia",
  bauble:
    "bauble, christmas ball, ornament, christmas tree decoration | Christbaumkugel, Kugel, Weihnachtskugel, Baumkugel, Christbaumschmuck | bola de navidad, adorno navideño, bolas | boule de noël, boules | pallina di natale, palline",
  berry: "berry | Beere | baya, frutos rojos | baie, fruits rouges | bacca, frutti di bosco",
  blocks: "block, building block | Klotz, Klötze, Bauklotz | bloque | bloc, cube | blocco, cubo",
  blossom: "blossom | Blüte | flor de cerezo | fleur de cerisier | fiore di ciliegio",
  book: "book | Buch, Bücher | libro | livre | libro",
  bow: "bow, ribbon | Schleife, Band, Geschenkband | lazo, cinta | noeud, ruban | fiocco, nastro",
  branch: "branch, twig, sprig | Zweig, Ast | rama, ramita | branche, rameau | ramo, rametto",
  cactus:
    "cactus, succulent | Kaktus, Sukkulente | cactus, suculenta | cactus, plante grasse | cactus, pianta grassa",
  candle: "candle, tealight | Kerze, Teelicht | vela | bougie, chandelle | candela",
  chestnut: "chestnut, conker | Kastanie | castaña | châtaigne, marron | castagna",
  chocolate: "chocolate, cocoa | Schokolade, Kakao | chocolate, cacao | chocolat, cacao | cioccolato, cacao",
  cinnamon: "cinnamon | Zimt | canela | cannelle | cannella",
  citrus: "citrus | Zitrusfrucht, Zitrusfrüchte | cítrico | agrume | agrumi",
  cocktail: "cocktail | Cocktail | cóctel | cocktail | cocktail",
  coffee: "coffee, espresso | Kaffee | café | café | caffè",
  cone: "pine cone, fir cone | Tannenzapfen, Zapfen | piña de pino | pomme de pin | pigna",
  confetti: "confetti | Konfetti | confeti | confettis | coriandoli",
  cup: "cup, mug | Tasse, Becher | taza | tasse | tazza",
  curtain: "curtain | Vorhang, Vorhänge | cortina | rideau | tenda",
  driftwood: "driftwood | Treibholz | madera de deriva | bois flotté | legno alla deriva",
  egg: "egg, easter egg | Ei, Osterei, Ostereier | huevo | oeuf | uovo, uova",
  eucalyptus: "eucalyptus | Eukalyptus | eucalipto | eucalyptus | eucalipto",
  fern: "fern | Farn | helecho | fougère | felce",
  fir: "fir, fir tree, fir branch, spruce, christmas tree, evergreen | Tanne, Tannenzweig, Tannenbaum, Fichte, Weihnachtsbaum, Christbaum | abeto, árbol de navidad | sapin, arbre de noël | abete, albero di natale",
  flour: "flour | Mehl | harina | farine | farina",
  flower:
    "flower, bouquet, bloom | Blume, Blumenstrauß | flor, ramo de flores | fleur, bouquet | fiore, mazzo di fiori",
  fruit: "fruit | Obst, Frucht, Früchte | fruta | fruit | frutta",
  gift: "gift, present, gift box | Geschenk, Gabe | regalo | cadeau, cadeaux | regalo, dono",
  hay: "straw, hay | Stroh, Heu | paja, heno | paille, foin | paglia, fieno",
  heart: "heart | Herz | corazón | coeur | cuore",
  herb: "herb, basil, rosemary, thyme | Kraut, Kräuter, Basilikum, Rosmarin, Thymian | hierba, albahaca, romero | herbe aromatique, herbes, basilic, romarin | erbe aromatiche, erba aromatica, basilico, rosmarino",
  ice: "ice, ice cube | Eis, Eiswürfel | hielo, cubito de hielo | glace, glaçon | ghiaccio, cubetto di ghiaccio",
  lamp: "lamp, lantern | Lampe, Laterne | lámpara, farol | lampe, lanterne | lampada, lanterna",
  lavender: "lavender | Lavendel | lavanda | lavande | lavanda",
  leaf: "leaf, leaves, foliage | Blatt, Blätter, Laub | hoja, follaje | feuille, feuillage | foglia, fogliame",
  lemon: "lemon | Zitrone | limón | citron | limone",
  lime: "lime | Limette | lima | citron vert | lime",
  log: "log, tree trunk, stump, wood slice | Baumstamm, Stamm, Baumscheibe | tronco | tronc, rondin, souche | tronco, ceppo",
  mint: "mint | Minze | menta | menthe | menta",
  mirror: "mirror | Spiegel | espejo | miroir | specchio",
  napkin: "napkin | Serviette | servilleta | serviette de table | tovagliolo",
  olive: "olive, olive branch | Olive, Olivenzweig | aceituna, oliva, olivo | olive, olivier | oliva, ulivo",
  orange: "orange slice, oranges | Apfelsine, Orangenscheibe | naranja | tranche d'orange | arancia, arance",
  palm: "palm, palm leaf, tropical leaf | Palme, Palmenblatt, Palmwedel | palmera, hoja de palma | palmier, palme | palma",
  pampas:
    "pampas, pampas grass, dried flower | Pampasgras, Trockenblume | hierba de la pampa, flor seca | herbe de la pampa, fleur séchée | erba della pampa, fiore secco",
  pearl: "pearl | Perle | perla | perle | perla",
  pedestal:
    "podium, pedestal, plinth, platform | Podest, Podium, Sockel | podio, pedestal | podium, piédestal, socle, estrade | podio, piedistallo",
  petal:
    "petal, rose petal, flower petal | Blütenblatt, Blütenblätter, Rosenblatt, Rosenblätter | pétalo | pétale | petalo",
  plant: "plant, houseplant | Pflanze, Zimmerpflanze | planta | plante | pianta",
  puddle: "puddle | Pfütze | charco | flaque | pozzanghera",
  pumpkin: "pumpkin | Kürbis | calabaza | citrouille, potiron, courge | zucca",
  rainbow: "rainbow | Regenbogen | arcoíris | arc-en-ciel | arcobaleno",
  ripple: "ripple, wave | Welle, kleine Wellen | onda, ola | ondulation, vague | increspatura, onda",
  rose: "rose | Rose | rosas | roses | rose",
  shell: "shell, seashell | Muschel | concha, caracola | coquillage | conchiglia",
  soap: "soap | Seife | jabón | savon | sapone",
  spice: "spice | Gewürz | especia | épice | spezia",
  splash:
    "splash, splashing water, water splash, drop, droplet | Spritzer, spritzendes Wasser, Wasserspritzer, Tropfen | salpicadura, agua salpicando, gota | éclaboussure, eau qui éclabousse, goutte | spruzzo, spruzzi d'acqua, goccia",
  star: "star | Stern | estrella | étoile | stella",
  stairs:
    "step, steps, stairs, staircase | Stufe, Treppe | escalón, escalera | marche, escalier | gradino, scala",
  lights:
    "string light, fairy light, christmas light | Lichterkette | guirnalda de luces, luces de navidad | guirlande lumineuse, guirlande | lucine, luci di natale",
  tool: "tool, hammer | Werkzeug, Hammer | herramienta, martillo | outil, marteau | attrezzo, martello",
  towel: "towel | Handtuch, Handtücher | toalla | serviette éponge, serviettes | asciugamano",
  toy: "toy | Spielzeug | juguete | jouet | giocattolo",
  vase: "vase | Vase | jarrón, florero | vase | vaso",
  wrap: "wrapping paper, gift wrap | Geschenkpapier | papel de regalo | papier cadeau | carta da regalo",
};

export const materialWords: Record<string, string> = {
  acrylic:
    "acrylic, plexiglass | Acryl, Plexiglas | acrílico, metacrilato | acrylique, plexiglas | acrilico, plexiglass",
  brass: "brass | Messing | latón | laiton | ottone",
  brick: "brick | Ziegel, Backstein | ladrillo | brique | mattone",
  concrete: "concrete, cement | Beton, Zement | hormigón, cemento | béton, ciment | cemento, calcestruzzo",
  fabric: "fabric, cloth, textile | Stoff, Tuch, Gewebe | tela, tejido | tissu, étoffe | tessuto, stoffa",
  fur: "fur, sheepskin | Fell, Schaffell | piel de oveja, pelo | fourrure, peau de mouton | pelliccia, pelle di pecora",
  glass: "glass | Glas, Gläser | vidrio, cristal | verre | vetro",
  grass:
    "grass, lawn, meadow | Gras, Rasen, Wiese | hierba, césped, prado | herbe, pelouse, pré | erba, prato",
  leather: "leather | Leder | cuero | cuir | pelle, cuoio",
  linen: "linen | Leinen | lino | lin | lino",
  marble: "marble | Marmor | mármol | marbre | marmo",
  metal: "metal, steel | Metall, Stahl | metal, acero | métal, acier | metallo, acciaio",
  moss: "moss, mossy | Moos, moosig | musgo | mousse, moussu | muschio",
  paper: "paper, cardboard | Papier, Karton, Pappe | papel, cartón | papier, carton | carta, cartone",
  plaster: "plaster, stucco | Putz, Gips | yeso, estuco | plâtre, stuc | gesso, intonaco, stucco",
  sand: "sand, sandy | Sand, sandig | arena | sable | sabbia",
  silk: "silk | Seide, seidig | seda | soie | seta",
  satin: "satin | Satin | satén, raso | satin | raso",
  slate: "slate | Schiefer | pizarra | ardoise | ardesia",
  snow: "snow, snowy | Schnee, verschneit | nieve, nevado | neige, enneigé | neve, innevato",
  stone: "stone, rock | Stein, Fels | piedra, roca | pierre, rocher | pietra, roccia",
  pebble: "pebble, gravel | Kiesel, Kies | guijarro, grava | galet, gravier | ciottolo, ghiaia",
  terracotta: "terracotta | Terrakotta | terracota | terre cuite | terracotta, cotto",
  tile: "tile | Fliese, Kachel | azulejo, baldosa | carrelage, carreau, carreaux | piastrella",
  velvet: "velvet | Samt, samtig | terciopelo | velours | velluto",
  water: "water | Wasser | agua | eau | acqua",
  wood: "wood, wooden | Holz, hölzern | madera | bois | legno",
  wool: "wool, knit | Wolle, Strick | lana, punto | laine, tricot | lana, maglia",
};

export const placeWords: Record<string, string> = {
  bar: "bar, pub | Bar, Kneipe, Theke | bar, barra | bar, comptoir | bar, bancone",
  bathroom: "bathroom | Bad, Badezimmer | baño, cuarto de baño | salle de bain | bagno",
  beach: "beach, seaside, coast | Strand, Küste | playa, costa | plage, côte | spiaggia, costa",
  bedroom: "bedroom | Schlafzimmer | dormitorio | chambre | camera da letto",
  bench: "bench, garden bench | Bank, Gartenbank | banco | banc | panchina",
  city: "city, street, urban | Stadt, Straße, urban | ciudad, calle, urbano | ville, rue, urbain | città, strada, urbano",
  cyberpunk: "cyberpunk, gaming | Cyberpunk, Gaming | ciberpunk | cyberpunk | cyberpunk",
  desert: "desert | Wüste | desierto | désert | deserto",
  desk: "desk, writing desk | Schreibtisch | escritorio | bureau | scrivania",
  dune: "dune | Düne | duna | dune | duna",
  flatlay:
    "flat lay, flatlay, from above, top down, top view | Flatlay, von oben, Draufsicht | vista cenital, desde arriba | vue de dessus, à plat | vista dall'alto, dall'alto",
  forest:
    "forest, woodland, jungle | Wald, Waldboden, Dschungel | bosque, selva | forêt, sous-bois, jungle | foresta, bosco, giungla",
  garden: "garden | Garten | jardín | jardin | giardino",
  kitchen:
    "kitchen, worktop | Küche, Arbeitsplatte | cocina, encimera | cuisine, plan de travail | cucina, piano di lavoro",
  lake: "lake, pond | See, Teich | lago, estanque | lac, étang | lago, stagno",
  loft: "loft | Loft | loft | loft | loft",
  mountain: "mountain | Berg, Gebirge | montaña | montagne | montagna",
  nature: "nature | Natur | naturaleza | nature | natura",
  neon: "neon, neon light | Neon, Neonlicht | neón | néon | neon",
  nursery:
    "nursery, kids room, playroom | Kinderzimmer, Babyzimmer | habitación infantil, cuarto infantil | chambre d'enfant, chambre de bébé | cameretta, camera dei bambini",
  office:
    "office, study, workspace | Büro, Arbeitszimmer | oficina, despacho | bureau de travail, bureaux | ufficio, studio di casa",
  picnic: "picnic | Picknick | picnic | pique-nique | picnic",
  pool: "pool, swimming pool | Pool, Schwimmbad | piscina | piscine | piscina",
  sea: "sea, ocean | Meer, Ozean | mar, océano | mer, océan | mare, oceano",
  shelf: "shelf, ledge | Regal, Sims | estante, repisa | étagère, tablette | mensola, scaffale",
  sky: "sky, cloud | Himmel, Wolke | cielo, nube | ciel, nuage | cielo, nuvola",
  spa: "spa, wellness | Spa, Wellness | spa, balneario | spa, bien-être | spa, benessere",
  stream:
    "stream, river, brook, waterfall | Bach, Fluss, Wasserfall | arroyo, río, cascada | ruisseau, rivière, cascade | ruscello, fiume, cascata",
  table: "table | Tisch | mesa | table | tavolo",
  terrace:
    "terrace, patio, balcony | Terrasse, Balkon | terraza, patio, balcón | terrasse, balcon | terrazza, patio, balcone",
  vanity:
    "vanity, dressing table, makeup | Schminktisch, Kosmetik | tocador, maquillaje | coiffeuse, maquillage | toeletta, trucco",
  wall: "wall | Wand, Mauer | pared, muro | mur | parete, muro",
  window: "window | Fenster | ventana | fenêtre | finestra",
  workshop:
    "workshop, workbench, garage | Werkstatt, Werkbank | taller | atelier, établi | officina, banco da lavoro",
};

export const seasonWords: Record<string, string> = {
  advent: "advent | Advent | adviento | avent | avvento",
  autumn: "autumn, fall | Herbst, herbstlich | otoño, otoñal | automne, automnal | autunno, autunnale",
  birthday: "birthday, party | Geburtstag | cumpleaños, fiesta | anniversaire, fête | compleanno, festa",
  christmas: "christmas, xmas | Weihnachten, weihnachtlich | navidad, navideño | noël | natale, natalizio",
  easter: "easter | Ostern, österlich | pascua | pâques | pasqua",
  halloween: "halloween | Halloween | halloween | halloween | halloween",
  harvest:
    "harvest, thanksgiving | Ernte, Erntedank | cosecha, acción de gracias | récolte, moisson | raccolto",
  spring: "spring | Frühling, Frühjahr | primavera | printemps | primavera",
  summer: "summer, summery | Sommer, sommerlich | verano, veraniego | été, estival | estate, estivo",
  valentine: "valentine, valentine day | Valentinstag | san valentín | saint-valentin | san valentino",
  wedding: "wedding | Hochzeit | boda | mariage | matrimonio, nozze",
  winter: "winter, wintry | Winter, winterlich | invierno, invernal | hiver, hivernal | inverno, invernale",
};

export const lightWords: Record<string, string> = {
  backlight: "back light, backlight, from behind | Gegenlicht | contraluz | contre-jour | controluce",
  candlelight:
    "candlelight, candlelit | Kerzenlicht, Kerzenschein | luz de velas | lueur des bougies | lume di candela",
  evening: "evening | Abend, abends | tarde, atardecer | soir, soirée | sera, serata",
  golden_hour:
    "golden hour, sunset | goldene Stunde, Sonnenuntergang | hora dorada, puesta de sol | heure dorée, coucher de soleil | ora d'oro, tramonto",
  leaf_shadow:
    "leaf shadow, palm shadow, plant shadow | Blattschatten, Palmenschatten | sombra de hojas, sombra de palmera | ombre de feuilles, ombre de palmier | ombra di foglie, ombra di palma",
  morning:
    "morning, sunrise | Morgen, morgens, Sonnenaufgang | mañana, amanecer | matin, lever de soleil | mattina, alba",
  night: "night | Nacht, nachts | noche | nuit | notte",
  soft_light:
    "soft light | weiches Licht, sanftes Licht | luz suave | lumière douce | luce soffusa, luce morbida",
  sun: "sun, sunny, sunlight, sunlit, hard sun | Sonne, sonnig, Sonnenlicht | sol, soleado, luz del sol | soleil, ensoleillé | sole, soleggiato, luce del sole",
  window_light:
    "window light, window shadow | Fensterlicht, Fensterschatten | luz de ventana | lumière de fenêtre | luce di finestra",
};

export const moodWords: Record<string, string> = {
  calm: "calm, serene, peaceful, zen | ruhig, still | tranquilo, sereno | calme, serein | calmo, sereno",
  cozy: "cozy, cosy, homely | gemütlich, heimelig | acogedor | chaleureux, cocooning | accogliente",
  dark: "dark, moody | dunkel, düster | oscuro | sombre | scuro, cupo",
  elegant: "elegant | elegant, edel | elegante | élégant | elegante",
  festive: "festive | festlich, feierlich | festivo | festif | festoso",
  fresh: "fresh | frisch | fresco | frais, fraîche | fresco",
  luxurious:
    "luxury, luxurious, glamorous | Luxus, luxuriös | lujo, lujoso | luxe, luxueux | lusso, lussuoso",
  mediterranean: "mediterranean | mediterran | mediterráneo | méditerranéen | mediterraneo",
  minimal:
    "minimal, minimalist, clean | minimalistisch, schlicht | minimalista | minimaliste, épuré | minimalista, minimale",
  modern: "modern | modern | moderno | moderne | moderno",
  natural: "natural | natürlich | natural | naturel | naturale",
  playful:
    "playful, cheerful, fun | verspielt, fröhlich | divertido, alegre | ludique, joyeux | giocoso, allegro",
  romantic: "romantic | romantisch | romántico | romantique | romantico",
  rustic: "rustic, farmhouse | rustikal, ländlich | rústico | rustique, campagnard | rustico",
  warm: "warm | warm | cálido | chaud | caldo",
};

/** English color names are those of the prompt reader; here are further ones and all translations. */
export const colorWords: Record<string, string> = {
  beige: "beige | beige | beis, beige | beige | beige",
  black: "black | schwarz | negro | noir | nero",
  blue: "blue | blau | azul | bleu | blu, azzurro",
  brown: "brown | braun | marrón | marron, brun | marrone",
  cream: "cream | creme, cremefarben | crema | crème | crema",
  gold: "gold, golden | gold, golden | oro, dorado | or, doré | oro, dorato",
  gray: "gray, grey, anthracite | grau, anthrazit | gris | gris | grigio",
  green: "green | grün | verde | vert | verde",
  orange: "orange | orange | naranja | orange | arancione",
  pastel: "pastel | pastell, pastellfarben | pastel | pastel | pastello",
  pink: "pink, blush | rosa, pink | rosa, rosado | rose, rosé | rosa",
  purple: "purple, violet, lilac | lila, violett | morado, violeta, lila | violet, lilas | viola, lilla",
  red: "red | rot | rojo | rouge | rosso",
  sage: "sage | salbei, salbeigrün | verde salvia | vert sauge | verde salvia",
  silver: "silver | silber, silbern | plata, plateado | argent, argenté | argento, argentato",
  turquoise: "turquoise, aqua | türkis | turquesa | turquoise | turchese",
  white: "white | weiß | blanco | blanc, blanche | bianco",
  yellow: "yellow | gelb | amarillo | jaune | giallo",
};

/** Second parts of German compounds that add no meaning: `Marmorplatte`. */
export const compoundHeads =
  "platte wand boden tisch zweig blatt stück scheibe schale schüssel zimmer stimmung motiv deko dekoration hintergrund " +
  "untergrund licht baum ast strauß feld szene welt kulisse bild look tablett brett optik kranz schmuck";
