/**
 * Measures the fidelity check on edited pictures with known ground truth, made from the bundled samples: the product
 * unchanged in another light, place and size, or altered on purpose. Reports the outcomes, the error of the product's
 * position, the error of restored pixels, and the time of the comparison and of the cut-out.
 *
 *   node scripts/bench/fidelity.ts [--samples mug,camera] [--kinds hue] [--rounds 1] [--seed 1] [--save FOLDER]
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { photoOfEdit } from "#lib/imaging/fidelity/compare.ts";
import { inspectEdit } from "#lib/imaging/fidelity/inspect.ts";
import { openEdited } from "#lib/imaging/fidelity/pictures.ts";
import type { Similarity } from "#lib/imaging/fidelity/similarity.ts";
import { listSamples } from "#lib/samples/index.ts";
import { type Picture, readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { type EditPlan, paintEdit } from "#lib/testing/imaging/edited-pictures.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { readSample, sampleAlphaFile } from "../parts/samples.ts";
import { colorDifference, putBackErrors, randomPlan, randomScene } from "./parts/edit-trials.ts";
import { asCutOut, type EditKind, editKinds } from "./parts/edits.ts";
import { median, memoryMb, percentile } from "./parts/measure.ts";

const { values } = parseArgs({
  options: {
    samples: { type: "string" },
    kinds: { type: "string", default: "" },
    rounds: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    save: { type: "string" },
  },
});

/** Recoloring by less than this (OKLab × 100) is invisible, so it need not be detected. */
const visible = 1;

interface Result {
  outcome: "kept" | "restored" | "refused" | "unaltered";
  /** Largest distance of a corner of the found product box from its true position, in pixels of the edit. */
  placeError: number | null;
  changed: number;
  /**
   * Mean differences from the ground truth in sRGB codes: of restored pixels, and of the scene directly around them.
   */
  inside: number | null;
  around: number | null;
  elapsedMs: number;
  cpuMs: number;
}

async function tryEdit(name: string, truth: Picture, kind: EditKind, random: () => number): Promise<Result> {
  const drawn = randomPlan(truth, random);
  const plan = { ...drawn, ...kind.plan?.(drawn, random) };
  const altered = (await kind.alter?.(truth, random)) ?? truth;
  const scene = await randomScene(plan, random);
  const edited = await paintEdit(altered, scene, plan);
  const product = asCutOut(truth);
  const cut = { ...product, coverage: 0 };
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const opened = await openEdited(edited);
  const inspection = await inspectEdit(cut, opened);
  const size = { width: plan.width, height: plan.height };
  const { photo, fidelity } = await photoOfEdit(cut, opened, { inspection, size });
  const usedMs = process.cpuUsage(startedCpu);
  const elapsedMs = performance.now() - startedMs;
  if (values.save !== undefined) {
    const file = path.join(values.save, `${name} ${kind.name}`.replaceAll(/\W+/g, "-"));
    await writeFile(`${file}.edit.jpg`, edited);
    if (photo) await writeFile(`${file}.${fidelity.product}.jpg`, photo);
  }
  const { found } = inspection;
  const isRecolored = kind.isRecolored === true;
  const isSame = isRecolored && colorDifference(truth, altered) < visible;
  const outcome = photo === null ? "refused" : fidelity.product === "kept" ? "kept" : "restored";
  const wanted =
    outcome === "restored"
      ? await paintEdit(truth, scene, { ...plan, blurSigma: 0, jpegQuality: 100 })
      : null;
  const errors = wanted && photo ? await putBackErrors(photo, wanted, { truth, plan }) : null;
  return {
    outcome: isSame && outcome === "kept" ? "unaltered" : outcome,
    placeError: found === null ? null : placeError(found.place, product.box, truth, plan),
    changed: fidelity.changed,
    inside: errors?.inside ?? null,
    around: errors?.around ?? null,
    elapsedMs,
    cpuMs: (usedMs.user + usedMs.system) / 1000,
  };
}

