import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import { customPrompt, type Style } from "#lib/contract/photos/styles.ts";
import { modeOf } from "#lib/generations/kinds/modes/choice.ts";
import { type PromptReading, understandPrompt } from "#lib/imaging/renderer/prompt/reading.ts";
import { setStyle } from "#lib/imaging/renderer/scene/options.ts";
import { invalidParam } from "#lib/platform/errors.ts";
import { readInScene } from "#lib/scenes/choice.ts";
import { type SceneSuggestion, suggestScenes } from "#lib/scenes/suggest.ts";
import { lightOfWords } from "./scene.ts";

interface Prompted {
  style: Style;
  prompt?: string | null | undefined;
  /** The mode in which the photo was made; absent before. */
  mode?: PhotoMode | null | undefined;
  /** The requested mode; absent: the operator's default. */
  wantedMode?: PhotoMode | null | undefined;
  /** The rendered scene of the photo. */
  scene?: string | null | undefined;
  /** The caller's own background: the marketplace style then has a set around it. */
  background?: unknown;
}

interface PresentedPrompt {
  promptUnderstood: PromptReading["understood"] | null;
  promptIgnored: PromptReading["ignored"] | null;
  /** The rendered scene of the photo. */
  scene: string | null;
  sceneSuggestions: SceneSuggestion[];
}

export const noPrompt: PresentedPrompt = {
  promptUnderstood: null,
  promptIgnored: null,
  scene: null,
  sceneSuggestions: [],
};

/** The parts of a prompt that were understood and ignored; null without a prompt, and when a model paints it. */
export function presentPrompt({
  style,
  prompt,
  mode,
  wantedMode = null,
  scene = null,
  background,
}: Prompted): PresentedPrompt {
  const text = prompt?.trim();
  const hasSet = scene !== null || background !== undefined;
  const how = mode ?? modeOf({ style, wantedMode, hasSet });
  if (!text || how !== "studio") return { ...noPrompt, scene };
  const read = { ...readWords(text, { style, scene, background }), scene };
  const isOwnSet = background !== undefined || customPrompt(style, text) === null;
  if (isOwnSet) return { ...read, sceneSuggestions: [] };
  const isUnderstood = scene !== null || ignoredShare(read) !== "all";
  const others = suggestScenes(text, { style, isUnderstood }).filter(({ id }) => id !== scene);
  return { ...read, sceneSuggestions: others };
}

/** In a rendered scene, only words about its contents and its light are understood. */
function readWords(text: string, { style, scene, background }: Omit<Prompted, "mode" | "wantedMode">) {
  const inScene = scene ? readInScene(scene, text) : null;
  if (scene && inScene) {
    const { words: light } = lightOfWords(scene, text);
    const things = inScene.has.map((words) => ({ kind: "place" as const, value: scene, text: words }));
    const isLight = (word: string) => light.some((part) => part.text.includes(word));
    return {
      promptUnderstood: [...things, ...light],
      promptIgnored: inScene.lacks.filter((word) => !isLight(word)),
    };
  }
  const { understood, ignored } = understandPrompt(setStyle(style, { background }), text);
  return { promptUnderstood: understood, promptIgnored: ignored };
}

/** Whether all or part of a prompt is ignored; null when nothing is. */
export function ignoredShare({
  promptUnderstood,
  promptIgnored,
}: Pick<PresentedPrompt, "promptUnderstood" | "promptIgnored">): "all" | "part" | null {
  if (!promptIgnored?.length) return null;
  return promptUnderstood?.length ? "part" : "all";
}

/** Throws ApiError invalid_params for a request with `prompt_strict` whose prompt is not understood at all. */
export function requireUnderstood({
  promptStrict,
  ...prompted
}: Prompted & { promptStrict?: boolean | undefined }): void {
  if (!promptStrict || ignoredShare(presentPrompt(prompted)) !== "all") return;
  throw invalidParam("prompt", "nothing of it is understood: GET /api/v1/scenes?q= finds scenes by words");
}
