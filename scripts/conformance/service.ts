import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "#lib/db/embedded/cluster.ts";
import { findPostgres } from "#lib/db/embedded.ts";
import { runNode } from "../parts/child.ts";
import type { Demo } from "../seed.ts";
import { type Case, Mismatch } from "./suite.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const startWithinMs = 180_000;
const errorLevel = 50;

/** Small enough to be exhausted in seconds, large enough for all calls of one account in this run. */
export const callsPerMinute = 4_000;

interface LogLine {
  level: number;
  msg: string;
  operation?: string;
  task?: string;
  err?: { message?: string };
  [more: string]: unknown;
}

/** The built service, started for this run with a data folder of its own. */
export interface OwnService extends AsyncDisposable {
  baseUrl: string;
  dataDir: string;
  demo: Demo;
  /** The lines of its log at level error so far, and what it printed besides its log. */
  errors: () => string[];
  /** Runs commands of the admin tool in one process; returns what each printed as JSON. */
  admin: (commands: readonly (readonly string[])[]) => Promise<Record<string, string>[]>;
}

/** `seed` decides the order in which the service loads its routes. */
export async function startService(seed: number): Promise<OwnService> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-conformance-"));
  // The cut-out network takes seconds to prepare, so runs share it; the photos of the demo account are not needed.
  const cache = process.env.TEST_CACHE_DIR;
  if (cache) await symlink(cache, path.join(dataDir, "cache"));
  await writeFile(path.join(dataDir, "first-photos.json"), "[]");
  const port = await freePort();
  const variables = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_FORMAT: "json",
    LOG_LEVEL: "info",
    RATE_LIMIT_PER_MINUTE: String(callsPerMinute),
    TRUSTED_PROXIES: "loopback",
    ROUTE_ORDER_SEED: String(seed),
    npm_lifecycle_event: "",
  };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) collectLines(stream, lines);
  const stop = async () => {
    if (child.exitCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilServing(child, lines);
    const { default: demo } = (await import(path.join(dataDir, "demo.json"), { with: { type: "json" } })) as {
      default: Demo;
    };
    return {
      baseUrl: demo.base_url,
      dataDir,
      demo,
      errors: () => lines.filter(isError),
      admin: (commands) => runAdmin(commands, dataDir, variables),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function collectLines(stream: NodeJS.ReadableStream, lines: string[]): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.filter((line) => line.trim() !== ""));
  });
}

async function untilServing(child: ChildProcess, lines: readonly string[]): Promise<void> {
  const giveUpAt = performance.now() + startWithinMs;
  while (!lines.some((line) => line.startsWith("✓ Serving"))) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`the service did not start:\n${lines.join("\n")}`);
    await sleep(50);
  }
}

/** A line of the log at level error, or a line of anything else that is an error, such as the framework's own. */
function isError(line: string): boolean {
  if (!line.startsWith("{")) return /⨯|\b(Type|Range|Reference)?Error\b|unhandled/i.test(line);
  try {
    return (JSON.parse(line) as LogLine).level >= errorLevel;
  } catch {
    return true;
  }
}

/** The service wrote no error during the run. */
export function logCases({ errors }: OwnService): Case[] {
  return [
    {
      subject: "log",
      name: "no line at level error",
      async run() {
        const found = Map.groupBy(errors(), messageOf);
        const lines = [...found].map(([message, { length }]) => `${length} × ${message}`);
        if (lines.length > 0) throw new Mismatch(`expected none, came\n    ${lines.join("\n    ")}`);
      },
    },
  ];
}

/** What an error line says, without its time, ids and stack. */
function messageOf(line: string): string {
  if (!line.startsWith("{")) return line.slice(0, 200);
  const { msg, operation, task, err } = JSON.parse(line) as LogLine;
  return [msg, operation ?? task, err?.message].filter(Boolean).join(": ").slice(0, 200);
}

async function runAdmin(
  commands: readonly (readonly string[])[],
  dataDir: string,
  variables: Record<string, string>,
): Promise<Record<string, string>[]> {
  const database = await findPostgres(dataDir);
  if (!database) throw new Error("the database of the service does not answer");
  const script = path.join(root, "scripts/conformance/admin-child.ts");
  const { code, output } = await runNode([script, JSON.stringify(commands)], {
    ...process.env,
    ...variables,
    LOG_LEVEL: "silent",
    DATABASE_URL: database.url,
  });
  if (code !== 0) throw new Error(`the admin tool failed:\n${output}`);
  const made = output.split("\n").filter((line) => line.startsWith("{"));
  return made.map((line) => JSON.parse(line) as Record<string, string>);
}
