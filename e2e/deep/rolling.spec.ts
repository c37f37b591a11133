// Guards: two services behind a proxy are restarted one after the other, under load, without a failed call.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type EmbeddedPostgres, ensurePostgres } from "#lib/db/embedded.ts";
import { deriveSecret } from "#lib/platform/secrets.ts";
import { startProxy } from "#lib/testing/cluster/proxy.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { openAccountOf } from "../own-service.ts";
import { shareCache, tried } from "../support.ts";

test.describe.configure({ timeout: 180_000 });

const running = new Set<ChildProcess>();
let folder: string;
let database: EmbeddedPostgres;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-rolling-"));
  await chmod(folder, 0o711);
  database = await ensurePostgres(path.join(folder, "database"));
});
test.afterAll(async () => {
  for (const child of running) {
    const ended = once(child, "exit");
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGINT")) await ended;
  }
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

test("two services behind a proxy can be restarted one after the other without a failed call", async () => {
  const ports = [await findTestPort(), await findTestPort()];
  const proxy = await startProxy(ports);
  const baseUrl = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  const services = await setUpServices(ports, baseUrl);
  await Promise.all(services.map((service) => service.start()));
  const key = await openAccountOf({ DATA_DIR: path.join(folder, "admin"), ...environment(baseUrl) });
  const photo = new FormData();
  photo.append("file", new Blob([await readFile("public/samples/mug.jpg")]), "mug.jpg");
  const authorization = `Bearer ${key}`;
  const uploaded = await fetch(`${baseUrl}/api/v1/upload`, {
    method: "POST",
    headers: { authorization },
    body: photo,
  });
  const { image_url } = await uploaded.json();

  const readTotal = async (): Promise<number> =>
    (await (await fetch(`${baseUrl}/api/v1/credits`, { headers: { authorization } })).json()).total;
  const startCredits = await readTotal();
  const answers: { path: string; status: number; credits: number; failure: string }[] = [];
  let isOver = false;
  const caller = async (path: string, json?: object) => {
    while (!isOver) {
      const response = await fetch(`${baseUrl}/api/v1/${path}`, {
        method: json ? "POST" : "GET",
        headers: { authorization, "content-type": "application/json" },
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
    await service.stop();
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
  expect(await readTotal()).toBe(startCredits - spent);
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
    let child: ChildProcess | undefined;
    const isHealthy = () =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        (response) => response.ok,
        () => false,
      );
    return {
      async start() {
        const variables = { PORT: String(port), DATA_DIR: folders[place] ?? "", ...environment(baseUrl) };
        child = spawn(process.execPath, ["scripts/start.mjs"], {
          env: { ...process.env, npm_lifecycle_event: "", ...variables },
          stdio: ["ignore", "ignore", "inherit"],
        });
        running.add(child);
        await expect.poll(isHealthy, { timeout: 60_000, intervals: [50] }).toBe(true);
      },
      async stop() {
        if (!child) throw new Error("not started");
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        expect((await ended)[0]).toBe(0);
      },
    };
  });
}

const environment = (baseUrl: string) => ({
  DATABASE_URL: database.url,
  BASE_URL: baseUrl,
  LOG_LEVEL: "warn",
  RATE_LIMIT_PER_MINUTE: "1000000",
});
