import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { withClient } from "../db/client.ts";
import { deployMigrations } from "../db/migrate.ts";
import { nullIfMissing } from "../platform/data-dir.ts";
import { env } from "../platform/env.ts";
import type { ArchiveEntry } from "./archive.ts";
import { type ArchiveHeader, BackupError } from "./format.ts";
import { findProblems, inspectArchive, loadArchive, type Problems } from "./load.ts";
import { findRemovedWork } from "./needed-pictures.ts";
import { picturesFolder } from "./pictures.ts";
import { type Prepared, type PrepareOptions, prepareRestored } from "./prepare-restored.ts";
import { makeSchema, markUnfinished, unmarkUnfinished } from "./schema.ts";
import { writeSecrets } from "./secrets.ts";

/** Allowed names of pictures in an archive. */
const pictureName =
  /^pictures\/(assets\/[0-9a-f]{2}\/[0-9a-f]{38}\/(?:asset\.json|[0-9a-f]{32}\.original(?:\.cutout)?))$/;

export interface RestoreOptions extends Omit<PrepareOptions, "removedWork"> {
  file: string;
  passphrase: string | undefined;
}

export interface Restored extends Problems {
  header: ArchiveHeader;
  prepared: Prepared;
  foreignTables: string[];
  /** Secrets that the archive names but that were not found. */
  lostSecrets: string[];
}

/**
 * Restores an archive into the empty database and data folder of this process, and ends with the audit. Until it
 * resolves, the marker of `beginRestore` prevents the service from starting.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, passphrase } = options;
  const { DATA_DIR: dataDir, DATABASE_URL: url = "" } = env();
  const { header, secrets } = await inspectArchive(file, passphrase);
  await writeSecrets(secrets, dataDir);
  for (const [name, text] of Object.entries(header.files))
    await writeFile(path.join(dataDir, name), text, { flag: "wx" });
  await makeSchema(url, header);
  return await withClient(url, async (client) => {
    await markUnfinished(client);
    const draft = path.join(dataDir, "images.restoring");
    const foreignTables = await loadArchive(client, file, (entry) => writePicture(entry, draft));
    await finishPictures(draft, picturesFolder(dataDir));
    await unmarkUnfinished(client);
    await deployMigrations(url);
    await markUnfinished(client);
    const prepared = await prepareRestored({ ...options, removedWork: await findRemovedWork(client) });
    const problems = await findProblems(client, header);
    await unmarkUnfinished(client);
    const lostSecrets = Object.keys(header.secrets.fingerprints).filter((name) => !(name in secrets));
    return { header, prepared, foreignTables, lostSecrets, ...problems };
  });
}

export interface Verified extends Problems {
  header: ArchiveHeader;
  /** Whether the secrets in the archive were decrypted. */
  isDecrypted: boolean;
  /** Tables that a restore leaves out. */
  foreignTables: string[];
}

/**
 * Verifies an archive independently of its service: its hash, then every row by loading it into this process's empty
 * database, then every ledger by the service's own audit, then the picture of every row that needs one. Throws
 * BackupError for an archive that cannot be restored.
 */
export async function verifyBackup(file: string, passphrase: string | undefined): Promise<Verified> {
  const { header } = await inspectArchive(file, passphrase, { needsSecrets: false });
  const url = env().DATABASE_URL ?? "";
  await makeSchema(url, header);
  return await withClient(url, async (client) => {
    const foreignTables = await loadArchive(client, file);
    await deployMigrations(url);
    const isDecrypted = header.secrets.isIncluded && passphrase !== undefined;
    return { header, isDecrypted, foreignTables, ...(await findProblems(client, header)) };
  });
}

async function writePicture(entry: ArchiveEntry, folder: string): Promise<void> {
  const name = pictureName.exec(entry.path)?.[1];
  if (!name) throw new BackupError(`The archive has a file in an unknown place: ${entry.path}.`);
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await pipeline(Readable.from(entry), createWriteStream(file, { flags: "wx" }));
}

/** The pictures get their name at the end, so that they are either complete or absent. */
async function finishPictures(draft: string, folder: string): Promise<void> {
  // Flushes the whole file system: flushing ten thousand files one by one takes minutes.
  if (process.platform !== "win32")
    await promisify(execFile)("sync", process.platform === "linux" ? ["-f", path.dirname(draft)] : []);
  await rename(draft, folder).catch(nullIfMissing);
}
