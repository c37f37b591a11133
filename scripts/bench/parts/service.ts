import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "#lib/db/embedded/cluster.ts";
import type { Demo } from "../../seed.ts";
import { memoryOfTree } from "./processes.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface RunningService {
  demo: Demo;
  /** The outermost process. */
  pid: number;
  dataDir: string;
  /** Memory of the service's processes by name, in bytes. */
  memoryBytes(): Promise<Record<string, number>>;
  /** Opens an account as the operator would, and answers its API key. */
  openAccount(email: string): Promise<string>;
  /** Runs the operator's tool on the service, and answers what it prints. */
  admin(...args: string[]): Promise<string>;
  stop(): Promise<void>;
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
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const demo = await waitForDemo(child, dataDir, port);
    const admin = (...args: string[]) => runAdmin(args, env);
    const openAccount = async (email: string) => {
      const made = await admin("account", "create", "--json", "--tier", "pro", "--email", email);
      return (JSON.parse(made) as { api_key: string }).api_key;
    };
    const pid = child.pid ?? 0;
    return { demo, pid, dataDir, memoryBytes: () => memoryOfTree(pid), openAccount, admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The operator's tool, on the service that this environment names. */
export async function runAdmin(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const command = ["scripts/run.mjs", "admin", ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
  return stdout;
}

async function waitForDemo(child: ChildProcess, dataDir: string, port: number): Promise<Demo> {
  while (child.exitCode === null) {
    try {
      const demo = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as Demo;
      const list = await fetch(`http://127.0.0.1:${port}/api/v1/generations`, {
        headers: { "X-API-Key": demo.api_key },
      });
      const { data } = (await list.json()) as { data: { status: string }[] };
      // The start makes four first photos: measuring begins when that work is over.
      if (data.filter(({ status }) => status === "succeeded").length >= 4) return demo;
    } catch {
      // Not up yet.
    }
    await sleep(200);
  }
  throw new Error(`The service stopped with exit code ${child.exitCode} before it was ready`);
}
