import { fileURLToPath } from "node:url";
import { disconnectDb } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import {
  measureFairness,
  measureTakeover,
  openCluster,
  type TrialPlan,
  tryKills,
} from "#lib/testing/cluster/trial.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { generateClient } from "../generate.ts";
import { runOnOwnDatabase } from "../parts/own-database.ts";
import { readSample } from "../parts/samples.ts";
import { build } from "../start/build.ts";
import { inSeconds } from "./parts/attack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs two services and three workers on one database behind a proxy with 2,000 jobs, while processes are killed
 * continuously; uses its own database and folder. Returns the exit code.
 */
export async function jobs(): Promise<number> {
  await generateClient();
  await build(root);
  return runOnOwnDatabase(import.meta.filename);
}

async function attack(proxyPort: number): Promise<boolean> {
  const picture = await readSample("mug");
  const plan: TrialPlan = {
    web: (port) => ["scripts/start/serve.ts", "start", String(port), "127.0.0.1"],
    webPorts: [await findTestPort(), await findTestPort()],
    proxyPort,
    picture,
    seed: Date.now(),
    workers: 3,
    slots: 4,
    callers: 20,
    waiting: 30,
    notWaiting: 20,
    batchSize: 50,
    workerKills: 15,
    webKills: 4,
    killEveryMs: 3_000,
    environment: { STUDIO_MS: "250", NEXT_TELEMETRY_DISABLED: "1" },
  };
  await using cluster = await openCluster(plan);
  const trial = await tryKills(cluster, plan);
  const answers = Object.entries(trial.answers).map(([status, count]) => `${count} × ${status}`);
  console.log(`${trial.jobs} jobs in ${inSeconds(trial.elapsedMs, 1)}, ${trial.kills} processes killed`);
  console.log(`  ${trial.succeeded} succeeded, ${trial.failed} were refunded, ${trial.takenUp} were resumed`);
  console.log(`  responses: ${answers.join(", ")}; ${trial.resumed} after a lost connection`);
  const takeover = await measureTakeover(cluster, picture);
  console.log(`  the job of a killed worker was restarted after ${inSeconds(takeover, 1)}`);
  const passedBy = await measureFairness(cluster, { queued: 500, jobMs: 1_000, orders: 10, picture });
  const perSlot = passedBy / (plan.workers * plan.slots);
  console.log(
    `  while a job waited, at most ${perSlot.toFixed(2)} jobs per slot of an account with 500 began`,
  );
  const problems = [...trial.problems];
  if (takeover > 30_000) problems.push("a killed worker's job waited for more than 30 s");
  if (perSlot > 2) problems.push("a small caller waited for more than two jobs per slot");
  const codes = await cluster.stop();
  if (codes.some((code) => code !== 0)) problems.push(`workers ended with ${codes.join(", ")}`);
  for (const problem of problems) console.log(`✗ ${problem}`);
  console.log(problems.length === 0 ? "held" : "BROKEN");
  return problems.length === 0;
}

if (import.meta.main) {
  try {
    process.exitCode = (await attack(Number(new URL(env().BASE_URL).port))) ? 0 : 1;
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await disconnectDb();
    process.exit();
  }
}
