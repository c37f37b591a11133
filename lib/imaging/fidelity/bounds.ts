/** Bounds for judging and restoring the product in an edited picture. Chosen on edits with known ground truth. */

// Search and comparison, in pixels.
/** Longest side of the copy of an edited picture that is kept for the search. */
export const workingSide = 1536;
/** Longest side at which the product is compared; a larger one is scaled down. */
export const comparedSide = 640;

// Placements that are searched.
/** Sizes searched, relative to the product's share of its own picture. */
export const leastRelativeSize = 0.3;
export const mostRelativeSize = 1.6;
export const mostTurnDeg = 12;

// Light that a scene may cast on the product. A larger difference counts as another color.
/** Largest difference of the logarithms of the red and blue factors: candle light is 0.56, an overcast sky −0.32. */
export const mostWarmth = 0.45;
/** The same for green against the mean of both, in which lamps and skies hardly differ. */
export const mostTint = 0.03;
/** Additional tint that a warm or cool light may have, per unit of warmth. */
export const tintOfWarmth = 0.12;
/** Bounds of the gain in linear light when restored pixels are relit: the renderer's own. */
export const leastGain = 0.5;
export const mostGain = 1.3;

// Differences that count as changes, after light has been taken out.
/** Least contrast and structure (SSIM's, −1..1) of a window that shows the same; stricter for detail such as text. */
export const leastStructure = 0.45;
export const leastStructureOfDetail = 0.6;
/** Deviation of OKLab lightness within a window that SSIM treats as noise, and that from which it is detail. */
export const noiseDeviation = 0.022;
export const detailDeviation = 0.05;
/** Largest OKLab distances (JND about 0.02) of the blurred, relit product: in color, and in lightness. */
export const mostColorShift = 0.022;
export const mostLightnessShift = 0.1;

// Verdicts.
/** Largest changed share of a product that still counts as kept. */
export const mostChanged = 0.003;
/** Changes in patches smaller than this share of the product are noise. */
export const leastPatch = 0.0004;
/** Least correlation (−1..1) at which the product's pixels are known to be aligned with the edit's. */
export const leastAgreement = 0.4;
/** Largest share of the product that may lie outside of the edited picture when its pixels are restored. */
export const mostUnseen = 0.2;
/** Distance around the product up to which remains of an altered one are searched, as a share of its longer side. */
export const remainsReach = 0.1;
/** Largest area of such remains, as a share of the product, that is painted over with the scene. */
export const mostRemains = 0.06;
/** Largest area of remains at the end of that distance, as a share of the product: more would continue beyond it. */
export const mostOpenRemains = 0.0015;
