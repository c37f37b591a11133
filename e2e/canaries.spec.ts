import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { findPostgres } from "#lib/db/embedded.ts";
import { newApiKey } from "#lib/keys/format.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { shareCache, tried } from "./support.ts";

// One service for all tests of this file; its log is checked from the first line to the last.
test.describe.configure({ mode: "default", timeout: 180_000 });

let folder: string;
let dataDir: string;
let service: ChildProcess;
let log = "";
let baseUrl: string;

test.beforeAll(async () => {
  const port = await findTestPort();
  baseUrl = `http://127.0.0.1:${port}`;
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-canaries-"));
  await chmod(folder, 0o711);
  dataDir = path.join(folder, "data");
  await mkdir(dataDir);
  await shareCache(dataDir);
  // Marks the first photos as made, so that the start skips them.
  await writeFile(path.join(dataDir, "first-photos.json"), "[]");
  service = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...process.env,
      npm_lifecycle_event: "",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "trace",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [service.stdout, service.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      log += text;
    });
  }
  await expect
    .poll(isReady, { timeout: 150_000 })
    .toBe(true)
    .catch((error: Error) => {
      throw new Error(`${error.message}\nThe service's output:\n${log}`);
    });
});

test.afterAll(async () => {
  const ended = once(service, "exit");
  if (service.exitCode === null && service.kill("SIGINT")) await ended;
  await rm(folder, { recursive: true, force: true });
});

async function isReady(): Promise<boolean> {
  const ready = () => readFile(path.join(dataDir, "demo.json")).then(() => fetch(`${baseUrl}/api/health`));
  return ready().then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns status, headers and body of a call as text. */
async function tell(call: string, init: RequestInit): Promise<string> {
  const response = await fetch(baseUrl + call, { redirect: "manual", ...init });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [response.status, ...headers, await response.text()].join("\n");
}

const json = { "content-type": "application/json" };
const call = (key: string): [string, RequestInit][] => {
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
async function makeRevoked(by: string): Promise<string> {
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

test("a valid, revoked or unknown key, sent in any place, is in no response, log line or database row", async () => {
  const { api_key: good } = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as {
    api_key: string;
  };
  const keys = [good, await makeRevoked(good), ...Array.from({ length: 18 }, () => newApiKey())];
  let calls = 0;
  for (const key of keys) {
    for (const [target, init] of call(key)) {
      calls += 1;
      const told = await tell(target, init);
      // A key that the caller put into a picture's URL is returned to that caller; it does not count.
      const found = formsOf(key).filter((form) =>
        told.replaceAll(`nothing.invalid/${key}`, "").includes(form),
      );
      expect(
        found,
        `${init.method ?? "GET"} ${target.replaceAll(key, "KEY")}:\n${told.slice(0, 600)}`,
      ).toEqual([]);
    }
  }
  const rows = await dump();
  // The start's output for its operator, which contains the demo account's key, is not part of the log.
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThan(calls);
  for (const key of keys) {
    for (const form of formsOf(key)) {
      expect(
        lines.filter((line) => line.includes(form)),
        "the log",
      ).toEqual([]);
      expect(rows, "the database").not.toContain(form);
    }
  }
  tried("key-secrecy", calls);
});

test("responses to a key in the URL have Cache-Control no-store and Referrer-Policy no-referrer", async () => {
  const calls = call(newApiKey()).filter(([target]) => /^\/api\/v1\/.*key=/.test(target));
  for (const [target, init] of calls) {
    const { headers } = await fetch(baseUrl + target, { redirect: "manual", ...init });
    expect([target, headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([
      target,
      "no-store",
      "no-referrer",
    ]);
  }
  tried("key-in-url", calls.length);
});

test("work continues when its client disconnects, and its result can be read", async () => {
  const { api_key: key } = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as {
    api_key: string;
  };
  const headers = { authorization: `Bearer ${key}` };
  const read = async (target: string) => (await fetch(baseUrl + target, { headers })).json();
  const form = new FormData();
  form.append("file", new Blob([await readFile("public/samples/mug.jpg")]), "mug.jpg");
  const uploaded = await fetch(`${baseUrl}/api/v1/upload`, { method: "POST", headers, body: form });
  const { image_url } = (await uploaded.json()) as { image_url: string };
  const post = (prompt: string, signal?: AbortSignal) =>
    fetch(`${baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: { ...headers, ...json },
      body: JSON.stringify({ image_url, type: "product", style: "studio", prompt }),
      ...(signal && { signal }),
    });
  await post("warm");
  const begun = Date.now();
  await post("timed");
  const durationMs = Date.now() - begun;
  const before = await read("/api/v1/credits");
  const parts = [0, 0.25, 0.5, 0.75, 0.99];
  for (const part of parts) {
    await post(`gone at ${part}`, AbortSignal.timeout(Math.max(1, Math.round(part * durationMs)))).catch(
      () => undefined,
    );
  }
  const own = async () => {
    const { data } = (await read("/api/v1/generations?limit=50&search=gone")) as {
      data: { status: string; result_url: string | null; credits_used: number }[];
    };
    return data;
  };
  await expect
    .poll(async () => (await own()).filter(({ status }) => ["queued", "running"].includes(status)), {
      timeout: 60_000,
    })
    .toEqual([]);
  const ended = await own();
  const spent = ended.reduce((sum, { credits_used }) => sum + credits_used, 0);
  for (const { status, result_url } of ended) {
    expect(["succeeded", "failed"]).toContain(status);
    if (result_url) expect((await fetch(result_url)).status).toBe(200);
  }
  expect((await read("/api/v1/credits")).total).toBe(before.total - spent);
  tried("client-gone", parts.length);
});

/** All rows of all tables as text. */
async function dump(): Promise<string> {
  const server = await findPostgres(dataDir);
  if (!server) throw new Error(`no database runs in ${dataDir}`);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname IN ('public', 'pgboss')`,
    );
    let text = "";
    for (const { name } of rows) {
      text += JSON.stringify((await client.query(`SELECT to_jsonb(t) FROM ${name} t`)).rows);
    }
    return text;
  } finally {
    await client.end();
  }
}
