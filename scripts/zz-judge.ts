import { readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { paintEdit } from "#lib/testing/imaging/edited-pictures.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { openEdited } from "#lib/imaging/fidelity/pictures.ts";
import { inspectEdit } from "#lib/imaging/fidelity/inspect.ts";
import { readSample, sampleAlphaFile } from "./parts/samples.ts";
import { asCutOut, editKinds, randomPlan, randomScene, visibleDifference } from "./bench/parts/edits.ts";
import sharp from "sharp";
const only = process.argv[3] ? new RegExp(process.argv[3]) : /./;
const names = (process.argv[2] ?? "beanie,camera,candle,desklamp,lotion,mokapot,mug,perfume").split(",");
for (const name of names) {
  const truth = await readTruth(await readSample(name), sampleAlphaFile(name));
  const product = asCutOut(truth);
  const rel = Math.max(product.box.width, product.box.height) / Math.sqrt(truth.width * truth.height);
  const row: string[] = [];
  for (const [k, kind] of editKinds.entries()) {
    if (!only.test(kind.name)) continue;
    const random = seededRandom(k * 100 + names.indexOf(name) + 7);
    const plan0 = randomPlan(truth, random);
    const plan = { ...plan0, ...kind.plan?.(plan0, random) };
    const altered = kind.alter ? await kind.alter(truth, random) : truth;
    const edit = await paintEdit(altered, await randomScene(plan, random), plan);
    const t = performance.now(); const c0 = process.cpuUsage();
    const opened = await openEdited(edit);
    const r = await inspectEdit(product, opened, rel);
    const ms = performance.now() - t; const cpu = process.cpuUsage(c0);
    const v = kind.name.match(/hue|sat/) ? " dE " + visibleDifference(truth, altered).toFixed(1) : "";
    const L = r.judgment?.light;
    console.log(name.padEnd(9), kind.name.padEnd(18), r.verdict.padEnd(8), "changed", (r.judgment?.changed ?? -1).toFixed(4), "agree", (r.found?.agreement ?? 0).toFixed(3), v, "side", (plan.scale * Math.max(product.box.width, product.box.height)).toFixed(0), L ? [...L.color].map((c) => c.toFixed(3)).join(",") : "", (L?.surface[0] ?? 0).toFixed(2), ms.toFixed(0) + " ms", ((cpu.user + cpu.system) / 1000).toFixed(0), kind.isTrue === (r.verdict === "kept") ? "" : "  <<<");
    if (process.argv[4] && r.judgment) {
      await sharp(edit).png().toFile(`/tmp/fid/e-${name}-${k}.png`);
      const m = r.judgment.map; await sharp(Uint8Array.from(m.data, (x) => x * 255), { raw: { width: m.width, height: m.height, channels: 1 } }).png().toFile(`/tmp/fid/m-${name}-${k}.png`);
    }
  }
}
