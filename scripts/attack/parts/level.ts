/** Resource usage of the processes at one moment. */
export interface Sample {
  hours: number;
  processes: number;
  memoryBytes: number;
  openFiles: number;
}

type Measure = "memoryBytes" | "openFiles";

/** Time in which caches, pools and V8's heap fill; a shorter run uses half its duration. */
const warmUpHours = 10 / 60;
/** Growth that is tolerated: a fraction of the mean for the whole period, plus a fraction per hour. */
const tolerated = { share: 0.05, sharePerHour: 0.05 };
/** Samples are grouped in blocks of half a minute, because a passing connection shows in all samples of its time. */
const blockHours = 30 / 3_600;
const standardErrors = 2;

/** Growth of a measure per hour after the warm-up, by least squares. */
export function slopePerHour(samples: readonly Sample[], measure: Measure): number {
  return lineThrough(samples, measure).slope;
}

/** Whether a measure grows after the warm-up by no more than is tolerated or explained by scatter. */
export function isLevel(samples: readonly Sample[], measure: Measure): boolean {
  const { slope, standardError, meanY, hours } = lineThrough(samples, measure);
  const allowed = (tolerated.share + tolerated.sharePerHour * hours) * meanY;
  return (slope - standardErrors * standardError) * hours <= allowed;
}

function lineThrough(samples: readonly Sample[], measure: Measure) {
  const points = blocksAfterWarmUp(samples, measure);
  const xs = points.map(([x]) => x);
  const [meanX, meanY] = [mean(xs), mean(points.map(([, y]) => y))];
  const below = sum(xs.map((x) => (x - meanX) ** 2));
  const slope = below === 0 ? 0 : sum(points.map(([x, y]) => (x - meanX) * (y - meanY))) / below;
  const residual = sum(points.map(([x, y]) => (y - meanY - slope * (x - meanX)) ** 2));
  const freedom = points.length - 2;
  const standardError = freedom > 0 && below > 0 ? Math.sqrt(residual / freedom / below) : 0;
  return { slope, standardError, meanY, hours: Math.max(...xs) - Math.min(...xs) };
}

function blocksAfterWarmUp(samples: readonly Sample[], measure: Measure): (readonly [number, number])[] {
  const first = samples[0]?.hours ?? 0;
  const from = first + Math.min(warmUpHours, ((samples.at(-1)?.hours ?? 0) - first) / 2);
  const used = samples.filter(({ hours }) => hours >= from);
  const blocks = Map.groupBy(used, ({ hours }) => Math.floor((hours - from) / blockHours));
  return [...blocks.values()].map((block) => [
    mean(block.map(({ hours }) => hours)),
    mean(block.map((sample) => sample[measure])),
  ]);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
