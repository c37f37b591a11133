/** Formats of results, by the names of the API. Apart from their schemas, which stay out of the browser. */
export const resultFormats = ["jpeg", "png", "webp", "avif"] as const;
export type ResultFormat = (typeof resultFormats)[number];
