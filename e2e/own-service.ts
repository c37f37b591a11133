import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { findTestPort } from "#lib/testing/port.ts";
import { type ListedProcess, processesOf } from "./processes.ts";
import { shareCache } from "./support.ts";

/** A data folder and a port for separate instances of the service. */
export interface Place {
  folder: string;
  dataDir: string;
  port: number;
}

/** A new data folder with the prepared network, whose first start skips the first photos. */
export async function newPlace(): Promise<Place> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-own-"));
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, "data");
  await mkdir(dataDir);
  await shareCache(dataDir);
  await writeFile(path.join(dataDir, "first-photos.json"), "[]");
  return { folder, dataDir, port: await findTestPort() };
}

/** Kills all processes of this place and removes its folder. */
export async function removePlace({ folder, dataDir }: Place): Promise<void> {
  for (const { pid } of await processesOf(dataDir)) killQuietly(pid);
  await expect.poll(() => processesOf(dataDir), { intervals: [50] }).toEqual([]);
  await rm(folder, { recursive: true, force: true });
}

/** A separate instance of the service, from the same build as the one that other test files share. */
export interface Started {
  child: ChildProcess;
  output(): string;
  exit(): Promise<number | null>;
}

/** Starts the service like `npm start`; the variables set its port and folders. */
export function startOwn(variables: Record<string, string>): Started {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, npm_lifecycle_event: "", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // Gives the service its own process group.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return { child, output: () => output, exit: () => exited };
}

export function startAt({ port, dataDir }: Place, variables: Record<string, string> = {}): Started {
  return startOwn({ PORT: String(port), DATA_DIR: dataDir, ...variables });
}

export async function startServing(place: Place, variables: Record<string, string> = {}): Promise<Started> {
  const service = startAt(place, variables);
  await untilServing(service, place.port);
  return service;
}

export async function untilServing(service: Started, port: number): Promise<void> {
  let code: number | null | undefined;
  void service.exit().then((value) => {
    code = value;
  });
  await expect
    .poll(
      async () => {
        if (code !== undefined) throw new Error(`the start ended (${code}):\n${service.output()}`);
        // The server responds slightly before the start script notices; killing it in between would end the script.
        return service.output().includes("✓ Serving") && (await isHealthyAt(port));
      },
      { intervals: [50], timeout: 120_000 },
    )
    .toBe(true);
}

export function isHealthyAt(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}

/** API key of the demo account that the start created. */
export async function demoKeyOf({ dataDir }: Place): Promise<string> {
  return JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")).api_key;
}

/** Processes of the service, except the outermost script. */
export async function innerProcesses({ dataDir }: Place): Promise<ListedProcess[]> {
  return (await processesOf(dataDir)).filter(({ command }) => !command.includes("scripts/start.mjs"));
}

export async function pidOf(place: Place, command: RegExp): Promise<number> {
  const found = (await innerProcesses(place)).find((entry) => command.test(entry.command));
  if (!found) throw new Error(`no process ${command}`);
  return found.pid;
}

export function killQuietly(pid: number, name: NodeJS.Signals = "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The process has already exited.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Fails if the operator's audit of all credits finds a problem. */
export async function expectCleanAudit({ port, dataDir }: Place): Promise<void> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/run.mjs", "admin", "credits", "audit"],
    { env: { ...process.env, PORT: String(port), DATA_DIR: dataDir } },
  );
  expect(stdout).toContain("0 problems");
}

/** Creates an account with enough credits by the operator's tool. Returns its API key. */
export async function openAccountOf(environment: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...["scripts/run.mjs", "admin", "account", "create", "--json", "--email", "own@example.com"],
      ...["--tier", "pro", "--status", "active", "--topup", "1000000"],
    ],
    { env: { ...process.env, ...environment } },
  );
  return JSON.parse(stdout).api_key;
}

export const serverProcess = /start\/serve\.ts/;
export const databaseProcess = /\/postgres -D/;

/** Expects a new process and a healthy service. */
export async function expectReplaced(place: Place, former: number, pattern: RegExp): Promise<void> {
  const findOther = () =>
    pidOf(place, pattern).then(
      (pid) => pid !== former,
      () => false,
    );
  await expect.poll(findOther, { intervals: [20], timeout: 60_000 }).toBe(true);
  await expect.poll(() => isHealthyAt(place.port), { intervals: [20], timeout: 60_000 }).toBe(true);
}

export const jsonOf = (body: object) => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Calls the API with this key. Returns the answer's fields. */
export function callerOf({ port }: Place, key: string) {
  return async (target: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${target}`, { ...init, headers });
    return answer.json();
  };
}
