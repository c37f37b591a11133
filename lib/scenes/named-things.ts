import { type PropName, propNames } from "../contract/photos/values.ts";
import { createRefusal, isAccompanying } from "../imaging/renderer/prompt/grammar.ts";
import { phraseKey } from "../imaging/renderer/prompt/stem.ts";
import { textOf, wordsOf } from "../imaging/renderer/prompt/text.ts";
import { translations, wordsByLanguage } from "../imaging/renderer/prompt/translations/index.ts";
import { matchScenes } from "./match.ts";

const keyOf = (text: string) => phraseKey(wordsOf(text).map((word) => word.text));
const known = (name: string) => translations.object[name] ?? "";

/** Words of prompts for the props, as `en | de | es | fr | it`. */
const words: Record<PropName, string> = {
  "rose-petals": known("petal"),
  "green-leaves":
    "leaf, leaves, green leaf, green leaves | Blatt, Blätter, grüne Blätter | hoja, hojas, hojas verdes | feuille, feuilles, feuilles vertes | foglia, foglie, foglie verdi",
  "autumn-leaves":
    "autumn leaf, autumn leaves, fall leaves, fallen leaves, dry leaves, maple leaf | Laub, Herbstlaub, Herbstblatt, Herbstblätter, Ahornblatt | hojas secas, hojas de otoño, hojas de arce | feuilles mortes, feuilles d'automne, feuilles d'érable | foglie secche, foglie autunnali, foglie d'autunno, foglie d'acero",
  "fir-twigs":
    "fir, fir branch, fir twig, fir sprig, pine branch, pine sprig, spruce branch | Tannenzweig, Tannengrün, Tannenast, Fichtenzweig, Nadelzweig | rama de abeto, ramas de abeto, rama de pino, ramas de pino | branche de sapin, branches de sapin, rameau de sapin | ramo di abete, rami di abete, rametti di abete, ramo di pino",
  "pine-cones": known("cone"),
  "cinnamon-sticks": known("cinnamon"),
  "coffee-beans": known("coffeebean"),
  "lemon-slices":
    "lemon, lemon slice, slice of lemon, slices of lemon | Zitrone, Zitronenscheibe | limón, rodaja de limón, rodajas de limón | citron, tranche de citron, rondelle de citron, tranches de citron | limone, fetta di limone, fette di limone",
  "ice-cubes": `${known("ice")}, cubetti di ghiaccio`,
  pebbles:
    "pebble, river stone | Kiesel, Kieselstein | guijarro, canto rodado, cantos rodados | galet, caillou, cailloux | ciottolo, sassolino",
  "sea-shells": known("shell"),
  "wood-shavings": known("shavings"),
  confetti: known("confetti"),
  towel: known("towel"),
};

/** Props that sellers also sell: alone, they are the product of the photo. */
const sold: readonly PropName[] = ["towel"];

const propOfKey = new Map(
  propNames.flatMap((name) =>
    wordsByLanguage(words[name]).flatMap((of) => of.words.map((phrase) => [keyOf(phrase), name] as const)),
  ),
);
const longestPhrase = Math.max(...[...propOfKey.keys()].map((key) => key.split(" ").length));

/** The props that a prompt names and a scene lacks, with its words for them, in its order. */
export function propsInPrompt(scene: string, prompt: string): { name: PropName; text: string }[] {
  const given = wordsOf(prompt);
  const isRefused = createRefusal();
  const found = new Map<PropName, string>();
  const had = matchScenes(prompt).parts.flatMap(({ exact, text }) => (exact.includes(scene) ? [text] : []));
  for (let at = 0; at < given.length; at++) {
    const refused = isRefused(given[at]?.text ?? "");
    const to = endOfProp(given, at);
    if (to === null) continue;
    const name = propOfKey.get(phraseKey(given.slice(at, to + 1).map(({ text }) => text)));
    const text = textOf(prompt, given, { from: at, to });
    const isProduct = name !== undefined && sold.includes(name) && !isAccompanying(prompt, text);
    const isThere = had.some((own) => own.includes(text) || text.includes(own));
    if (name && !refused && !isProduct && !isThere && !found.has(name)) found.set(name, text);
    at = to;
  }
  return [...found].map(([name, text]) => ({ name, text }));
}

/** The end of the longest phrase for a prop that begins at a word. */
function endOfProp(given: ReturnType<typeof wordsOf>, at: number): number | null {
  for (let length = Math.min(longestPhrase, given.length - at); length > 0; length--)
    if (propOfKey.has(phraseKey(given.slice(at, at + length).map(({ text }) => text))))
      return at + length - 1;
  return null;
}
