/** Stands in the examples until there is a key. */
export const keyPlaceholder = "pgs_YOUR_KEY";
