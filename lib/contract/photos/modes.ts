/**
 * How a photo is made. `studio`: by the embedded renderer. `scene`: a hosted model paints the empty scene, then the
 * product's own pixels are composited. `edit`: a hosted model repaints the picture, then the product is compared.
 */
export const photoModes = ["studio", "scene", "edit"] as const;
export type PhotoMode = (typeof photoModes)[number];

/** The modes available with these hosted models, because not every model can edit a picture. */
export function modesOf(models: readonly { edits: boolean }[]): readonly PhotoMode[] {
  if (models.length === 0) return ["studio"];
  return models.some(({ edits }) => edits) ? photoModes : ["studio", "scene"];
}

/**
 * Origin of the product in a photo. `original`: its own pixels, relit. `kept`: repainted by a model within the bounds
 * of "unchanged". `restored`: repainted beyond them, so its own pixels were put back.
 */
export const productSources = ["original", "kept", "restored"] as const;

/** How faithful a photo is to its product. */
export interface Fidelity {
  product: (typeof productSources)[number];
  /** Share of the product, 0 to 1, that a model changed visibly before pixels were restored. */
  changed: number;
}
