import type { Style } from "#lib/generators/styles.ts";
import type { Scene } from "./scene.ts";
import { styleScenes } from "./style-scenes.ts";

export function readScene(style: Style, _prompt: string): Scene {
  return styleScenes[style];
}
