import type { PromptKind } from "#lib/contract/photos/prompt-kinds.ts";
import type { Style } from "#lib/contract/photos/styles.ts";
import { looksPerStyle } from "#lib/contract/photos/values.ts";
import { hexToRgb } from "./color.ts";
import type { Light, Scene } from "./scene.ts";
import { styleScenes } from "./style-scenes.ts";

/** What a look changes of its style's standard scene, part by part: words of a prompt take the place of a part. */
interface Look {
  /** What stands behind, and how bright the set is. */
  backdrop?: Partial<Pick<Scene, "backdrop" | "back" | "backColor" | "glow" | "vignette" | "exposure">>;
  /** What it stands on. */
  surface?: Partial<Pick<Scene, "surface" | "surfaceColor" | "reflection" | "roughness">>;
  light?: Partial<Light> & Partial<Pick<Scene, "rim" | "shadow">>;
}

/** The looks that a seed chooses from, by eye on the sheet of `scripts/contact-sheet.ts --looks`; the first is the standard. */
const looks: Record<Style, readonly [Look, Look, Look, Look, Look, Look]> = {
  studio: [
    {},
    // Warm white paper, a softbox at the right.
    {
      backdrop: { backColor: hexToRgb("#f0e9df"), glow: 0.36 },
      light: { azimuthDeg: 98, elevationDeg: 52, softness: 0.7, warmth: 0.1, fill: 0.64 },
    },
    // Clay paper, light from the left behind.
    {
      backdrop: { backColor: hexToRgb("#d9b3a0"), glow: 0.5, vignette: 0.18 },
      light: { azimuthDeg: -128, elevationDeg: 44, softness: 0.5, warmth: 0.14, fill: 0.56 },
    },
    // Charcoal paper, and a light along the edges.
    {
      backdrop: { backColor: hexToRgb("#45474b"), glow: 0.8, vignette: 0.34 },
      light: { azimuthDeg: -78, elevationDeg: 46, softness: 0.5, fill: 0.42, rim: 0.1 },
    },
    // Sand-colored plaster, in low sun and the shade of leaves.
    {
      backdrop: { backdrop: "set", backColor: hexToRgb("#e6d8c3"), glow: 0.3 },
      surface: { surface: "concrete", surfaceColor: hexToRgb("#dbc9b1"), reflection: 0.05, roughness: 0.9 },
      light: {
        azimuthDeg: -112,
        elevationDeg: 40,
        softness: 0.2,
        warmth: 0.22,
        fill: 0.5,
        pattern: "leaves",
      },
    },
    // Concrete before a pale blue wall, a large lamp above.
    {
      backdrop: { backdrop: "set", backColor: hexToRgb("#d3dadd"), glow: 0.4 },
      surface: { surface: "concrete", reflection: 0.06, roughness: 0.85 },
      light: { azimuthDeg: 40, elevationDeg: 70, softness: 0.85, warmth: -0.06, fill: 0.68 },
    },
  ],
  // White stays white: only light, shadow and mirror image differ.
  amazon: [
    {},
    { light: { azimuthDeg: -90, elevationDeg: 30, fill: 0.25 } },
    { light: { azimuthDeg: 90, elevationDeg: 30, fill: 0.25 } },
    { light: { azimuthDeg: 0, elevationDeg: 85, fill: 0.25 } },
    { light: { shadow: 0.6 } },
    { surface: { reflection: 0.16, roughness: 0.3 } },
  ],
  luxury: [
    {},
    // Black marble with gold light before dark umber.
    {
      backdrop: { backColor: hexToRgb("#4a3a2e") },
      surface: { surface: "marble", surfaceColor: hexToRgb("#1a1a1c"), reflection: 0.36, roughness: 0.3 },
      light: { azimuthDeg: 82, elevationDeg: 40, softness: 0.4, warmth: 0.42 },
    },
    // Burgundy velvet.
    {
      backdrop: { backColor: hexToRgb("#4b1624"), glow: 0.95 },
      surface: { surface: "velvet", surfaceColor: hexToRgb("#43101f"), reflection: 0, roughness: 1 },
      light: { azimuthDeg: -110, elevationDeg: 36, softness: 0.34, warmth: 0.22, fill: 0.4 },
    },
    // Polished walnut before forest green.
    {
      backdrop: { backColor: hexToRgb("#21402f"), glow: 0.9 },
      surface: { surface: "walnut", surfaceColor: null, reflection: 0.26, roughness: 0.35 },
      light: { azimuthDeg: 74, elevationDeg: 44, softness: 0.42, warmth: 0.26, fill: 0.42 },
    },
    // Champagne silk, bright.
    {
      backdrop: { backColor: hexToRgb("#cbb18d"), glow: 0.6, vignette: 0.3 },
      surface: { surface: "silk", surfaceColor: hexToRgb("#a3865f"), reflection: 0.08, roughness: 0.7 },
      light: { azimuthDeg: -100, elevationDeg: 46, softness: 0.5, warmth: 0.2, fill: 0.5, rim: 0.08 },
    },
    // Midnight blue acrylic, cool light.
    {
      backdrop: { backColor: hexToRgb("#22345c") },
      surface: { surface: "acrylic", surfaceColor: hexToRgb("#0a1020"), reflection: 0.5, roughness: 0.2 },
      light: { azimuthDeg: 80, elevationDeg: 42, softness: 0.45, warmth: -0.3, rim: 0.15 },
    },
  ],
  lifestyle: [
    {},
    // A marble worktop in the kitchen, light from the right.
    {
      backdrop: { back: "kitchen" },
      surface: { surface: "marble", reflection: 0.22, roughness: 0.4 },
      light: { azimuthDeg: 104, elevationDeg: 46, softness: 0.5, warmth: 0.12, fill: 0.56, pattern: "none" },
    },
    // Walnut in the evening.
    {
      backdrop: { back: "evening", exposure: 0.62, glow: 0.6 },
      surface: { surface: "walnut", reflection: 0.14, roughness: 0.6 },
      light: { azimuthDeg: 96, elevationDeg: 40, softness: 0.5, warmth: 0.5, fill: 0.34, pattern: "none" },
    },
    // Linen in the garden, in the shade of leaves.
    {
      backdrop: { back: "garden" },
      surface: { surface: "linen", reflection: 0, roughness: 1 },
      light: {
        azimuthDeg: -118,
        elevationDeg: 48,
        softness: 0.24,
        warmth: 0.14,
        fill: 0.5,
        pattern: "leaves",
      },
    },
    // Terrazzo in the bathroom, in cool daylight.
    {
      backdrop: { back: "bathroom" },
      surface: { surface: "terrazzo", reflection: 0.2, roughness: 0.4 },
      light: {
        azimuthDeg: -96,
        elevationDeg: 52,
        softness: 0.66,
        warmth: -0.08,
        fill: 0.64,
        pattern: "none",
      },
    },
    // Terracotta in the greenhouse, in high sun.
    {
      backdrop: { back: "greenhouse" },
      surface: { surface: "terracotta", reflection: 0.06, roughness: 0.8 },
      light: { azimuthDeg: 112, elevationDeg: 50, softness: 0.14, warmth: 0.2, fill: 0.46, pattern: "none" },
    },
  ],
};

