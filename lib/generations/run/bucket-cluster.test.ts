import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startBucket } from "#lib/testing/storage/bucket.ts";

const bucket = await startBucket();
vi.stubEnv("STORAGE_URL", bucket.url);
vi.stubEnv("AUTH_SECRET", "the same secret on all these machines");

const { db } = await import("#lib/db/index.ts");
const { handleImageHostRequest } = await import("#lib/images/embedded/index.ts");
const { env } = await import("#lib/platform/env.ts");
const { Client, openCallers } = await import("#lib/testing/cluster/callers.ts");
const { openCluster } = await import("#lib/testing/cluster/trial.ts");
const { judge, untilAllEnded } = await import("#lib/testing/cluster/verdict.ts");
const { useDatabase } = await import("#lib/testing/database.ts");
const { productPicture } = await import("#lib/testing/pictures.ts");
const { findTestPort } = await import("#lib/testing/port.ts");

await useDatabase();

const credits = 1_000_000;
const outageMs = 20_000;
const patientOrders = 12;
let cluster: Awaited<ReturnType<typeof openCluster>>;

beforeAll(async () => {
  const machines = path.join(env().DATA_DIR, "machines");
  const dataDirOf = (name: string) => path.join(machines, name.replace(" ", "-"));
  for (const name of ["web 1", "web 2", "worker 1", "worker 2"]) {
    await mkdir(dataDirOf(name), { recursive: true });
    await symlink(path.join(env().DATA_DIR, "cache"), path.join(dataDirOf(name), "cache"));
  }
  const plan = {
    web: () => [path.join(import.meta.dirname, "../../testing/cluster/web-child.ts")],
    webPorts: [await findTestPort(), await findTestPort()],
    proxyPort: await findTestPort(),
    ...{ workers: 2, slots: 2, dataDirOf },
    environment: { LOG_LEVEL: "silent", STUDIO_MS: "1000" },
  };
  env().BASE_URL = `http://localhost:${plan.proxyPort}`;
  cluster = await openCluster(plan);
}, 120_000);
afterAll(async () => {
  await cluster?.stop();
  bucket.close();
});

const health = async () =>
  (await (await fetch(`${cluster.url}/api/health`)).json()) as Record<string, unknown>;

test("two services and two workers share a database and a bucket alone: kills and an outage of the bucket lose nothing", async () => {
  const callers = await openCallers(2, await productPicture(), credits);
  const client = new Client(cluster.url);
  const order = (round: string, count: number) =>
    Promise.all(
      callers.flatMap((caller) =>
        Array.from({ length: count }, (_, index) =>
          client.photo(caller, { key: `${round}-${index}`, wait: false }),
        ),
      ),
    );
  const [web, otherWeb] = cluster.webs;
  const [worker, otherWorker] = cluster.workers;

  await order("kills", patientOrders);
  for (const member of [worker, web, otherWorker, otherWeb]) await member?.kill();
  expect(await untilAllEnded(90_000)).toBe(true);
  const before = await db().generation.groupBy({ by: ["status"], _count: true });
  expect(before).toEqual([{ status: "succeeded", _count: 2 * patientOrders }]);

  expect(await health()).toMatchObject({ status: "ok", storage: "ok" });
  const ordered = order("outage", patientOrders);
  const countRunning = () => db().generation.count({ where: { status: "running" } });
  await expect.poll(countRunning, { timeout: 15_000 }).toBeGreaterThan(0);
  bucket.proxy.setAway(true);
  await expect
    .poll(health, { timeout: 15_000 })
    .toMatchObject({ status: "degraded", storage: "unreachable" });
  await delay(outageMs);
  bucket.proxy.setAway(false);
  await ordered;
  expect(await untilAllEnded(120_000)).toBe(true);
  await expect.poll(health, { timeout: 30_000 }).toMatchObject({ status: "ok", storage: "ok" });
  const { problems, succeeded, failed } = await judge(callers, credits);
  expect(problems).toEqual([]);
  expect(succeeded + failed).toBe(4 * patientOrders);

  // This process is a third machine: it has seen none of the results.
  const results = await db().generation.findMany({
    where: { status: "succeeded" },
    select: { resultUrl: true },
  });
  for (const { resultUrl } of results) {
    const answer = await handleImageHostRequest(new Request(resultUrl ?? ""));
    expect([resultUrl, answer.status]).toEqual([resultUrl, 200]);
  }
}, 400_000);
