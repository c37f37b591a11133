/** What a delivery has in place of an attempt that is not made, as JSON: a list of one. */
export function noAttempt(error: string): string {
  return JSON.stringify([{ at: new Date().toISOString(), statusCode: null, ms: 0, error, answer: "" }]);
}
