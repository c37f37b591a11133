/** What counts as the same product, and what may be done about one that is not. Chosen with `npm run bench -- fidelity`. */

// Search and comparison, in pixels.
/** Longest side at which an edited picture is kept for the search. */
export const workingSide = 1536;
/** Longest side at which the product is compared; a larger one is made smaller. */
export const comparedSide = 640;

// Where a product may have been put.
/** Sizes searched, relative to the product's share of its own picture. */
export const leastRelativeSize = 0.3;
export const mostRelativeSize = 1.6;
export const mostTurnDeg = 12;

// Light that a scene may cast on the product. Beyond it, a color is another color.
/** Difference of the logarithms of red's and blue's factors: candle light is 0.56, an overcast sky −0.32. */
export const mostWarmth = 0.45;
/** The same for green against the mean of both: lamps and skies hardly differ in it. */
export const mostTint = 0.03;
/** What more a warm or cool light may have of it, per unit of warmth. */
export const tintOfWarmth = 0.12;
/** Factors of linear light within which true pixels are relit when they are put back: the renderer's own. */
export const leastGain = 0.5;
export const mostGain = 1.3;

// Differences that count as changes, after light has been taken out.
/** Contrast and structure (SSIM's, −1..1) below which a window shows something else; in detail such as text, stricter. */
export const leastStructure = 0.45;
export const leastStructureOfDetail = 0.6;
/** Deviation of OKLab lightness within a window that SSIM takes for nothing, and that from which it is detail. */
export const noiseDeviation = 0.022;
export const detailDeviation = 0.05;
/** Distances in OKLab of what is left of fine detail (JND about 0.02): color, and lightness no even light explains. */
export const mostColorShift = 0.022;
export const mostLightnessShift = 0.1;

// Verdicts.
/** Share of the product that may be changed and count as kept. */
export const mostChanged = 0.003;
/** Changes in patches smaller than this share of the product are noise. */
export const leastPatch = 0.0004;
/** Correlation (−1..1) from which true pixels are known to lie on the edit's. */
export const leastAgreement = 0.4;
/** Share of the product that may lie outside of the edited picture when its pixels are put back. */
export const mostUnseen = 0.2;
/** How far around the product remains of an altered one are looked for, as a share of its longer side. */
export const remainsReach = 0.1;
/** Share of the product that may remain around it and be painted over with the scene. */
export const mostRemains = 0.06;
/** Share of the product that may remain at the end of that reach: more goes on beyond it. */
export const mostOpenRemains = 0.0015;
