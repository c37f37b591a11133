import { customPrompt, styleNames } from "#lib/contract/photos/styles.ts";
import { pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { type SceneSuggestion, suggestScenes } from "#lib/scenes/suggest.ts";
import { ignoredShare, type ReadPrompt, readPrompt } from "./prompt.ts";

interface PresentedPrompt extends ReadPrompt {
  /** The rendered scene of the photo. */
  scene: string | null;
  sceneSuggestions: SceneSuggestion[];
}

const noPrompt: PresentedPrompt = {
  promptUnderstood: null,
  promptIgnored: null,
  scene: null,
  sceneSuggestions: [],
};

/** How a prompt was read, and scenes that suit it better. */
export function presentPrompt(prompted: Parameters<typeof readPrompt>[0]): PresentedPrompt {
  const style = styleNames.find((name) => name === prompted.style);
  if (!style) return noPrompt;
  const { scene = null, options } = prompted;
  const read = { ...readPrompt(prompted), scene };
  const text = prompted.prompt?.trim() ?? "";
  const isOwnSet = pickPhotoOptions(options).background !== undefined || customPrompt(style, text) === null;
  if (read.promptIgnored === null || isOwnSet) return { ...read, sceneSuggestions: [] };
  const isUnderstood = scene !== null || ignoredShare(read) !== "all";
  const others = suggestScenes(text, { style, isUnderstood }).filter(({ id }) => id !== scene);
  return { ...read, sceneSuggestions: others };
}
