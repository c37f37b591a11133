// Guards that a cluster completes each job once while its workers and services are killed, and serves callers fairly.
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareNetwork } from "#lib/imaging/matting/network/index.ts";
import { env } from "#lib/platform/env.ts";
import { usualPace } from "#lib/queue/boss.ts";
import { heartbeatSeconds } from "#lib/queue/queues.ts";
import type { Cluster } from "#lib/testing/cluster/processes.ts";
import {
  measureFairness,
  openCluster,
  type TrialPlan,
  tryKills,
  untilTakeover,
} from "#lib/testing/cluster/trial.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { findTestPort } from "#lib/testing/port.ts";

await useDatabase();

let cluster: Cluster;
let plan: TrialPlan;

beforeAll(async () => {
  plan = {
    web: () => [path.join(import.meta.dirname, "../../testing/cluster/web-child.ts")],
    webPorts: [await findTestPort(), await findTestPort()],
    proxyPort: await findTestPort(),
    picture: await productPicture(),
    workers: 3,
    slots: 2,
    callers: 4,
    waiting: 8,
    notWaiting: 6,
    batchSize: 16,
    workerKills: 3,
    webKills: 1,
    killEveryMs: 1_500,
    seed: 1,
    environment: { LOG_LEVEL: "silent", STUDIO_MS: "150" },
  };
  // This process and the cluster must use the same base URL.
  env().BASE_URL = `http://localhost:${plan.proxyPort}`;
  // Otherwise each worker would prepare the network, because they start at the same time.
  await prepareNetwork();
  cluster = await openCluster(plan);
  // Six processes and the network: half a minute, and more beside other tests.
}, 240_000);
afterAll(() => cluster?.stop());

test("jobs of two services complete exactly once while workers and a service are killed", async () => {
  const jobs = plan.callers * (plan.waiting + plan.notWaiting + plan.batchSize);
  tried("killed-worker", jobs);
  const figures = await tryKills(cluster, plan);
  expect(figures.problems).toEqual([]);
  expect(figures.kills).toBe(plan.workerKills + plan.webKills);
  expect(figures.succeeded).toBeGreaterThanOrEqual(jobs * 0.9);
}, 240_000);

test("the job of a killed worker is resumed by another, as the settings notice it within 30 s", async () => {
  tried("killed-worker");
  await untilTakeover(cluster, plan.picture);
  // The latest time at which the settings notice it; how long a busy machine then takes says nothing.
  const { superviseIntervalSeconds = 60, monitorIntervalSeconds = 60 } = usualPace;
  expect(heartbeatSeconds + superviseIntervalSeconds + monitorIntervalSeconds).toBeLessThan(30);
});

test("at most two jobs per slot of a caller with many queued begin while another caller's one photo waits", async () => {
  const mostPassedBy = await measureFairness(cluster, {
    queued: 100,
    jobMs: 1_000,
    orders: 4,
    picture: plan.picture,
  });
  expect(mostPassedBy).toBeLessThanOrEqual(2 * plan.workers * plan.slots);
});

test("workers exit with 0 when they are stopped", async () => {
  // Started again, because other tests may follow.
  const codes = await Promise.all(cluster.workers.map((worker) => worker.restart()));
  expect(codes).toEqual(Array.from({ length: plan.workers }, () => 0));
});
