/** Things that scenes contain. */
export const objectWords: Readonly<Record<string, string>> = {
  acorn: "acorn | Eichel | bellota | gland | ghianda",
  anise:
    "star anise | Sternanis | anís estrellado, anís | anis étoilé, badiane, anis | anice stellato, anice",
  apple: "apple | Apfel, Äpfel | manzana | pomme | mela",
  archway: "arch, archway | Bogen, Torbogen | arco | arche, arcade | arco, arcata",
  asphalt: "asphalt, tarmac | Asphalt | asfalto | asphalte, bitume, goudron | asfalto",
  baby: "baby, newborn, toddler | Baby, Babys | bebé, recién nacido | bébé | bimbo, neonato",
  ball: "sphere, ball | Sphäre, Ball, Bälle | esfera, pelota | sphère, balle | sfera",
  balloon: "balloon | Luftballon, Ballon | globo | ballon | palloncino",
  bark: "bark | Rinde, Borke | corteza | écorce | corteccia",
  basket:
    "basket, wicker basket | Korb, Körbchen, Weidenkorb, Picknickkorb | cesta, cesto, canasta | panier, panier en osier | cesto, cestino, cesta",
  bauble:
    "bauble, christmas ball, ornament, christmas tree decoration, christmas ornament, tree ornament, christmas bauble | Christbaumkugel, Kugel, Weihnachtskugel, Baumkugel, Christbaumschmuck, Baumschmuck, Glaskugel | bola de navidad, adorno navideño, bolas, bola navideña, bolas navideñas, bola de árbol | boule de noël, boules, boule de sapin | pallina di natale, palline, pallina natalizia, palla di natale, addobbo",
  bead: "wooden bead, beads | Holzperle | cuenta de madera | perle en bois | perlina di legno",
  berry: "berry | Beere | baya, frutos rojos | baie, fruits rouges | bacca, frutti di bosco",
  blanket:
    "blanket, picnic blanket | Decke, Picknickdecke, Wolldecke, Kuscheldecke | manta, mantel de picnic | couverture, plaid, nappe de pique-nique | coperta, plaid, tovaglia da picnic",
  blocks: "block, building block | Klotz, Klötze, Bauklotz | bloque | bloc, cube | blocco, cubo",
  blossom:
    "blossom, cherry blossom, sakura | Blüte, Kirschblüte, Blütenzweig, Obstblüte | flor de cerezo, cerezo en flor, flores de cerezo, cerezo | fleur de cerisier, cerisier en fleurs, fleurs de cerisier, cerisier | fiore di ciliegio, ciliegio in fiore, fiori di ciliegio, ciliegio",
  book: "book | Buch, Bücher | libro | livre | libro",
  bow: "bow, ribbon | Schleife, Band, Geschenkband | lazo, cinta | noeud, ruban | fiocco, nastro",
  branch:
    "branch, twig, sprig | Zweig, Ast, Ästchen | rama, ramita, ramas, ramitas | branche, rameau, brin, brindille | ramo, rametto, rami, rametti, ramoscello",
  bread:
    "bread, baguette, loaf of bread | Brot, Baguette, Brotlaib | hogaza, barra de pan | baguette, miche de pain | pane, pagnotta",
  bust: "bust, jewelry bust, mannequin | Büste, Schmuckbüste, Schaufensterpuppe | busto, maniquí | buste, mannequin | busto, manichino",
  cactus:
    "cactus, succulent | Kaktus, Sukkulente | cactus, suculenta | cactus, plante grasse | cactus, pianta grassa",
  candle:
    "candle, tealight, candle flame, pillar candle | Kerze, Teelicht, Stumpenkerze, Kerzenlicht | vela, velas | bougie, chandelle, bougies | candela, candele",
  checkered:
    "checkered, checked, gingham | kariert, Karomuster, Vichykaro | a cuadros, de cuadros, mantel de cuadros | à carreaux, vichy, nappe à carreaux | a quadri, a quadretti, tovaglia a quadri",
  chestnut: "chestnut, conker | Kastanie | castaña | châtaigne, marron | castagna",
  child: "kids, children | Kinder, Kind | niños, niño, infantil | enfants, enfant | bambini, bambino",
  chocolate: "chocolate, cocoa | Schokolade, Kakao | chocolate, cacao | chocolat, cacao | cioccolato, cacao",
  cinnamon:
    "cinnamon, cinnamon stick | Zimt, Zimtstange, Zimtstern | canela, rama de canela, ramas de canela, canela en rama, palo de canela | cannelle, bâton de cannelle, bâtons de cannelle | cannella, stecca di cannella, stecche di cannella, bastoncino di cannella",
  citrus: "citrus | Zitrusfrucht, Zitrusfrüchte | cítrico | agrume | agrumi",
  cocktail: "cocktail | Cocktail | cóctel | cocktail | cocktail",
  coffee:
    "coffee, espresso, coffee cup, cup of coffee | Kaffee, Kaffeetasse | taza de café | tasse de café | caffè, tazza di caffè",
  coffeebean:
    "coffee bean | Kaffeebohne | grano de café, granos de café | grain de café, grains de café | chicco di caffè, chicchi di caffè",
  cone: "pine cone, fir cone | Tannenzapfen, Zapfen | piña de pino | pomme de pin | pigna",
  confetti: "confetti | Konfetti | confeti | confettis | coriandoli",
  cork: "cork | Kork | corcho | liège | sughero",
  cup: "cup, mug | Tasse, Becher | taza | tasse | tazza",
  curtain: "curtain | Vorhang, Vorhänge | cortina | rideau | tenda",
  daisy:
    "daisy, daisies | Gänseblümchen, Margerite | margarita | pâquerette, marguerite | margherita, margherite",
  drape:
    "drape, draped, drapery, fold | Drapierung, drapiert, Falten, Faltenwurf | drapeado, drapeada, pliegue | drapé, drapée, drapés, pli, plis | drappeggio, drappeggiato, drappeggiata, piega, pieghe",
  dried_grass: "dried grass | Trockengras, getrocknete Gräser | hierba seca | herbe séchée | erba secca",
  driftwood: "driftwood | Treibholz | madera de deriva | bois flotté | legno alla deriva",
  drink:
    "drink, liquor, aperitif | Drink, Getränk, Aperitif | bebida, copa, trago, aperitivo | boisson, apéritif | bevanda, aperitivo",
  egg: "egg, easter egg, painted egg, colored egg | Ei, Osterei, Ostereier, Eier, bunte Eier | huevo, huevos, huevos de pascua | oeuf, oeufs, oeuf de pâques, oeufs de pâques | uovo, uova, uova di pasqua, uovo di pasqua",
  eucalyptus: "eucalyptus | Eukalyptus | eucalipto | eucalyptus | eucalipto",
  fern: "fern | Farn | helecho | fougère | felce",
  fir: "fir, fir tree, fir branch, spruce, christmas tree, evergreen, pine branch, fir sprig, spruce branch, pine needle, pine tree | Tanne, Tannenzweig, Tannenbaum, Fichte, Weihnachtsbaum, Christbaum, Tannenast, Tannengrün, Tannennadel, Nadelzweig, Fichtenzweig, Tannen | abeto, árbol de navidad, rama de abeto, ramas de abeto, rama de pino, abetos, pino | sapin, arbre de noël, branche de sapin, branches de sapin, épicéa, sapins | abete, albero di natale, ramo di abete, rami di abete, rametti di abete, ramo di pino, pino",
  fireplace:
    "fireplace, campfire | Kamin, Kaminfeuer, Lagerfeuer | chimenea, hoguera | cheminée, feu de cheminée, feu de bois | caminetto, falò",
  flame: "flame | Flamme | llama de vela | flamme | fiamma",
  flour: "flour | Mehl | harina | farine | farina",
  flower:
    "flower, bouquet, bloom, wildflower | Blume, Blumenstrauß, Blumen, Feldblume | flor, ramo de flores, flores | fleur, bouquet, fleurs | fiore, mazzo di fiori, fiori",
  forest_floor: "forest floor | Waldboden | suelo del bosque | sol forestier, sous-bois | sottobosco",
  fruit: "fruit | Obst, Frucht, Früchte | fruta | fruit | frutta",
  garlic: "garlic | Knoblauch | ajo | ail, gousse d'ail | aglio",
  gift: "gift, present, gift box, gift table, christmas present, birthday present | Geschenk, Gabe, Geschenke, Gabentisch, Geschenkbox, Päckchen | regalo, regalos, caja de regalo | cadeau, cadeaux, boîte cadeau, paquet cadeau | regalo, dono, regali, pacco regalo, pacchetto regalo",
  hat: "straw hat, sun hat | Strohhut, Sonnenhut | sombrero de paja, sombrero | chapeau de paille | cappello di paglia",
  hay: "straw, hay | Stroh, Heu | paja, heno | paille, foin | paglia, fieno",
  heart: "heart | Herz | corazón | coeur | cuore",
  herb: "herb, basil, rosemary, thyme, sage leaf, oregano, parsley, fresh herbs | Kraut, Kräuter, Basilikum, Rosmarin, Thymian, Küchenkräuter, Salbeiblatt, Petersilie, Oregano | hierba, albahaca, romero, hierbas, hierbas aromáticas, hierbas frescas, tomillo, perejil | herbe aromatique, herbes, basilic, romarin, herbes aromatiques, herbes fraîches, thym, persil | erbe aromatiche, erba aromatica, basilico, rosmarino, erbe, erbe fresche, timo, prezzemolo, salvia fresca",
  hook: "hook, coat hook | Haken, Kleiderhaken, Wandhaken | gancho, perchero | crochet, patère | gancio, appendiabiti",
  ice: "ice, ice cube | Eis, Eiswürfel | hielo, cubito de hielo | glace, glaçon | ghiaccio, cubetto di ghiaccio",
  jewelry:
    "jewelry, jewellery | Schmuck, Schmuckstück, Juwelen | joya, joyas, joyería | bijou, bijoux | gioiello, gioielli",
  lamp: "lamp, lantern, desk lamp, reading lamp, table lamp | Lampe, Laterne, Leselampe, Schreibtischlampe, Tischlampe | lámpara, farol, flexo, lámpara de mesa | lampe, lanterne, lampe de bureau, lampe de lecture | lampada, lanterna, lampada da tavolo",
  lavender: "lavender | Lavendel | lavanda | lavande | lavanda",
  leaf: "leaf, leaves, foliage, autumn leaf, fallen leaf | Blatt, Blätter, Laub | hoja, follaje, hojas, hojas secas, hojas de otoño | feuille, feuillage, feuilles, feuilles mortes, feuilles d'automne | foglia, fogliame, foglie, foglie secche, foglie autunnali, foglie d'autunno",
  lemon: "lemon | Zitrone | limón | citron | limone",
  lemonade: "lemonade | Limonade | limonada | limonade, citronnade | limonata",
  lights:
    "fairy light, string light, christmas light, christmas lights, fairy lights | Lichterkette, Lichterketten, Weihnachtslichter | guirnalda de luces, luces de navidad, luces navideñas, luces de colores | guirlande lumineuse, guirlande, guirlandes lumineuses | lucine, luci di natale, lucine di natale, luci natalizie",
  lime: "lime | Limette | lima | citron vert | lime",
  log: "log, tree trunk, stump, wood slice | Baumstamm, Stamm, Baumscheibe | tronco | tronc, rondin, souche | tronco, ceppo",
  love: "love | Liebe | amor | amour | amore",
  maple:
    "maple, maple leaf | Ahorn, Ahornblatt | arce, hojas de arce | érable, feuilles d'érable | acero rosso, foglie d'acero",
  mint: "mint | Minze | menta | menthe | menta",
  mirror: "mirror | Spiegel | espejo | miroir | specchio",
  mother_day: "mother's day, mothers day | Muttertag | día de la madre | fête des mères | festa della mamma",
  napkin: "napkin | Serviette | servilleta | serviette de table | tovagliolo",
  necklace: "necklace | Kette, Halskette | collar | collier | collana",
  nest: "nest | Nest, Osternest | nido | nid | nido",
  notebook: "notebook | Notizbuch | cuaderno, libreta | carnet, cahier | taccuino, quaderno",
  nut: "nut, hazelnut | Nuss, Nüsse, Haselnuss | nuez, nueces, avellana, frutos secos | noisette, noix | noci, nocciola, nocciole",
  olive:
    "olive, olive branch, olive tree | Olive, Olivenzweig, Olivenbaum, Oliven | aceituna, oliva, olivo, rama de olivo, ramas de olivo, aceitunas | olive, olivier, branche d'olivier, branches d'olivier, rameau d'olivier | oliva, ulivo, ramo d'ulivo, rami d'ulivo, rametti d'ulivo, olive",
  orange: "orange slice, oranges | Apfelsine, Orangenscheibe | naranja | tranche d'orange | arancia, arance",
  palm: "palm, palm leaf, tropical leaf | Palme, Palmenblatt, Palmwedel | palmera, hoja de palma | palmier, palme | palma",
  pampas:
    "pampas, pampas grass, dried flower | Pampasgras, Trockenblume | hierba de la pampa, flor seca | herbe de la pampa, fleur séchée | erba della pampa, fiore secco",
  paper_cut:
    "papercut, paper cut, paper layer, colored paper, paper wave | Papierschicht, Papierschnitt, Scherenschnitt, buntes Papier, farbiges Papier, Papierwelle | papel recortado, papel de colores, capas de papel | papier découpé, papier coloré, papiers colorés, couches de papier | carta ritagliata, carta colorata, strati di carta",
  pear: "pear | Birne | pera | poire | pera, pere",
  pearl: "pearl | Perle | perla | perle | perla",
  pedestal:
    "podium, pedestal, plinth, platform | Podest, Podium, Sockel | podio, pedestal | podium, piédestal, socle, estrade | podio, piedistallo",
  petal:
    "petal, rose petal, flower petal, scattered petals | Blütenblatt, Blütenblätter, Rosenblatt, Rosenblätter, Rosenblüten, Blütenblättern | pétalo, pétalos, pétalos de rosa, pétalos de flor | pétale, pétales, pétale de rose, pétales de rose, pétales de fleurs | petalo, petali, petali di rosa, petalo di rosa",
  pillow: "pillow, cushion | Kissen, Kopfkissen | almohada, cojín | oreiller, coussin | cuscino",
  plant: "plant, houseplant | Pflanze, Zimmerpflanze | planta | plante | pianta",
  planter: "flower pot, plant pot | Blumentopf | maceta, tiesto | pot de fleurs | vaso di fiori",
  puddle: "puddle | Pfütze | charco | flaque | pozzanghera",
  pumpkin:
    "pumpkin, carved pumpkin, squash | Kürbis, Kürbisse, Zierkürbis | calabaza, calabazas | citrouille, potiron, courge, citrouilles, potirons | zucca, zucche",
  rainbow: "rainbow | Regenbogen | arcoíris | arc-en-ciel | arcobaleno",
  ripple: "ripple, wave, rippled | Welle, kleine Wellen | onda, ola | ondulation, vague | increspatura, onda",
  ring: "ring | Ring, Fingerring | anillo, anillos | bague | anello, anelli",
  rolling_pin:
    "rolling pin | Nudelholz, Teigrolle | rodillo, rodillo de cocina | rouleau à pâtisserie | mattarello",
  rose: "rose, red rose | Rose, rote Rosen, Rosen | rosas, rosas rojas, ramo de rosas | roses, roses rouges, bouquet de roses | rose, rose rosse, mazzo di rose",
  rug: "rug, carpet | Teppich | alfombra | tapis | tappeto",
  scarf: "scarf, shawl | Schal, Halstuch | bufanda | écharpe | sciarpa",
  shape:
    "geometric shape, geometric, geometric form | geometrisch, geometrische Form | forma geométrica, formas geométricas, geométrico | forme géométrique, formes géométriques, géométrique | forma geometrica, forme geometriche, geometrico",
  shavings:
    "wood shavings, sawdust, wood chips | Hobelspan, Hobelspäne, Holzspäne, Späne, Sägespäne | viruta, virutas, virutas de madera, serrín | copeaux, copeau, copeaux de bois, sciure | trucioli, trucioli di legno, segatura",
  shell:
    "shell, seashell | Muschel, Muscheln | concha, caracola, conchas, caracolas, caracol | coquillage, coquillages | conchiglia, conchiglie",
  soap: "soap | Seife | jabón | savon | sapone",
  sofa: "sofa, couch | Sofa, Couch | sofá | canapé | divano",
  spice: "spice, spices | Gewürz, Gewürze | especia, especias | épice, épices | spezia, spezie",
  splash:
    "splash, splashing water, water splash, drop, droplet, splashes of water | Spritzer, spritzendes Wasser, Wasserspritzer, Tropfen, Wassertropfen | salpicadura, agua salpicando, gota, gotas de agua, salpicaduras | éclaboussure, eau qui éclabousse, goutte, gouttes d'eau, éclaboussures | spruzzo, spruzzi d'acqua, goccia, gocce d'acqua, schizzi d'acqua",
  stairs:
    "step, steps, stairs, staircase | Stufe, Treppe | escalón, escalera | marche, escalier | gradino, scala",
  star: "star | Stern | estrella | étoile | stella",
  string:
    "twine, string, rope | Garn, Schnur, Kordel | cordel, cuerda | ficelle, cordelette | spago, cordino",
  tomato: "tomato | Tomate | tomate | tomate | pomodoro, pomodori",
  tool: "tool, hammer, chisel, mallet, hand plane, tools | Werkzeug, Hammer, Stechbeitel, Klüpfel, Hobel, Werkzeuge, Schraubenzieher | herramienta, martillo, cincel, mazo, cepillo de carpintero, herramientas | outil, marteau, ciseau à bois, maillet, rabot, outils | attrezzo, martello, scalpello, mazzuolo, pialla, attrezzi",
  towel:
    "towel, folded towel, bath towel | Handtuch, Handtücher, Badetuch, gefaltete Handtücher | toalla, toallas, toalla doblada, toallas dobladas | serviette éponge, serviettes, serviette de bain, serviettes de bain, serviettes pliées | asciugamano, asciugamani, asciugamano piegato, asciugamani piegati",
  toy: "toy, wooden toy, toys | Spielzeug, Holzspielzeug, Spielsachen, Spielzeuge | juguete, juguetes, juguetes de madera, juguete de madera | jouet, jouets, jouet en bois, jouets en bois | giocattolo, giocattoli, giochi, giochi di legno, giocattoli di legno",
  tree: "tree | Baum, Bäume | árbol, árboles | arbre | albero, alberi",
  tulip: "tulip | Tulpe | tulipán, tulipanes | tulipe | tulipano, tulipani",
  vacation: "vacation, holidays | Urlaub, Ferien | vacaciones | vacances | vacanza, vacanze",
  vase: "vase | Vase | jarrón, florero | vase | vaso",
  watch: "watch, wristwatch | Uhr, Armbanduhr | reloj | montre | orologio",
  whisky: "whisky, whiskey | Whisky, Whiskey | whisky | whisky | whisky",
  wrap: "wrapping paper, gift wrap | Geschenkpapier | papel de regalo | papier cadeau | carta da regalo",
};
