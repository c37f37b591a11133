import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { test as base, expect } from "@playwright/test";
import type { Demo } from "../scripts/seed.ts";
import type * as Sdk from "../sdk/src/index.ts";
import { dataDir } from "./support.ts";

const run = promisify(execFile);
/** Commands that a failed test may have left running. */
const running = new Set<ChildProcess>();

/** The client library as a customer has it: installed from the service into an otherwise empty folder. */
export interface InstalledClient {
  folder: string;
  /** Folder of its modules for a browser. */
  dist: string;
  sdk: typeof Sdk;
}

/** A test without a browser page, with the keys that the start printed and the installed client. */
export const test = base.extend<{ demo: Demo }, { installed: InstalledClient }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  demo: async ({}, use) => {
    // A new service first makes its first photos with this account.
    const isReady = () =>
      stat(path.join(dataDir(), "first-photos.json")).then(
        () => true,
        () => false,
      );
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
    await use(JSON.parse(await readFile(path.join(dataDir(), "demo.json"), "utf8")));
  },
  installed: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), "photos-client-"));
      await use(await install(folder, `http://localhost:${process.env.E2E_PORT}`));
      for (const child of running) child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

/** Runs the command of the client's README. */
async function install(folder: string, baseUrl: string): Promise<InstalledClient> {
  const [, command = ""] = /```sh\n(npm install .*)\n```/.exec(await readFile("sdk/README.md", "utf8")) ?? [];
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("sh", ["-c", `${command} --no-audit --no-fund`], {
    cwd: folder,
    env: { ...process.env, PHOTOS_BASE_URL: baseUrl },
  });
  const dist = path.join(folder, "node_modules/photo-generation-service/dist");
  const sdk: typeof Sdk = await import(pathToFileURL(path.join(dist, "index.js")).href);
  return { folder, dist, sdk };
}

/** Starts the installed command with these settings only. */
export function startPhotos({ folder }: InstalledClient, args: readonly string[], key: string, url: string) {
  const command = path.join(folder, "node_modules/.bin/photos");
  const child = spawn(process.execPath, [command, ...args, "--json"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      PHOTOS_API_KEY: key,
      PHOTOS_BASE_URL: url,
      PHOTOS_CONFIG: path.join(folder, "config.json"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (part) => {
    stdout += part;
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ended = Promise.all([closed, text(child.stderr)]).then(([status, stderr]) => ({ status, stderr }));
  /** The lines that it has printed so far. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
  const lines = (): any[] =>
    stdout
      .slice(0, stdout.lastIndexOf("\n") + 1)
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { child, ended, lines };
}

export { expect };
