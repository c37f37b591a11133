import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with how it ended, in words that follow its name. */
  ended: Promise<string>;
}

/** In MB. With V8's own choice the server takes 0.1 GB more under load; its calls were not faster by that. */
const youngGeneration = "--max-semi-space-size=4";

/** Spawns the server process; it ends by itself when this process does. */
export function spawnServer(
  root: string,
  mode: "start" | "dev",
  { port, host, environment }: { port: number; host: string; environment: Record<string, string> },
): ServerProcess {
  const preload = `--import=${pathToFileURL(path.join(root, "scripts/start/follow-parent.mjs")).href}`;
  const serve = path.join(root, "scripts/start/serve.ts");
  const child = spawn(process.execPath, [youngGeneration, preload, serve, mode, String(port), host], {
    cwd: root,
    env: {
      ...process.env,
      ...environment,
      NODE_ENV: mode === "dev" ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      // Image work on many threads: with glibc's arena per thread, freed memory stays with the process.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  return { child, ended: endOf(child) };
}

/**
 * Asks for /api/health until it answers 200. False when `hasEnded` says that it never will; throws after two
 * minutes without.
 */
export async function waitUntilHealthy(
  address: { host: string; port: number },
  hasEnded: () => boolean,
): Promise<boolean> {
  const giveUpAt = performance.now() + 120_000;
  while (!hasEnded()) {
    if ((await healthStatus(address)) === 200) return true;
    if (performance.now() > giveUpAt)
      throw new Error("The server runs, but /api/health does not answer 200.");
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return false;
}

function healthStatus({ host, port }: { host: string; port: number }): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: "/api/health", agent: false, timeout: 60_000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(null));
  });
}

/** Signals a process to end and kills it when it takes longer than `patienceMs`. Resolves when it is gone. */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  patienceMs: number,
): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  const force = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await ended;
  clearTimeout(force);
}

async function endOf(child: ChildProcess): Promise<string> {
  if (isRunning(child)) await once(child, "exit");
  return child.signalCode ? `was ended by ${child.signalCode}` : `ended with exit code ${child.exitCode}`;
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
