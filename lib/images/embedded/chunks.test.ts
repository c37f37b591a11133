import { readdir, utimes } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import {
  isOnBucket,
  leftovers,
  quarters,
  signedParams,
  startTestHost,
  type TestHost,
} from "#lib/testing/images/embedded-host.ts";
import { maxUploadBytes } from "../../platform/env.ts";

useEnvironment({ UPLOAD_MAX_MB: "25" });

// Must be set before the environment is read.

everyTestTries("disk");

let on: TestHost;
beforeEach(async () => {
  on = await startTestHost();
});
afterEach(() => on.close());

interface Chunk {
  id: string;
  folder?: string;
  range: string;
  bytes: Uint8Array;
}

async function send({ id, folder = "inputs/usr_a", range, bytes }: Chunk) {
  const form = new FormData();
  for (const [name, value] of Object.entries(signedParams({ folder }))) form.set(name, value);
  form.set("file", new Blob([new Uint8Array(bytes)]), "blob");
  const headers = { "x-unique-upload-id": id, "content-range": `bytes ${range}` };
  const response = await on.fetch("v1_1/testcloud/image/upload", { method: "POST", body: form, headers });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const ten = new Uint8Array(10);
const firstOf = (id: string, folder?: string) =>
  send({ id, range: "0-9/-1", bytes: ten, ...(folder && { folder }) });

test("a folder has at most four unfinished uploads, even when started concurrently, without affecting other folders", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => firstOf(`u${i}`)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(4).fill(200), ...Array(16).fill(503)]);
  expect(answers.find(({ status }) => status === 503)?.headers.get("retry-after")).toBe("300");
  expect(await leftovers(on)).toHaveLength(4);
  expect((await firstOf("other", "inputs/usr_b")).status).toBe(200);
});

test("rejects chunks that overlap, exceed the size limit, or disagree about the total size", async () => {
  const size = Math.ceil(maxUploadBytes() / 3.5);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < 3; i += 1) {
    expect((await send({ id: "o", range: `${i}-${i + size - 1}/-1`, bytes })).status).toBe(200);
  }
  expect((await send({ id: "o", range: `9-${9 + size - 1}/-1`, bytes })).status).toBe(400);
  expect((await send({ id: "t", range: "0-9/100", bytes: ten })).status).toBe(200);
  expect((await send({ id: "t", range: "10-19/101", bytes: ten })).status).toBe(400);
  expect((await send({ id: "s", range: "0-10/100", bytes: ten })).status).toBe(400);
  expect((await send({ id: "big", range: "0-9/999999999999", bytes: ten })).status).toBe(400);
});

test("a chunk that is sent twice, without and with the total size, counts once", async () => {
  const photo = await quarters(64, 48);
  const half = Math.floor(photo.length / 2);
  const [a, b] = [photo.subarray(0, half), photo.subarray(half)];
  await send({ id: "r", range: `0-${half - 1}/-1`, bytes: a });
  await send({ id: "r", range: `0-${half - 1}/${photo.length}`, bytes: a });
  const last = await send({ id: "r", range: `${half}-${photo.length - 1}/${photo.length}`, bytes: b });
  expect(last).toMatchObject({ status: 200, body: { bytes: photo.length } });
  expect(await leftovers(on)).toEqual([]);
});

test.skipIf(isOnBucket)(
  "a sweep removes an upload an hour after its last chunk, and leaves newer ones",
  async () => {
    await firstOf("old");
    await firstOf("new");
    const folder = on.host.store.temporaryFolder;
    const [old = ""] = await leftovers(on);
    const before = new Date(Date.now() - 61 * 60_000);
    for (const name of await readdir(path.join(folder, old)))
      await utimes(path.join(folder, old, name), before, before);
    await utimes(path.join(folder, old), before, before);
    await on.host.sweep();
    const left = await leftovers(on);
    expect(left).toHaveLength(1);
    expect(left).not.toContain(old);
    expect((await firstOf("again")).status).toBe(200);
  },
);
