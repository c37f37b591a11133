import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Handler } from "../http/route-table.ts";
import { everyTestTries } from "../testing/evidence/index.ts";
import { useFaultyPostgres } from "../testing/faulty-postgres.ts";
import { deepTest, rowsOf } from "../testing/trials.ts";

everyTestTries("database-faults");

/** A call that waits for the database takes at least this long. */
const timeoutMs = 2_000;
const postgres = await useFaultyPostgres({ DATABASE_TIMEOUT_MS: String(timeoutMs) });
// Imported late, because these modules read the environment.
const { db, disconnectDb, sql } = await import("./index.ts");
const { isUnavailable, unavailableDigest } = await import("./unavailable.ts");
const { getSession } = await import("../auth/request-session.ts");
const { checkHealth } = await import("../http/health.ts");
const { checkReady } = await import("../http/ready.ts");
const { newId } = await import("../platform/ids.ts");
const { makeAccount } = await import("../testing/accounts.ts");
const { createUserWithPassword } = await import("../auth/passwords.ts");
const { signedWebhook } = await import("../testing/billing/life.ts");
const credits = (await import("../../app/api/v1/credits/route.ts")).GET;
const generate = (await import("../../app/api/v1/generate/route.ts")).POST;
const removeBg = (await import("../../app/api/v1/remove-bg/route.ts")).POST;
const generations = (await import("../../app/api/v1/generations/route.ts")).GET;
const signed = (await import("../../app/api/v1/upload/signed/route.ts")).GET;
const webhook = (await import("../../app/api/webhooks/stripe/route.ts")).POST;
const authRoute = await import("../../app/api/auth/[...all]/route.ts");

const password = "correct horse battery";
const email = `${newId("row")}@example.com`;
let key: string;
let cookie: string;

beforeAll(async () => {
  ({ key } = await makeAccount());
  await createUserWithPassword(email, "Test", password);
  const signIn = await authRoute.POST(signInRequest());
  cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  expect(cookie).toContain("session_token");
});
afterEach(postgres.heal);
afterAll(disconnectDb);

function signInRequest(): Request {
  return new Request("http://localhost:3000/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost:3000" },
    body: JSON.stringify({ email, password }),
  });
}

function apiRequest(path: string, json?: object): Request {
  return new Request(`http://localhost:3000/api/v1/${path}`, {
    method: json ? "POST" : "GET",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(json && { body: JSON.stringify(json) }),
  });
}

const work = { image_url: "http://localhost:3000/x.jpg", type: "product", style: "studio" };
const event = () =>
  signedWebhook(
    JSON.stringify({
      id: `evt_${crypto.randomUUID()}`,
      object: "event",
      type: "account.updated",
      created: 1_790_000_000,
      livemode: false,
      data: { object: { id: "acct_1" } },
    }),
  );

/** Every kind of route that queries the database, as a call of its handler. */
const calls: Record<string, () => Promise<Response>> = {
  credits: () => credits(apiRequest("credits")),
  generate: () => generate(apiRequest("generate", work)),
  "generate with an Idempotency-Key": () => {
    const request = apiRequest("generate", work);
    request.headers.set("idempotency-key", newId("row"));
    return generate(request);
  },
  "remove-bg": () => removeBg(apiRequest("remove-bg", { image_url: work.image_url })),
  generations: () => generations(apiRequest("generations")),
  "upload/signed": () => signed(apiRequest("upload/signed")),
  "credits with a session": () => {
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    return (credits as Handler)(new Request("http://localhost:3000/api/v1/credits", { headers }));
  },
  webhook: () => webhook(event()),
  "sign-in": () => authRoute.POST(signInRequest()),
  "get-session": () =>
    authRoute.GET(new Request("http://localhost:3000/api/auth/get-session", { headers: { cookie } })),
};

/** A connection beside the pool, closed at the end of the test. */
async function connectAlone() {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/**
 * Makes all calls concurrently and expects each to be refused as specified by the contract, although the database does
 * not answer.
 */
async function expectRefusals(): Promise<void> {
  await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const response = await call();
      const body = await response.json();
      // Sign-in returns errors in the auth library's format.
      const code = String(body.error?.code ?? body.code).toLowerCase();
      expect([name, response.status, code]).toEqual([name, 503, "overloaded"]);
      expect(Number(response.headers.get("retry-after")), name).toBeGreaterThanOrEqual(1);
    }),
  );
}

/** Expects the service to recover by itself. */
async function expectService(): Promise<void> {
  await expect.poll(async () => (await credits(apiRequest("credits"))).status, { timeout: 5_000 }).toBe(200);
  for (const name of ["credits with a session", "webhook", "sign-in", "get-session"]) {
    expect([name, (await calls[name]?.())?.status]).toEqual([name, 200]);
  }
  expect((await checkHealth()).status).toBe(200);
}

