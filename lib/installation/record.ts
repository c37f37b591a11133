import { createHash } from "node:crypto";
import { open, readFile, readlink, realpath, rename, stat } from "node:fs/promises";
import path from "node:path";
import { DataDirError } from "../platform/data-dir.ts";
import type { Facts, InstallationRecord, RecordedPlace } from "./judge.ts";

/** The initial PID namespace, the same in every Linux kernel. */
const hostNamespace = "pid:[4026531836]";

export const recordFile = (dataDir: string) => path.join(dataDir, "installation.json");

/** Facts about a data directory outside its database. */
export async function readFacts(dataDir: string): Promise<Omit<Facts, "databaseId">> {
  const record = await readRecord(dataDir);
  const isContainer = await runsInContainer();
  const here = {
    path: await realpath(dataDir),
    inode: (await findFile(dataDir))?.inode ?? null,
    // Container images contain a machine id or create one at each start, so it does not identify the machine.
    machine: isContainer ? null : await readMachine(),
    isContainer,
  };
  return { record, here, recordedPlace: record ? await lookAt(record, dataDir) : "something else" };
}

/** Records that this directory, at its current path, is the installation. */
export async function writeRecord(
  dataDir: string,
  { id, createdAt }: { id: string; createdAt: string },
): Promise<void> {
  const { here } = await readFacts(dataDir);
  await store(dataDir, (inode) => ({
    id,
    created_at: createdAt,
    path: here.path,
    inode,
    machine: here.machine,
  }));
}

/** Turns another directory into a copy of this installation. */
export async function demote(otherDir: string, original: InstallationRecord): Promise<void> {
  await store(otherDir, () => original);
}

/** Null if there is none. Throws if it cannot be read, because the directory could not be attributed. */
export async function readRecord(dataDir: string): Promise<InstallationRecord | null> {
  const file = recordFile(dataDir);
  const text = await readFile(file, "utf8").catch((error) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const record: unknown = JSON.parse(text);
    if (isRecord(record)) return record;
  } catch {
    // Reported below.
  }
  throw new DataDirError("installation.json: damaged", { file });
}

async function lookAt(record: InstallationRecord, dataDir: string): Promise<RecordedPlace> {
  try {
    const [there, here] = await Promise.all([findFile(record.path), findFile(dataDir)]);
    if (!there) return "something else";
    if (there.device === here?.device && there.inode === here.inode) return "this folder";
    const other = await readRecord(record.path);
    if (other?.id !== record.id) return "something else";
    return other.inode === there.inode ? "the installation" : "another copy";
  } catch {
    return "unknown";
  }
}

async function findFile(dataDir: string): Promise<{ device: string; inode: string } | null> {
  try {
    const { dev, ino } = await stat(recordFile(dataDir), { bigint: true });
    return { device: `${dev}`, inode: `${ino}` };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Replaces the file atomically; the file contains its own inode, which a rename does not change. */
async function store(dataDir: string, make: (inode: string) => InstallationRecord): Promise<void> {
  const file = recordFile(dataDir);
  const draft = await open(`${file}.new`, "w", 0o600);
  try {
    const { ino } = await draft.stat({ bigint: true });
    await draft.writeFile(`${JSON.stringify(make(`${ino}`), null, 2)}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.new`, file);
}

async function runsInContainer(): Promise<boolean> {
  if (process.platform !== "linux") return false;
  return (await readlink("/proc/self/ns/pid").catch(() => "")) !== hostNamespace;
}

/** The id is no secret, but machine-id(5) asks not to expose it; a hash suffices for comparison. */
async function readMachine(): Promise<string | null> {
  for (const file of ["/etc/machine-id", "/var/lib/dbus/machine-id"]) {
    const id = (await readFile(file, "utf8").catch(() => "")).trim();
    if (/^[0-9a-f]{32}$/.test(id))
      return createHash("sha256").update(`photos:${id}`).digest("hex").slice(0, 32);
  }
  return null;
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "ENOTDIR";
}

function isRecord(value: unknown): value is InstallationRecord {
  if (typeof value !== "object" || value === null) return false;
  const { id, created_at, path: place, inode, machine } = value as Partial<InstallationRecord>;
  const texts = [id, created_at, place, inode];
  return texts.every((text) => typeof text === "string") && (machine === null || typeof machine === "string");
}
