/** What processes used at one moment. */
export interface Sample {
  hours: number;
  processes: number;
  memoryBytes: number;
  openFiles: number;
}

type Measure = "memoryBytes" | "openFiles";

/** Caches, pools and V8's heap fill for so long; in a shorter run for half of it. */
const warmUpHours = 10 / 60;
/** Growth that counts as none: what the line through scattered samples may rise, over the time watched and an hour. */
const tolerated = { share: 0.05, sharePerHour: 0.05 };

/** The samples after the warm-up. */
function afterWarmUp(samples: readonly Sample[]): readonly Sample[] {
  const length = (samples.at(-1)?.hours ?? 0) - (samples[0]?.hours ?? 0);
  const from = (samples[0]?.hours ?? 0) + Math.min(warmUpHours, length / 2);
  return samples.filter(({ hours }) => hours >= from);
}

/** How much a measure grows in an hour after the warm-up, by the least-squares line. */
export function slopePerHour(samples: readonly Sample[], measure: Measure): number {
  const used = afterWarmUp(samples);
  const meanX = mean(used.map(({ hours }) => hours));
  const meanY = mean(used.map((sample) => sample[measure]));
  const above = used.reduce((sum, sample) => sum + (sample.hours - meanX) * (sample[measure] - meanY), 0);
  const below = used.reduce((sum, { hours }) => sum + (hours - meanX) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

/** Whether the line rises after the warm-up by no more than noise does: a few percent, and as much for each hour. */
export function isLevel(samples: readonly Sample[], measure: Measure): boolean {
  const used = afterWarmUp(samples);
  const hours = (used.at(-1)?.hours ?? 0) - (used[0]?.hours ?? 0);
  const allowed = (tolerated.share + tolerated.sharePerHour * hours) * mean(used.map((one) => one[measure]));
  return slopePerHour(samples, measure) * hours <= allowed;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
