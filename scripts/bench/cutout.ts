import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import sharp from "sharp";
import { NothingFoundError } from "#lib/images/picture.ts";
import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import { runTask, stopWorkers, warmUp } from "#lib/imaging/worker/pool.ts";
import { listSamples } from "#lib/samples/index.ts";
import { drawTestPicture } from "#lib/testing/imaging/drawn-pictures.ts";
import {
  compareCutOuts,
  type EdgeQuality,
  type Picture,
  readTruth,
} from "#lib/testing/imaging/edge-quality.ts";
import { listYardstick, readYardstick } from "#lib/testing/imaging/yardstick.ts";
import { median, timed } from "../parts/measure.ts";
import { readSample, sampleAlphaFile } from "../parts/samples.ts";
import { inMs, startTable } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";
import { type Compared, headingOf, rowsOf, writeTables } from "./yardstick-table.ts";

interface Subject {
  name: string;
  /** A class of the yardstick, or "samples". */
  class: string;
  jpeg: Uint8Array;
  truth: Picture;
}

interface Result {
  errors: EdgeQuality;
  ms: number;
}

/**
 * Cut-outs by the pixel worker, and by imgly's package at its default settings in a process of its own, of the
 * samples, a large drawn picture and the yardstick. Runs both precisions, or only that of CUTOUT_PRECISION. `--write`
 * writes the errors per class of the yardstick into docs/cutouts.md.
 */
export async function run({ rounds, only, write }: BenchOptions): Promise<void> {
  const subjects = (await listSubjects()).filter((one) => labelOf(one).includes(only));
  const imgly = fork(path.join(import.meta.dirname, "imgly-child.ts"), { serialization: "advanced" });
  // Its errors are the same in every run.
  const theirErrors = new Map<string, EdgeQuality>();
  const runs: { precision: Precision; compared: Compared[] }[] = [];
  const asked = process.env.CUTOUT_PRECISION;
  for (const precision of ["fp32", "int8"] as const) {
    if (asked !== undefined && asked !== precision) continue;
    stopWorkers();
    process.env.CUTOUT_PRECISION = precision;
    await warmUp();
    if (subjects[0]) await cutByImgly(imgly, subjects[0].jpeg);
    const print = startTable(`cut-outs in ${precision}`, ["ours", "imgly", "faster"]);
    const compared: Compared[] = [];
    const ratios: number[] = [];
    for (const { name, class: className, jpeg, truth } of subjects) {
      const ours = await measure(jpeg, truth, { rounds, cut: cutByOurs });
      const theirs = await measure(jpeg, truth, { rounds, cut: (picture) => cutByImgly(imgly, picture) });
      const imglyErrors = theirErrors.get(name) ?? theirs.errors;
      theirErrors.set(name, imglyErrors);
      compared.push({ name, class: className, ours: ours.errors, imgly: imglyErrors });
      ratios.push(theirs.ms / ours.ms);
      print(name, inMs(ours.ms), inMs(theirs.ms), `${(theirs.ms / ours.ms).toFixed(2)} ×`);
    }
    console.log(`median ${median(ratios).toFixed(2)} × faster`);
    const printErrors = startTable("errors, ours / imgly", headingOf());
    for (const cells of rowsOf(compared)) printErrors(...cells);
    runs.push({ precision, compared: compared.filter((one) => one.class !== "samples") });
  }
  if (write) await writeTables(runs);
  stopWorkers();
  imgly.disconnect();
}

/** What `--only` finds: the set, the class and the name. */
const labelOf = ({ name, class: of }: Subject) =>
  of === "samples" ? `${of} ${name}` : `yardstick ${of} ${name}`;

async function listSubjects(): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const { name } of await listSamples()) {
    const jpeg = await readSample(name);
    subjects.push({ name, class: "samples", jpeg, truth: await readTruth(jpeg, sampleAlphaFile(name)) });
  }
  const drawn = await drawTestPicture("mug", "wood", 4000, 3000);
  subjects.push({ name: "drawn, 12 Mpx", class: "samples", jpeg: drawn.jpeg, truth: drawn });
  for (const picture of await listYardstick()) {
    const { jpeg, truth } = await readYardstick(picture);
    subjects.push({ name: picture.name, class: picture.class, jpeg, truth });
  }
  return subjects;
}

type Cut = (jpeg: Uint8Array) => Promise<Uint8Array | null>;

async function measure(
  jpeg: Uint8Array,
  truth: Picture,
  { rounds, cut }: { rounds: number; cut: Cut },
): Promise<Result> {
  const times: number[] = [];
  let png: Uint8Array | null = null;
  for (let round = 0; round < rounds; round += 1) {
    // Bytes after the picture's end, so that no cache contains it.
    const unseen = Buffer.concat([jpeg, Buffer.from(`${round} ${performance.now()}`)]);
    const { wallMs } = await timed(async () => {
      png = await cut(unseen);
    });
    times.push(wallMs);
  }
  return { errors: await judge(png, truth), ms: median(times) };
}

/** Null if no product was found. */
async function cutByOurs(image: Uint8Array): Promise<Uint8Array | null> {
  return runTask("cutout", { image, format: "png" }).then(
    ({ bytes }) => bytes,
    (error: unknown) => {
      if (error instanceof NothingFoundError) return null;
      throw error;
    },
  );
}

async function cutByImgly(child: ChildProcess, jpeg: Uint8Array): Promise<Uint8Array> {
  child.send(jpeg);
  const [{ png }] = (await once(child, "message")) as [{ png: Uint8Array }];
  return png;
}

/** Measures the errors of a cut-out; a missing one counts as an empty picture. */
async function judge(png: Uint8Array | null, truth: Picture): Promise<EdgeQuality> {
  const { width, height } = truth;
  const rgba =
    png === null
      ? new Uint8Array(width * height * 4)
      : await sharp(png).ensureAlpha().toColourspace("srgb").raw().toBuffer();
  return compareCutOuts({ rgba, width, height }, truth, Math.round(Math.max(width, height) / 128));
}
