export const lightWords: Readonly<Record<string, string>> = {
  backlight: "back light, backlight, from behind | Gegenlicht | contraluz | contre-jour | controluce",
  blue_hour:
    "blue hour, dusk, twilight | blaue Stunde, Dämmerung, Abenddämmerung | hora azul, crepúsculo, anochecer | heure bleue, crépuscule | ora blu, crepuscolo, imbrunire",
  candlelight:
    "candlelight, candlelit | Kerzenlicht, Kerzenschein, bei Kerzenlicht | luz de velas, luz de vela, luz de las velas | lueur des bougies, lumière de bougie, lueur de bougie | lume di candela, luce di candela, luce di candele, luce delle candele",
  daylight:
    "daylight | Tageslicht | luz natural, luz de día | lumière naturelle, lumière du jour | luce naturale, luce diurna, luce del giorno",
  evening: "evening | Abend, abends | tarde | soir, soirée | sera, serata",
  from_left:
    "from the left, from left | von links | desde la izquierda, por la izquierda, de la izquierda | de gauche, depuis la gauche | da sinistra",
  from_right:
    "from the right, from right | von rechts | desde la derecha, por la derecha, de la derecha | de droite, depuis la droite | da destra",
  golden_hour:
    "golden hour, sunset, setting sun | goldene Stunde, Sonnenuntergang, tiefe Sonne, untergehende Sonne, Abendsonne | hora dorada, puesta de sol, sol bajo, atardecer, luz dorada | heure dorée, coucher de soleil, soleil couchant, soleil bas, lumière dorée | ora d'oro, tramonto, sole basso, sole al tramonto, luce dorata",
  hard_light:
    "hard light, harsh light | hartes Licht, harte Sonne | luz dura | lumière dure, lumière crue | luce dura",
  hard_shadow:
    "hard shadow | harter Schatten | sombra dura | ombre dure, ombre nette | ombra dura, ombra netta",
  leaf_shadow:
    "leaf shadow, palm shadow, plant shadow, shadow of leaves | Blattschatten, Palmenschatten, Schatten von Blättern, Palmenblattschatten | sombra de hojas, sombra de palmera, sombras de hojas, sombra de palma | ombre de feuilles, ombre de palmier, ombre de feuille, ombres de palmier | ombra di foglie, ombra di palma, ombre di foglie, ombre di palma",
  long_shadow:
    "long shadow | langer Schatten | sombra larga, sombra alargada | ombre longue, longue ombre | ombra lunga",
  moonlight: "moonlight | Mondlicht | luz de luna, luz de la luna | clair de lune | chiaro di luna",
  morning:
    "morning, sunrise, morning light | Morgen, morgens, Sonnenaufgang, Morgenlicht, Morgensonne | mañana, amanecer, luz de la mañana | matin, lever de soleil, lumière du matin | mattina, alba, luce del mattino",
  night:
    "night, at night, darkness | Nacht, nachts, nächtlich, Dunkelheit | noche, nocturno, oscuridad | nuit, nocturne, pénombre, obscurité | notte, notturno, oscurità, penombra",
  reflection: "reflection | Spiegelung, Reflexion | reflejo | reflet | riflesso",
  shadow: "shadow | Schatten | sombra | ombre | ombra",
  soft_light:
    "soft light, diffused light | weiches Licht, sanftes Licht, gedämpftes Licht | luz suave, luz tenue, luz difusa | lumière douce, lumière tamisée, lumière diffuse | luce soffusa, luce morbida, luce diffusa",
  soft_shadow:
    "soft shadow | weicher Schatten, sanfter Schatten | sombra suave | ombre douce | ombra morbida",
  sun: "sun, sunny, sunlight, sunlit, hard sun, sun ray, sunshine | Sonne, sonnig, Sonnenlicht, Sonnenstrahl, Sonnenschein | sol, soleado, luz del sol, rayo de sol, rayos de sol, luz solar | soleil, ensoleillé, rayon de soleil, rayons de soleil, lumière du soleil | sole, soleggiato, luce del sole, raggio di sole, raggi di sole, luce solare",
  window_light:
    "window light, window shadow, light from a window | Fensterlicht, Fensterschatten, Licht vom Fenster | luz de ventana, luz de la ventana, sombra de ventana | lumière de fenêtre, lumière d'une fenêtre, ombre de fenêtre | luce di finestra, luce dalla finestra, luce della finestra, ombra di finestra",
};

