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
  /** Words on the product that the model changed or lost before; absent if it painted none, and in older photos. */
  changedWords?: string[];
}

/**
 * Versions of the renderer and the cut-outs, newest first. One that changes pixels gets a new version, and an order
 * may ask for the one before it; there is none yet.
 */
export const engines = ["1.0"] as const;
export const currentEngine = engines[0];

/**
 * Names of IPTC's vocabulary for the source of a picture (cv.iptc.org/newscodes/digitalsourcetype). A rendered photo is
 * a composite with synthetic parts; one with parts that a model painted, or repainted as a whole, says so.
 */
export const digitalSources = [
  "compositeSynthetic",
  "algorithmicallyEnhanced",
  "compositeWithTrainedAlgorithmicMedia",
  "trainedAlgorithmicMedia",
] as const;
export type DigitalSource = (typeof digitalSources)[number];

/** The source of a photo by its mode, and of an edited one by what became of its product. */
export function digitalSourceOf(mode: PhotoMode, product: Fidelity["product"] = "original"): DigitalSource {
  if (mode === "studio") return "compositeSynthetic";
  return product === "kept" ? "trainedAlgorithmicMedia" : "compositeWithTrainedAlgorithmicMedia";
}
export const cutoutSource: DigitalSource = "algorithmicallyEnhanced";
