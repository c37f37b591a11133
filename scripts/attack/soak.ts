import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryOf, processTree } from "../bench/parts/measure.ts";
import { readSample } from "../parts/samples.ts";
import { inMegabytes, times } from "./parts/attack.ts";
import { fieldsOf } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";
import { openWitness } from "./parts/witness.ts";

const warmUpMinutes = 5;
const growthPercentPerHour = 1;

interface Sample {
  hours: number;
  memoryBytes: number;
  openFiles: number;
}

/** Mixed traffic for long; afterwards memory and open files must be level. False when they are not. */
export async function soak(target: Target, minutes: number): Promise<boolean> {
  const witness = await openWitness(target);
  const { key } = await target.openAccount({ tier: "ultra", topup: 1_000_000 });
  const pictures = await Promise.all(["mug", "camera", "candle", "lotion"].map(readSample));
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const elapsedMinutes = () => (performance.now() - startedAt) / 60_000;
  const traffic = (async () => {
    for (let index = 0; elapsedMinutes() < minutes; index += 1) {
      const picture = pictures[index % pictures.length] ?? Buffer.alloc(0);
      const url = String(fieldsOf(await target.upload(key, picture)).image_url);
      const made = await target.generate(key, url, `number ${index}`);
      if (index % 5 === 0) await target.cutOut(key, url);
      await Promise.all(times(20, () => target.api(key, "GET", "credits")));
      await target.api(key, "GET", "generations");
      await target.send({ path: "/docs" });
      await target.api(key, "DELETE", `generations/${made.headers["x-generation-id"]}`);
    }
  })();
  while (elapsedMinutes() < minutes) {
    await Promise.race([sleep(Math.min(10_000, (minutes * 60_000) / 20)), traffic]);
    samples.push({ hours: elapsedMinutes() / 60, ...(await measure(target)) });
    const last = samples.at(-1);
    if (last && samples.length % 6 === 0) {
      console.log(
        `${elapsedMinutes().toFixed(0)} min: ${inMegabytes(last.memoryBytes)}, ${last.openFiles} open files`,
      );
    }
  }
  await traffic;
  return report(samples, await witness.check());
}

function report(samples: readonly Sample[], problems: string[]): boolean {
  const level = samples.filter(({ hours }) => hours * 60 >= warmUpMinutes);
  const used = level.length >= 10 ? level : samples;
  const memory = slopePercent(used.map(({ hours, memoryBytes }) => [hours, memoryBytes]));
  const files = slopePercent(used.map(({ hours, openFiles }) => [hours, openFiles]));
  console.log(`memory ${memory.toFixed(2)} % an hour, open files ${files.toFixed(2)} % an hour`);
  if (memory > growthPercentPerHour) problems.push(`memory grows by ${memory.toFixed(1)} % an hour`);
  if (files > growthPercentPerHour) problems.push(`open files grow by ${files.toFixed(1)} % an hour`);
  for (const problem of problems) console.log(`✗ ${problem}`);
  return problems.length === 0;
}

async function measure(target: Target): Promise<{ memoryBytes: number; openFiles: number }> {
  const processes = await processTree(await target.pid());
  const counts = await Promise.all(
    processes.map(async ({ pid }) => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length),
  );
  return { memoryBytes: memoryOf(processes).bytes, openFiles: counts.reduce((sum, count) => sum + count, 0) };
}

/** Growth of the least-squares line through the points, in percent of their mean for each unit of x. */
function slopePercent(points: readonly (readonly [number, number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return (100 * above) / below / meanY;
}
