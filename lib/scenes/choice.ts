import type { SizeMisfit } from "../contract/photos/notes.ts";
import { sceneCategories, suitsSide } from "../contract/scenes/categories.ts";
import { sizeTolerance } from "../imaging/library/product-range.ts";
import { isAccompanying } from "../imaging/renderer/prompt/grammar.ts";
import { phraseKey } from "../imaging/renderer/prompt/stem.ts";
import { wordsOf } from "../imaging/renderer/prompt/text.ts";
import { translations, wordsByLanguage } from "../imaging/renderer/prompt/translations/index.ts";
import { type CatalogueScene, sceneCatalogue } from "./catalogue.ts";
import { namesLargeProduct } from "./lexicon.ts";
import { matchScenes } from "./match.ts";

/** From these scores on, a scene counts as what a prompt asks for: in general, and where its words leave no doubt. */
const goodScore = 0.6;
const namedScore = 0.4;

export function isScene(id: string): boolean {
  return sceneCatalogue().some((scene) => scene.id === id);
}

/** The scene of a request: an id, or `CATEGORY/any`, where the seed selects one of the category. */
export function chooseScene(
  name: string,
  { seed = 0, sideCm = 0 }: { seed?: number | undefined; sideCm?: number | undefined } = {},
): string | null {
  if (isScene(name)) return name;
  const category = sceneCategories.find((one) => name === `${one}/any`);
  const scenes = sceneCatalogue().filter(
    (scene) => scene.category === category && !scene.hangs && suitsSide(scene.productCm, sideCm),
  );
  return scenes[seed % Math.max(1, scenes.length)]?.id ?? null;
}

/** How a product of a known side is shown in a scene; undefined at its real size. */
export function misfitIn(id: string, sideCm: number): SizeMisfit | undefined {
  const scene = sceneCatalogue().find((one) => one.id === id);
  // The longer side may be the other one, so that only the preview shows whether a product is too small.
  return scene && sideCm > scene.productCm.to * sizeTolerance ? "too_large" : undefined;
}

/** Message for an unknown scene. */
export const noSuchScene =
  "is no scene: `GET /api/v1/scenes` lists them with their ids and categories, `CATEGORY/any` takes one of a category";

interface About {
  /** The renderer understands less than half of the prompt. */
  isThin: boolean;
  /** A side of the product, if its real size is known. */
  sideCm?: number | undefined;
}

/**
 * The scene that fits a prompt best; null if none fits well enough. If the renderer understands little of it, a scene
 * that has some of it is the better photo. A view from above must be asked for, because most products are photographed
 * from the side, and so must a hook; a floor is for products that are known to be large, as it shows a candle as high
 * as a chair.
 */
export function sceneOfPrompt(prompt: string, { isThin, sideCm }: About): string | null {
  const { scenes, parts } = matchScenes(prompt);
  const isFromAbove = namesAny(viewsFromAbove, prompt);
  const isHung = namesAny(hooks, prompt);
  const side = sideCm ?? (namesLargeProduct(prompt) ? Infinity : 0);
  const suits = (scene: CatalogueScene) =>
    (isFromAbove || !scene.flatLay) && (isHung || !scene.hangs) && suitsSide(scene.productCm, side);
  const suited = new Set(sceneCatalogue().flatMap((scene) => (suits(scene) ? [scene.id] : [])));
  const best = scenes.find(({ id }) => suited.has(id));
  if (!best) return null;
  const things = parts.filter(({ isThing }) => isThing);
  const has = things.filter(({ scenes: having }) => having.includes(best.id));
  const exact = things.filter((part) => part.exact.includes(best.id)).length;
  const isSure = 2 * exact > things.length || (isThin && exact > 0 && 2 * exact >= things.length);
  const isEnough = best.score >= (isSure ? namedScore : goodScore);
  return has.length > 0 && isEnough ? best.id : null;
}

const textsOf = (text: string) => wordsOf(text).map(({ text: word }) => word);
const phrasesOf = (...entries: (string | undefined)[]) =>
  new Set(
    entries.flatMap((entry) =>
      wordsByLanguage(entry ?? "").flatMap(({ words }) => words.map((phrase) => phraseKey(textsOf(phrase)))),
    ),
  );
const viewsFromAbove = phrasesOf(translations.place.flatlay);
const hooks = phrasesOf(translations.place.hook, translations.place.rod);
const longestPhrase = 4;

function namesAny(phrases: ReadonlySet<string>, prompt: string): boolean {
  const words = textsOf(prompt);
  const lengths = Array.from({ length: longestPhrase }, (_, at) => at + 1);
  return words.some((_, at) =>
    lengths.some((length) => phrases.has(phraseKey(words.slice(at, at + length)))),
  );
}

/** Things that at most this many scenes have are special to them. */
const mostSpecial = 3;

/**
 * The phrases of a prompt for things that a scene has, not for its light, mood and color. A vase alone is the product,
 * not a prop, unless the prompt names it beside something else, or with something special to the scene.
 */
export function thingsIn(id: string, prompt: string): readonly { text: string }[] {
  const things = matchScenes(prompt).parts.filter(({ isThing, scenes }) => isThing && scenes.includes(id));
  const props = things.filter(
    ({ isSold, exact, text }) =>
      (isSold && isAccompanying(prompt, text)) ||
      (!isSold && exact.includes(id) && exact.length <= mostSpecial),
  );
  return props.length > 0 ? things : things.filter(({ isSold }) => !isSold);
}

/** The phrases of a prompt that a scene has, and those that it lacks; null for an unknown scene. */
export function readInScene(id: string, prompt: string): { has: string[]; lacks: string[] } | null {
  if (!isScene(id)) return null;
  const { parts } = matchScenes(prompt);
  const textsOf = (isIn: boolean) => [
    ...new Set(parts.filter(({ scenes }) => scenes.includes(id) === isIn).map(({ text }) => text)),
  ];
  return { has: textsOf(true), lacks: textsOf(false) };
}
