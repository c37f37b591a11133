import type { Light, Scene } from "#lib/imaging/renderer/scene/scene.ts";

/** All that makes a style; its name, price and prompts are in `lib/contract/styles.ts`. */
export interface StyleDefinition {
  /** Before a word of the prompt is read. */
  scene: Scene;
  /** Chosen by the remainder of a seed, by eye on `scripts/contact-sheet.ts --variants`; the first is the standard. */
  variants: readonly [Variant, Variant, Variant, Variant, Variant, Variant];
  /** By eye, on the sheet of seeds that scripts/contact-sheet.ts makes. */
  seedBounds: SeedBounds;
  modelText: ModelText;
}

/** What a variant changes of its style's standard scene, part by part: words of a prompt take the place of a part. */
export interface Variant {
  /** What stands behind, and how bright the set is. */
  backdrop?: Partial<Pick<Scene, "backdrop" | "back" | "backColor" | "glow" | "vignette" | "exposure">>;
  /** What it stands on. */
  surface?: Partial<Pick<Scene, "surface" | "surfaceColor" | "reflection" | "roughness">>;
  light?: Partial<Light> & Partial<Pick<Scene, "rim" | "shadow">>;
}

/** How far a seed may take a photo from its style's standard scene: at most so much to either side. */
export interface SeedBounds {
  /** Degrees that the key light moves around the product, and up or down. */
  azimuthDeg: number;
  elevationDeg: number;
  softness: number;
  warmth: number;
  /** The key light may come from the other side as well. */
  changesSide: boolean;
  /** Brightness and warmth of the backdrop's color, as shares. */
  tone: number;
  tint: number;
  /** Where on the material the product stands, as a share of the texture; the room behind, of its width. */
  texture: number;
  room: number;
  /** Shift of a window's or a leaf's shadow, in sides of the frame. */
  pattern: number;
  /** Depth of the table behind the product, as a share. */
  depth: number;
  /** Sine by which the camera looks down more or less. */
  pitch: number;
  /** Place and size of the product, as shares of frame and size. */
  place: number;
  size: number;
}

/** What a hosted image model reads of the style. */
export interface ModelText {
  /** The set around the product where the caller says nothing of it. */
  set: string;
  /** What holds whatever the caller says. */
  manner: string;
}
