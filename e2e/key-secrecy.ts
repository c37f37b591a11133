import { expect } from "@playwright/test";
import { newApiKey } from "#lib/keys/format.ts";
import { callerOf, demoKeyOf, type Place, uploadMug } from "./own-service.ts";
import { query, tried } from "./support.ts";

/** A service that logs everything, and its output so far. */
export interface Watched {
  place: Place;
  baseUrl: string;
  output: () => string;
}

/** Expects that a valid, a revoked and `unknown` unknown keys are in no response, log line or database row. */
export async function expectSecretKeys({ place, baseUrl, output }: Watched, unknown: number): Promise<void> {
  const good = await demoKeyOf(place);
  const keys = [
    good,
    await makeRevoked(baseUrl, good),
    ...Array.from({ length: unknown }, () => newApiKey()),
  ];
  let calls = 0;
  for (const key of keys) {
    for (const [target, init] of callsWith(key)) {
      calls += 1;
      const told = await tell(baseUrl + target, init);
      // A key that the caller put into a picture's URL is returned to that caller; it does not count.
      const found = formsOf(key).filter((form) =>
        told.replaceAll(`nothing.invalid/${key}`, "").includes(form),
      );
      const what = `${init.method ?? "GET"} ${target.replaceAll(key, "KEY")}`;
      expect(found, `${what}:\n${told.slice(0, 600)}`).toEqual([]);
    }
  }
  const rows = await dump(place.dataDir);
  // The start's output for its operator, which contains the demo account's key, is not part of the log.
  const lines = output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThan(calls);
  for (const form of keys.flatMap(formsOf)) {
    expect(
      lines.filter((line) => line.includes(form)),
      "the log",
    ).toEqual([]);
    expect(rows.includes(form), "the database").toBe(false);
  }
  tried("key-secrecy", calls);
}

