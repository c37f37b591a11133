import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findTestPort } from "#lib/testing/port.ts";
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
  /** Called with each line that the service prints. */
  onLine?: (line: string) => void;
}

/** Starts the service as a user would, on a free port; resolves when the demo's first photos are made. */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { settings = { RATE_LIMIT_PER_MINUTE: "100000000" }, onLine = () => undefined } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "photos-service-")));
  const port = settings.PORT ?? String(await findTestPort());
  const env = { ...process.env, DATA_DIR: dataDir, ...settings, PORT: port, npm_lifecycle_event: "" };
  const startedMs = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let readyMs = 0;
  let startLines: string[] | null = [];
  const complete = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      onLine(line);
      startLines?.push(line);
      if (line.startsWith("✓ Serving")) readyMs = performance.now() - startedMs;
      if (readyMs > 0 && line.endsWith(" is ready")) complete.resolve();
    });
  }
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGINT");
    await ended;
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const failed = ended.then(() => {
    throw new Error(`The service ended before it was ready:\n${startLines?.join("\n")}`);
  });
  try {
    await Promise.race([complete.promise, failed]);
    failed.catch(() => undefined);
    startLines = null;
    const demo = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as Demo;
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
