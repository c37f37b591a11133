/**
 * Measures previews of the embedded renderer on this machine: 30 changes after the first at 512 px, in wall-clock and
 * CPU time, compared with a 1K photo of the same cut-out in the same run.
 *
 *   node scripts/bench/preview.ts [--sample mug]
 */
import { parseArgs } from "node:util";
import { styleNames } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { makeStudioPhoto, makeStudioPreview } from "#lib/imaging/painted/studio.ts";
import { ownPictures } from "../parts/own-pictures.ts";
import { photoRequest, sampleWithTrueAlpha } from "../parts/samples.ts";
import { median } from "./parts/measure.ts";

const { values } = parseArgs({ options: { sample: { type: "string", default: "mug" } } });
const changes = 30;
const { drawn } = await ownPictures();
const picture = await sampleWithTrueAlpha(values.sample);
const product = await cutOut(picture, { maxBoxSide: 512 });
const large = await cutOut(picture, { maxBoxSide: 1024 });

/** Simulates a user who adjusts the layout: one parameter at a time, in small steps. */
const kinds: Record<string, (step: number) => RenderOptions> = {
  move: (step) => ({ layout: { x: 0.3 + 0.4 * step, y: 0.55 + 0.1 * step } }),
  scale: (step) => ({ layout: { x: 0.5, y: 0.6, scale: 0.3 + 0.5 * step } }),
  turn: (step) => ({ layout: { x: 0.5, y: 0.6, rotationDeg: -45 + 90 * step } }),
  light: (step) => ({ light: { azimuthDeg: -120 + 240 * step } }),
  shadow: (step) => ({ shadow: step, reflection: 1 - step }),
  color: (step) => ({ background: { color: `#${Math.round(0x80 + 0x70 * step).toString(16)}e0d0` } }),
  backdrop: (step) => ({
    background: { image: drawn, role: "backdrop", horizon: null },
    layout: { x: 0.3 + 0.4 * step, y: 0.7 },
  }),
};

interface Time {
  wallMs: number;
  processorMs: number;
}

async function timed(run: () => Promise<unknown>): Promise<Time> {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedMs, processorMs: (user + system) / 1_000 };
}

const p95 = (times: number[]) =>
  times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
const requestOf = (style: (typeof styleNames)[number], options: RenderOptions) => ({
  ...photoRequest(style, "1:1"),
  options,
});

for (const style of styleNames) await makeStudioPhoto(large, requestOf(style, {}));
const photos: Time[] = [];
for (const style of styleNames) photos.push(await timed(() => makeStudioPhoto(large, requestOf(style, {}))));
const photo = median(photos.map(({ processorMs }) => processorMs));
console.log(
  `Sample "${values.sample}", ${changes} changes of each kind after a warm-up, over the four styles`,
);
console.log(`a 1K photo without its cut-out: ${photo.toFixed(0)} ms of the processor`);
console.log("              wall: median     p95    processor: median     p95    of a photo");
const all: Time[] = [];
for (const [kind, change] of Object.entries(kinds)) {
  const times: Time[] = [];
  for (const style of styleNames) await makeStudioPreview(product, requestOf(style, change(0)));
  for (let step = 0; step < changes; step++) {
    const style = styleNames[Math.floor((step * styleNames.length) / changes)] ?? "studio";
    times.push(await timed(() => makeStudioPreview(product, requestOf(style, change((step + 1) / changes)))));
  }
  all.push(...times);
  report(kind, times);
}
report("all", all);

function report(name: string, times: readonly Time[]): void {
  const [wall, processor] = [times.map(({ wallMs }) => wallMs), times.map(({ processorMs }) => processorMs)];
  const cells = [median(wall), p95(wall), median(processor), p95(processor)].map(
    (ms) => `${ms.toFixed(0)} ms`,
  );
  const [wallMedian, wallP95, ownMedian, ownP95] = cells;
  console.log(
    `${name.padEnd(12)}${wallMedian?.padStart(14)}${wallP95?.padStart(9)}${ownMedian?.padStart(20)}${ownP95?.padStart(9)}${(median(processor) / photo).toFixed(2).padStart(12)}`,
  );
}