function placeError(
  place: Similarity,
  box: { left: number; top: number; width: number; height: number },
  whole: Picture,
  plan: EditPlan,
) {
  const angle = (plan.turnDeg * Math.PI) / 180;
  const corners = [-0.5, 0.5].flatMap((u) =>
    [-0.5, 0.5].map((v) => [u * box.width, v * box.height] as const),
  );
  return Math.max(
    ...corners.map(([x, y]) => {
      const fromX = (box.left + box.width / 2 - whole.width / 2 + x) * plan.scale;
      const fromY = (box.top + box.height / 2 - whole.height / 2 + y) * plan.scale;
      const trueX = plan.x + Math.cos(angle) * fromX - Math.sin(angle) * fromY;
      const trueY = plan.y + Math.sin(angle) * fromX + Math.cos(angle) * fromY;
      return Math.hypot(
        place.a * x - place.b * y + place.x - trueX,
        place.b * x + place.a * y + place.y - trueY,
      );
    }),
  );
}

const all = (await listSamples()).map(({ name }) => name);
const names = values.samples === undefined ? all : values.samples.split(",");
const kinds = editKinds.filter(({ name }) => values.kinds.split(",").some((part) => name.includes(part)));
const results = new Map<EditKind, Result[]>(kinds.map((kind) => [kind, []]));
const notes: string[] = [];
for (const name of names) {
  const truth = await readTruth(await readSample(name), sampleAlphaFile(name));
  for (const [index, kind] of kinds.entries()) {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const seed = Number(values.seed) * 1_000_003 + all.indexOf(name) * 1_009 + index * 31 + round;
      const result = await tryEdit(name, truth, kind, seededRandom(seed));
      results.get(kind)?.push(result);
      const isWrong = kind.isTrue ? result.outcome !== "kept" : result.outcome === "kept";
      const isPoor = (result.placeError ?? 0) > 0.5 && result.outcome !== "refused";
      if (isWrong || isPoor || result.outcome === "refused") {
        notes.push(
          `${kind.name}, ${name}: ${result.outcome}, changed ${result.changed.toFixed(4)}, ${result.placeError?.toFixed(2)} px off`,
        );
      }
    }
  }
}

const range = (numbers: readonly (number | null)[], digits: number) => {
  const known = numbers.filter((number) => number !== null);
  if (known.length === 0) return "–".padStart(15);
  return `${median(known).toFixed(digits)} / ${Math.max(...known).toFixed(digits)}`.padStart(15);
};
console.log(`${names.length} products, seed ${values.seed}; figures are median / largest`);
console.log(
  `  ${"".padEnd(20)} kept restored refused not visible   changed share  place, px      restored, codes  around, codes`,
);
for (const [kind, tried] of results) {
  const count = (outcome: Result["outcome"], width: number) =>
    String(tried.filter((result) => result.outcome === outcome).length).padStart(width);
  console.log(
    `  ${kind.name.padEnd(20)} ${count("kept", 4)} ${count("restored", 8)} ${count("refused", 7)} ${count("unaltered", 11)}` +
      `${range(
        tried.map(({ changed }) => changed),
        4,
      ).padStart(18)}${range(
        tried.map(({ placeError: error }) => error),
        2,
      )}` +
      `${range(
        tried.map(({ inside }) => inside),
        2,
      )}${range(
        tried.map(({ around }) => around),
        2,
      )}`,
  );
}
const tries = [...results.values()].flat();
const spent = (what: "elapsedMs" | "cpuMs") => {
  const times = tries.map((result) => result[what]);
  return `median ${median(times).toFixed(0)} ms, 95 % below ${percentile(times, 0.95).toFixed(0)} ms`;
};
console.log(`Time of a comparison: ${spent("elapsedMs")}; of the processor: ${spent("cpuMs")}`);
console.log(`Peak memory of this process: ${(await memoryMb(process.pid)).peak} MB`);
for (const note of notes) console.log(`  ! ${note}`);
