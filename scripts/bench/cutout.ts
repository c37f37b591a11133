/**
 * Compares cut-outs by this service's pixel worker with @imgly/background-removal-node (model "medium", its default)
 * in its own process: time, peak memory, memory released, and edge errors against the true alpha (part `time`);
 * errors per class on the yardstick's pictures (part `yardstick`).
 *
 *   node scripts/bench/cutout.ts [--rounds 5] [--only time|yardstick] [--write]
 *
 * Runs both precisions of the network, or only that of CUTOUT_PRECISION. `--write` writes the errors per class into
 * docs/cutouts.md.
 */
import { parseArgs } from "node:util";
import { stopWorkers } from "#lib/imaging/worker/pool.ts";
import { reportTimes } from "./parts/cutout-time.ts";
import { measureYardstick } from "./parts/cutout-yardstick.ts";
import { startImgly } from "./parts/cutters.ts";
import { printRun, writeTables } from "./parts/yardstick-table.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
if (values.only !== undefined && values.only !== "time" && values.only !== "yardstick") {
  throw new Error("--only takes time or yardstick");
}

const asked = process.env.CUTOUT_PRECISION;
const precisions = (["fp32", "int8"] as const).filter(
  (precision) => asked === undefined || asked === precision,
);
const imgly = startImgly();
try {
  if (values.only !== "yardstick") {
    for (const precision of precisions)
      await reportTimes(imgly, precision, Math.max(1, Number(values.rounds)));
  }
  if (values.only !== "time") {
    const runs = await measureYardstick(imgly, precisions);
    for (const run of runs) printRun(run);
    if (values.write) await writeTables(runs);
  }
} finally {
  stopWorkers();
  imgly.disconnect();
}
