import { isWhite, type Style } from "../contract/photos/styles.ts";
import { sceneCatalogue } from "./catalogue.ts";
import { previewUrlOf, suitsStyle } from "./list.ts";
import { matchScenes } from "./match.ts";

export interface SceneSuggestion {
  id: string;
  score: number;
  previewUrl: string;
}

const mostSuggestions = 4;
/** A lower score is a coincidence: a color, or an incidental word. */
const suggestedScore = 0.2;

/** The scenes nearest to a prompt; if the renderer understood nothing, those that suit the style follow. */
export function suggestScenes(
  prompt: string,
  { style, isUnderstood }: { style: Style; isUnderstood: boolean },
): SceneSuggestion[] {
  if (isWhite(style)) return [];
  const matches = matchScenes(prompt).scenes.filter(({ score }) => score >= suggestedScore);
  const known = new Set(matches.map(({ id }) => id));
  const others = isUnderstood
    ? []
    : sceneCatalogue().filter((scene) => !known.has(scene.id) && suitsStyle(scene, style));
  return [...matches, ...others.map(({ id }) => ({ id, score: 0 }))]
    .slice(0, mostSuggestions)
    .map(({ id, score }) => ({ id, score, previewUrl: previewUrlOf(id) }));
}
