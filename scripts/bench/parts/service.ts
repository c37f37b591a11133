import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Demo } from "../../seed.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface BenchService {
  demo: Demo;
  /** Memory of the service's processes by name, in bytes. */
  memoryBytes(): Promise<Record<string, number>>;
  /** Opens an account as the operator would, and answers its API key. */
  openAccount(email: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the service as a user would, on a free port with a data folder of its own. */
export async function startService(): Promise<BenchService> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-bench-"));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "100000000" };
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
    const openAccount = async (email: string) => {
      const admin = [
        "scripts/run.mjs",
        "admin",
        "account",
        "create",
        "--json",
        "--tier",
        "pro",
        "--email",
        email,
      ];
      const { stdout } = await promisify(execFile)(process.execPath, admin, { cwd: root, env });
      return (JSON.parse(stdout) as { api_key: string }).api_key;
    };
    return { demo, memoryBytes: () => memoryOfTree(child.pid ?? 0), openAccount, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * Memory of a process and its children by name, each page shared between processes counted once (PSS): the
 * database's backends all map the same buffers, and resident sizes would count those once for every backend.
 */
async function memoryOfTree(
  pid: number,
  byName: Record<string, number> = {},
): Promise<Record<string, number>> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const [children, rollup, command] = await Promise.all([
    read(`task/${pid}/children`),
    read("smaps_rollup"),
    read("cmdline"),
  ]);
  const name = nameOf(command);
  byName[name] = (byName[name] ?? 0) + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  await Promise.all(
    children
      .split(" ")
      .filter(Boolean)
      .map((child) => memoryOfTree(Number(child), byName)),
  );
  return byName;
}

function nameOf(command: string): string {
  if (command.includes("postgres")) return "database";
  if (command.includes("pixel-worker")) return "pixel worker";
  return command.startsWith("next-server") ? "server" : "starter";
}
