import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findPostgres } from "#lib/db/embedded.ts";
import { runNode } from "../parts/child.ts";
import { type RunningService, startService } from "../parts/service.ts";
import { type Case, Mismatch } from "./suite.ts";

const adminScript = fileURLToPath(new URL("admin-child.ts", import.meta.url));
const errorLevel = 50;

/** Small enough to be exhausted in seconds, large enough for all calls of one account in this run. */
export const callsPerMinute = 4_000;

interface LogLine {
  level: number;
  msg: string;
  operation?: string;
  task?: string;
  err?: { message?: string };
}

/** The built service, started for this run with a data folder of its own. */
export interface OwnService extends RunningService {
  /** The lines of its log at level error so far, and what it printed besides its log. */
  errors: string[];
}

/** `seed` decides the order in which the service loads its routes. */
export async function startOwn(seed: number): Promise<OwnService> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-conformance-"));
  // The cut-out network takes seconds to prepare, so runs share it; the photos of the demo account are not needed.
  const cache = process.env.TEST_CACHE_DIR;
  if (cache) await symlink(cache, path.join(dataDir, "cache"));
  await writeFile(path.join(dataDir, "first-photos.json"), "[]");
  const settings = {
    LOG_FORMAT: "json",
    LOG_LEVEL: "info",
    RATE_LIMIT_PER_MINUTE: String(callsPerMinute),
    TRUSTED_PROXIES: "loopback",
    // All endpoints are of one host, which gets the events of all cases.
    WEBHOOK_RATE_PER_MINUTE: "6000",
    // One more than cores, because a slow test picture takes one of them for 15 seconds.
    WORKERS: String(os.availableParallelism() + 1),
    ROUTE_ORDER_SEED: String(seed),
  };
  const errors: string[] = [];
  const onLine = (line: string) => void (isError(line) && errors.push(line));
  const service = await startService({ settings, dataDir, onLine });
  const dispose = async () => {
    await service[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...service, errors, [Symbol.asyncDispose]: dispose };
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
export function logCase({ errors }: OwnService): Case {
  return {
    subject: "log",
    name: "no line at level error",
    async run() {
      const found = Map.groupBy(errors, messageOf);
      const lines = [...found].map(([message, { length }]) => `${length} × ${message}`);
      if (lines.length > 0) throw new Mismatch(`expected none, came\n    ${lines.join("\n    ")}`);
    },
  };
}

/** What an error line says, without its time, ids and stack. */
function messageOf(line: string): string {
  if (!line.startsWith("{")) return line.slice(0, 200);
  const { msg, operation, task, err } = JSON.parse(line) as LogLine;
  return [msg, operation ?? task, err?.message].filter(Boolean).join(": ").slice(0, 200);
}

/** Runs commands of the admin tool in one process; returns what each printed as JSON. */
export async function runCommands(
  { dataDir, env }: OwnService,
  commands: readonly (readonly string[])[],
): Promise<Record<string, string>[]> {
  const database = await findPostgres(dataDir);
  if (!database) throw new Error("the database of the service does not answer");
  const { code, output } = await runNode([adminScript, JSON.stringify(commands)], {
    ...env,
    LOG_LEVEL: "silent",
    DATABASE_URL: database.url,
  });
  if (code !== 0) throw new Error(`the admin tool failed:\n${output}`);
  const made = output.split("\n").filter((line) => line.startsWith("{"));
  return made.map((line) => JSON.parse(line) as Record<string, string>);
}
