import type { Light, Scene } from "#lib/imaging/renderer/scene/scene.ts";

/** Definition of a style; its name, price and prompts are in `lib/contract/styles.ts`. */
export interface StyleDefinition {
  /** The scene before a prompt is applied. */
  scene: Scene;
  /** Chosen by a seed's remainder; made by eye, on all samples; the first is the standard. */
  variants: readonly [Variant, Variant, Variant, Variant, Variant, Variant];
  /** By eye, on a sheet of seeds. */
  seedBounds: SeedBounds;
  modelText: ModelText;
  /** Exposure of a rendered scene in this style; absent: as rendered. */
  sceneExposure?: number;
}

/** A variant's changes to its style's standard scene, by part: words of a prompt replace a part. */
export interface Variant {
  /** The background, and the brightness of the set. */
  backdrop?: Partial<Pick<Scene, "backdrop" | "back" | "backColor" | "glow" | "vignette" | "exposure">>;
  /** The surface under the product. */
  surface?: Partial<Pick<Scene, "surface" | "surfaceColor" | "reflection" | "roughness">>;
  light?: Partial<Light> & Partial<Pick<Scene, "rim" | "shadow">>;
}

/** Largest deviation from the style's standard scene, to either side, that a seed may cause. */
export interface SeedBounds {
  /** Degrees by which the key light moves around the product, and up or down. */
  azimuthDeg: number;
  elevationDeg: number;
  softness: number;
  warmth: number;
  /** Whether the key light may also come from the other side. */
  changesSide: boolean;
  /** Changes of the backdrop color's brightness and warmth, as shares. */
  tone: number;
  tint: number;
  /** Shift of the material under the product, as a share of the texture, and of the room, as a share of its width. */
  texture: number;
  room: number;
  /** Shift of the shadow of window or leaves, in sides of the frame. */
  pattern: number;
  /** Depth of the table behind the product, as a share. */
  depth: number;
  /** Change of the sine of the camera's downward pitch. */
  pitch: number;
  /** Changes of the product's place and size, as shares of frame and size. */
  place: number;
  size: number;
}

/** The text about the style for hosted image models. */
export interface ModelText {
  /** The set around the product, when the caller describes none. */
  set: string;
  /** Always included, whatever the caller writes. */
  manner: string;
}
