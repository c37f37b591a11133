import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "#lib/db/embedded/cluster.ts";
import type { Demo } from "../../seed.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A running service; `await using` stops it at the end of the scope. */
export interface RunningService extends AsyncDisposable {
  demo: Demo;
  /** PID of the outermost process. */
  pid: number;
  dataDir: string;
  /** Environment with which the admin tool finds the service. */
  env: NodeJS.ProcessEnv;
}

/** Starts the service as a user would, on a free port with a data folder of its own. */
export async function startService(
  settings: Record<string, string> = { RATE_LIMIT_PER_MINUTE: "100000000" },
): Promise<RunningService> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-bench-"));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...settings };
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
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const demo = await waitForDemo(child, dataDir, port);
    return { demo, pid: child.pid ?? 0, dataDir, env, [Symbol.asyncDispose]: stop };
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

async function waitForDemo(child: ChildProcess, dataDir: string, port: number): Promise<Demo> {
  while (child.exitCode === null) {
    // Fails until the service is ready.
    const demo = await readDemo(dataDir, port).catch(() => null);
    if (demo) return demo;
    await sleep(200);
  }
  throw new Error(`The service stopped with exit code ${child.exitCode} before it was ready`);
}

/** The demo account, once its four first photos are made and no longer disturb the measurement. */
async function readDemo(dataDir: string, port: number): Promise<Demo | null> {
  const demo = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as Demo;
  const headers = { "X-API-Key": demo.api_key };
  const list = await fetch(`http://127.0.0.1:${port}/api/v1/generations`, { headers });
  const { data } = (await list.json()) as { data: { status: string }[] };
  return data.filter(({ status }) => status === "succeeded").length >= 4 ? demo : null;
}
