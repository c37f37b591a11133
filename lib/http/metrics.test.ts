import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportProviders, sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db, sql } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { serveProvider } from "#lib/testing/models/index.ts";
import { askScene, painterAt, testClock } from "#lib/testing/models/painter.ts";
import { directHeader } from "./direct.ts";
import { checkHealth } from "./health.ts";
import { answerMetrics } from "./metrics.ts";

await useDatabase();

/** A request as the server in front hands it on: straight from a client, or through a proxy. */
const from = (address: string, { token, isDirect = true }: { token?: string; isDirect?: boolean } = {}) =>
  answerMetrics(
    new Request("http://localhost:3000/api/metrics", {
      headers: {
        "x-forwarded-for": address,
        ...(isDirect && { [directHeader]: "1" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    }),
  );

/** What a process that may be another reported with its last heartbeat. */
async function processTells(providers: object, secondsAgo = 0): Promise<void> {
  const bootId = newId("boot");
  await db().appProcess.create({ data: { bootId, instance: "other", providers } });
  await db().$executeRaw(sql`
    UPDATE app_process SET heartbeat_at = now() - ${secondsAgo}::int * interval '1 second' WHERE boot_id = ${bootId}`);
}

describe("without METRICS_TOKEN", () => {
  test.each(["127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"])("%s may read", async (address) => {
    const answer = await from(address);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ]);
    expect(await answer.text()).toMatch(/^process_cpu_seconds_total \d/m);
  });

  test.each(["203.0.113.9", "10.0.0.1", "2001:db8::1", "unknown", ""])(
    "%j gets the answer that nothing is there",
    async (address) => {
      const answer = await from(address, { token: "anything-that-is-long-enough" });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('"not_found"');
    },
  );

  test("nor may what a proxy on this machine passes on", async () => {
    expect((await from("127.0.0.1", { isDirect: false })).status).toBe(404);
  });
});

describe("without METRICS_TOKEN where BASE_URL is public", () => {
  beforeAll(() => void Object.assign(env(), { isPublic: true }));
  afterAll(() => void Object.assign(env(), { isPublic: false }));

  test("nobody may read, not even what seems to come from this machine: a proxy on it may add no header", async () => {
    for (const address of ["127.0.0.1", "::1"]) expect((await from(address)).status).toBe(404);
  });
});

describe("with METRICS_TOKEN", () => {
  const token = "a-token-of-24-characters";
  beforeAll(() => void Object.assign(env(), { METRICS_TOKEN: token }));
  afterAll(() => void Object.assign(env(), { METRICS_TOKEN: undefined }));

  test("whoever sends it may read, from anywhere", async () => {
    for (const address of ["203.0.113.9", "127.0.0.1"]) {
      expect((await from(address, { token, isDirect: false })).status).toBe(200);
    }
  });

  test.each([undefined, "", "a-token-of-24-character", `${token}x`, token.toUpperCase()])(
    "%j gets the answer that nothing is there, on this machine too",
    async (sent) => {
      expect((await from("127.0.0.1", sent === undefined ? {} : { token: sent })).status).toBe(404);
    },
  );
});

test("counts each call of a model, how it ended, how long it took and what it cost, and shows no prompt", async () => {
  const server = await serveProvider("google", { scenario: ["failed", "picture"] });
  const clock = testClock();
  const { request } = askScene({ text: "a secret launch", deadlineAtMs: clock.now() + 10_000 });
  await painterAt([server], { clock }).paint(request);
  server.close();
  const text = await (await from("127.0.0.1")).text();
  const model = 'provider="google",model="gemini-3-pro-image-preview"';
  expect(text).toContain(`photos_model_calls_total{${model},outcome="provider_error"} 1`);
  expect(text).toContain(`photos_model_calls_total{${model},outcome="succeeded"} 1`);
  expect(text).toContain(`photos_model_cost_dollars_total{${model}} 0.134`);
  expect(text).toContain('photos_model_call_duration_seconds_count{provider="google",outcome="succeeded"} 1');
  expect(text).not.toContain("secret launch");
  expect(text).toContain('photos_open_work{status="queued"} 0');
  expect(text).toContain("photos_requeued_work 0");
});

test("health and metrics answer the worst state of each provider over living processes, and stay 200", async () => {
  reportProviders(() => ({ google: "closed", fal: "closed" }));
  await sendHeartbeat();
  await processTells({ google: "half_open", fal: "closed" });
  await processTells({ google: "open", openai: "closed" });
  await processTells({ fal: "open" }, 60);
  await processTells({ fal: "nonsense" });
  await processTells([1, 2]);
  const health = async () => {
    const answer = await checkHealth();
    return [answer.status, await answer.json()];
  };
  const models = { fal: "closed", google: "open", openai: "closed" };
  await expect.poll(health, { timeout: 5_000 }).toMatchObject([200, { status: "degraded", models }]);
  const text = await (await from("127.0.0.1")).text();
  expect(text).toContain('photos_model_provider_state{provider="google",state="open"} 1');
  expect(text).toContain('photos_model_provider_state{provider="google",state="closed"} 0');
  expect(text).toContain('photos_model_provider_state{provider="fal",state="closed"} 1');
});

test("health says nothing of models where none are set", async () => {
  await db().appProcess.deleteMany();
  const health = async () => Object.keys(await (await checkHealth()).json());
  await expect.poll(health, { timeout: 5_000 }).toEqual(["status", "reason"]);
});
