import { sceneCategories } from "../contract/scenes/categories.ts";
import { sceneCatalogue } from "./catalogue.ts";
import { matchScenes } from "./match.ts";

/** From this score on, a scene counts as what a prompt asks for. */
const goodScore = 0.6;

export function isScene(id: string): boolean {
  return sceneCatalogue().some((scene) => scene.id === id);
}

/** The scene of a request: an id, or `CATEGORY/any`, where the seed selects one of the category. */
export function chooseScene(name: string, seed = 0): string | null {
  if (isScene(name)) return name;
  const category = sceneCategories.find((one) => name === `${one}/any`);
  const scenes = sceneCatalogue().filter((scene) => scene.category === category);
  return scenes[seed % Math.max(1, scenes.length)]?.id ?? null;
}

/** Message for an unknown scene. */
export const noSuchScene =
  "is no scene: `GET /api/v1/scenes` lists them with their ids and categories, `CATEGORY/any` takes one of a category";

/** The scene that fits a prompt best; null if none fits well enough. */
export function sceneOfPrompt(prompt: string): string | null {
  const [best] = matchScenes(prompt).scenes;
  return best && best.score >= goodScore ? best.id : null;
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
