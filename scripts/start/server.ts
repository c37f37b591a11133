import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { endOf } from "#lib/db/embedded.ts";
import { type StopSignal, sendStop } from "./shutdown.ts";

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with how the process ended, as a phrase that follows its name. */
  ended: Promise<string>;
  /** Why it could not start, with the fix; null if it did not say. */
  reason: () => string | null;
}

/** Message of a server that cannot start. */
export interface StartFailure {
  reason: string;
}

/** Slightly more than the server's own limits: 60 s for running work, and the time to return the remaining jobs. */
const drainTimeoutMs = 64_000;
const hurryTimeoutMs = 3_000;

/** Spawns the server process. When this process ends, the server finishes its requests and exits. */
export function spawnServer(
  root: string,
  mode: "start" | "dev",
  { port, host, environment }: { port: number; host: string; environment: Record<string, string> },
): ServerProcess {
  const serve = path.join(root, "scripts/start/serve.ts");
  const child = spawn(process.execPath, [serve, mode, String(port), host], {
    cwd: root,
    env: {
      ...process.env,
      ...environment,
      NODE_ENV: mode === "dev" ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      // Node reads the framework's configuration; otherwise it loads its own compiler for it.
      __NEXT_NODE_NATIVE_TS_LOADER_ENABLED: "true",
      // Image work uses many threads: with one glibc arena per thread, freed memory stays with the process.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
      // Setting this also stops glibc from raising the block size above which freed memory is returned immediately.
      MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? "131072",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let reason: string | null = null;
  child.on("message", (message: Partial<StartFailure>) => {
    reason = message.reason ?? reason;
  });
  const ended = endOf(child).then((how) => (reason === null ? how : `${how} (${reason})`));
  return { child, ended, reason: () => reason };
}

/** Where this machine reaches the server. */
export interface Address {
  host: string;
  port: number;
}

/** Polls /api/health until it returns 200. Returns false once `hasEnded` returns true; throws after two minutes. */
export async function waitUntilHealthy(address: Address, hasEnded: () => boolean): Promise<boolean> {
  const giveUpAt = performance.now() + 120_000;
  while (!hasEnded()) {
    if ((await readHealth(address, 60_000))?.status === 200) return true;
    if (performance.now() > giveUpAt)
      throw new Error("The server is running, but /api/health does not return 200.");
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return false;
}

/** Time of the last successful scheduled backup, from /api/health; null if there was none, or without a response. */
export async function readLastBackup(address: Address): Promise<string | null> {
  return (await readHealth(address, 5_000))?.health.backup?.last_success_at ?? null;
}

/** Null without a response. */
async function readHealth({ host, port }: Address, timeoutMs: number) {
  const name = host.includes(":") ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${name}:${port}/api/health`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const health = (await answer.json()) as { backup?: { last_success_at: string | null } };
    return { status: answer.status, health };
  } catch {
    return null;
  }
}

/** Asks the server to finish running work and exit; kills it after a timeout. Resolves when it has exited. */
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

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
