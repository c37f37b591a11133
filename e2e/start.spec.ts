import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { requirePid } from "#lib/testing/pid.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { isHealthyAt, type Started, startOwn, untilServing } from "./own-service.ts";
import { type ListedProcess, processesOf } from "./processes.ts";
import { shareCache, tried } from "./support.ts";

// Each test starts its own service from the same build, beside the service that the other files share.
test.describe.configure({ timeout: 180_000 });
test.skip(process.platform !== "linux", "reads the process table of Linux");

let folder: string;
let dataDir: string;
let port: number;
const running = new Set<ChildProcess>();

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-start-"));
  await chmod(folder, 0o711);
  dataDir = path.join(folder, "data");
  // Skips the first photos of a new installation: these tests are about processes.
  await mkdir(dataDir);
  await shareCache(dataDir);
  await writeFile(path.join(dataDir, "first-photos.json"), "[]");
  port = await findTestPort();
});

test.afterEach(async () => {
  for (const child of running) {
    const ended = once(child, "exit");
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGINT")) await ended;
  }
  running.clear();
  for (const pid of await serviceProcesses()) process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test("Ctrl-C during the first photos shuts the server and the database down and leaves no process", async () => {
  await rm(path.join(dataDir, "first-photos.json"));
  const service = await startReady();
  expect(JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8"))).toMatchObject({
    base_url: `http://localhost:${port}`,
    api_key: expect.stringMatching(/^pgs_[0-9A-Za-z]{36}$/),
    test_api_key: expect.stringMatching(/^pgs_test_/),
  });
  await expect.poll(() => pidOf(pixelProcess).catch(() => 0), { timeout: 60_000 }).not.toBe(0);
  process.kill(-requirePid(service.child.pid), "SIGINT");
  expect(await service.exit()).toBe(0);
  expect(await serviceProcesses()).toEqual([]);
  expect(await readFile(path.join(dataDir, "postgres/server.log"), "utf8")).toContain("shut down");
});

test("a second start on the same data folder refuses and names the running process", async () => {
  await startReady();
  const { pid } = JSON.parse(await readFile(path.join(dataDir, "service.json"), "utf8"));
  const samePort = start();
  expect(await samePort.exit()).toBe(1);
  expect(samePort.output()).toContain(`pid ${pid}`);
  const otherPort = start({ PORT: String(port + 1) });
  expect(await otherPort.exit()).toBe(1);
  expect(otherPort.output()).toContain(`pid ${pid}`);
  expect(await isHealthy()).toBe(true);
  tried("own-database", 2);
});

test("a killed server or database is restarted automatically, the database at its old address", async () => {
  const service = await startReady();
  const [first, database] = [await pidOf(serverProcess), await pidOf(databaseProcess)];
  process.kill(first, "SIGKILL");
  await expectReplaced(first, serverProcess);
  expect(service.output()).toContain("The server was ended by SIGKILL: restarting it in 0.2 s");

  const second = await pidOf(serverProcess);
  process.kill(database, "SIGKILL");
  await expectReplaced(database, databaseProcess);
  expect(service.output()).toContain("The database was ended by SIGKILL: restarting it in 0.2 s");
  // The web server was not restarted: it reconnects to the database.
  expect(await pidOf(serverProcess)).toBe(second);
  service.child.kill("SIGINT");
  expect(await service.exit()).toBe(0);
  expect(await serviceProcesses()).toEqual([]);
  tried("restart", 2);
});

test("a damaged secrets file stops the start with a fix, and is unchanged", async () => {
  await writeFile(path.join(dataDir, "secrets.json"), '{"root": "12');
  const service = start();
  expect(await service.exit()).toBe(1);
  expect(service.output()).toContain(
    `${path.join(dataDir, "secrets.json")} is damaged. Restore it from a backup.`,
  );
  expect(await readFile(path.join(dataDir, "secrets.json"), "utf8")).toBe('{"root": "12');
  expect(await serviceProcesses()).toEqual([]);
  tried("secrets");
});

test("a start takes over the database of a start process that was killed", async () => {
  const service = await startReady();
  const database = await pidOf(/\/postgres -D/);
  process.kill(await pidOf(/start\/main\.ts/), "SIGKILL");
  expect(await service.exit()).not.toBe(0);
  const next = await startReady();
  expect(next.output()).toContain("Took over the database");
  expect(await pidOf(/\/postgres -D/)).toBe(database);
  tried("own-database");
});

test("a start succeeds after all processes were killed at the same time", async () => {
  const service = await startReady();
  const pids = [service.child.pid, ...(await serviceProcesses())];
  for (const pid of pids) process.kill(requirePid(pid), "SIGKILL");
  await startReady();
  tried("own-database");
});

test("an incomplete group of variables stops the start and names the missing one", async () => {
  const service = start({ STRIPE_SECRET_KEY: "sk_test_123" });
  expect(await service.exit()).toBe(1);
  expect(service.output()).toContain("STRIPE_WEBHOOK_SECRET missing");
});

test("a port that another program uses stops the start and is reported", async () => {
  const other = spawn(process.execPath, [
    "-e",
    `require("node:http").createServer().listen(${port}, "127.0.0.1")`,
  ]);
  running.add(other);
  await expect.poll(() => isListening()).toBe(true);
  const service = start();
  expect(await service.exit()).toBe(1);
  expect(service.output()).toContain(`Port ${port} is in use`);
});

const serverProcess = /start\/serve\.ts/;
const pixelProcess = /worker\/main\.ts heavy/;
const databaseProcess = /\/postgres -D/;

/** Expects a new process and a healthy service; `npm run attack` measures how long that takes. */
async function expectReplaced(former: number, pattern: RegExp): Promise<void> {
  const findOther = () =>
    pidOf(pattern)
      .then((pid) => pid !== former)
      .catch(() => false);
  await expect.poll(findOther, { intervals: [20], timeout: 60_000 }).toBe(true);
  await expect.poll(isHealthy, { intervals: [20], timeout: 60_000 }).toBe(true);
}

function start(environment: Record<string, string> = {}): Started {
  const service = startOwn({ PORT: String(port), DATA_DIR: dataDir, ...environment });
  running.add(service.child);
  return service;
}

async function startReady(): Promise<Started> {
  const service = start();
  await untilServing(service, port);
  return service;
}

const isHealthy = () => isHealthyAt(port);

async function isListening(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(200) }).then(
    () => true,
    (error: Error) => error.name === "TimeoutError",
  );
}

/** Processes that mention this test's data folder, except the outermost script. */
async function serviceProcesses(): Promise<number[]> {
  return (await processTable()).map(({ pid }) => pid);
}

async function pidOf(command: RegExp): Promise<number> {
  const found = (await processTable()).find((entry) => command.test(entry.command));
  if (!found) throw new Error(`no process ${command}`);
  return found.pid;
}

async function processTable(): Promise<ListedProcess[]> {
  return (await processesOf(dataDir)).filter(({ command }) => !command.includes("scripts/start.mjs"));
}
