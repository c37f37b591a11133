/** Classes of paid work: all waiting work of a class precedes that of the next one. */
export const lanes = {
  /** A call, or a user of the dashboard, waits for it. */
  interactive: { number: 0, priority: 1_000_000_000 },
  /** Ordered in large numbers. */
  batch: { number: 1, priority: 0 },
} as const;

export type Lane = keyof typeof lanes;

export function laneOf(number: number): Lane {
  return number === lanes.batch.number ? "batch" : "interactive";
}
