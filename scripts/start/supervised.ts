import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type EmbeddedPostgres, ensurePostgres } from "#lib/db/embedded.ts";
import { Supervisor } from "./supervisor.ts";

/** The database cannot write; it is back by itself when there is room again. */
const isDiskFull = (reason: string) => /No space left on device|Disk quota exceeded/i.test(reason);

/**
 * The embedded database, started again under its former port whenever it ends. `onMove` tells of another address, in
 * case some other program took that port meanwhile.
 */
export function superviseDatabase({
  dataDir,
  giveUp,
  onMove,
}: {
  dataDir: string;
  giveUp: (lastWords: string) => void;
  onMove: (url: string) => void;
}): Supervisor<EmbeddedPostgres> {
  let former: EmbeddedPostgres | undefined;
  return new Supervisor({
    name: "The database",
    giveUp,
    isPassing: isDiskFull,
    log: path.join(dataDir, "postgres", "server.log"),
    start: async () => {
      const database = await ensurePostgres(dataDir, former ? { port: former.port } : {});
      if (former) console.log("✓ The database is back");
      if (former && former.url !== database.url) onMove(database.url);
      former = database;
      return database;
    },
  });
}

export interface ServerProcess {
  child: ChildProcess;
  ended: Promise<string>;
}

/** The server process, started again whenever it ends by itself. */
export function superviseServer({
  spawn,
  giveUp,
}: {
  spawn: () => ChildProcess;
  giveUp: (lastWords: string) => void;
}): Supervisor<ServerProcess> {
  return new Supervisor({
    name: "The server",
    giveUp,
    start: async () => {
      const child = spawn();
      return { child, ended: endOf(child) };
    },
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
