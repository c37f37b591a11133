/**
 * Ways to make a photo. `studio`: the embedded renderer. `scene`: a hosted model paints the empty scene, the product's
 * own pixels are put into it. `edit`: a hosted model repaints the picture, and the product in it is compared.
 */
export const photoModes = ["studio", "scene", "edit"] as const;
export type PhotoMode = (typeof photoModes)[number];

/** The ways to make a photo where these hosted models are set: not every one can repaint a picture. */
export function modesOf(models: readonly { edits: boolean }[]): readonly PhotoMode[] {
  if (models.length === 0) return ["studio"];
  return models.some(({ edits }) => edits) ? photoModes : ["studio", "scene"];
}

/**
 * Where the product in a photo comes from. `original`: its own pixels, relit. `kept`: repainted by a model, and within
 * the bounds of what counts as unchanged. `restored`: repainted beyond them, so its own pixels were put back.
 */
export const productSources = ["original", "kept", "restored"] as const;

/** How true a photo is to its product. */
export interface Fidelity {
  product: (typeof productSources)[number];
  /** Share of the product, 0 to 1, that a model changed visibly before anything was put back. */
  changed: number;
}