/** Expects that responses to a key in the URL are neither stored nor named to other sites. */
export async function expectUnstoredAnswers({ baseUrl }: Watched): Promise<void> {
  const calls = callsWith(newApiKey()).filter(([target]) => /^\/api\/v1\/.*key=/.test(target));
  for (const [target, init] of calls) {
    const { headers } = await fetch(baseUrl + target, { redirect: "manual", ...init });
    expect([target, headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([
      target,
      "no-store",
      "no-referrer",
    ]);
  }
  tried("key-in-url", calls.length);
}

/** Expects that work whose client disconnects after each of these times is completed and readable, or refunded. */
export async function expectWorkWithoutClient(
  { place, baseUrl }: Watched,
  timesMs: readonly number[],
): Promise<void> {
  const key = await demoKeyOf(place);
  const call = callerOf(place, key);
  const image_url = await uploadMug(call);
  const before = await call("credits");
  for (const timeMs of timesMs) {
    const body = { image_url, type: "product", style: "studio", prompt: `gone after ${timeMs}` };
    await fetch(`${baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...body, mode: "studio" }),
      signal: AbortSignal.timeout(timeMs),
    }).catch(() => undefined);
  }
  const own = async () => {
    const { data } = await call("generations?limit=50&search=gone");
    return data as { status: string; result_url: string | null; credits_used: number }[];
  };
  let found = await own();
  const open = async () => {
    found = await own();
    return found.filter(({ status }) => ["queued", "running"].includes(status));
  };
  await expect.poll(open, { timeout: 60_000 }).toEqual([]);
  for (const { status, result_url } of found) {
    expect(["succeeded", "failed"]).toContain(status);
    if (result_url) expect((await fetch(result_url)).status).toBe(200);
  }
  // The service may still receive the last call, so that the work and the balance change between two reads.
  const spentAndLeft = async () => {
    const spent = (await own()).reduce((sum, { credits_used }) => sum + credits_used, 0);
    return spent + (await call("credits")).total;
  };
  await expect.poll(spentAndLeft, { timeout: 60_000 }).toBe(before.total);
  tried("client-gone", timesMs.length);
}

/** Returns status, headers and body of a call as text. */
async function tell(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [response.status, ...headers, await response.text()].join("\n");
}

const json = { "content-type": "application/json" };
const callsWith = (key: string): [string, RequestInit][] => {
  const body = JSON.stringify({
    image_url: `https://nothing.invalid/${key}.jpg`,
    type: "product",
    style: "studio",
  });
  const form = new FormData();
  form.append("file", new Blob([key]), `${key}.jpg`);
  return [
    [`/api/v1/credits?key=${key}`, {}],
    ["/api/v1/credits", { headers: { authorization: `Bearer ${key}` } }],
    ["/api/v1/credits", { headers: { "x-api-key": key } }],
    [
      "/api/v1/credits",
      { headers: { authorization: `Basic ${Buffer.from(`user:${key}`).toString("base64")}` } },
    ],
    ["/api/v1/credits", { headers: { cookie: `pgs.session_token=${key}`, "sec-fetch-site": "same-origin" } }],
    [`/api/v1/credits?key=${key}`, { method: "PUT" }],
    [`/api/v1/credits?key=${key}`, { headers: { rsc: "1" } }],
    [`/api/v1/credits/?key=${key}`, {}],
    [`//api/v1/credits?key=${key}`, {}],
    [`/API/v1/credits?key=${key}`, {}],
    [`/api/v1/nothing?key=${key}`, {}],
    [`/api/v1/generations/${key}?key=${key}`, {}],
    [`/api/v1/generations/%00?key=${key}`, {}],
    [`/api/v1/generations?cursor=${key}&key=${key}`, {}],
    [`/api/v1/generate?key=${key}`, { method: "POST", headers: json, body: "{" }],
    [`/api/v1/generate?key=${key}`, { method: "POST", headers: json, body: JSON.stringify({ style: "x" }) }],
    [
      `/api/v1/generate?key=${key}`,
      { method: "POST", headers: { ...json, "idempotency-key": "canary" }, body },
    ],
    ["/api/v1/remove-bg", { method: "POST", headers: { ...json, "x-api-key": key }, body: "{}" }],
    [`/api/v1/upload?key=${key}`, { method: "POST", body: form }],
    [`/docs?key=${key}`, {}],
    [`/docs?key=${key}`, { headers: { rsc: "1" } }],
    [`/photos?key=${key}`, {}],
    [`/nothing?key=${key}`, {}],
    [`/sign-in?key=${key}&next=/studio`, {}],
    [
      "/api/auth/sign-in/email",
      { method: "POST", headers: json, body: JSON.stringify({ email: "a@b.example", password: key }) },
    ],
  ];
};

/** All encodings in which a key could leak. */
function formsOf(key: string): string[] {
  return [
    key.slice(4, -6),
    Buffer.from(`user:${key}`).toString("base64").slice(8, 48),
    Buffer.from(key).toString("base64").slice(8, 44),
    Buffer.from(key).toString("hex"),
    [...key].reverse().join(""),
  ];
}

/** A key that this one made, used and revoked. */
async function makeRevoked(baseUrl: string, by: string): Promise<string> {
  const headers = { ...json, authorization: `Bearer ${by}` };
  const body = JSON.stringify({ name: "revoked" });
  const made = await fetch(`${baseUrl}/api/v1/keys`, { method: "POST", headers, body });
  const { id, key } = (await made.json()) as { id: string; key: string };
  const use = () => fetch(`${baseUrl}/api/v1/credits`, { headers: { authorization: `Bearer ${key}` } });
  expect((await use()).status).toBe(200);
  await fetch(`${baseUrl}/api/v1/keys/${id}`, { method: "DELETE", headers });
  expect((await use()).status).toBe(401);
  return key;
}

/** All rows of all tables as text. */
async function dump(dataDir: string): Promise<string> {
  const { rows } = await query(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss')`,
    [],
    dataDir,
  );
  let text = "";
  for (const { name } of rows) {
    text += JSON.stringify((await query(`SELECT to_jsonb(t) FROM ${name} t`, [], dataDir)).rows);
  }
  return text;
}
