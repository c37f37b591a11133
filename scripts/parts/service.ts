import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "#lib/db/embedded/cluster.ts";
import type { Demo } from "../seed.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A running service; `await using` stops it at the end of the scope. */
export interface RunningService extends AsyncDisposable {
  demo: Demo;
  /** PID of the outermost process. */
  pid: number;
  dataDir: string;
  /** Environment with which the admin tool finds the service. */
  env: NodeJS.ProcessEnv;
  /** Time from the start of the process until it was healthy. */
  readyMs: number;
}

export interface StartOptions {
  settings?: Record<string, string>;
  /** An existing data folder, which is kept; otherwise a new one, which is deleted. */
  dataDir?: string;
}

/** Starts the service as a user would, on a free port; resolves when the demo's first photos are made. */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { settings = { RATE_LIMIT_PER_MINUTE: "100000000" } } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "photos-bench-")));
  const port = Number(settings.PORT ?? (await freePort()));
  const env = { ...process.env, DATA_DIR: dataDir, ...settings, PORT: String(port) };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
    }
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const startedMs = performance.now();
  try {
    await until(child, () => isHealthy(port));
    const readyMs = performance.now() - startedMs;
    const demo = await until(child, () => readDemo(dataDir, port));
    return { demo, pid: child.pid ?? 0, dataDir, env, readyMs, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs the admin tool on the service that this environment names. */
export async function runAdmin(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const command = ["scripts/run.mjs", "admin", ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
  return stdout;
}

/** Opens an account with the admin tool and returns its API key. */
export async function openAccount(options: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const made = await runAdmin(["account", "create", "--json", ...options], env);
  return (JSON.parse(made) as { api_key: string }).api_key;
}

/** Polls until `look` returns a truthy value; returns null after the timeout. */
export async function poll<T>(
  look: () => Promise<T>,
  { everyMs, timeoutMs }: { everyMs: number; timeoutMs: number },
): Promise<T | null> {
  const giveUpAt = performance.now() + timeoutMs;
  while (performance.now() < giveUpAt) {
    const found = await look();
    if (found) return found;
    await sleep(everyMs);
  }
  return null;
}

/** Repeats `look`, which fails until the service is ready, until it returns a truthy value. */
async function until<T>(child: ChildProcess, look: () => Promise<T | null>): Promise<T> {
  while (child.exitCode === null) {
    const found = await look().catch(() => null);
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`The service stopped with exit code ${child.exitCode} before it was ready`);
}

const isHealthy = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;

/** The demo account, once its four first photos are made and no longer disturb the measurement. */
async function readDemo(dataDir: string, port: number): Promise<Demo | null> {
  const demo = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as Demo;
  const headers = { "X-API-Key": demo.api_key };
  const list = await fetch(`http://127.0.0.1:${port}/api/v1/generations`, { headers });
  const { data } = (await list.json()) as { data: { status: string }[] };
  return data.filter(({ status }) => status === "succeeded").length >= 4 ? demo : null;
}

/** Sends a form or JSON to the API and returns the fields of its response. */
export async function post(
  { demo }: RunningService,
  call: string,
  { key = demo.api_key, body }: { key?: string; body: FormData | object },
): Promise<Record<string, string>> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${demo.base_url}/api/v1/${call}`, {
    method: "POST",
    headers: { "X-API-Key": key, ...(isForm ? {} : { "Content-Type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

/** Uploads a picture and returns its URL. */
export async function upload(
  service: RunningService,
  picture: Uint8Array,
  key = service.demo.api_key,
): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(picture)]), "picture.jpg");
  return String((await post(service, "upload", { key, body })).image_url);
}
