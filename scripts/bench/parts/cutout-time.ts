import type { ChildProcess } from "node:child_process";
import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import { isNet, sizeSeen } from "#lib/imaging/matting/network/spec.ts";
import { workerPid } from "#lib/imaging/worker/pool.ts";
import { listSamples } from "#lib/samples/index.ts";
import { drawTestPicture } from "#lib/testing/imaging/drawn-pictures.ts";
import { type EdgeQuality, readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { readSample, sampleAlphaFile } from "../../parts/samples.ts";
import { cutByImgly, cutByOurs, judge, restartWorkers, type Subject } from "./cutters.ts";
import { median, memoryMb } from "./measure.ts";
import { leastMs, measureRoof } from "./physical-limit.ts";

interface Edges {
  name: string;
  ours: EdgeQuality;
  imgly: EdgeQuality;
}

/** Prints times, edge errors and memory for the samples and a large drawn picture. */
export async function reportTimes(imgly: ChildProcess, precision: Precision, rounds: number): Promise<void> {
  await restartWorkers(precision);
  const names = (await listSamples()).map(({ name }) => name);
  const subjects = [...(await Promise.all(names.map(readSubject))), await drawLarge()];
  const times = subjects.map(() => ({ ours: [] as number[], imgly: [] as number[] }));
  const edges: Edges[] = [];
  // Round 0 warms up both programs and measures the edges; its times do not count.
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
  console.log(`\nTime of a cut-out in ${precision}, JPEG to PNG, median of ${rounds} interleaved rounds`);
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
  const coarse = sizeSeen(isNet, { width: 4, height: 3 }, "coarse");
  const fine = sizeSeen(isNet, { width: 4, height: 3 }, "fine");
  const pixels = coarse.width * coarse.height + fine.width * fine.height;
  const limit = leastMs(pixels, await measureRoof(precision));
  console.log(`  these cores could not run the network on both looks in less than ${limit.toFixed(0)} ms`);
  printEdges(edges);
  await printMemory(imgly);
}

async function readSubject(name: string): Promise<Subject> {
  const jpeg = await readSample(name);
  return { name, jpeg, truth: await readTruth(jpeg, sampleAlphaFile(name)) };
}

async function drawLarge(): Promise<Subject> {
  const drawn = await drawTestPicture("mug", "wood", 4000, 3000);
  return { name: "drawn, 12 Mpx", jpeg: drawn.jpeg, truth: drawn };
}

/** Appends bytes after the picture's end, so that no cache contains it. */
function unseen(jpeg: Uint8Array, round: number): Uint8Array {
  return Buffer.concat([jpeg, Buffer.from(`round ${round}`)]);
}

function printEdges(edges: readonly Edges[]): void {
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
}

async function printMemory(imgly: ChildProcess): Promise<void> {
  console.log("\nMemory of the process, MB");
  const ours = await memoryMb(workerPid("heavy") ?? 0);
  const theirs = await memoryMb(imgly.pid ?? 0);
  console.log(
    `  peak   ours ${ours.peak}   imgly ${theirs.peak}   ${(ours.peak / theirs.peak).toFixed(2)} of it`,
  );
  console.log(`  after  ours ${ours.now}   imgly ${theirs.now}   idle   ours 0 (the worker ends)`);
}
