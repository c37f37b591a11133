import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import path from "node:path";
import { type StopSignal, sendStop } from "./shutdown.ts";

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with how it ended, in words that follow its name. */
  ended: Promise<string>;
}

const garbageCollection = [
  // In MB. With V8's own choice the server takes 0.1 GB more under load; its calls were not faster by that.
  "--max-semi-space-size=4",
  // Collected when the heap has grown by so much: V8 would let it triple, and keep that for minutes.
  "--heap-growing-percent=40",
  // In the collections after a busy time V8 would move most of the heap: pauses of 100 to 240 ms instead of 50.
  "--no-memory-reducer-favors-memory",
];
/** A little more than the server gives the work that runs (60 s) and itself to hand back the rest. */
const drainTimeoutMs = 64_000;
const hurryTimeoutMs = 3_000;

/** Spawns the server process; it finishes its calls and ends when this process does. */
export function spawnServer(
  root: string,
  mode: "start" | "dev",
  { port, host, environment }: { port: number; host: string; environment: Record<string, string> },
): ServerProcess {
  const serve = path.join(root, "scripts/start/serve.ts");
  const child = spawn(process.execPath, [...garbageCollection, serve, mode, String(port), host], {
    cwd: root,
    env: {
      ...process.env,
      ...environment,
      NODE_ENV: mode === "dev" ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      // Image work on many threads: with glibc's arena per thread, freed memory stays with the process.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
      // Set, it also keeps glibc from raising the size from which memory is given back as soon as it is freed.
      MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? "131072",
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

/** When the last scheduled backup succeeded, as health says it; null when there was none, or nothing answers. */
export async function readLastBackup({ host, port }: { host: string; port: number }): Promise<string | null> {
  try {
    const name = host.includes(":") ? `[${host}]` : host;
    const answer = await fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(5_000) });
    const health = (await answer.json()) as { backup?: { last_success_at: string | null } };
    return health.backup?.last_success_at ?? null;
  } catch {
    return null;
  }
}

/**
 * Has the server finish what runs and end; it is killed when it takes longer than it may. Resolves when it is gone.
 */
export async function drainServer(
  child: ChildProcess,
  signal: StopSignal,
  hurried: AbortSignal,
): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, "exit");
  const killAfter = (ms: number) => setTimeout(() => child.kill("SIGKILL"), ms);
  let killTimer = killAfter(drainTimeoutMs);
  const hurry = () => {
    sendStop(child, "now");
    clearTimeout(killTimer);
    killTimer = killAfter(hurryTimeoutMs);
  };
  sendStop(child, signal);
  hurried.addEventListener("abort", hurry, { once: true });
  await ended;
  hurried.removeEventListener("abort", hurry);
  clearTimeout(killTimer);
}

async function endOf(child: ChildProcess): Promise<string> {
  if (isRunning(child)) await once(child, "exit");
  return child.signalCode ? `was ended by ${child.signalCode}` : `ended with exit code ${child.exitCode}`;
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
