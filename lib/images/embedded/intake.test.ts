import { readdir, stat } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import {
  leftovers,
  postForm,
  quarters,
  signedParams,
  startTestHost,
  type TestHost,
} from "#lib/testing/images/embedded-host.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import type { IntakeLimits } from "./intake.ts";

useEnvironment({ UPLOAD_MAX_MB: "25" });

// Must be set before the environment is read.

everyTestTries("unproven");

const mib = 1024 * 1024;
const boundary = "b0undary";
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fields = (params: Record<string, string>) =>
  Object.entries(params)
    .map(([name, value]) => field(name, value))
    .join("");

let on: TestHost;
afterEach(() => on.close());

const start = async (intake: Partial<IntakeLimits> = {}) => {
  on = await startTestHost({ intake });
};

interface Sender {
  write: (bytes: Buffer | string) => void;
  end: () => void;
  leave: () => void;
  /** Status of the response; 0 when the connection ended without one. */
  status: Promise<number>;
  retryAfter: () => string | undefined;
}

/** A connection that sends exactly the given bytes. */
function connect({
  address = "203.0.113.1",
  type = `multipart/form-data; boundary=${boundary}`,
} = {}): Sender {
  let retryAfter: string | undefined;
  const request = http.request(`${on.url}/v1_1/testcloud/image/upload`, {
    method: "POST",
    headers: { "content-type": type, "x-forwarded-for": address },
    agent: false,
  });
  const status = new Promise<number>((resolve) => {
    request.on("response", (response) => {
      retryAfter = response.headers["retry-after"];
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", () => resolve(0));
    request.on("close", () => resolve(0));
  });
  return {
    write: (bytes) => void request.write(bytes),
    end: () => void request.end(),
    leave: () => void request.destroy(),
    status,
    retryAfter: () => retryAfter,
  };
}

async function temporaryBytes(): Promise<number> {
  const folder = on.host.store.temporaryFolder;
  const sizes = (await leftovers(on)).map((name) =>
    stat(path.join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test("40 concurrent senders without a signature stay within the byte limit, and are answered with 503 or 408", async () => {
  await start({
    unprovenBytes: { perKey: 8 * mib, total: 16 * mib },
    idleMs: 3_000,
  });
  const senders = Array.from({ length: 40 }, (_, i) => connect({ address: `203.0.113.${i % 4}` }));
  let most = 0;
  const statuses: number[] = [];
  for (const sender of senders) {
    sender.write(fileHead);
    sender.write(Buffer.alloc(2 * mib));
    void sender.status.then((status) => statuses.push(status));
  }
  await expect
    .poll(
      async () => {
        most = Math.max(most, await temporaryBytes());
        return statuses.length;
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(40);
  expect(most).toBeGreaterThan(mib);
  expect(most).toBeLessThanOrEqual(16 * mib);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(24);
  expect(statuses.every((status) => status === 503 || status === 408)).toBe(true);
  await expect.poll(() => leftovers(on)).toEqual([]);
});

test("while unsigned files use all space, uploads with signed fields first succeed, and others get Retry-After", async () => {
  await start({ unprovenBytes: { perKey: 3 * mib, total: 3 * mib } });
  const holder = connect();
  holder.write(fileHead);
  holder.write(Buffer.alloc(2.5 * mib));
  const drip = setInterval(() => holder.write("x"), 100);
  await expect.poll(temporaryBytes).toBeGreaterThan(2 * mib);
  const photo = new Blob([new Uint8Array(await quarters(900, 900))]);
  expect((await postForm(on, signedParams({ folder: "inputs/u1" }), photo)).status).toBe(200);
  const stranger = connect({ address: "198.51.100.7" });
  stranger.write(fileHead);
  stranger.write(Buffer.alloc(mib));
  expect(await stranger.status).toBe(503);
  expect(stranger.retryAfter()).toBe("10");
  clearInterval(drip);
  holder.leave();
  await expect.poll(temporaryBytes).toBe(0);
  const freed = connect({ address: "198.51.100.7" });
  freed.write(fileHead);
  freed.write(await quarters(64, 64));
  freed.write(`\r\n${fields(signedParams({ folder: "inputs/u1" }))}--${boundary}--\r\n`);
  freed.end();
  expect(await freed.status).toBe(200);
});

test("one address has a limited number of unproven requests, without affecting other addresses", async () => {
  await start({ requests: { perKey: 5, total: 100 }, idleMs: 2_000 });
  const senders = Array.from({ length: 9 }, () => connect());
  for (const sender of senders) sender.write(field("folder", "inputs/u1"));
  const other = connect({ address: "2001:db8::1" });
  other.write(field("folder", "inputs/u1"));
  const statuses = await Promise.all(senders.map(({ status }) => status));
  expect(statuses.sort()).toEqual([408, 408, 408, 408, 408, 503, 503, 503, 503]);
  expect(await other.status).toBe(408);
  const photo = new Blob([new Uint8Array(await quarters(64, 64))]);
  expect((await postForm(on, signedParams({}), photo)).status).toBe(200);
});

test("a few addresses that use up all unproven requests do not block other addresses", async () => {
  await start({ requests: { perKey: 5, total: 10, admitsFirst: true } });
  const holders = Array.from({ length: 12 }, (_, index) => connect({ address: `203.0.113.${index % 2}` }));
  for (const holder of holders) holder.write(field("folder", "inputs/u1"));
  const firstRefused = holders.map(async ({ status }) =>
    (await status) === 503 ? 503 : new Promise(() => {}),
  );
  expect(await Promise.race(firstRefused)).toBe(503);
  const newcomer = connect({ address: "198.51.100.7" });
  newcomer.write(fields(signedParams({ folder: "inputs/u1" })) + fileHead);
  newcomer.write(await quarters(64, 64));
  newcomer.write(end);
  newcomer.end();
  expect(await newcomer.status).toBe(200);
  for (const holder of holders) holder.leave();
});

test("a file after a wrong signature is never written, and is rejected before it has arrived", async () => {
  await start();
  const wrong = { ...signedParams({ folder: "inputs/u1" }), folder: "inputs/u2" };
  const sender = connect();
  sender.write(fields(wrong) + fileHead);
  sender.write(Buffer.alloc(64 * 1024));
  expect(await sender.status).toBe(401);
  expect(await readdir(on.host.store.temporaryFolder)).toEqual([]);
});

test("a sender that stops sending, or sends too slowly, is answered with 408", async () => {
  await start({ idleMs: 300, unprovenMs: 1_000 });
  const silent = [connect(), connect(), connect({ type: "application/json" })];
  silent[0]?.write(fileHead + "x".repeat(1000));
  silent[1]?.write(field("folder", "inputs/u1"));
  silent[2]?.write('{"folder":');
  expect(await Promise.all(silent.map(({ status }) => status))).toEqual([408, 408, 408]);
  const slow = connect();
  slow.write(fileHead);
  const drip = setInterval(() => slow.write("x"), 50);
  expect(await slow.status).toBe(408);
  clearInterval(drip);
  await expect.poll(() => leftovers(on)).toEqual([]);
});

test("a file without end is rejected at the size limit, for any signature and field name", async () => {
  await start();
  const signed = fields(signedParams({ folder: "inputs/u1" }));
  const heads = ["", signed, signed.replace("inputs/u1", "inputs/u2")];
  for (const head of rowsOf(heads, heads.slice(0, 1))) {
    const sender = connect();
    sender.write(head + fileHead);
    for (let sent = 0; sent <= maxUploadBytes(); sent += mib) sender.write(Buffer.alloc(mib));
    expect([400, 401]).toContain(await sender.status);
  }
  const other = connect();
  other.write(fileHead.replace('name="file"', 'name="other"'));
  for (let sent = 0; sent < 4; sent += 1) other.write(Buffer.alloc(mib));
  expect(await other.status).toBe(400);
  await expect.poll(() => leftovers(on)).toEqual([]);
});

test.each([
  ["JSON", "application/json", () => JSON.stringify({ pad: "x".repeat(8 * mib) })],
  ["a form", "application/x-www-form-urlencoded", () => `pad=${"x".repeat(8 * mib)}`],
])("8 MB of %s are rejected as too large", async (_name, type, body) => {
  await start();
  const headers = { "content-type": type };
  const response = await on.fetch("v1_1/testcloud/image/upload", { method: "POST", body: body(), headers });
  expect([response.status, response.headers.get("x-cld-error")]).toEqual([
    400,
    expect.stringMatching(/too large|larger than 64 KiB/),
  ]);
});

test("a compressed body is rejected, and the message names the encoding", async () => {
  await start();
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const response = await on.fetch("v1_1/testcloud/image/upload", { method: "POST", body: "x", headers });
  expect([response.status, response.headers.get("x-cld-error")]).toEqual([
    400,
    "The body is compressed (gzip): send it as it is.",
  ]);
});

test("a large file before its signed fields is accepted", async () => {
  await start();
  const large = Buffer.concat([await quarters(64, 64), Buffer.alloc(20 * mib)]);
  const sender = connect();
  sender.write(fileHead);
  sender.write(large);
  sender.write(`\r\n${fields(signedParams({ folder: "inputs/u1" }))}${end.trimStart()}`);
  sender.end();
  expect(await sender.status).toBe(200);
  await expect.poll(() => leftovers(on)).toEqual([]);
});
