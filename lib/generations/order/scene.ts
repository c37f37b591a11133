import type { PhotoOptions } from "#lib/contract/photos/options.ts";
import { customPrompt, isWhite, type Style } from "#lib/contract/photos/styles.ts";
import { maxProps, type PropName, propNames } from "#lib/contract/photos/values.ts";
import type { PhotoRequest } from "#lib/generations/kinds/kind.ts";
import { modeOf } from "#lib/generations/kinds/modes/choice.ts";
import { readScene, type Understood } from "#lib/imaging/renderer/prompt/prompt.ts";
import { understandPrompt } from "#lib/imaging/renderer/prompt/reading.ts";
import { wordsOf } from "#lib/imaging/renderer/prompt/text.ts";
import { chooseScene, readInScene, sceneOfPrompt, thingsIn } from "#lib/scenes/choice.ts";
import { propsInPrompt } from "#lib/scenes/named-things.ts";

/**
 * The rendered scene of a photo: the named one, else the one that matches its prompt; undefined for none, and null
 * for an unknown name. Stored with the order, so that scenes added later do not change it.
 */
export function resolveScene(asked: Partial<PhotoRequest> & { style: Style }): string | undefined | null {
  const { style, scene, seed } = asked;
  const named = scene === undefined ? undefined : chooseScene(scene, { seed, sideCm: sideOf(asked) });
  if (named === null) return null;
  return isWhite(style) ? undefined : (named ?? sceneOfWords(asked));
}

/** Surfaces that the renderer paints as a pattern on the ground, but that scenes contain as objects. */
const things: readonly string[] = ["petals", "autumn_leaves", "water"];

/**
 * The scene for a prompt whose words the embedded renderer would only paint as a room or a pattern, or omit although
 * the scene has them. Prompts about materials, colors and light alone stay with the renderer.
 */
function sceneOfWords(asked: Parameters<typeof resolveScene>[0]): string | undefined {
  const { style, prompt, mode, background } = asked;
  const words = customPrompt(style, prompt);
  if (words === null || background !== undefined || modeOf({ style, wantedMode: mode }) !== "studio") return;
  const { understood, ignored } = understandPrompt(style, words);
  const isThin = wordsIn(understood).length < wordsIn(ignored.map((text) => ({ text }))).length;
  const found = sceneOfPrompt(words, { isThin, sideCm: sideOf(asked) });
  if (found === null) return;
  const isRoom = understood.some(({ kind, value }) => isPlace(kind) && !value.startsWith("no_"));
  const isPattern = understood.some(({ kind, value }) => kind === "surface" && things.includes(value));
  // Of a candle, the renderer shows the light only.
  const painted = new Set(wordsIn(understood.filter(({ kind }) => kind !== "light")));
  const hasMore = wordsIn(thingsIn(found, words)).some((word) => !painted.has(word));
  return isRoom || isPattern || hasMore ? found : undefined;
}

function sideOf({ productSizeCm }: Parameters<typeof resolveScene>[0]): number | undefined {
  return productSizeCm?.height ?? productSizeCm?.width;
}

function wordsIn(phrases: readonly { text: string }[]): string[] {
  return phrases.flatMap((phrase) => wordsOf(phrase.text).map(({ text }) => text));
}

function isPlace(kind: string): boolean {
  return kind === "place" || kind === "season";
}

/**
 * The props of a photo in a rendered scene, in the order of the table: the given ones, else those that its prompt
 * names and the scene lacks. Stored with the order, like the scene.
 */
export function resolveProps(
  scene: string | undefined,
  { style, prompt, props }: Parameters<typeof resolveScene>[0],
): PropName[] | undefined {
  if (scene === undefined) return undefined;
  const words = customPrompt(style, prompt);
  const named = words === null ? [] : propsInPrompt(scene, words).slice(0, maxProps);
  const chosen = props ?? named.map(({ name }) => name);
  return chosen.length > 0 ? propNames.filter((name) => chosen.includes(name)) : props;
}

export function propsNeedScene(style: Style): string {
  return isWhite(style)
    ? `they lie on the ground of a scene, but style ${style} is always pure white: choose another style and a \`scene\`, or leave \`props\` out`
    : "they lie on the ground of a scene: give a `scene` (`GET /api/v1/scenes`, or `CATEGORY/any`), or leave `props` out";
}

/** Changes to a rendered scene's light that a prompt asks for, and the words that cause them. */
interface SceneLight {
  light: { warmth?: number; exposure?: number };
  words: Understood[];
}

/** Brighter, darker, warmer or cooler, unless the scene already is; does not move its lights. */
export function lightOfWords(scene: string, prompt: string | null): SceneLight {
  if (prompt === null) return { light: {}, words: [] };
  const has = (readInScene(scene, prompt)?.has ?? []).join(" ").toLowerCase();
  const words = understandPrompt("studio", prompt).understood.filter(
    ({ kind, value, text }) =>
      (kind === "light" || kind === "mood" || value === "evening") &&
      !has.includes(text.toLowerCase()) &&
      Object.keys(lightOf(text)).length > 0,
  );
  return { light: lightOf(words.map(({ text }) => text).join(", ")), words };
}

function lightOf(words: string): SceneLight["light"] {
  const [before, after] = [readScene("studio", null), readScene("studio", words)];
  const warmth = after.light.warmth - before.light.warmth;
  const exposure = after.exposure / before.exposure;
  return { ...(warmth !== 0 && { warmth }), ...(exposure !== 1 && { exposure }) };
}

/** In a rendered scene, the prompt sets the light that the options leave open. */
export function lightIn(
  scene: string | undefined,
  { prompt, options: { light } }: { prompt: string | null; options: Pick<PhotoOptions, "light"> },
): Pick<PhotoOptions, "light"> {
  return scene === undefined ? { light } : { light: { ...lightOfWords(scene, prompt).light, ...light } };
}
