import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, copyFile, mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { requirePostgresBinaries } from "../../db/embedded/binaries.ts";
import { clusterAt, createCluster, readPassword } from "../../db/embedded/cluster.ts";
import { findIdentity, type Identity, launchAs } from "../../db/embedded/identity.ts";
import { readPostmaster, stopPostmaster, waitFor } from "../../db/embedded/postmaster.ts";
import { findTestPort } from "../port.ts";

/** A PostgreSQL like one that an operator runs beside the service, configured by its own postgresql.conf. */
export interface HostedCluster {
  url: string;
  data: string;
  password: string;
  stop(): Promise<void>;
}

/** Creates a cluster below `home` and starts it with these lines appended to its postgresql.conf. */
export async function startHostedCluster(home: string, settings: string): Promise<HostedCluster> {
  const cluster = clusterAt(home);
  await createCluster(cluster, false);
  const password = await readPassword(cluster);
  if (password === null) throw new Error("the cluster has no password");
  await appendFile(path.join(cluster.data, "postgresql.conf"), settings);
  return await startServer(cluster.data, password);
}

/**
 * Starts a restored copy of a cluster's data, which recovers as `settings` specify. Resolves once it accepts writes.
 */
export async function startRecovery(
  data: string,
  password: string,
  settings: string,
): Promise<HostedCluster> {
  await appendFile(path.join(data, "postgresql.conf"), settings);
  await writeOwned(path.join(data, "recovery.signal"), "");
  const server = await startServer(data, password);
  await waitFor(
    () =>
      query(server.url, "SELECT pg_is_in_recovery() AS busy").then(
        ([row]) => (row?.busy ? null : true),
        () => null,
      ),
    { timeoutMs: 60_000, everyMs: 50, failure: async () => new Error(`no recovery:\n${await logOf(data)}`) },
  );
  return server;
}

/** A base backup by the low-level API: the running cluster's files, and the label with the start of replay. */
export async function takeBaseBackup({ url, data }: HostedCluster, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('test', true)");
    await copyCluster(data, target);
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop()");
    await writeOwned(path.join(target, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a folder that the database's user may write to. */
export async function makeArchive(folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o700 });
  await giveToDatabase(folder);
  return folder;
}

async function startServer(data: string, password: string): Promise<HostedCluster> {
  const [{ postgres, root }, owner, port] = await Promise.all([
    requirePostgresBinaries(),
    findIdentity(data),
    findTestPort(),
  ]);
  // Port and addresses depend on this machine; fsync would only slow the test.
  const own = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const args = ["-D", data, ...own.flatMap((setting) => ["-c", setting])];
  const launch = await launchAs(owner, { command: postgres, args, folders: [root, data] });
  const log = await open(`${data}.log`, "a");
  const child = spawn(launch.command, launch.args, { ...launch, stdio: ["ignore", log.fd, log.fd] });
  await log.close();
  await waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended:\n${await logOf(data)}`);
      const postmaster = await readPostmaster(data);
      // `standby`: it accepts connections during recovery.
      return postmaster && /ready|standby/.test(postmaster.status) ? true : null;
    },
    { timeoutMs: 60_000, failure: async () => new Error(`PostgreSQL does not start:\n${await logOf(data)}`) },
  );
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { url, data, password, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  await stopPostmaster(child.pid);
  await ended;
}

const logOf = (data: string) => readFile(`${data}.log`, "utf8").catch(() => "");

/** Files may vanish during the copy; replay restores them. */
async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await giveToDatabase(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (/^postmaster\.|\.part$/.test(entry.name)) continue;
    if (entry.isDirectory() && entry.name === "pg_wal") await makeArchive(target);
    else if (entry.isDirectory()) await copyCluster(source, target);
    else await copyFile(source, target).then(() => giveToDatabase(target), ignoreVanished);
  }
}

function ignoreVanished(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

async function writeOwned(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  await giveToDatabase(file);
}

let identity: Promise<Identity | null> | undefined;

async function giveToDatabase(file: string): Promise<void> {
  // Cached, because the lookup starts processes.
  identity ??= findIdentity();
  const owner = await identity;
  if (owner) await chown(file, owner.uid, owner.gid);
}