/** Which of its style's looks a seed chooses; 0 is the standard. */
export function lookOf(seed: number): number {
  return seed % looksPerStyle;
}

/** Words that say what stands behind leave nothing of a look but its light; a season or a mood not even that. */
const replaced: Partial<Record<PromptKind, readonly (keyof Look)[]>> = {
  color: ["backdrop", "surface"],
  place: ["backdrop", "surface"],
  surface: ["surface"],
  reflection: ["surface"],
  light: ["light"],
  shadow: ["light"],
  season: ["backdrop", "surface", "light"],
  mood: ["backdrop", "surface", "light"],
};

/** The scene that a prompt is read into: the style's, with what of the seed's look the prompt does not name. */
export function baseScene(style: Style, seed: number, named: ReadonlySet<PromptKind>): Scene {
  const standard = styleScenes[style];
  const look = looks[style][lookOf(seed)];
  if (!look || lookOf(seed) === 0) return standard;
  const gone = new Set([...named].flatMap((kind) => replaced[kind] ?? []));
  const { rim, shadow, ...light } = gone.has("light") ? {} : (look.light ?? {});
  return {
    ...standard,
    ...(gone.has("backdrop") ? {} : look.backdrop),
    ...(gone.has("surface") ? {} : look.surface),
    light: { ...standard.light, ...light },
    rim: rim ?? standard.rim,
    shadow: shadow ?? standard.shadow,
  };
}
