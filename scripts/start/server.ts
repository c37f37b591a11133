import { type ChildProcess, spawn } from "node:child_process";
import { get } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Spawns the server process; it ends by itself when this process does. */
export function spawnServer(
  root: string,
  mode: "start" | "dev",
  { port, host, environment }: { port: number; host: string; environment: Record<string, string> },
): ChildProcess {
  const preload = `--import=${pathToFileURL(path.join(root, "scripts/start/follow-parent.mjs")).href}`;
  const serve = path.join(root, "scripts/start/serve.ts");
  return spawn(process.execPath, [preload, serve, mode, String(port), host], {
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
