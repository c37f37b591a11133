import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { DataDirError } from "../platform/data-dir.ts";
import { requireRecordedPath } from "../platform/installation.ts";
import { withClient } from "./client.ts";
import {
  type Cluster,
  clusterAt,
  createCluster,
  failureOf,
  readPassword,
  readSystemIdentifier,
} from "./embedded/cluster.ts";
import {
  completeShutdown,
  findLivePostmaster,
  isAlive,
  isSameFolder,
  type Postmaster,
  stopPostmaster,
  waitFor,
} from "./embedded/postmaster.ts";
import { settledPostmaster, startServer } from "./embedded/server.ts";

const databaseName = "photos";
const roleName = "photos";
/** SQLSTATE of PostgreSQL. */
const wrongPassword = "28P01";
const noSuchDatabase = "3D000";

export interface EmbeddedPostgres {
  /**
   * Connection string of the service's own role, which owns its database, may create databases and is no superuser.
   */
  url: string;
  pid: number;
  port: number;
  /** False when a server of an earlier run was still alive and was taken over. */
  startedByUs: boolean;
  /** Resolves when the server has ended for any reason, with a description of how it ended. */
  ended: Promise<string>;
  /** Fast shutdown, also of a server that was taken over; immediate shutdown after `timeoutMs`. Idempotent. */
  stop(timeoutMs?: number): Promise<void>;
}

/**
 * A running PostgreSQL on `dataDir`/postgres, created at first use, listening on 127.0.0.1 only. The caller must hold
 * the folder's lock (`lockDataDir`). Refuses a folder that was moved or copied. `durable: false` trades crash safety for speed, for tests only. `port` reuses a
 * former server's port if it is free, so that connection strings with it stay valid.
 */
export async function ensurePostgres(
  dataDir: string,
  { durable = true, port }: { durable?: boolean; port?: number } = {},
): Promise<EmbeddedPostgres> {
  const cluster = clusterAt(dataDir);
  requireRecordedPath(cluster.dataDir);
  await createCluster(cluster, durable);
  const password = await readPassword(cluster);
  if (password === null) {
    const values = { file: cluster.passwordFile, dataDir: cluster.dataDir };
    throw new DataDirError("postgres/password: missing or empty", values);
  }
  // Without a service that owns it, the server would go on for ever.
  const prepare = async ({ pid, port: at }: Postmaster) => {
    try {
      await requireOwnServer(cluster, superuserUrl(at, password));
      await ensureDatabase(serviceUrl(at, password), superuserUrl(at, password), password);
    } catch (error) {
      if (error instanceof ForeignServerError) throw error;
      await stopPostmaster(pid).catch(() => undefined);
      throw explain(error, cluster);
    }
  };
  const adopted = await adopt(cluster, prepare);
  const started = adopted ? null : await startServer(cluster, durable, port);
  const postmaster = adopted ?? started?.postmaster;
  if (!postmaster) throw new Error("unreachable: a server was neither found nor started");
  if (started) await prepare(postmaster);
  const ended = started ? endOf(started.child) : goneFrom(postmaster.pid).then(() => "has ended");
  started?.child.unref();
  void ended.then(completeShutdown(cluster.data, postmaster.pid));
  return {
    url: serviceUrl(postmaster.port, password),
    pid: postmaster.pid,
    port: postmaster.port,
    startedByUs: started !== null,
    ended,
    async stop(timeoutMs) {
      const runs = started
        ? started.child.exitCode === null && started.child.signalCode === null
        : (await findLivePostmaster(cluster.data))?.pid === postmaster.pid;
      if (runs) await stopPostmaster(postmaster.pid, timeoutMs);
    },
  };
}

const serviceUrl = (port: number, password: string) =>
  urlOf({ port, password, role: roleName }, databaseName);
const superuserUrl = (port: number, password: string) =>
  urlOf({ port, password, role: "postgres" }, "postgres");

function urlOf({ port, password, role }: { port: number; password: string; role: string }, database: string) {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** The server that another process runs on this folder, or null; never the server of a folder it was copied from. */
export async function findPostgres(dataDir: string): Promise<{ url: string } | null> {
  const cluster = clusterAt(dataDir);
  const [password, postmaster] = await Promise.all([readPassword(cluster), settledPostmaster(cluster)]);
  if (password === null || postmaster === null) return null;
  await requireOwnServer(cluster, superuserUrl(postmaster.port, password));
  return { url: serviceUrl(postmaster.port, password) };
}

/** The server belongs to another cluster. */
class ForeignServerError extends Error {}

/** The damage behind an error of the server of this cluster. */
function explain(error: unknown, cluster: Cluster): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { dataDir, passwordFile: file } = cluster;
  if (error.code === wrongPassword)
    return new DataDirError("postgres/password: of another database", { file, dataDir }, { cause: error });
  return failureOf(cluster, error.message, error);
}

/** Throws ForeignServerError when the server runs on another cluster. Must be checked before any other statement. */
async function requireOwnServer(cluster: Cluster, url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ folder: string; system: string }>(
      `SELECT current_setting('data_directory') AS folder, system_identifier::text AS system FROM pg_control_system()`,
    );
    const [server] = rows;
    const isOwn =
      server?.system === (await readSystemIdentifier(cluster)) &&
      (await isSameFolder(server.folder, cluster.data));
    if (!isOwn) {
      throw new ForeignServerError(
        `The PostgreSQL at ${new URL(url).host} runs on ${server?.folder}, not on ${cluster.data}: ` +
          "it belongs to another service and is left alone.",
      );
    }
  });
}

/** Takes over the server of an earlier run; null when there is none, or when it ends meanwhile. */
async function adopt(
  cluster: Cluster,
  prepare: (postmaster: Postmaster) => Promise<void>,
): Promise<Postmaster | null> {
  const postmaster = await settledPostmaster(cluster);
  if (!postmaster) return null;
  // The folder was renamed while its server was running, which opens some of its files by their former path.
  if (!(await isSameFolder(postmaster.folder, cluster.data))) {
    await stopPostmaster(postmaster.pid);
    return null;
  }
  try {
    await prepare(postmaster);
    return postmaster;
  } catch (error) {
    // A service manager may have stopped it, or a new server succeeds where it failed.
    const gone = () => (isAlive(postmaster.pid) ? null : true);
    await waitFor(gone, { timeoutMs: 2_000, failure: async () => error as Error });
    return null;
  }
}

async function ensureDatabase(url: string, superuserUrl: string, password: string): Promise<void> {
  const problem = await withClient(url, async () => {}).then(
    () => null,
    (error: Error & { code?: string }) => error,
  );
  if (problem === null) return;
  // A missing role looks like a wrong password.
  if (problem.code !== wrongPassword && problem.code !== noSuchDatabase) throw problem;
  await withClient(superuserUrl, async (client) => {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [roleName]);
    const verb = role.rowCount === 0 ? "CREATE" : "ALTER";
    await client.query(`${verb} ROLE ${roleName} LOGIN CREATEDB PASSWORD ${pg.escapeLiteral(password)}`);
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${roleName}`);
  });
}

/** How a child process ends, as a phrase that follows its name. */
export async function endOf(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.signalCode ? `was ended by ${child.signalCode}` : `ended with exit code ${child.exitCode}`;
}

/** A server that is not a child process can only be polled by its pid. */
function goneFrom(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, 500);
    timer.unref();
  });
}
