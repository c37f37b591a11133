// Guards: two services behind a proxy are restarted one after the other, under load, without a failed call.
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type EmbeddedPostgres, ensurePostgres } from "#lib/db/embedded.ts";
import { deriveSecret } from "#lib/platform/secrets.ts";
import { startProxy } from "#lib/testing/cluster/proxy.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { callerOf, end, openAccountOf, type Started, startServing, uploadMug } from "../own-service.ts";
import { shareCache, tried } from "../support.ts";

test.describe.configure({ timeout: 180_000 });

let services: Awaited<ReturnType<typeof setUpServices>> = [];
let folder: string;
let database: EmbeddedPostgres;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-rolling-"));
  await chmod(folder, 0o711);
  database = await ensurePostgres(path.join(folder, "database"));
});
test.afterAll(async () => {
  for (const service of services) await service.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

test("two services behind a proxy can be restarted one after the other without a failed call", async () => {
  const ports = [await findTestPort(), await findTestPort()];
  const proxy = await startProxy(ports);
  const { port } = proxy.address() as AddressInfo;
  const baseUrl = `http://localhost:${port}`;
  services = await setUpServices(ports, baseUrl);
  await Promise.all(services.map((service) => service.start()));
  const key = await openAccountOf({ DATA_DIR: path.join(folder, "admin"), ...environment(baseUrl) });
  const call = callerOf({ port }, key);
  const image_url = await uploadMug(call);
  const startCredits = (await call("credits")).total;
  const answers: { path: string; status: number; credits: number; failure: string }[] = [];
  let isOver = false;
  const caller = async (path: string, json?: object) => {
    while (!isOver) {
      const response = await fetch(`${baseUrl}/api/v1/${path}`, {
        method: json ? "POST" : "GET",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(json && { body: JSON.stringify(json) }),
      }).catch(() => null);
      const credits = Number(response?.headers.get("x-credits-charged") ?? 0);
      const text = (await response?.text()) ?? "no answer";
      answers.push({ path, status: response?.status ?? 0, credits, failure: response?.ok ? "" : text });
    }
  };
  const load = [
    ...Array.from({ length: 4 }, () => caller("credits")),
    caller("remove-bg", { image_url }),
    caller("generate", { image_url, type: "product", style: "studio" }),
  ];
  for (const service of services) {
    const before = answers.length;
    expect(await service.stop()).toBe(0);
    await service.start();
    expect(answers.length).toBeGreaterThan(before);
  }
  isOver = true;
  await Promise.all(load);

  const failures = answers.filter(({ status }) => status !== 200);
  expect(new Set(failures.map(({ path, status, failure }) => `${path} ${status} ${failure}`))).toEqual(
    new Set(),
  );
  for (const kind of ["credits", "remove-bg", "generate"]) {
    expect(answers.filter(({ path }) => path === kind).length, kind).toBeGreaterThan(2);
  }
  const spent = answers.reduce((sum, { credits }) => sum + credits, 0);
  tried("drain", services.length);
  expect((await call("credits")).total).toBe(startCredits - spent);
  proxy.close();
  proxy.closeAllConnections();
});

/** Two services with a common database and picture folder, like two machines with a shared disk. */
async function setUpServices(ports: number[], baseUrl: string) {
  const folders = ports.map((port) => path.join(folder, String(port)));
  const [first = "", second = ""] = folders;
  await mkdir(path.join(first, "images"), { recursive: true });
  await mkdir(second);
  for (const one of folders) await shareCache(one);
  deriveSecret(first, "any");
  await copyFile(path.join(first, "secrets.json"), path.join(second, "secrets.json"));
  await symlink(path.join(first, "images"), path.join(second, "images"));
  return ports.map((port, place) => {
    let running: Started | undefined;
    return {
      async start() {
        running = await startServing({ port, dataDir: folders[place] ?? "" }, environment(baseUrl));
      },
      stop: async () => running && end(running, "SIGTERM"),
    };
  });
}

const environment = (baseUrl: string) => ({
  DATABASE_URL: database.url,
  BASE_URL: baseUrl,
  LOG_LEVEL: "warn",
  RATE_LIMIT_PER_MINUTE: "1000000",
});
