import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import { MemoryWatch } from "../parts/measure.ts";
import { openAccount, post, type RunningService, startService, upload } from "../parts/service.ts";
import { inMegabytes, listParts, startTable } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";
import { makePictures } from "./pictures.ts";

const callers = 6;
const watchEveryMs = 200;

/**
 * The whole service, started as by a user; callers with an account each and different pictures. Settings of the
 * service can be compared by its variables (PIXEL_WORKERS=1), cores by `taskset`.
 */
export async function run({ photos, only }: BenchOptions): Promise<void> {
  const pictures = await makePictures();
  const print = startTable(`${photos} photos of 1K`, ["a minute", "peak memory"]);
  const rates: number[] = [];
  for (const precision of ["fp32", "int8"] as const) {
    if (!precision.includes(only)) continue;
    const { rate, memory } = await measure(precision, photos, pictures);
    rates.push(rate);
    print(precision, rate.toFixed(1), inMegabytes(memory.peak.bytes));
    console.log(`  ${listParts(memory.peak.byName)}`);
  }
  const [fp32, int8] = rates;
  if (fp32 && int8) console.log(`8 bits make ${(int8 / fp32).toFixed(2)} times the photos of float32`);
}

async function measure(precision: Precision, photos: number, pictures: readonly Uint8Array[]) {
  const settings = { RATE_LIMIT_PER_MINUTE: "100000000", CUTOUT_PRECISION: precision };
  await using service = await startService({ settings });
  const lanes = await Promise.all(
    Array.from({ length: callers }, (_, index) => openLane(service, index, pictures)),
  );
  const memory = new MemoryWatch(service.pid);
  const watch = setInterval(() => memory.follow(), watchEveryMs);
  const startedMs = performance.now();
  let begun = 0;
  await Promise.all(
    lanes.map(async ({ key, urls }) => {
      while (begun < photos) {
        const image_url = urls[begun % urls.length];
        begun += 1;
        await post(service, "generate", { key, body: { image_url, type: "product", style: "studio" } });
      }
    }),
  ).finally(() => clearInterval(watch));
  return { rate: (begun * 60_000) / (performance.now() - startedMs), memory };
}

async function openLane(service: RunningService, index: number, pictures: readonly Uint8Array[]) {
  const account = ["--email", `caller-${index}@example.com`, "--tier", "ultra", "--topup", "1000"];
  const key = await openAccount(account, service.env);
  const urls = await Promise.all(pictures.map((picture) => upload(service, picture, key)));
  return { key, urls };
}
