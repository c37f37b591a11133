/**
 * Measures photos per minute of the whole service, started as by a user: six callers with an account each, different
 * pictures, for each precision of the cut-out network. Also reports the peak memory of all processes, and the rate of
 * the network alone at the limit of the CPU cores.
 *
 *   npm run bench -- throughput [--photos 50] [--precision int8]
 */
import os from "node:os";
import { parseArgs } from "node:util";
import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import { isNet, sizeSeen } from "#lib/imaging/matting/network/spec.ts";
import { MemoryWatch } from "./parts/measure.ts";
import { leastMs, measureRoof } from "./parts/physical-limit.ts";
import { makePictures } from "./parts/pictures.ts";
import { openAccount, type RunningService, startService } from "./parts/service.ts";

const callers = 6;
const creditsEach = 1_000;
const watchEveryMs = 200;

const { values } = parseArgs({
  options: { photos: { type: "string", default: "50" }, precision: { type: "string" } },
});
const photos = Math.max(callers, Number(values.photos));
const precisions: Precision[] = (["fp32", "int8"] as const).filter(
  (precision) => values.precision === undefined || values.precision === precision,
);

const pictures = await makePictures();
const rates = new Map<Precision, number>();
for (const precision of precisions) rates.set(precision, await measure(precision));
const [fp32, int8] = [rates.get("fp32"), rates.get("int8")];
if (fp32 && int8) console.log(`8 bits make ${(int8 / fp32).toFixed(2)} times the photos of float32`);

async function measure(precision: Precision): Promise<number> {
  const settings = { RATE_LIMIT_PER_MINUTE: "100000000", CUTOUT_PRECISION: precision };
  await using service = await startService(settings);
  const lanes = await Promise.all(
    Array.from({ length: callers }, async (_, index) => {
      const account = [
        "--email",
        `caller-${index}@example.com`,
        "--tier",
        "ultra",
        "--topup",
        `${creditsEach}`,
      ];
      const key = await openAccount(account, service.env);
      const urls = await Promise.all(pictures.map((picture) => upload(service, key, picture)));
      return { key, urls };
    }),
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
        await post(service, key, "/api/v1/generate", { image_url, type: "product", style: "studio" });
      }
    }),
  ).finally(() => clearInterval(watch));
  const minutes = (performance.now() - startedMs) / 60_000;
  const rate = begun / minutes;
  const limit = 60_000 / (await leastMsOfCutOut(precision));
  const { peak } = memory;
  const parts = Object.entries(peak.byName).map(([name, bytes]) => `${name} ${(bytes / 1e9).toFixed(2)}`);
  console.log(
    `${precision}: ${rate.toFixed(1)} photos a minute (${begun} of 1K, ${callers} callers, load ${os.loadavg()[0]?.toFixed(1)}); ` +
      `the network alone at the cores' limit: ${limit.toFixed(0)} a minute, ${((100 * rate) / limit).toFixed(0)} % of it`,
  );
  console.log(`  peak memory of all processes ${(peak.bytes / 1e9).toFixed(2)} GB (${parts.join(", ")})`);
  return rate;
}

/** Minimum time of the cut-out network for a 4:3 picture with a product whose width equals its height. */
async function leastMsOfCutOut(precision: Precision): Promise<number> {
  const roof = await measureRoof(precision);
  const coarse = sizeSeen(isNet, { width: 4, height: 3 }, "coarse");
  const fine = sizeSeen(isNet, { width: 1, height: 1 }, "fine");
  return leastMs(coarse.width * coarse.height + fine.width * fine.height, roof);
}

async function upload(
  service: RunningService,
  key: string,
  picture: Uint8Array,
): Promise<string | undefined> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(picture)]), "picture.jpg");
  return (await post(service, key, "/api/v1/upload", form)).image_url;
}

async function post(
  { demo }: RunningService,
  key: string,
  route: string,
  body: FormData | object,
): Promise<Record<string, string>> {
  const isForm = body instanceof FormData;
  const answer = await fetch(demo.base_url + route, {
    method: "POST",
    headers: { "X-API-Key": key, ...(isForm ? {} : { "Content-Type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}
