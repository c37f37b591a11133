import { setTimeout as sleep } from "node:timers/promises";
import { countOpenFiles, processTree, proportionalBytes } from "../parts/measure.ts";
import { readSample } from "../parts/samples.ts";
import { inMegabytes, startTable } from "../parts/table.ts";
import { growthOf, isLevel } from "./level.ts";
import { times } from "./parts/attack.ts";
import { checkCustomers, openCustomers } from "./parts/customers.ts";
import { fieldsOf } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const memoryLimitBytes = 1.5e9;
const sampleEveryMs = 5_000;
/** Minimum duration of a round of 25 calls, which keeps it below the default rate limit of an account. */
const shortestRoundMs = 3_000;

/** Usage by kind of process, and in total as "all". */
type Usage = Map<string, { bytes: number; files: number }>;

/** Runs mixed traffic for a long time; after a warm-up, memory and open files must not grow. Returns the problems. */
export async function soak(target: Target, minutes: number): Promise<string[]> {
  const customers = await openCustomers(target);
  const endsAt = performance.now() + minutes * 60_000;
  const traffic = work(target, () => performance.now() < endsAt);
  const samples: Usage[] = [];
  while (performance.now() < endsAt) {
    samples.push(await measure(target));
    await Promise.race([sleep(sampleEveryMs), traffic]);
  }
  const { rounds, refused } = await traffic;
  const problems = await checkCustomers(target, customers);
  if (refused > 0) problems.push(`${refused} calls were refused`);
  const print = startTable("process", ["first", "last", "growth", "highest", "files", "growth"]);
  for (const kind of new Set(samples.flatMap((usage) => [...usage.keys()]))) {
    const points = samples.flatMap((usage) => usage.get(kind) ?? []);
    const [bytes, files] = [points.map((point) => point.bytes), points.map((point) => point.files)];
    const highest = Math.max(...bytes);
    const memory = [bytes.at(0) ?? 0, bytes.at(-1) ?? 0, growthOf(bytes), highest].map(inMegabytes);
    print(kind, ...memory, String(files.at(-1)), growthOf(files).toFixed(0));
    if (kind !== "all") continue;
    if (!isLevel(bytes, minutes / 60)) problems.push(`memory grows by ${memory[2]}`);
    if (!isLevel(files, minutes / 60)) problems.push(`open files grow by ${growthOf(files)}`);
    if (highest > memoryLimitBytes) problems.push(`memory reached ${memory[3]}`);
  }
  console.log(`${rounds} rounds of traffic`);
  for (const problem of problems) console.log(`✗ ${problem}`);
  return problems;
}

/** Repeats all calls of an ordinary client, one after the other. */
async function work(target: Target, goesOn: () => boolean): Promise<{ rounds: number; refused: number }> {
  const { key } = await target.openAccount({ topup: 1_000_000 });
  const pictures = await Promise.all(["mug", "camera", "candle", "lotion"].map(readSample));
  let [rounds, refused] = [0, 0];
  for (; goesOn(); rounds += 1) {
    const nextRound = sleep(shortestRoundMs);
    const picture = pictures[rounds % pictures.length] ?? Buffer.alloc(0);
    const url = String(fieldsOf(await target.upload(key, picture)).image_url);
    const made = await target.generate(key, url, `number ${rounds}`);
    const answers = [made, ...(await Promise.all(times(20, () => target.api(key, "GET", "credits"))))];
    if (rounds % 5 === 0) answers.push(await target.cutOut(key, url));
    answers.push(await target.api(key, "GET", "generations"), await target.send({ path: "/docs" }));
    answers.push(await target.api(key, "DELETE", `generations/${made.headers["x-generation-id"]}`));
    refused += answers.filter(({ status }) => status !== 200 && status !== 204).length;
    await nextRound;
  }
  return { rounds, refused };
}

async function measure(target: Target): Promise<Usage> {
  const usage: Usage = new Map();
  for (const process of await processTree(await target.pid())) {
    const [bytes, files] = await Promise.all([proportionalBytes(process), countOpenFiles(process.pid)]);
    for (const kind of ["all", process.name]) {
      const sum = usage.get(kind) ?? { bytes: 0, files: 0 };
      usage.set(kind, { bytes: sum.bytes + bytes, files: sum.files + files });
    }
  }
  return usage;
}
