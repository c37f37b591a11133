import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type DataDirDamage, DataDirError, nullIfMissing } from "../../platform/data-dir.ts";
import { requireRoomForDatabase } from "../../platform/disk.ts";
import { recordPath } from "../../platform/installation.ts";
import { letPass } from "../../platform/private-files.ts";
import { requirePostgresBinaries } from "./binaries.ts";
import { findIdentity, launchAs } from "./identity.ts";

const run = promisify(execFile);
/** A new database takes 65 MB once the service is ready. */
const neededMegabytes = 100;

/** Paths below DATA_DIR/postgres. */
export interface Cluster {
  dataDir: string;
  home: string;
  data: string;
  passwordFile: string;
  logFile: string;
}

export function clusterAt(dataDir: string): Cluster {
  const home = path.resolve(dataDir, "postgres");
  return {
    dataDir: path.dirname(home),
    home,
    data: path.join(home, "cluster"),
    passwordFile: path.join(home, "password"),
    logFile: path.join(home, "server.log"),
  };
}

/** Null when the file is missing or empty. */
export async function readPassword(cluster: Cluster): Promise<string | null> {
  return (await readFile(cluster.passwordFile, "utf8").catch(nullIfMissing))?.trim() || null;
}

/**
 * The system identifier that initdb gave this cluster, read from its files. A copy has the same one; independently
 * created clusters differ.
 */
export async function readSystemIdentifier(cluster: Cluster): Promise<string> {
  const file = await open(path.join(cluster.data, "global", "pg_control"));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return (os.endianness() === "LE" ? buffer.readBigUInt64LE() : buffer.readBigUInt64BE()).toString();
  } finally {
    await file.close();
  }
}

/**
 * Creates the cluster if its folder does not exist. A kill at any point leaves either no cluster or a complete one.
 * Throws DataDirError for a folder without a cluster, because its files may be put back.
 */
export async function createCluster(cluster: Cluster, durable: boolean): Promise<void> {
  const binaries = await requirePostgresBinaries();
  // Anything at this path counts, a link to a disk that is not mounted included.
  if (await lstat(cluster.data).catch(nullIfMissing)) {
    await requireVersion(cluster, binaries.major);
    return await removeDrafts(cluster);
  }
  const identity = await findIdentity();
  await mkdir(cluster.home, { recursive: true, mode: 0o700 });
  await requireRoomForDatabase(cluster.dataDir, neededMegabytes);
  recordPath(cluster.dataDir);
  await removeDrafts(cluster);
  // The initdb of a start that was killed may still write to its own.
  const draft = `${cluster.data}${draftEnding}-${randomBytes(4).toString("hex")}`;
  const [data, passwordFile] = [path.join(draft, "data"), path.join(draft, "password")];
  await mkdir(data, { recursive: true, mode: 0o700 });
  // A cluster that was moved away can be moved back, because the password stays the same.
  const former = await readPassword(cluster);
  const password = former ?? randomBytes(24).toString("base64url");
  await writeFile(passwordFile, password, { mode: 0o600, flag: "wx" });
  if (identity) {
    await letPass([cluster.dataDir, cluster.home]);
    for (const file of [draft, data, passwordFile]) await chown(file, identity.uid, identity.gid);
  }
  const args = [
    "--pgdata",
    data,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durable ? [] : ["--no-sync"]),
  ];
  const launch = await launchAs(identity, {
    command: binaries.initdb,
    args,
    folders: [binaries.root, cluster.home],
  });
  try {
    await run(launch.command, launch.args, launch);
  } catch (error) {
    throw failureOf(cluster, (error as { stderr?: string }).stderr || String(error), error);
  }
  // From here on the draft is complete.
  if (former === null) await writeSecret(cluster.passwordFile, password);
  await rename(data, cluster.data);
  await removeDrafts(cluster);
}

const draftEnding = ".new";

/** Removes the drafts of this start and of killed ones. Only the holder of the folder's lock may call it. */
async function removeDrafts({ home, data }: Cluster): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith(path.basename(data) + draftEnding));
  for (const name of drafts) {
    await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function requireVersion(cluster: Cluster, installed: string): Promise<void> {
  const { dataDir, data: file } = cluster;
  const version = (await readFile(path.join(file, "PG_VERSION"), "utf8").catch(nullIfMissing))?.trim();
  if (!version) throw new DataDirError("postgres/cluster: incomplete", { file, dataDir });
  if (version !== installed)
    throw new DataDirError("postgres/cluster: of another version", { file, version, installed });
}

/** The damages of which a line of PostgreSQL is the sign; the first one that fits counts. */
const signs: readonly [RegExp, DataDirDamage][] = [
  [/No space left on device|Disk quota exceeded/i, "any file: disk full"],
  [/Read-only file system/i, "any file: read-only"],
  [/wrong ownership|invalid permissions|Permission denied/i, "any file: not permitted"],
  [/Too many open files|insufficient file descriptors/i, "any file: too many open"],
  [
    /could not (open|read|load|find|locate|access)|does not exist|PANIC|invalid|missing/i,
    "postgres/cluster: damaged",
  ],
];

/** The error for a database that does not come up, from what PostgreSQL wrote. It quotes the line with the cause. */
export function failureOf(cluster: Cluster, words: string, cause?: unknown): Error {
  const lines = words.trim().split("\n");
  const failures = lines.filter((line) => /\b(FATAL|PANIC|could not)\b/.test(line));
  const { line, damage } = firstSign(failures.length > 0 ? failures : lines.slice(-1));
  const problem = line.replace(/^.*?(FATAL|PANIC|LOG|ERROR|postgres):\s*/, "").replace(/\.\s*$/, "");
  const { data: file, dataDir, logFile: log } = cluster;
  const error = new DataDirError(damage, { file, dataDir, problem, log }, { cause });
  if (!error.message.includes(problem)) error.message += ` (PostgreSQL: ${problem})`;
  return error;
}

function firstSign(lines: readonly string[]): { line: string; damage: DataDirDamage } {
  for (const [sign, damage] of signs) {
    const line = lines.find((one) => sign.test(one));
    if (line !== undefined) return { line, damage };
  }
  return { line: lines[0] ?? "", damage: "postgres/cluster: unusable" };
}

async function writeSecret(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}
