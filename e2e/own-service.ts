import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { findTestPort } from "#lib/testing/port.ts";
import { type ListedProcess, processesOf } from "./processes.ts";
import { sample, shareCache } from "./support.ts";

/** A data folder and a port for separate instances of the service. */
interface Where {
  dataDir: string;
  port: number;
}

export interface Place extends Where {
  folder: string;
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

export type Command = readonly [command: string, ...args: string[]];
export type Variables = Readonly<Record<string, string>>;
export const nodeStart: Command = [process.execPath, "scripts/start.mjs"];

/** Starts a command in a process group of its own. */
export function launch([command, ...args]: Command, variables: Variables, cwd?: string): Started {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, npm_lifecycle_event: "", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
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

const variablesOf = ({ port, dataDir }: Where) => ({ PORT: String(port), DATA_DIR: dataDir });

/** Starts the service like `npm start`. */
export function startAt(place: Where, variables: Variables = {}): Started {
  return launch(nodeStart, { ...variablesOf(place), ...variables });
}

export async function startServing(place: Where, variables: Variables = {}): Promise<Started> {
  const service = startAt(place, variables);
  await untilServing(service, place.port);
  return service;
}

export async function untilServing(service: Started, port: number): Promise<void> {
  // The server responds slightly before the start script notices; killing it in between would end the script.
  await untilReady(service, async () => service.output().includes("✓ Serving") && (await isHealthyAt(port)));
}

export async function untilWorking(worker: Started): Promise<void> {
  await untilReady(worker, async () => worker.output().includes("✓ Working for"));
}

async function untilReady(service: Started, isReady: () => Promise<boolean>): Promise<void> {
  let code: number | null | undefined;
  void service.exit().then((value) => {
    code = value;
  });
  const look = () => {
    if (code !== undefined) throw new Error(`the start ended (${code}):\n${service.output()}`);
    return isReady();
  };
  await expect.poll(look, { intervals: [50], timeout: 120_000 }).toBe(true);
}

/** Signals a process, and returns its exit code. */
export function end({ child, exit }: Started, name: NodeJS.Signals = "SIGINT"): Promise<number | null> {
  child.kill(name);
  return exit();
}

export function isHealthyAt(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}

/** A new place for each test of a file. */
export function placeOfEach(): Place {
  const place: Place = { folder: "", dataDir: "", port: 0 };
  test.beforeEach(async () => void Object.assign(place, await newPlace()));
  test.afterEach(() => removePlace(place));
  return place;
}

/** API key of the demo account that the start created. */
export async function demoKeyOf({ dataDir }: Place): Promise<string> {
  return JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")).api_key;
}

/** Processes of the service, except the outermost script. */
export async function innerProcesses({ dataDir }: Where): Promise<ListedProcess[]> {
  return (await processesOf(dataDir)).filter(({ command }) => !command.includes("scripts/start.mjs"));
}

export async function pidOf(place: Where, command: RegExp): Promise<number> {
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

/** Runs the operator's tool. Rejects with its output if its exit code is not 0. */
export async function admin(variables: Variables, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/run.mjs", "admin", ...args], {
    env: { ...process.env, ...variables },
    maxBuffer: 100_000_000,
  });
  return stdout;
}

/** Fails if the operator's audit of all credits finds a problem. */
export async function expectCleanAudit(place: Place): Promise<void> {
  expect(await admin(variablesOf(place), "credits", "audit")).toContain("0 problems");
}

/** Creates an account with enough credits by the operator's tool. Returns its API key. */
export async function openAccountOf(variables: Variables): Promise<string> {
  const settings = ["--tier", "pro", "--status", "active", "--topup", "1000000"];
  const made = await admin(
    variables,
    ...["account", "create", "--json", "--email", "own@example.com"],
    ...settings,
  );
  return JSON.parse(made).api_key;
}

export const serverProcess = /start\/serve\.ts/;
export const databaseProcess = /\/postgres -D/;

/** Expects a new process and a healthy service. */
export async function expectReplaced(place: Where, former: number, pattern: RegExp): Promise<void> {
  const findOther = () =>
    pidOf(place, pattern).then(
      (pid) => pid !== former,
      () => false,
    );
  await expect.poll(findOther, { intervals: [20], timeout: 60_000 }).toBe(true);
  await expect.poll(() => isHealthyAt(place.port), { intervals: [20], timeout: 60_000 }).toBe(true);
}

/** Calls the API with this key, by POST if something is sent. Returns the answer's fields. */
export function callerOf({ port }: Pick<Where, "port">, key: string) {
  return async (target: string, sent?: object) => {
    const isForm = sent instanceof FormData;
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${target}`, {
      headers: { Authorization: `Bearer ${key}`, ...(!isForm && { "Content-Type": "application/json" }) },
      ...(sent && { method: "POST", body: isForm ? sent : JSON.stringify(sent) }),
    });
    return answer.json();
  };
}

/** Calls with the key of the demo account. */
export async function demoCaller(place: Place) {
  return callerOf(place, await demoKeyOf(place));
}

/** Uploads the mug. Returns its URL. */
export async function uploadMug(call: ReturnType<typeof callerOf>): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([await readFile(sample("mug"))]), "mug.jpg");
  return (await call("upload", form)).image_url;
}
