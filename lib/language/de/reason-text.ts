/** A sentence that says what helps too, or both apart. */
export type ReasonText = string | { message: string; fix: string };
