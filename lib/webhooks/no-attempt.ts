/** The attempt log entry of a delivery that is not attempted: a JSON list with one element. */
export function noAttempt(error: string): string {
  return JSON.stringify([{ at: new Date().toISOString(), statusCode: null, ms: 0, error, answer: "" }]);
}
