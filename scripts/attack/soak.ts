import { setTimeout as sleep } from "node:timers/promises";
import { countOpenFiles, processTree, proportionalBytes } from "../bench/parts/measure.ts";
import { readSample } from "../parts/samples.ts";
import { inMegabytes, times } from "./parts/attack.ts";
import { fieldsOf } from "./parts/http.ts";
import { isLevel, type Sample, slopePerHour } from "./parts/level.ts";
import type { Target } from "./parts/target.ts";
import { openWitness } from "./parts/witness.ts";

const memoryLimitBytes = 1.5e9;
const sampleEveryMs = 5_000;
const printEveryMinutes = 1;
/** Minimum duration of a round of 25 calls, which keeps it below the default rate limit of an account. */
const shortestRoundMs = 3_000;

/** Usage by kind of process, and in total as "all". */
type Usage = Map<string, Sample>;

/**
 * Runs mixed traffic for a long time; after a warm-up, memory and open files must not grow. `result` has the figures.
 */
export async function soak(target: Target, minutes: number): Promise<{ problems: string[]; result: string }> {
  const witness = await openWitness(target);
  const startedAt = performance.now();
  const elapsedMinutes = () => (performance.now() - startedAt) / 60_000;
  const refused = { count: 0 };
  const traffic = work(target, () => elapsedMinutes() < minutes, refused);
  const samples: Usage[] = [];
  let printedAt = 0;
  while (elapsedMinutes() < minutes) {
    const now = await measure(target, elapsedMinutes() / 60);
    samples.push(now);
    if (samples.length === 1 || elapsedMinutes() - printedAt >= printEveryMinutes) {
      printedAt = elapsedMinutes();
      console.log(
        `${printedAt.toFixed(0)} min: ${[...now].map(([kind, use]) => inWords(kind, use)).join(" · ")}`,
      );
    }
    await Promise.race([sleep(sampleEveryMs), traffic]);
  }
  const rounds = await traffic;
  const { grown, result } = report(samples);
  const problems = [...grown, ...(await witness.check())];
  if (refused.count > 0) problems.push(`${refused.count} calls were refused`);
  console.log(`${rounds} rounds of traffic`);
  for (const problem of problems) console.log(`✗ ${problem}`);
  return { problems, result: `${rounds} rounds of traffic; ${result}` };
}

/** Repeats all calls of an ordinary client, one after the other. Returns the number of rounds. */
async function work(target: Target, goesOn: () => boolean, refused: { count: number }): Promise<number> {
  const { key } = await target.openAccount({ tier: "ultra", topup: 1_000_000 });
  const pictures = await Promise.all(["mug", "camera", "candle", "lotion"].map(readSample));
  let index = 0;
  const note = (status: number) => {
    if (status !== 200 && status !== 204) refused.count += 1;
  };
  for (; goesOn(); index += 1) {
    const nextRound = sleep(shortestRoundMs);
    const picture = pictures[index % pictures.length] ?? Buffer.alloc(0);
    const url = String(fieldsOf(await target.upload(key, picture)).image_url);
    const made = await target.generate(key, url, `number ${index}`);
    note(made.status);
    if (index % 5 === 0) note((await target.cutOut(key, url)).status);
    const answers = await Promise.all(times(20, () => target.api(key, "GET", "credits")));
    answers.push(await target.api(key, "GET", "generations"), await target.send({ path: "/docs" }));
    answers.push(await target.api(key, "DELETE", `generations/${made.headers["x-generation-id"]}`));
    for (const { status } of answers) note(status);
    await nextRound;
  }
  return index;
}

/**
 * Prints the usage of each kind of process at the start and at the end; also returns it, with the kinds that grew.
 */
function report(samples: readonly Usage[]): { grown: string[]; result: string } {
  const grown: string[] = [];
  const results: string[] = [];
  const first = samples[0] ?? new Map<string, Sample>();
  for (const kind of new Set(samples.flatMap((usage) => [...usage.keys()]))) {
    const points = samples.flatMap((usage) => usage.get(kind) ?? []);
    const last = points.at(-1);
    const start = first.get(kind) ?? points[0];
    if (!last || !start) continue;
    const slopes = [slopePerHour(points, "memoryBytes"), slopePerHour(points, "openFiles")] as const;
    const growth = `${inMegabytes(slopes[0])} and ${slopes[1].toFixed(0)} files an hour after the warm-up`;
    const line = `${inWords(kind, start)} → ${inWords("", last).trim()}; ${growth}`;
    console.log(line);
    results.push(line);
    if (kind !== "all") continue;
    if (!isLevel(points, "memoryBytes")) grown.push(`memory grows by ${inMegabytes(slopes[0])} an hour`);
    if (!isLevel(points, "openFiles")) grown.push(`open files grow by ${slopes[1].toFixed(0)} an hour`);
    const highest = Math.max(...points.map(({ memoryBytes }) => memoryBytes));
    results.push(`highest memory ${inMegabytes(highest)}`);
    if (highest > memoryLimitBytes) grown.push(`memory reached ${inMegabytes(highest)}`);
  }
  return { grown, result: results.join("; ") };
}

const inWords = (kind: string, { processes, memoryBytes, openFiles }: Sample) =>
  `${kind} ${processes > 1 ? `(${processes}) ` : ""}${inMegabytes(memoryBytes)}, ${openFiles} files`;

async function measure(target: Target, hours: number): Promise<Usage> {
  const usage: Usage = new Map();
  for (const process of await processTree(await target.pid())) {
    const { pid, name } = process;
    const [memoryBytes, openFiles] = await Promise.all([proportionalBytes(process), countOpenFiles(pid)]);
    for (const kind of ["all", name]) {
      const sum = usage.get(kind) ?? { hours, processes: 0, memoryBytes: 0, openFiles: 0 };
      sum.processes += 1;
      sum.memoryBytes += memoryBytes;
      sum.openFiles += openFiles;
      usage.set(kind, sum);
    }
  }
  return usage;
}
