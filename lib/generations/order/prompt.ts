import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import type { Style } from "#lib/contract/photos/styles.ts";
import type { PropName } from "#lib/contract/photos/values.ts";
import { modeOf } from "#lib/generations/kinds/modes/choice.ts";
import { type PromptReading, understandPrompt } from "#lib/imaging/renderer/prompt/reading.ts";
import { setStyle } from "#lib/imaging/renderer/scene/options.ts";
import { invalidParam } from "#lib/platform/errors.ts";
import { readInScene } from "#lib/scenes/choice.ts";
import { propsInPrompt } from "#lib/scenes/named-things.ts";
import { lightOfWords } from "./scene.ts";

export interface Prompted {
  style: Style;
  prompt?: string | null | undefined;
  /** The mode in which the photo was made; absent before. */
  mode?: PhotoMode | null | undefined;
  /** The requested mode; absent: the operator's default. */
  wantedMode?: PhotoMode | null | undefined;
  /** The rendered scene of the photo. */
  scene?: string | null | undefined;
  /** The props of the photo. */
  props?: readonly PropName[] | null | undefined;
  /** The caller's own background: the marketplace style then has a set around it. */
  background?: unknown;
}

/** The parts of a prompt that were understood and ignored. */
export interface ReadPrompt {
  promptUnderstood: PromptReading["understood"] | null;
  promptIgnored: PromptReading["ignored"] | null;
}

/** Both null without a prompt, and when a model paints it. */
export function readPrompt({
  style,
  prompt,
  mode,
  wantedMode = null,
  scene = null,
  props,
  background,
}: Prompted): ReadPrompt {
  const text = prompt?.trim();
  const hasSet = scene !== null || background !== undefined;
  const how = mode ?? modeOf({ style, wantedMode, hasSet });
  if (!text || how !== "studio") return { promptUnderstood: null, promptIgnored: null };
  return readWords(text, { style, scene, props, background });
}

/** In a rendered scene, only words about its contents, its props and its light are understood. */
function readWords(text: string, { style, scene, props, background }: Omit<Prompted, "mode" | "wantedMode">) {
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

/** Throws ApiError invalid_params for a request with `prompt_strict` whose prompt is not understood at all. */
export function requireUnderstood({
  promptStrict,
  ...prompted
}: Prompted & { promptStrict?: boolean | undefined }): void {
  if (!promptStrict || ignoredShare(readPrompt(prompted)) !== "all") return;
  throw invalidParam("prompt", "nothing of it is understood: GET /api/v1/scenes?q= finds scenes by words");
}