export const moodWords: Readonly<Record<string, string>> = {
  boho: "boho, bohemian | boho, Bohème | bohemio | bohème | boho",
  bright: "bright, airy | hell, luftig | luminoso | lumineux, lumineuse | luminoso, arioso",
  calm: "calm, serene, peaceful, zen | ruhig, still | tranquilo, sereno | calme, serein | calmo, sereno",
  cozy: "cozy, cosy, homely | gemütlich, heimelig | acogedor | chaleureux, cocooning | accogliente",
  dark: "moody, dark | dunkel, düster | oscuro | sombre | scuro, cupo",
  dramatic: "dramatic | dramatisch | dramático | dramatique | drammatico",
  elegant: "elegant | elegant, edel | elegante | élégant | elegante",
  festive: "festive | festlich, feierlich | festivo | festif | festoso",
  fresh: "fresh | frisch | fresco | frais, fraîche | fresco",
  glossy: "glossy, polished | glänzend, poliert | brillante, pulido | brillant, poli | lucido, brillante",
  industrial: "industrial | industriell | industrial | industriel | industriale",
  luxurious:
    "luxury, luxurious, glamorous | Luxus, luxuriös | lujo, lujoso | luxe, luxueux | lusso, lussuoso",
  matte: "matte | matt | mate | mat | opaco",
  mediterranean: "mediterranean | mediterran | mediterráneo | méditerranéen | mediterraneo",
  minimal:
    "minimal, minimalist, clean, plain | minimalistisch, schlicht, einfarbig | minimalista, liso, lisa | minimaliste, épuré, uni, unie | minimalista, minimale, tinta unita",
  modern: "modern | modern | moderno | moderne | moderno",
  natural: "natural | natürlich | natural | naturel | naturale",
  playful:
    "playful, cheerful, fun | verspielt, fröhlich | divertido, alegre | ludique, joyeux | giocoso, allegro",
  romantic: "romantic | romantisch | romántico | romantique | romantico",
  rustic:
    "rustic, farmhouse, country style | rustikal, ländlich, Landhausstil, Landhaus | rústico, rústica, campestre | rustique, campagnard | rustico, rustici",
  scandinavian:
    "scandinavian, nordic | skandinavisch, nordisch | escandinavo, nórdico | scandinave, nordique | scandinavo, nordico",
  vintage: "vintage, retro | vintage, retro, nostalgisch | vintage, retro | vintage, rétro | vintage, retrò",
  warm: "warm | warm | cálido | chaud | caldo",
  wet: "wet | nass | mojado, húmedo | mouillé, humide | bagnato, umido",
};

/** English color names are those of the prompt reader; here are further ones and all translations. */
export const colorWords: Readonly<Record<string, string>> = {
  beige: "beige | beige | beis, beige | beige | beige",
  black: "black | schwarz | negro, negra | noir, noire | nero, nera",
  blue: "blue | blau | azul, azules | bleu, bleue | blu, azzurro, celeste",
  brown: "brown | braun | marrón | marron, brun, brune | marrone",
  champagne: "champagne | champagner, champagnerfarben | champán, champaña | champagne | champagne",
  charcoal: "charcoal | anthrazit | antracita | anthracite | antracite",
  cream: "cream | creme, cremefarben | crema | crème | crema",
  emerald:
    "emerald | smaragd, smaragdgrün | esmeralda, verde esmeralda | émeraude, vert émeraude | smeraldo, verde smeraldo",
  gold: "gold, golden | gold, golden | oro, dorado, dorada | or, doré, dorée | oro, dorato, dorata",
  gray: "gray, grey | grau | gris | gris, grise | grigio, grigia",
  green: "green | grün | verde | vert, verte | verde, verdi",
  navy: "navy | dunkelblau, marineblau | azul marino | bleu marine | blu navy, blu scuro",
  olive: "olive green | olivgrün | verde oliva | vert olive | verde oliva",
  orange: "orange | orange | naranja | orange | arancione",
  pastel: "pastel | pastell, pastellfarben | pastel | pastel | pastello",
  pink: "pink, blush | rosa, pink | rosa, rosado | rose, rosé | rosa",
  purple:
    "purple, violet, lilac | lila, violett | morado, violeta, lila, morada | violet, lilas, violette | viola, lilla",
  red: "red | rot | rojo, roja | rouge | rosso, rossa",
  sage: "sage | salbei, salbeigrün | verde salvia | vert sauge | verde salvia",
  silver:
    "silver | silber, silbern | plata, plateado, plateada | argent, argenté, argentée | argento, argentato, argentata",
  turquoise: "turquoise, aqua | türkis | turquesa | turquoise | turchese",
  white: "white | weiß | blanco, blanca | blanc, blanche, blanches | bianco, bianca, bianche, bianchi",
  yellow: "yellow | gelb | amarillo, amarilla | jaune | giallo, gialla",
};
