import { customPrompt } from "#lib/contract/photos/styles.ts";
import { type SceneSuggestion, suggestScenes } from "#lib/scenes/suggest.ts";
import { ignoredShare, type Prompted, type ReadPrompt, readPrompt } from "./prompt.ts";

interface PresentedPrompt extends ReadPrompt {
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

/** How a prompt was read, and scenes that suit it better. */
export function presentPrompt(prompted: Prompted): PresentedPrompt {
  const { style, scene = null, background } = prompted;
  const read = { ...readPrompt(prompted), scene };
  const text = prompted.prompt?.trim() ?? "";
  const isOwnSet = background !== undefined || customPrompt(style, text) === null;
  if (read.promptIgnored === null || isOwnSet) return { ...read, sceneSuggestions: [] };
  const isUnderstood = scene !== null || ignoredShare(read) !== "all";
  const others = suggestScenes(text, { style, isUnderstood }).filter(({ id }) => id !== scene);
  return { ...read, sceneSuggestions: others };
}
