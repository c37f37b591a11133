import type { Style } from "#lib/contract/photos/styles.ts";
import type { PromptKind } from "#lib/contract/photos/values.ts";
import { variantsPerStyle } from "#lib/contract/photos/values.ts";
import type { Variant } from "#lib/imaging/renderer/styles/definition.ts";
import { styleDefinitions } from "#lib/imaging/renderer/styles/index.ts";
import type { Scene } from "./scene.ts";

/** Returns the variant of its style that a seed chooses; 0 is the standard. */
export function variantOf(seed: number): number {
  return seed % variantsPerStyle;
}

/** The parts of a variant that words replace: a background leaves only its light, a season or a mood nothing. */
const replaced: Partial<Record<PromptKind, readonly (keyof Variant)[]>> = {
  color: ["backdrop", "surface"],
  place: ["backdrop", "surface"],
  surface: ["surface"],
  reflection: ["surface"],
  light: ["light"],
  shadow: ["light"],
  season: ["backdrop", "surface", "light"],
  mood: ["backdrop", "surface", "light"],
};

/** Returns the scene that a prompt changes: the style's, with the variant's parts that the prompt does not name. */
export function baseScene(style: Style, seed: number, named: ReadonlySet<PromptKind>): Scene {
  const { scene: standard, variants } = styleDefinitions[style];
  const variant = variants[variantOf(seed)];
  if (!variant || variantOf(seed) === 0) return standard;
  const gone = new Set([...named].flatMap((kind) => replaced[kind] ?? []));
  const { rim, shadow, ...light } = gone.has("light") ? {} : (variant.light ?? {});
  return {
    ...standard,
    ...(gone.has("backdrop") ? {} : variant.backdrop),
    ...(gone.has("surface") ? {} : variant.surface),
    light: { ...standard.light, ...light },
    rim: rim ?? standard.rim,
    shadow: shadow ?? standard.shadow,
  };
}
