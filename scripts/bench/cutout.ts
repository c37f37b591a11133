/**
 * Cut-outs by this service's pixel worker beside @imgly/background-removal-node (model "medium", its default) in
 * a process of its own: time, peak memory, memory given back, and edges against the true alphas.
 *
 *   node scripts/bench/cutout.ts [--rounds 5]
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { runTask, stopWorkers, warmUp, workerPid } from "#lib/imaging/worker/pool.ts";
import { listSamples } from "#lib/samples/index.ts";
import { drawTestPicture } from "#lib/testing/imaging/drawn-pictures.ts";
import {
  compareCutOuts,
  type EdgeQuality,
  type Picture,
  readTruth,
} from "#lib/testing/imaging/edge-quality.ts";
import { readSample, sampleAlphaFile } from "../parts/samples.ts";
import { median, memoryMb } from "./parts/measure.ts";

interface Subject {
  name: string;
  jpeg: Uint8Array;
  truth: Picture;
}

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const rounds = Math.max(1, Number(values.rounds));

async function readSubject(name: string): Promise<Subject> {
  const jpeg = await readSample(name);
  return { name, jpeg, truth: await readTruth(jpeg, sampleAlphaFile(name)) };
}

async function drawLarge(): Promise<Subject> {
  const drawn = await drawTestPicture("mug", "wood", 4000, 3000);
  return { name: "drawn, 12 Mpx", jpeg: drawn.jpeg, truth: drawn };
}

/** The picture with other bytes after its end: no cache knows it. */
function unseen(jpeg: Uint8Array, round: number): Uint8Array {
  return Buffer.concat([jpeg, Buffer.from(`round ${round}`)]);
}

async function cutByOurs(jpeg: Uint8Array) {
  const startedMs = performance.now();
  const { bytes } = await runTask("cutout", { image: jpeg, format: "png" });
  return { png: bytes, elapsedMs: performance.now() - startedMs };
}

async function cutByImgly(child: ChildProcess, jpeg: Uint8Array) {
  const startedMs = performance.now();
  child.send(jpeg);
  const [answer] = (await once(child, "message")) as [{ png: Uint8Array }];
  return { png: answer.png, elapsedMs: performance.now() - startedMs };
}

async function judge(png: Uint8Array, truth: Picture): Promise<EdgeQuality> {
  const rgba = await sharp(png).ensureAlpha().raw().toBuffer();
  const radius = Math.round(Math.max(truth.width, truth.height) / 128);
  return compareCutOuts({ rgba, width: truth.width, height: truth.height }, truth, radius);
}

const names = (await listSamples()).map(({ name }) => name);
const subjects = [...(await Promise.all(names.map(readSubject))), await drawLarge()];
const imgly = fork(path.join(import.meta.dirname, "parts/imgly-child.ts"), {
  serialization: "advanced",
  execArgv: [],
  cwd: path.join(import.meta.dirname, "../.."),
});
await warmUp();
const times = subjects.map(() => ({ ours: [] as number[], imgly: [] as number[] }));
const edges: { name: string; ours: EdgeQuality; imgly: EdgeQuality }[] = [];
// Round 0 warms both and judges the edges; both must have loaded everything before a time counts.
for (let round = 0; round <= rounds; round += 1) {
  for (const [index, { name, jpeg, truth }] of subjects.entries()) {
    const picture = unseen(jpeg, round);
    const ours = await cutByOurs(picture);
    const theirs = await cutByImgly(imgly, picture);
    if (round === 0) {
      edges.push({ name, ours: await judge(ours.png, truth), imgly: await judge(theirs.png, truth) });
    } else {
      times[index]?.ours.push(ours.elapsedMs);
      times[index]?.imgly.push(theirs.elapsedMs);
    }
  }
}

console.log(`\nTime of a cut-out, JPEG to PNG, median of ${rounds} interleaved rounds`);
const ratios: number[] = [];
for (const [index, { name, truth }] of subjects.entries()) {
  const ours = median(times[index]?.ours ?? []);
  const theirs = median(times[index]?.imgly ?? []);
  ratios.push(theirs / ours);
  const size = `${truth.width}×${truth.height}`;
  console.log(
    `  ${name.padEnd(16)} ${size.padEnd(10)} ours ${ours.toFixed(0).padStart(5)} ms   imgly ${theirs.toFixed(0).padStart(5)} ms   ${(theirs / ours).toFixed(2)}× faster`,
  );
}
console.log(`  median ${median(ratios).toFixed(2)}× faster`);

console.log("\nEdges against the truth (band: 1/128 of the longer side; lower is better, iou higher)");
const columns = ["iou", "mae", "bandMae", "bandSad", "gradientError", "compositeError"] as const;
console.log(`  ${"".padEnd(22)} ${columns.map((column) => column.padStart(14)).join(" ")}`);
for (const { name, ...both } of edges) {
  for (const who of ["ours", "imgly"] as const) {
    const figures = columns.map((column) => both[who][column].toFixed(4).padStart(14));
    console.log(`  ${name.padEnd(16)} ${who.padEnd(5)} ${figures.join(" ")}`);
  }
}
for (const column of columns) {
  const sum = (who: "ours" | "imgly") => edges.reduce((total, edge) => total + edge[who][column], 0);
  const mean = `${(sum("ours") / edges.length).toFixed(4)} / ${(sum("imgly") / edges.length).toFixed(4)}`;
  console.log(
    `  mean ${column.padEnd(14)} ours / imgly  ${mean}  = ${(sum("ours") / sum("imgly")).toFixed(2)}`,
  );
}

const ourPid = workerPid("heavy") ?? 0;
console.log("\nMemory of the process, MB");
const oursMemory = await memoryMb(ourPid);
const imglyMemory = await memoryMb(imgly.pid ?? 0);
console.log(
  `  peak   ours ${oursMemory.peak}   imgly ${imglyMemory.peak}   ${(oursMemory.peak / imglyMemory.peak).toFixed(2)} of it`,
);
console.log(`  after  ours ${oursMemory.now}   imgly ${imglyMemory.now}`);
stopWorkers();
console.log("  idle   ours 0 (the worker has ended)");
imgly.disconnect();
