/**
 * The most common German phrases, as they are written, and their English equivalents. They are read in prompts of any
 * language; further ones (`translations`) in German prompts.
 */
const phrases: Record<string, string> = {
  Marmor: "marble",
  Holz: "wood",
  Holztisch: "wood",
  Eiche: "oak",
  Nussbaum: "walnut",
  Bambus: "bamboo",
  Kork: "cork",
  Beton: "concrete",
  Ziegel: "brick",
  Ziegelwand: "brick wall",
  Backsteinwand: "brick wall",
  Fliesen: "tile",
  Leinen: "linen",
  Stoff: "fabric",
  Samt: "velvet",
  Seide: "silk",
  Wolle: "wool",
  Leder: "leather",
  Schiefer: "slate",
  Stein: "stone",
  Granit: "granite",
  Kiesel: "pebble",
  Schnee: "snow",
  Eis: "ice",
  Wasser: "water",
  Gras: "grass",
  Moos: "moss",
  Glas: "glass",
  Spiegel: "mirror",
  Papier: "paper",
  Packpapier: "kraft paper",
  Stahl: "steel",
  Messing: "brass",
  Tisch: "table",
  Herbstlaub: "autumn leaf",
  Blütenblätter: "petal",
  Kaffeebohnen: "coffee bean",
  Küche: "kitchen",
  Bad: "bathroom",
  Badezimmer: "bathroom",
  Wohnzimmer: "living room",
  Schlafzimmer: "bedroom",
  Büro: "office",
  Garten: "garden",
  Wald: "forest",
  Terrasse: "terrace",
  Strand: "beach",
  Wüste: "desert",
  Berge: "mountain",
  Wiese: "meadow",
  Stadt: "city",
  Gewächshaus: "greenhouse",
  Bücherregal: "bookshelf",
  Werkstatt: "workshop",
  Fitnessstudio: "gym",
  Kinderzimmer: "nursery",
  Bühne: "stage",
  Regal: "shelf",
  Winterlandschaft: "winter landscape",
  Herbstwald: "autumn forest",
  Abend: "evening",
  "von links": "from the left",
  "von rechts": "from the right",
  "von oben": "from above",
  "von vorne": "from the front",
  "von hinten": "from behind",
  Gegenlicht: "backlight",
  Sonnenlicht: "sunlight",
  sonnig: "sunny",
  Tageslicht: "daylight",
  Fensterlicht: "window light",
  Kerzenlicht: "candlelight",
  Mondlicht: "moonlight",
  Sonnenuntergang: "sunset",
  "goldene Stunde": "golden hour",
  Schatten: "shadow",
  Spiegelung: "reflection",
  glänzend: "glossy",
  hell: "bright",
  düster: "moody",
  dramatisch: "dramatic",
  edel: "elegant",
  Frühling: "spring",
  Sommer: "summer",
  Herbst: "autumn",
  Weihnachten: "christmas",
  weihnachtlich: "christmas",
  Geburtstag: "birthday",
  Hochzeit: "wedding",
};

/** Adjectives for colors, without their endings. */
const colors: Record<string, string> = {
  weiß: "white",
  schwarz: "black",
  grau: "gray",
  rot: "red",
  blau: "blue",
  grün: "green",
  gelb: "yellow",
  braun: "brown",
  lila: "purple",
  rosa: "pink",
  türkis: "turquoise",
  salbeigrün: "sage",
  hellblau: "sky",
  dunkelblau: "navy",
  dunkelgrün: "forest",
};
const endings = ["", "e", "er", "en", "em"];

/** Other adjectives without their endings, some with the noun that follows. */
const adjectives: Record<string, string> = {
  "dunkl Holz": "dark wood",
  "hell Holz": "light wood",
  "weich Licht": "soft light",
  "hart Licht": "hard light",
  "weich Schatten": "soft shadow",
  "hart Schatten": "hard shadow",
  "lang Schatten": "long shadow",
  warm: "warm",
  kühl: "cool",
  kalt: "cold",
  gemütlich: "cozy",
  edl: "elegant",
  schlicht: "simple",
  festlich: "festive",
  romantisch: "romantic",
  verspielt: "playful",
};

/** Adds each ending to the first word of a phrase. */
function inflected(table: Record<string, string>): [string, string][] {
  return Object.entries(table).flatMap(([phrase, english]) =>
    endings.map((ending): [string, string] => [phrase.replace(/^\S+/u, `$&${ending}`), english]),
  );
}

export const germanPhrases: readonly (readonly [string, string])[] = [
  ...Object.entries(phrases),
  ...inflected(adjectives),
];
export const germanColors: readonly (readonly [string, string])[] = inflected(colors);
export const germanBackNouns = ["Hintergrund", "Wand"];
export const germanGroundNouns = [
  ...[
    "Boden",
    "Tischplatte",
    "Oberfläche",
    "Untergrund",
    "Marmor",
    "Holz",
    "Leinen",
    "Samt",
    "Seide",
    "Leder",
  ],
  ...["Stoff", "Fliesen", "Stein", "Schiefer", "Granit", "Tisch"],
];
export const germanOtherNouns = ["Licht", "Produkt", "Flasche", "Tasse", "Schuh", "Tasche"];

/** Second parts of German compounds that add no meaning: `Marmorplatte`. */
export const compoundHeads =
  "platte wand boden tisch zweig blatt stück scheibe schale schüssel zimmer stimmung motiv deko dekoration hintergrund " +
  "untergrund licht baum ast strauß feld szene welt kulisse bild look tablett brett optik kranz schmuck stange zeit tag " +
  "fläche haufen ambiente atmosphäre zauber thema tafel decke tuch ecke rand korb topf kiste moment abend morgen";
