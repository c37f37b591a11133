import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listSceneFolders } from "#lib/imaging/library/scene-files.ts";
import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import { pixelProcesses } from "#lib/imaging/worker/bounds.ts";
import { MemoryWatch } from "../parts/measure.ts";
import { openAccount, post, type RunningService, startService, upload } from "../parts/service.ts";
import { inMegabytes, inPercent, listParts, startTable } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";
import { makePictures } from "./pictures.ts";

const callers = 6;
const watchEveryMs = 1_000;
const networkMs = 20_000;
/** Pictures that come again in further scenes. */
const repeatedPictures = 8;

/** The body of the photo of a number, of the caller's pictures. */
type Order = (number: number, urls: readonly string[]) => object;

/**
 * The whole service, started as by a user; callers with an account each: first pictures that differ, then eight
 * pictures of one account in further scenes; before it the network alone, in as many processes. Settings of the service can be
 * compared by its variables (PIXEL_WORKERS=1), cores by `taskset`.
 */
export async function run({ photos, only }: BenchOptions): Promise<void> {
  const pictures = await makePictures();
  const print = startTable(`${photos} photos of 1K`, ["a minute", "of the network", "peak memory"]);
  const rates: number[] = [];
  for (const precision of ["fp32", "int8"] as const) {
    if (!precision.includes(only)) continue;
    const limit = await measureNetwork(precision);
    print(`${precision}: network alone`, limit.toFixed(1), "", "");
    const { different, further, memory } = await measure(precision, photos, pictures);
    rates.push(different);
    const peak = inMegabytes(memory.peak.bytes);
    print(`${precision}: different pictures`, different.toFixed(1), inPercent(different / limit), peak);
    print(`${precision}: further scenes`, further.toFixed(1), "", "");
    console.log(`  ${listParts(memory.peak.byName)}`);
  }
  const [fp32, int8] = rates;
  if (fp32 && int8) console.log(`8 bits make ${(int8 / fp32).toFixed(2)} times the photos of float32`);
}

/** Pictures a minute that the network can see through in all pixel processes, with nothing beside it. */
async function measureNetwork(precision: Precision): Promise<number> {
  const file = path.join(import.meta.dirname, "network-child.ts");
  const env = { ...process.env, CUTOUT_PRECISION: precision, LOG_LEVEL: "silent" };
  const children = Array.from({ length: pixelProcesses() }, () => fork(file, { env }));
  await Promise.all(children.map((child) => once(child, "message")));
  const startedMs = performance.now();
  for (const child of children) child.send("start");
  await sleep(networkMs);
  const counted = children.map(async (child) => {
    child.send("stop");
    const [{ pictures }] = (await once(child, "message")) as [{ pictures: number }];
    child.disconnect();
    return { pictures, ms: performance.now() - startedMs };
  });
  const rates = (await Promise.all(counted)).map(({ pictures, ms }) => (pictures * 60_000) / ms);
  return rates.reduce((sum, rate) => sum + rate, 0);
}

async function measure(precision: Precision, photos: number, pictures: readonly Uint8Array[]) {
  const settings = { RATE_LIMIT_PER_MINUTE: "100000000", CUTOUT_PRECISION: precision };
  await using service = await startService({ settings });
  const lanes = await Promise.all(
    Array.from({ length: callers }, (_, index) => openLane(service, index, pictures)),
  );
  const scenes = listSceneFolders().map(({ id }) => id);
  const memory = new MemoryWatch(service.pid);
  const watch = setInterval(() => memory.follow(), watchEveryMs);
  const different: Order = (number, urls) => ({ image_url: urls[number % urls.length], style: "studio" });
  const further: Order = (number, urls) => ({
    image_url: urls[number % repeatedPictures],
    style: "lifestyle",
    scene: scenes[number % scenes.length],
  });
  try {
    const rate = await rateOf(service, lanes, { photos, order: different });
    const [lane] = lanes;
    if (!lane) throw new Error("there is no caller");
    // Makes the cut-outs, which are of an account: all six calls at a time are of one.
    await rateOf(service, [lane], { photos: repeatedPictures, order: further });
    const again = Array.from({ length: callers }, () => lane);
    return {
      different: rate,
      further: await rateOf(service, again, { photos: photos * 2, order: further }),
      memory,
    };
  } finally {
    clearInterval(watch);
  }
}

interface Lane {
  key: string;
  urls: string[];
}

/** Photos a minute with one call at a time in each lane. */
async function rateOf(
  service: RunningService,
  lanes: readonly Lane[],
  { photos, order }: { photos: number; order: Order },
): Promise<number> {
  const startedMs = performance.now();
  let begun = 0;
  await Promise.all(
    lanes.map(async ({ key, urls }) => {
      while (begun < photos) {
        const body = { type: "product", ...order(begun, urls) };
        begun += 1;
        await post(service, "generate", { key, body });
      }
    }),
  );
  return (begun * 60_000) / (performance.now() - startedMs);
}

async function openLane(
  service: RunningService,
  index: number,
  pictures: readonly Uint8Array[],
): Promise<Lane> {
  const account = ["--email", `caller-${index}@example.com`, "--tier", "ultra", "--topup", "1000"];
  const key = await openAccount(account, service.env);
  const urls = await Promise.all(pictures.map((picture) => upload(service, picture, key)));
  return { key, urls };
}
