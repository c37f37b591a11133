import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditTask } from "#lib/credits/audit.ts";
import { chargeCredits } from "#lib/credits/charge.ts";
import { reportProviders, sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db, sql } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { chargeOf } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { serveProvider } from "#lib/testing/models/index.ts";
import { askScene, painterAt, testClock } from "#lib/testing/models/painter.ts";
import { directHeader } from "./direct.ts";
import { checkHealth } from "./health.ts";
import { answerMetrics } from "./metrics.ts";

await useDatabase();
// Their work and deliveries are counted too.
afterEach(async () => void (await db().user.deleteMany()));

/** A request as the front server passes it on: directly from a client, or through a proxy. */
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

/** Stores what another process reported with its last heartbeat. */
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

  test.each(["203.0.113.9", "10.0.0.1", "2001:db8::1", "unknown", ""])("%j gets 404", async (address) => {
    const answer = await from(address, { token: "anything-that-is-long-enough" });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('"not_found"');
  });

  test("a request through a proxy on this machine gets 404", async () => {
    expect((await from("127.0.0.1", { isDirect: false })).status).toBe(404);
  });
});

describe("without METRICS_TOKEN and with a public BASE_URL", () => {
  beforeAll(() => void Object.assign(env(), { isPublic: true }));
  afterAll(() => void Object.assign(env(), { isPublic: false }));

  test("even a request from this machine gets 404, because a proxy on it may add no header", async () => {
    for (const address of ["127.0.0.1", "::1"]) expect((await from(address)).status).toBe(404);
  });
});

describe("with METRICS_TOKEN", () => {
  const token = "a-token-of-24-characters";
  beforeAll(() => void Object.assign(env(), { METRICS_TOKEN: token }));
  afterAll(() => void Object.assign(env(), { METRICS_TOKEN: undefined }));

  test("a client that sends it may read from any address", async () => {
    for (const address of ["203.0.113.9", "127.0.0.1"]) {
      expect((await from(address, { token, isDirect: false })).status).toBe(200);
    }
  });

  test.each([undefined, "", "a-token-of-24-character", `${token}x`, token.toUpperCase()])(
    "%j gets 404, even on this machine",
    async (sent) => {
      expect((await from("127.0.0.1", sent === undefined ? {} : { token: sent })).status).toBe(404);
    },
  );
});

test("metrics count model calls by outcome, with duration and cost, and contain no prompt", async () => {
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
  // Values from the database may be those of the test before for a few seconds.
  const shown = async () => await (await from("127.0.0.1")).text();
  await expect.poll(shown).toContain('photos_open_work{status="queued"} 0');
  expect(await shown()).toContain("photos_requeued_work 0");
});

test("health and metrics report the worst state of each provider among live processes, with status 200", async () => {
  reportProviders(() => ({ google: "closed", fal: "closed" }));
  await sendHeartbeat();
  await processTells({ google: "half_open", fal: "closed" });
  await processTells({ google: "open", "openai-compatible": "closed" });
  await processTells({ fal: "open" }, 60);
  await processTells({ fal: "nonsense" });
  await processTells([1, 2]);
  const health = async () => {
    const answer = await checkHealth();
    return [answer.status, await answer.json()];
  };
  const models = { fal: "closed", google: "open", "openai-compatible": "closed" };
  await expect.poll(health, { timeout: 5_000 }).toMatchObject([200, { status: "degraded", models }]);
  const shown = async () => await (await from("127.0.0.1")).text();
  await expect.poll(shown).toContain('photos_model_provider_state{provider="google",state="open"} 1');
  const text = await shown();
  expect(text).toContain('photos_model_provider_state{provider="google",state="closed"} 0');
  expect(text).toContain('photos_model_provider_state{provider="fal",state="closed"} 1');
});

test("metrics report delays of work, jobs, webhooks and mails and the last audit, and do not wait for the database", async () => {
  const { userId } = await makeAccount();
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  await chargeCredits(chargeOf(userId, [1], { lane: "interactive" }));
  await db().generation.updateMany({ where: { userId }, data: { createdAt: ago(90) } });
  await db().outgoingMail.create({
    data: { reference: "late", recipient: "a@b.example", subject: "s", text: "t", createdAt: ago(300) },
  });
  const endpoint = await db().webhookEndpoint.create({
    data: {
      id: newId("whe"),
      userId,
      url: "https://x.example",
      events: ["*"],
      secret: "sealed",
      verifiedAt: ago(900),
    },
  });
  const event = { id: newId("evt"), userId, type: "generation.failed", data: {}, reference: "one" };
  await db().webhookEvent.create({ data: event });
  await db().webhookDelivery.create({
    data: { id: newId("whd"), userId, eventId: event.id, endpointId: endpoint.id, nextAttemptAt: ago(60) },
  });
  await auditTask.run({}, new AbortController().signal);
  const figures = async () => {
    const text = await (await from("127.0.0.1")).text();
    const values = [...text.matchAll(/^photos_([a-z_]+(?:\{[^}]*\})?) (\S+)$/gm)];
    return Object.fromEntries(values.map(([, name, value]) => [name, Number(value)]));
  };
  const near = (seconds: number) => expect.toSatisfy((value) => value >= seconds && value < seconds + 60);
  await expect.poll(figures).toMatchObject({
    database_up: 1,
    'database_connections{state="idle"}': expect.any(Number),
    database_waiting: 0,
    disk_free_bytes: expect.toSatisfy((value) => value > 1e6),
    'backlog_oldest_seconds{lane="interactive"}': near(90),
    'backlog_oldest_seconds{lane="batch"}': 0,
    webhooks_pending: 1,
    webhooks_late_seconds: near(60),
    mails_pending: 1,
    mails_oldest_seconds: near(300),
    audit_problems: 0,
    audit_last_timestamp_seconds: expect.toSatisfy((value) => Math.abs(value - Date.now() / 1000) < 60),
  });
  expect(await figures()).toHaveProperty('queue_oldest_seconds{queue="work"}');
  await db().$transaction(
    async (tx) => {
      await tx.$executeRaw(sql`LOCK TABLE generation, webhook_delivery IN ACCESS EXCLUSIVE MODE`);
      for (let index = 0; index < 20; index += 1) expect((await from("127.0.0.1")).status).toBe(200);
    },
    { timeout: 30_000 },
  );
});

test("health has no field for models if none are configured", async () => {
  await db().appProcess.deleteMany();
  const health = async () => Object.keys(await (await checkHealth()).json());
  await expect.poll(health, { timeout: 5_000 }).toEqual(["status", "reason"]);
});
