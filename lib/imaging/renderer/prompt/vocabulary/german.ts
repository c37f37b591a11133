/**
 * The most common German phrases, as they are written. They are read in prompts of any language; further ones
 * (`translations`) in German prompts.
 */
const common =
  "Marmor, Holz, Holztisch, Eiche, Nussbaum, Bambus, Kork, Beton, Ziegel, Ziegelwand, Backsteinwand, " +
  "Fliesen, Leinen, Stoff, Samt, Seide, Wolle, Leder, Schiefer, Stein, Granit, Kiesel, Schnee, Eis, " +
  "Wasser, Gras, Moos, Glas, Spiegel, Papier, Packpapier, Stahl, Messing, Tisch, Herbstlaub, " +
  "Blütenblätter, Kaffeebohnen, Küche, Bad, Badezimmer, Wohnzimmer, Schlafzimmer, Büro, Garten, Wald, " +
  "Terrasse, Strand, Wüste, Berge, Wiese, Stadt, Gewächshaus, Bücherregal, Werkstatt, Fitnessstudio, " +
  "Kinderzimmer, Bühne, Regal, Winterlandschaft, Herbstwald, Abend, von links, von rechts, von oben, " +
  "von vorne, von hinten, Gegenlicht, Sonnenlicht, sonnig, Tageslicht, Fensterlicht, Kerzenlicht, " +
  "Mondlicht, Sonnenuntergang, goldene Stunde, Schatten, Spiegelung, glänzend, hell, düster, dramatisch, " +
  "edel, Frühling, Sommer, Herbst, Weihnachten, weihnachtlich, Geburtstag, Hochzeit";

/** English equivalents of those that `translations` does not have, or with another meaning. */
const phrases: Record<string, string> = {
  Holztisch: "wood",
  Herbstlaub: "autumn leaf",
  Herbstwald: "autumn forest",
  "von vorne": "from the front",
  "von hinten": "from behind",
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

/** Phrases by their English equivalents; null: `translations` has them. */
export const germanPhrases: ReadonlyMap<string, string | null> = new Map([
  ...common.split(", ").map((phrase) => [phrase, phrases[phrase] ?? null] as const),
  ...inflected(adjectives),
]);
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
