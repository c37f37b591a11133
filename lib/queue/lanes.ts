/** Classes of paid work: everything of a class that waits comes before anything of the next one. */
export const lanes = {
  /** Somebody waits for it: a call, or a person at the dashboard. */
  interactive: { number: 0, priority: 1_000_000_000 },
  /** Ordered by the hundred. */
  batch: { number: 1, priority: 0 },
} as const;

export type Lane = keyof typeof lanes;

export function laneOf(number: number): Lane {
  return number === lanes.batch.number ? "batch" : "interactive";
}
