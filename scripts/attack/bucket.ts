import { fileURLToPath } from "node:url";
import { disconnectDb } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { type BucketTrialPlan, openMachines, tryBucket } from "#lib/testing/cluster/bucket-trial.ts";
import type { LiveFigures } from "#lib/testing/cluster/live-watch.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";
import { generateClient } from "../generate.ts";
import { runOnOwnDatabase } from "../parts/own-database.ts";
import { readSample } from "../parts/samples.ts";
import { build } from "../start/build.ts";
import { prepareCutOutNetwork } from "../start/cut-out-network.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const liveP99BoundMs = 250;

/**
 * Tests two web processes and two workers with separate disks on one database and one bucket: kills and restarts
 * them, and makes the bucket close connections for a minute, then not respond for another minute. Returns the exit
 * code.
 */
export async function bucket(): Promise<number> {
  await generateClient();
  await build(root);
  return runOnOwnDatabase(import.meta.filename);
}

async function attack(): Promise<boolean> {
  using own = await startBucket();
  const shared = { STORAGE_URL: own.url, AUTH_SECRET: "the same secret on all these machines" };
  Object.assign(env(), shared);
  await prepareCutOutNetwork();
  const webPorts = [await findTestPort(), await findTestPort()];
  await using cluster = await openMachines({
    web: (port) => ["scripts/start/serve.ts", "start", String(port), "127.0.0.1"],
    webPorts,
    environment: { ...shared, NEXT_TELEMETRY_DISABLED: "1" },
  });
  const plan: BucketTrialPlan = {
    picture: await readSample("mug"),
    webPorts,
    orders: 60,
    bucket: own.proxy,
    outages: ["closed", "silent"],
    outageMs: 60_000,
  };
  const { problems, jobs, succeeded, failed, takenUp, delivered, live } = await tryBucket(cluster, plan);
  console.log(`${jobs} jobs: ${succeeded} succeeded, ${failed} were refunded, ${takenUp} were resumed`);
  console.log(`  ${delivered} results were delivered by a machine that had not made them`);
  for (const [part, figures] of Object.entries(live)) {
    console.log(`  ${part}: /api/live ${inWords(figures)}`);
    if (figures.p99Ms > liveP99BoundMs)
      problems.push(`${part}: 1 of 100 responses of /api/live took longer than ${liveP99BoundMs} ms`);
    if (part.startsWith("outage") && figures.failures > 0)
      problems.push(`${part}: /api/live failed ${figures.failures} times`);
  }
  for (const problem of problems) console.log(`✗ ${problem}`);
  console.log(problems.length === 0 ? "held" : "BROKEN");
  return problems.length === 0;
}

function inWords({ answers, p50Ms, p99Ms, maxMs, longestGapMs }: LiveFigures): string {
  const [p50, p99, max, gap] = [p50Ms, p99Ms, maxMs, longestGapMs].map((ms) => ms.toFixed(0));
  return `p50 ${p50}, p99 ${p99}, at most ${max} ms of ${answers} answers; none from either for ${gap} ms at most`;
}

if (import.meta.main) {
  try {
    process.exitCode = (await attack()) ? 0 : 1;
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await disconnectDb();
    process.exit();
  }
}
