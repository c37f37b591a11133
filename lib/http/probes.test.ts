import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readVersion } from "../../scripts/start/version.ts";
import { reportCapacity, reportProviders, sendHeartbeat } from "../db/heartbeat.ts";
import { db } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { startDraining } from "../platform/process.ts";
import { useDatabase } from "../testing/database.ts";
import { serveProbes } from "./probes.ts";
import { noteVersion } from "./version.ts";

await useDatabase();

let url = "";
let close = async (): Promise<void> => undefined;
beforeAll(async () => {
  const server = await serveProbes({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
});
afterAll(() => close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });
const ready = async (headers: Record<string, string> = {}) => {
  const answer = await get("/api/ready", headers);
  return { code: answer.status, ...(await answer.json()) };
};

// In this order: the last test drains the process, which cannot be undone.
describe("the probes", { shuffle: false }, () => {
  describe("GET /api/ready", () => {
    afterEach(async () => {
      Object.assign(env(), { METRICS_TOKEN: undefined, DISK_FLOOR_MB: 0 });
      reportCapacity(() => ({ slots: 0, paces: {} }));
      reportProviders(() => ({}));
      await db().appProcess.deleteMany();
    });

    test("is degraded without a live worker, and ok with one", async () => {
      await expect
        .poll(ready)
        .toMatchObject({ code: 200, status: "degraded", parts: { workers: { status: "degraded" } } });
      reportCapacity(() => ({ slots: 2, paces: {} }));
      await sendHeartbeat();
      await expect.poll(ready).toEqual({
        code: 200,
        status: "ok",
        parts: {
          process: { status: "ok" },
          database: { status: "ok" },
          clock: { status: "ok" },
          storage: { status: "ok" },
          workers: { status: "ok" },
        },
      });
    });

    test("reports each degraded part: a nearly full disk, a provider whose calls fail", async () => {
      reportCapacity(() => ({ slots: 2, paces: {} }));
      reportProviders(() => ({ google: "open", fal: "closed" }));
      await sendHeartbeat();
      Object.assign(env(), { DISK_FLOOR_MB: 1e9 });
      await expect.poll(ready).toMatchObject({
        code: 200,
        status: "degraded",
        parts: {
          storage: {
            status: "degraded",
            reason: expect.stringContaining("MB are free on the disk of DATA_DIR"),
          },
          models: { status: "degraded", reason: "calls of google fail" },
          workers: { status: "ok" },
        },
      });
    });

    test("shows its parts only to the operator", async () => {
      expect(await ready({ "x-forwarded-for": "203.0.113.9" })).not.toHaveProperty("parts");
      Object.assign(env(), { METRICS_TOKEN: "a-token-of-24-characters" });
      expect(await ready()).not.toHaveProperty("parts");
      expect(await ready({ authorization: "Bearer another-token-of-24-char" })).not.toHaveProperty("parts");
      expect(await ready({ authorization: "Bearer a-token-of-24-characters" })).toHaveProperty(
        "parts.database",
      );
    });
  });

  test("a process without pages serves liveness, version and metrics, and 404 for everything else", async () => {
    noteVersion(await readVersion());
    expect(await (await get("/api/live")).json()).toEqual({ status: "ok" });
    expect(await (await get("/api/version")).json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      schema: expect.stringMatching(/^\d{14}_\w+$/),
      commit: expect.toSatisfy((commit) => commit === null || /^[0-9a-f]{40}$/.test(commit)),
      sdk: expect.toSatisfy((sdk) => sdk === null || /^sha512-/.test(sdk.integrity)),
    });
    expect(await (await get("/api/metrics")).text()).toMatch(/^process_cpu_seconds_total \d/m);
    expect((await get("/api/metrics", { "x-forwarded-for": "203.0.113.9" })).status).toBe(404);
    for (const path of ["/", "/api/v1/credits", "/api/live/x"]) expect((await get(path)).status).toBe(404);
    expect((await fetch(`${url}/api/live`, { method: "POST", body: "x" })).status).toBe(405);
  });

  test("a draining process is not ready, and reports why", async () => {
    startDraining();
    expect(await ready()).toMatchObject({
      code: 503,
      status: "down",
      parts: { process: { status: "down", reason: "this process stops" }, database: { status: "ok" } },
    });
    expect((await get("/api/live")).status).toBe(200);
  });
});
