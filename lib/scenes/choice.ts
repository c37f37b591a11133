import { sceneCategories } from "../contract/scenes/categories.ts";
import { sceneCatalogue } from "./catalogue.ts";
import { matchScenes } from "./match.ts";

/** From this score on, a scene is what a prompt asks for. */
const goodScore = 0.6;

export function isScene(id: string): boolean {
  return sceneCatalogue().some((scene) => scene.id === id);
}

/** The id of the scene that a request names: by its id, or `CATEGORY/any`, of which the seed chooses one. */
export function chooseScene(name: string, seed = 0): string | null {
  if (isScene(name)) return name;
  const category = sceneCategories.find((one) => name === `${one}/any`);
  const scenes = sceneCatalogue().filter((scene) => scene.category === category);
  return scenes[seed % Math.max(1, scenes.length)]?.id ?? null;
}

/** What to say of a name that is none. */
export const noSuchScene =
  "is no scene: `GET /api/v1/scenes` lists them with their ids and categories, `CATEGORY/any` takes one of a category";

/** The scene that has what a prompt asks for; null where none has enough of it. */
export function sceneOfPrompt(prompt: string): string | null {
  const [best] = matchScenes(prompt).scenes;
  return best && best.score >= goodScore ? best.id : null;
}

/** Which phrases of a prompt a scene has, and which it has not; null where there is no such scene. */
export function readInScene(id: string, prompt: string): { has: string[]; lacks: string[] } | null {
  if (!isScene(id)) return null;
  const { parts } = matchScenes(prompt);
  const textsOf = (isIn: boolean) => [
    ...new Set(parts.filter(({ scenes }) => scenes.includes(id) === isIn).map(({ text }) => text)),
  ];
  return { has: textsOf(true), lacks: textsOf(false) };
}