test("rejects every call in time while the database is frozen, and recovers when it resumes", async () => {
  const sent = vi.spyOn(pg.Pool.prototype, "query");
  await expectService();
  expect(sent.mock.calls.length).toBeGreaterThan(4);
  await postgres.freeze();
  await expectRefusals();
  // Every page begins with this; its error page is chosen by the digest.
  await expect(getSession(new Headers({ cookie }))).rejects.toMatchObject({
    digest: unavailableDigest,
  });
  // The database is now known to be unavailable: only one probing call still waits for it.
  sent.mockClear();
  await Promise.all(Array.from({ length: 40 }, () => credits(apiRequest("credits"))));
  expect(sent.mock.calls.length).toBeLessThanOrEqual(1);
  await postgres.thaw();
  await expectService();
});

test("answers concurrent health checks in time while the database is frozen, with at most two new connections", async () => {
  await expectService();
  // Opens some of the pool's connections, which the queries of a check can use.
  await Promise.all(Array.from({ length: 4 }, () => credits(apiRequest("credits"))));
  const countOpen = "SELECT count(*)::int AS open FROM pg_stat_activity WHERE usename = user";
  await using own = await connectAlone();
  const before = await own.query(countOpen);
  await postgres.freeze();
  const answers = async () => (await checkHealth()).status;
  // The last successful result is cached for a second.
  await expect.poll(answers, { timeout: 5_000 }).toBe(503);
  const ready = await checkReady(new Request("http://localhost:3000/api/ready"));
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: "down" });
  const all = await Promise.all(Array.from({ length: 50 }, answers));
  expect(new Set(all)).toEqual(new Set([503]));
  await postgres.thaw();
  await expect.poll(async () => (await checkHealth()).status, { timeout: 5_000 }).toBe(200);
  const { rows } = await own.query(countOpen);
  expect(rows[0].open).toBeLessThanOrEqual(before.rows[0].open + 2);
});

deepTest(
  "rejects every call in time while the database is stopped, and recovers when it restarts",
  async () => {
    await postgres.kill();
    await expectRefusals();
    await postgres.restart();
    await expectService();
  },
);

test("rejects calls in time while all connections are in use, and recovers afterwards", async () => {
  const asleep = Array.from({ length: 10 }, () => db().$queryRaw(sql`SELECT pg_sleep(60)::text`));
  const ended = Promise.allSettled(asleep);
  // While all of them still wait.
  expect((await credits(apiRequest("credits"))).status).toBe(503);
  for (const one of await ended) {
    expect(one.status === "rejected" && isUnavailable(one.reason)).toBe(true);
  }
  await expectService();
});

test("rolls back a transaction that a freeze interrupts, and later statements do not join it", async () => {
  await db().$queryRaw(sql`CREATE TABLE IF NOT EXISTS kept (value int)`);
  const broken = db().$transaction(async (tx) => {
    await tx.$executeRaw(sql`INSERT INTO kept VALUES (-1)`);
    await postgres.freeze();
    await tx.$executeRaw(sql`INSERT INTO kept VALUES (-2)`);
  });
  const refusal = await broken.catch((error: unknown) => error);
  expect(isUnavailable(refusal)).toBe(true);
  await postgres.thaw();
  const write = (value: number) =>
    db()
      .$executeRaw(sql`INSERT INTO kept VALUES (${value})`)
      .then(
        () => true,
        () => false,
      );
  await expect.poll(() => write(0)).toBe(true);
  for (let value = 1; value <= 30; value += 1) expect(await write(value)).toBe(true);
  const other = new pg.Client({ connectionString: postgres.url });
  await other.connect();
  const { rows } = await other.query("SELECT array_agg(value ORDER BY value) AS values FROM kept");
  expect(rows[0].values).toEqual(Array.from({ length: 31 }, (_, value) => value));
  await other.end();
});

const codes = [
  ["53100", "no room on the disk", true],
  ["53300", "too many connections", true],
  ["57014", "a statement that took too long", true],
  ["57P01", "a server that stops", true],
  ["57P03", "a server that starts or recovers", true],
  ["58030", "trouble with its files", true],
  ["08006", "a broken connection", true],
  ["22012", "a division by zero", false],
  ["23505", "a row that is there already", false],
  ["42601", "a statement that is wrong", false],
] as const;
test.each(rowsOf(codes, [codes[1], codes[4], codes[8]]))(
  "classifies %s (%s) as the database being unavailable: %s",
  async (code, _what, away) => {
    const failing = db().$executeRawUnsafe(
      `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$`,
    );
    expect(isUnavailable(await failing.catch((error: unknown) => error))).toBe(away);
    // The database did respond, so no other statement is refused.
    expect(await db().$queryRaw(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  },
);
