/** One sentence that includes the fix, or message and fix separately. */
export type ReasonText = string | { message: string; fix: string };
