import { photoModes } from "#lib/contract/photos/modes.ts";
import type { PhotoOptions } from "#lib/contract/photos/options.ts";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { WorkFields } from "#lib/credits/order.ts";
import { db } from "#lib/db/index.ts";
import { modeOf } from "#lib/generations/kinds/modes/choice.ts";
import { pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { type PromptReading, understandPrompt } from "#lib/imaging/renderer/prompt/reading.ts";
import { setStyle } from "#lib/imaging/renderer/scene/options.ts";
import { invalidParam } from "#lib/platform/errors.ts";
import { readInScene } from "#lib/scenes/choice.ts";
import { propsInPrompt } from "#lib/scenes/named-things.ts";
import { lightOfWords } from "./scene.ts";

/** The parts of a prompt that were understood and ignored. */
export interface ReadPrompt {
  promptUnderstood: PromptReading["understood"] | null;
  promptIgnored: PromptReading["ignored"] | null;
}

/**
 * Both null without a prompt, for cut-outs, in a withdrawn style, and when a model paints the prompt. `mode`: how a
 * finished photo was made.
 */
export function readPrompt({
  mode: madeIn,
  ...work
}: Partial<WorkFields> & { mode?: string | null | undefined }): ReadPrompt {
  const style = styleNames.find((name) => name === work.style);
  const text = work.prompt?.trim();
  const mode = photoModes.find((name) => name === madeIn) ?? modeOf(work);
  if (!style || !text || mode !== "studio") return { promptUnderstood: null, promptIgnored: null };
  const { props, background } = pickPhotoOptions(work.options);
  return readWords(text, { style, scene: work.scene, props, background });
}

/** In a rendered scene, only words about its contents, its props and its light are understood. */
function readWords(
  text: string,
  {
    style,
    scene,
    props,
    background,
  }: Pick<PhotoOptions, "props" | "background"> & { style: Style; scene?: string | null | undefined },
) {
  const inScene = scene ? readInScene(scene, text) : null;
  if (scene && inScene) {
    const { words: light } = lightOfWords(scene, text);
    const laid = propsInPrompt(scene, text)
      .filter(({ name }) => props?.includes(name))
      .map(({ name, text: words }) => ({ kind: "place" as const, value: name as string, text: words }));
    const isIn = (parts: readonly { text: string }[], word: string) =>
      parts.some((part) => part.text.includes(word));
    const things = inScene.has
      .filter((words) => !isIn(laid, words))
      .map((words) => ({ kind: "place" as const, value: scene, text: words }));
    return {
      promptUnderstood: [...things, ...laid, ...light],
      promptIgnored: inScene.lacks.filter((word) => !isIn([...light, ...laid], word)),
    };
  }
  const { understood, ignored } = understandPrompt(setStyle(style, { background }), text);
  return { promptUnderstood: understood, promptIgnored: ignored };
}

/** Whether all or part of a prompt is ignored; null when nothing is. */
export function ignoredShare({ promptUnderstood, promptIgnored }: ReadPrompt): "all" | "part" | null {
  if (!promptIgnored?.length) return null;
  return promptUnderstood?.length ? "part" : "all";
}

/** Throws ApiError invalid_params if nothing of the prompt is understood. */
export function requireUnderstood(prompted: Parameters<typeof readPrompt>[0]): void {
  if (ignoredShare(readPrompt(prompted)) !== "all") return;
  throw invalidParam("prompt", "nothing of it is understood: GET /api/v1/scenes?q= finds scenes by words");
}

/** How much of the prompt of stored work is ignored; null when nothing is. */
export async function findIgnoredShare(id: string): Promise<"all" | "part" | null> {
  const row = await db().generation.findUnique({ where: { id } });
  return row && ignoredShare(readPrompt(row));
}
