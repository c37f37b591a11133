import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findIdentity } from "../../db/embedded/identity.ts";
import { findTestPort } from "../port.ts";

const run = promisify(execFile);
const startMs = 10_000;

/** Whether PgBouncer is installed (Debian: package `pgbouncer`); otherwise its tests are skipped. */
export const hasPgBouncer = await run("pgbouncer", ["--version"]).then(
  () => true,
  () => false,
);

export interface PgBouncer extends AsyncDisposable {
  /** Address of the database through PgBouncer, with the parameter that marks a pooler. */
  url: string;
}

/** Starts PgBouncer in transaction mode, with so few connections that clients have to share them. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-pgbouncer-"));
  const ownPort = await findTestPort();
  const users = path.join(folder, "users.txt");
  const settings = path.join(folder, "pgbouncer.ini");
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    [
      "[databases]",
      `* = host=${hostname} port=${port}`,
      "[pgbouncer]",
      ...["listen_addr = 127.0.0.1", `listen_port = ${ownPort}`, "unix_socket_dir ="],
      ...["auth_type = scram-sha-256", `auth_file = ${users}`],
      ...[
        "pool_mode = transaction",
        "max_client_conn = 500",
        "default_pool_size = 8",
        "server_round_robin = 1",
      ],
    ].join("\n"),
  );
  // Like PostgreSQL, PgBouncer refuses to run as root.
  const owner = await findIdentity();
  for (const file of [folder, users, settings]) {
    await chmod(file, file === folder ? 0o700 : 0o600);
    if (owner) await chown(file, owner.uid, owner.gid);
  }
  const child = spawn("pgbouncer", [settings], {
    ...(owner && { uid: owner.uid, gid: owner.gid }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output = follow(child);
  const url = `postgresql://${username}:${password}@127.0.0.1:${ownPort}${pathname}?pgbouncer=true`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  await untilItAnswers(url, child).catch(async (cause: unknown) => {
    await stop();
    throw new Error(`PgBouncer does not answer:\n${output()}`, { cause });
  });
  return { url, [Symbol.asyncDispose]: stop };
}

function follow(child: ChildProcess): () => string {
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-10_000);
  });
  return () => output;
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const giveUpAtMs = performance.now() + startMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > giveUpAtMs) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
