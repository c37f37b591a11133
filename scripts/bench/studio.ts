import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { InferenceSession, Tensor } from "onnxruntime-node";
import {
  isWhite,
  type Resolution,
  resolutions,
  type Style,
  styleNames,
} from "#lib/contract/photos/styles.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { choosePrecision } from "#lib/imaging/matting/network/precision.ts";
import { composePhoto } from "#lib/imaging/painted/compose.ts";
import { planScene } from "#lib/imaging/painted/plan.ts";
import { renderPhoto } from "#lib/imaging/renderer/render.ts";
import { median, memoryMb } from "#scripts/bench/parts/measure.ts";
import { leastMs, measureRoof } from "#scripts/bench/parts/physical-limit.ts";
import { photoRequest, readSample } from "#scripts/parts/samples.ts";

/**
 * Measures photos of the embedded renderer on this machine, with and without the cut-out. In the same run it measures
 * the inference time of the cut-out network, composing into a painted scene instead of rendering, the lower bound of
 * the network's time on these cores, and the process's peak memory. CUTOUT_PRECISION=fp32 or int8 forces a precision.
 *
 *   node scripts/bench/studio.ts [--rounds 3] [--sample mug]
 */

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, sample: { type: "string", default: "mug" } },
});
const rounds = Math.max(1, Number(values.rounds));
const picture = await readSample(values.sample);
const painted = await readFile(new URL("../../lib/testing/models/scenes/kitchen.jpg", import.meta.url));

// Inference time: every session created from here on adds the duration of its runs.
let networkMs = 0;
let networkPixels = 0;
const create = InferenceSession.create.bind(InferenceSession) as (
  ...inputs: unknown[]
) => Promise<InferenceSession>;
InferenceSession.create = async (...inputs: unknown[]) => {
  const session = await create(...inputs);
  const run = session.run.bind(session) as (...feeds: unknown[]) => ReturnType<InferenceSession["run"]>;
  session.run = async (...feeds: unknown[]) => {
    const startedMs = performance.now();
    const results = await run(...feeds);
    networkMs += performance.now() - startedMs;
    networkPixels += pixelsOf(feeds[0]);
    return results;
  };
  return session;
};

function pixelsOf(feeds: unknown): number {
  const tensors = feeds !== null && typeof feeds === "object" ? Object.values(feeds) : [];
  return tensors.reduce((sum, tensor) => (tensor instanceof Tensor ? sum + tensor.size / 3 : sum), 0);
}

interface Times {
  network: number;
  render: number;
  compose: number;
  whole: number;
}

async function makePhoto(style: Style, resolution: Resolution): Promise<Times> {
  const request = photoRequest(style, "1:1", resolution);
  networkMs = 0;
  networkPixels = 0;
  const startedMs = performance.now();
  const product = await cutOut(picture, { maxBoxSide: request.width });
  const cutMs = performance.now();
  await renderPhoto(product, request);
  const endedMs = performance.now();
  // The marketplace style does not use painted scenes.
  const scene = isWhite(style) ? null : { plan: await planScene(product, request), scene: painted };
  const plannedMs = performance.now();
  if (scene) await composePhoto(product, { ...request, ...scene });
  return {
    network: networkMs,
    render: endedMs - cutMs,
    compose: scene ? performance.now() - plannedMs : Number.NaN,
    whole: endedMs - startedMs,
  };
}

const { precision, reason } = await choosePrecision();
for (const style of styleNames) await makePhoto(style, "1K");
const format = (ms: number) => `${ms.toFixed(0).padStart(6)} ms`;
console.log(`Sample "${values.sample}", ${rounds} rounds after a warm-up, medians over the four styles`);
console.log(
  "            network     render      whole   render/network   whole/network   compose/render   peak memory",
);
const wholes = new Map<Resolution, number>();
for (const resolution of resolutions) {
  const times: Times[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const style of styleNames) times.push(await makePhoto(style, resolution));
  }
  const composed = times.filter((time) => !Number.isNaN(time.compose));
  const compose = median(composed.map((time) => time.compose)) / median(composed.map((time) => time.render));
  const [network, render, whole] = (["network", "render", "whole"] as const).map((part) =>
    median(times.map((time) => time[part])),
  ) as [number, number, number];
  wholes.set(resolution, whole);
  const { peak } = await memoryMb(process.pid);
  console.log(
    `  ${resolution}    ${format(network)}  ${format(render)}  ${format(whole)}` +
      `${(render / network).toFixed(2).padStart(17)}${(whole / network).toFixed(2).padStart(16)}${compose.toFixed(2).padStart(17)}${String(peak).padStart(11)} MB`,
  );
}
const ratio = (wholes.get("4K") ?? Number.NaN) / (wholes.get("1K") ?? Number.NaN);
console.log(`  a 4K photo takes ${ratio.toFixed(2)} times as long as a 1K photo`);
const limit = leastMs(networkPixels, await measureRoof(precision));
console.log(
  `  the network computes in ${precision} (${reason}); these cores could not do it in less than${format(limit)}`,
);
