// Guards that services and workers with a shared bucket lose nothing to kills and an outage of the bucket.
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareNetwork } from "#lib/imaging/matting/network/index.ts";
import { env } from "#lib/platform/env.ts";
import { openMachines, tryBucket } from "#lib/testing/cluster/bucket-trial.ts";
import type { Cluster } from "#lib/testing/cluster/processes.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";

await useDatabase();

const orders = 8;
const webPorts = [await findTestPort(), await findTestPort()];
let bucket: Awaited<ReturnType<typeof startBucket>>;
let cluster: Cluster;

beforeAll(async () => {
  bucket = await startBucket();
  const shared = { STORAGE_URL: bucket.url, AUTH_SECRET: "the same secret on all these machines" };
  Object.assign(env(), { ...shared, BASE_URL: `http://localhost:${await findTestPort()}` });
  await prepareNetwork();
  cluster = await openMachines({
    web: () => [path.join(import.meta.dirname, "../../testing/cluster/web-child.ts")],
    webPorts,
    environment: { ...shared, LOG_LEVEL: "silent" },
  });
}, 120_000);
afterAll(async () => {
  await cluster?.stop();
  bucket?.close();
});

test("services and workers with a shared database and bucket lose nothing to kills and a bucket outage", async () => {
  tried("killed-worker", 2);
  const figures = await tryBucket(cluster, {
    picture: await productPicture(),
    webPorts,
    orders,
    bucket: bucket.proxy,
    outages: ["closed"],
    outageMs: 0,
  });
  expect(figures.problems).toEqual([]);
  expect(figures.succeeded + figures.failed).toBe(figures.jobs);
  expect(figures.jobs).toBe(3 * 2 * orders);
  expect(figures.delivered).toBe(figures.succeeded);
  const { answers, failures } = figures.live["outage, closed"] ?? {};
  expect(answers).toBeGreaterThan(0);
  expect(failures).toBe(0);
}, 240_000);
