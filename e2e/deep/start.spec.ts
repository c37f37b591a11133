// Guards: a start after any kill, and Ctrl-C during the first photos of a new installation, leave the service whole.
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { requirePid } from "#lib/testing/pid.ts";
import {
  databaseProcess,
  demoCaller,
  expectCleanAudit,
  innerProcesses,
  isHealthyAt,
  killQuietly,
  pidOf,
  placeOfEach,
  startAt,
  startServing,
  uploadMug,
} from "../own-service.ts";
import { tried } from "../support.ts";

test.describe.configure({ timeout: 180_000 });
test.skip(process.platform !== "linux", "reads the process table of Linux");

const place = placeOfEach();

test("Ctrl-C during the first photos shuts the server and the database down and leaves no process", async () => {
  await rm(path.join(place.dataDir, "first-photos.json"));
  const service = await startServing(place);
  expect(JSON.parse(await readFile(path.join(place.dataDir, "demo.json"), "utf8"))).toMatchObject({
    base_url: `http://localhost:${place.port}`,
    api_key: expect.stringMatching(/^pgs_[0-9A-Za-z]{36}$/),
    test_api_key: expect.stringMatching(/^pgs_test_/),
  });
  const findPixels = () => pidOf(place, /worker\/main\.ts heavy/).catch(() => 0);
  await expect.poll(findPixels, { timeout: 60_000 }).not.toBe(0);
  process.kill(-requirePid(service.child.pid), "SIGINT");
  expect(await service.exit()).toBe(0);
  expect(await innerProcesses(place)).toEqual([]);
  expect(await readFile(path.join(place.dataDir, "postgres/server.log"), "utf8")).toContain("shut down");
});

test("a start succeeds after all processes were killed at the same time", async () => {
  const service = await startServing(place);
  const pids = [service.child.pid, ...(await innerProcesses(place)).map(({ pid }) => pid)];
  // The end of one may have ended another.
  for (const pid of pids) killQuietly(requirePid(pid));
  await startServing(place);
  tried("own-database");
});

test("a second start on the same data folder, at another port, refuses and names the running process", async () => {
  await startServing(place);
  const { pid } = JSON.parse(await readFile(path.join(place.dataDir, "service.json"), "utf8"));
  const otherPort = startAt({ ...place, port: place.port + 1 });
  expect(await otherPort.exit()).toBe(1);
  expect(otherPort.output()).toContain(`pid ${pid}`);
  expect(await isHealthyAt(place.port)).toBe(true);
  tried("own-database");
});

test("a start takes over the database of a start process that was killed, and completes its work", async () => {
  const first = await startServing(place);
  const call = await demoCaller(place);
  const request = { image_url: await uploadMug(call) };
  const { id } = await call("batches", { items: [{ custom_id: "one", operation: "remove_bg", request }] });
  const database = await pidOf(place, databaseProcess);
  process.kill(await pidOf(place, /start\/main\.ts/), "SIGKILL");
  expect(await first.exit()).not.toBe(0);
  const next = await startServing(place);
  expect(next.output()).toContain("Took over the database");
  expect(await pidOf(place, databaseProcess)).toBe(database);
  const counts = async () => (await call(`batches/${id}?wait=30`)).counts;
  await expect.poll(counts, { timeout: 90_000 }).toMatchObject({ total: 1, succeeded: 1 });
  await expectCleanAudit(place);
  tried("own-database");
});
