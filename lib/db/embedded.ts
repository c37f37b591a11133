import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import {
  type Cluster,
  clusterAt,
  createCluster,
  readPassword,
  settledPostmaster,
  startServer,
} from "./embedded/cluster.ts";
import { isAlive, type Postmaster, stopPostmaster, waitFor } from "./embedded/postmaster.ts";

const databaseName = "photos";
const roleName = "photos";

export interface EmbeddedPostgres {
  /** Connection string of the service's own role: owner of its database, may create databases, no superuser. */
  url: string;
  pid: number;
  port: number;
  /** False when a server of an earlier run was still alive and was taken over. */
  startedByUs: boolean;
  /** Resolves when the server is gone, whoever stopped it, with how it ended. */
  ended: Promise<string>;
  /** Fast shutdown, also of a server that was taken over. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * A running PostgreSQL on `dataDir`/postgres, made at first use, listening on 127.0.0.1 alone.
 * Only one process at a time may call this for a folder: hold its lock (`lockDataDir`).
 * `durable: false` trades crash safety for speed: for tests alone. `port` is the one that an earlier server had: as
 * long as nobody else took it, connection strings that name it stay good.
 */
export async function ensurePostgres(
  dataDir: string,
  { durable = true, port }: { durable?: boolean; port?: number } = {},
): Promise<EmbeddedPostgres> {
  const cluster = clusterAt(dataDir);
  await createCluster(cluster, durable);
  const password = await readPassword(cluster);
  if (password === null) {
    throw new Error(
      `${cluster.passwordFile} is missing: restore it, or move ${cluster.home} away to start anew.`,
    );
  }
  const url = (at: number, role: string, database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${at}/${database}`;
  const prepare = ({ port: at }: Postmaster) =>
    ensureDatabase(url(at, roleName, databaseName), url(at, "postgres", "postgres"), password);
  const adopted = await adopt(cluster, prepare);
  const started = adopted ? null : await startServer(cluster, durable, port);
  const postmaster = adopted ?? started?.postmaster;
  if (!postmaster) throw new Error("unreachable: a server was neither found nor started");
  if (started) await prepare(postmaster);
  const ended = started ? endOf(started.child) : goneFrom(postmaster.pid).then(() => "has ended");
  started?.child.unref();
  return {
    url: url(postmaster.port, roleName, databaseName),
    pid: postmaster.pid,
    port: postmaster.port,
    startedByUs: started !== null,
    ended,
    stop: () => stopPostmaster(postmaster.pid),
  };
}

/** The server that another process runs on this folder, or null. Changes nothing. */
export async function findPostgres(dataDir: string): Promise<{ url: string } | null> {
  const cluster = clusterAt(dataDir);
  const [password, postmaster] = await Promise.all([readPassword(cluster), settledPostmaster(cluster)]);
  if (password === null || postmaster === null) return null;
  return { url: `postgresql://${roleName}:${password}@127.0.0.1:${postmaster.port}/${databaseName}` };
}

/** Takes over the server an earlier run left behind; null when there is none, or it dies under our hands. */
async function adopt(
  cluster: Cluster,
  prepare: (postmaster: Postmaster) => Promise<void>,
): Promise<Postmaster | null> {
  const postmaster = await settledPostmaster(cluster);
  if (!postmaster) return null;
  try {
    await prepare(postmaster);
    return postmaster;
  } catch (error) {
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
  // 28P01: no such role (a wrong password looks the same), 3D000: no such database.
  if (problem.code !== "28P01" && problem.code !== "3D000") throw problem;
  await withClient(superuserUrl, async (client) => {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [roleName]);
    const verb = role.rowCount === 0 ? "CREATE" : "ALTER";
    await client.query(`${verb} ROLE ${roleName} LOGIN CREATEDB PASSWORD ${pg.escapeLiteral(password)}`);
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${roleName}`);
  });
}

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A server that dies between two statements tells it here as well; the statement's own error is enough.
  client.on("error", () => {});
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.signalCode ? `was ended by ${child.signalCode}` : `ended with exit code ${child.exitCode}`;
}

/** For a server that is not our child there is nothing to wait on but its number. */
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
