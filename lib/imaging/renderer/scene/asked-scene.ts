import { isWhite, type Style } from "#lib/contract/photos/styles.ts";
import type { PromptKind } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { readPrompt, readScene } from "../prompt/prompt.ts";
import { setOf } from "./options.ts";
import type { Scene } from "./scene.ts";
import { baseScene, variantOf } from "./variants.ts";

/** The scene that prompt and seed ask for. */
export interface AskedScene {
  scene: Scene;
  /** The scene into which the prompt was read: where `scene` differs from it, the prompt asked for that. */
  base: Scene;
}

/** Returns the scene of style, prompt and seed: the seed chooses a variant, and the prompt overrides it. */
export function askedScene(
  given: Style,
  givenPrompt: string | null,
  options: RenderOptions = {},
): AskedScene {
  const { style, prompt } = setOf(given, givenPrompt, options);
  const { seed = 0, background } = options;
  if (variantOf(seed) === 0) return { scene: readScene(style, prompt), base: baseScene(style, 0, new Set()) };
  // The caller's own background replaces both the backdrop and the surface.
  const named = new Set<PromptKind>(background ? ["color"] : []);
  if (prompt === null || isWhite(style)) {
    const base = baseScene(style, seed, named);
    return { scene: base, base };
  }
  for (const { kind, value } of readPrompt(style, prompt).parts)
    if (!value.startsWith("no_")) named.add(kind);
  const base = baseScene(style, seed, named);
  return { scene: readPrompt(style, prompt, base).scene, base };
}
