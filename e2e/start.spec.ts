import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { requirePid } from "#lib/testing/pid.ts";
import {
  demoKeyOf,
  expectCleanAudit,
  innerProcesses,
  isHealthyAt,
  killQuietly,
  newPlace,
  type Place,
  pidOf,
  removePlace,
  startAt,
  startServing,
} from "./own-service.ts";
import { tried } from "./support.ts";

// Services of their own, from the same build, beside the one that the other files share.
test.describe.configure({ timeout: 180_000 });
test.skip(process.platform !== "linux", "reads the process table of Linux");

const places: Place[] = [];

test.afterEach(async () => {
  for (const place of places.splice(0)) await removePlace(place);
});

async function openPlace(): Promise<Place> {
  const place = await newPlace();
  places.push(place);
  return place;
}

test("a killed part is restarted, a killed start taken over, and Ctrl-C loses no work and leaves no process", async () => {
  const place = await openPlace();
  const first = await startServing(place);
  const { pid } = JSON.parse(await readFile(path.join(place.dataDir, "service.json"), "utf8"));
  const second = startAt(place);
  expect(await second.exit()).toBe(1);
  expect(second.output()).toContain(`pid ${pid}`);
  expect(await isHealthyAt(place.port)).toBe(true);

  const call = callerOf(place, await demoKeyOf(place));
  const form = new FormData();
  form.append("file", new Blob([await readFile("public/samples/mug.jpg")]), "mug.jpg");
  const { image_url } = await call("upload", { method: "POST", body: form });
  const photo = { image_url, type: "product", style: "studio" };
  const items = [{ custom_id: "one", operation: "generate", request: { ...photo, seed: 0 } }];
  const { id } = await call("batches", { method: "POST", ...jsonOf({ items }) });
  const database = await pidOf(place, databaseProcess);
  process.kill(await pidOf(place, /start\/main\.ts/), "SIGKILL");
  expect(await first.exit()).not.toBe(0);
  const service = await startServing(place);
  expect(service.output()).toContain("Took over the database");
  expect(await pidOf(place, databaseProcess)).toBe(database);
  tried("own-database", 2);
  // The server of the killed start ends by itself.
  const servers = async () => {
    const commands = (await innerProcesses(place)).map(({ command }) => command);
    return commands.filter((command) => serverProcess.test(command)).length;
  };
  await expect.poll(servers).toBe(1);

  for (const [name, pattern] of [
    ["server", serverProcess],
    ["database", databaseProcess],
  ] as const) {
    const former = await pidOf(place, pattern);
    process.kill(former, "SIGKILL");
    await expectReplaced(place, former, pattern);
    // How a database ended that the start took over is unknown to it.
    const report = new RegExp(`The ${name} (was ended by SIGKILL|has ended): restarting it in 0.2 s`);
    await expect.poll(service.output).toMatch(report);
  }
  tried("restart", 2);
  const counts = async () => (await call(`batches/${id}?wait=30`)).counts;
  await expect.poll(counts, { timeout: 90_000 }).toMatchObject({ total: 1, succeeded: 1 });
  await expectCleanAudit(place);
  tried("operations");

  const running = call("generate", { method: "POST", ...jsonOf({ ...photo, seed: 1 }) });
  const ordered = async () => (await call("generations")).data.length;
  await expect.poll(ordered, { intervals: [20], timeout: 60_000 }).toBe(2);
  process.kill(-requirePid(service.child.pid), "SIGINT");
  expect(await running).toMatchObject({ result_url: expect.stringMatching(/^http/) });
  expect(await service.exit()).toBe(0);
  expect(await innerProcesses(place)).toEqual([]);
  tried("drain");
});

test("a start that cannot succeed names the fix: damaged secrets, a missing variable, a port in use", async () => {
  const [damaged, incomplete, busy] = await Promise.all([openPlace(), openPlace(), openPlace()]);
  const secrets = path.join(damaged.dataDir, "secrets.json");
  await writeFile(secrets, '{"root": "12');
  const other = spawn(process.execPath, [
    "-e",
    `require("node:http").createServer((_, answer) => answer.end()).listen(${busy.port}, "127.0.0.1")`,
  ]);
  await expect.poll(() => isHealthyAt(busy.port)).toBe(true);
  const starts = [
    { service: startAt(damaged), says: `${secrets} is damaged. Restore it from a backup.` },
    {
      service: startAt(incomplete, { STRIPE_SECRET_KEY: "sk_test_123" }),
      says: "STRIPE_WEBHOOK_SECRET missing",
    },
    { service: startAt(busy), says: `Port ${busy.port} is in use` },
  ];
  for (const { service, says } of starts) {
    expect(await service.exit()).toBe(1);
    expect(service.output()).toContain(says);
  }
  killQuietly(requirePid(other.pid));
  expect(await readFile(secrets, "utf8")).toBe('{"root": "12');
  expect(await innerProcesses(damaged)).toEqual([]);
  tried("secrets");
});

const serverProcess = /start\/serve\.ts/;
const databaseProcess = /\/postgres -D/;

/** Expects a new process and a healthy service. */
async function expectReplaced(place: Place, former: number, pattern: RegExp): Promise<void> {
  const findOther = () =>
    pidOf(place, pattern).then(
      (pid) => pid !== former,
      () => false,
    );
  await expect.poll(findOther, { intervals: [20], timeout: 60_000 }).toBe(true);
  await expect.poll(() => isHealthyAt(place.port), { intervals: [20], timeout: 60_000 }).toBe(true);
}

const jsonOf = (body: object) => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Calls the API with this key. */
function callerOf({ port }: Place, key: string) {
  return async (target: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${target}`, { ...init, headers });
    return answer.json();
  };
}
