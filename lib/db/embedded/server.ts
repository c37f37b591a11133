import { type ChildProcess, spawn } from "node:child_process";
import { open, readFile, rename } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { environmentWith } from "../../platform/env.ts";
import { letPass } from "../../platform/private-files.ts";
import { type PostgresBinaries, requirePostgresBinaries } from "./binaries.ts";
import { type Cluster, failureOf } from "./cluster.ts";
import { findIdentity, type Identity, launchAs } from "./identity.ts";
import {
  findLivePostmaster,
  isAlive,
  type Postmaster,
  readPostmaster,
  removeUselessPidFile,
  waitFor,
} from "./postmaster.ts";

const logLimitBytes = 10_000_000;
/** How long the previous port may still be in use by remains of the previous server. */
const formerPortMs = 5_000;
/**
 * Makes a connection release the memory of a large statement: with glibc's default it keeps up to 30 MB until it
 * closes.
 */
const trimFromBytes = "131072";
/**
 * Large statements of one account must not delay the process that answers requests; pixel work has a lower priority
 * (10).
 */
const niceness = 2;

interface Started {
  postmaster: Postmaster;
  child: ChildProcess;
}

/**
 * Starts the server of this cluster, or joins one that another process of this service just started. Backends may
 * briefly outlive a killed server, and another process may take a free port: both cases are retried for ten seconds.
 */
export async function startServer(cluster: Cluster, durable: boolean, formerPort?: number): Promise<Started> {
  const [binaries, identity] = await Promise.all([requirePostgresBinaries(), findIdentity(cluster.data)]);
  await removeUselessPidFile(cluster.data);
  if (identity) await letPass([cluster.dataDir, cluster.home]);
  const startedAt = performance.now();
  const deadline = startedAt + 10_000;
  for (;;) {
    const isPortWaitedFor = performance.now() - startedAt < formerPortMs;
    const port = isPortWaitedFor && formerPort ? formerPort : await freePort();
    const attempt = await tryStart(cluster, { binaries, identity, port, durable });
    if ("postmaster" in attempt) return attempt;
    const isPassing = /already exists|still in use|could not bind/.test(attempt.complaint);
    if (!isPassing || performance.now() > deadline) throw failureOf(cluster, attempt.complaint);
    await delay(250);
  }
}

interface Launch {
  binaries: PostgresBinaries;
  identity: Identity | null;
  port: number;
  durable: boolean;
}

async function tryStart(
  cluster: Cluster,
  { binaries, identity, port, durable }: Launch,
): Promise<Started | { complaint: string }> {
  const launch = await launchAs(identity, {
    command: binaries.postgres,
    args: ["-D", cluster.data, ...flagsOf(cluster, { port, durable }).flatMap((flag) => ["-c", flag])],
    folders: [binaries.root, cluster.data],
  });
  const logStart = await trimLog(cluster.logFile);
  const log = await open(cluster.logFile, "a", 0o600);
  // In its own session: a Ctrl-C in the terminal must reach the app first and the database last.
  const child = spawn(launch.command, launch.args, {
    ...launch,
    env: environmentWith(durable ? { MALLOC_TRIM_THRESHOLD_: trimFromBytes } : {}),
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  const ends: (Error | null)[] = [];
  child.once("error", (error) => ends.push(error)).once("exit", () => ends.push(null));
  lowerPriority(child);
  await log.close();
  const complaint = async () =>
    (await readFile(cluster.logFile, "utf8").catch(() => "")).slice(logStart).trim();
  const found = async () => {
    if (ends.length > 0) return "ended";
    const current = await readPostmaster(cluster.data);
    return current?.pid === child.pid && current?.status === "ready" ? current : null;
  };
  const failure = async () => new Error(`PostgreSQL does not get ready:\n${await complaint()}`);
  const postmaster = await waitFor(found, { timeoutMs: 120_000, everyMs: 5, failure }).catch(
    (error: unknown) => {
      child.kill("SIGQUIT");
      throw error;
    },
  );
  if (postmaster !== "ended") return { postmaster, child };
  return { complaint: ends[0]?.message ?? (await complaint()) };
}

/** The process of each connection inherits the priority. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, Math.min(os.getPriority() + niceness, 19));
  } catch {
    // The process has already ended or belongs to another user: it keeps its priority.
  }
}

/** For a cluster of databases that live for seconds: nothing in it must survive a crash or needs to be vacuumed. */
const testFlags = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"];

/** Where a test cluster has its socket file; empty if its path would be longer than the 107 bytes of the system. */
export const socketFolder = ({ data }: Cluster): string =>
  data.startsWith("/") && Buffer.byteLength(data) <= 80 ? data : "";

function flagsOf(cluster: Cluster, { port, durable }: Pick<Launch, "port" | "durable">): string[] {
  return [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    // Tests connect by a socket file, which takes two thirds of the time of a network connection.
    `unix_socket_directories=${durable ? "" : socketFolder(cluster)}`,
    "max_connections=100",
    "shared_buffers=64MB",
    // Each backend keeps the files that it has read open: up to 1,000 by default.
    `max_files_per_process=${durable ? 64 : 1000}`,
    // Backends do their own I/O: I/O workers would be additional processes with as many open files.
    "io_method=sync",
    "max_wal_size=256MB",
    "wal_level=minimal",
    "max_wal_senders=0",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_checkpoints=off",
    ...(durable ? [] : testFlags),
  ];
}

/** Starts a new log once it is large. Returns the log's length in characters. */
async function trimLog(file: string): Promise<number> {
  const text = await readFile(file, "utf8").catch(() => "");
  if (text.length <= logLimitBytes) return text.length;
  await rename(file, `${file}.old`);
  return 0;
}

/** A port on 127.0.0.1 that nothing listens on right now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port on 127.0.0.1");
  return address.port;
}

/** The running server of this cluster once its state has settled: ready, or null when it is gone. */
export async function settledPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const live = await findLivePostmaster(cluster.data);
  if (!live) return null;
  return waitFor(
    async () => {
      if (!isAlive(live.pid)) return "gone" as const;
      const now = await readPostmaster(cluster.data);
      return now?.status === "ready" ? now : null;
    },
    {
      timeoutMs: 60_000,
      failure: async () =>
        new Error(`PostgreSQL (pid ${live.pid}) neither starts nor stops: see ${cluster.logFile}`),
    },
  ).then((settled) => (settled === "gone" ? null : settled));
}
