import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from } from "pg-copy-streams";
import { z } from "zod";
import { auditCredits, auditProblems } from "../credits/audit.ts";
import { type ArchiveEntry, bytesOf, readArchive, requireWhole } from "./archive.ts";
import { begin, listTables, loadTable, writeSequences } from "./database.ts";
import {
  type ArchiveHeader,
  type ArchiveManifest,
  archiveHeader,
  archiveManifest,
  BackupError,
  entryNames,
  formatVersion,
} from "./format.ts";
import { findMissingPictures } from "./needed-pictures.ts";
import { requireKnownSchema } from "./schema.ts";
import { findSecretsBeside, openSecrets, type Secrets } from "./secrets.ts";

const tableName = /^database\/(\w+)\.copy\.zst$/;
const shown = 5;

/**
 * Checks every byte of an archive and reads what comes first. Throws BackupError when it is damaged or of another
 * version. The secrets are those in the archive, or with the right fingerprints beside it.
 */
export async function inspectArchive(
  file: string,
  passphrase: string | undefined,
  { needsSecrets = true } = {},
): Promise<{ header: ArchiveHeader; secrets: Secrets }> {
  await requireWhole(file);
  let header: ArchiveHeader | null = null;
  let sealed: Buffer | null = null;
  for await (const entry of readArchive(file)) {
    if (entry.path === entryNames.header) header = parseHeader(file, await bytesOf(entry));
    else if (entry.path === entryNames.secrets) sealed = await bytesOf(entry);
    else break;
  }
  if (!header) throw new BackupError(`${file} is no backup of this service.`);
  await requireKnownSchema(header);
  if (!sealed) return { header, secrets: await findSecretsBeside(file, header) };
  if (passphrase !== undefined) return { header, secrets: await openSecrets(sealed, passphrase) };
  if (!needsSecrets) return { header, secrets: {} };
  throw new BackupError(
    "The secrets in the archive are encrypted: name the passphrase with --passphrase-file or BACKUP_PASSPHRASE.",
  );
}

/**
 * Loads an archive's rows into the empty tables of its schema, in one transaction, and compares them with the
 * manifest. The connection then has a temporary table `backup_picture` with the archive's pictures. Throws
 * BackupError on any difference; nothing is loaded then. Returns tables that are not in the service's schema.
 */
export async function loadArchive(
  client: ClientBase,
  file: string,
  onPicture?: (entry: ArchiveEntry) => Promise<void>,
): Promise<string[]> {
  await client.query(`
    CREATE TEMPORARY TABLE backup_picture (
      public_id text PRIMARY KEY, state text NOT NULL, is_marked boolean NOT NULL)`);
  await begin(client);
  try {
    const tables = await listTables(client);
    const loaded: Record<string, number> = {};
    const foreign: string[] = [];
    let manifest: ArchiveManifest | null = null;
    for await (const entry of readArchive(file)) {
      const [, name] = tableName.exec(entry.path) ?? [];
      if (name !== undefined) {
        const table = tables.find((one) => one.name === name);
        if (table) loaded[name] = await loadTable(client, table, entry);
        else foreign.push(name);
      } else if (entry.path === entryNames.pictureIndex) {
        await pipeline(Readable.from(entry), client.query(from("COPY backup_picture FROM STDIN")));
      } else if (entry.path === entryNames.manifest) {
        manifest = archiveManifest.parse(JSON.parse((await bytesOf(entry)).toString("utf8")));
      } else if (entry.path.startsWith(entryNames.pictures)) await onPicture?.(entry);
    }
    if (!manifest) throw new BackupError(`${file} is incomplete: it has no ${entryNames.manifest}.`);
    const { rows, sequences } = manifest;
    for (const [name, count] of Object.entries(rows)) {
      if (!foreign.includes(name) && loaded[name] !== count)
        throw new BackupError(
          `Table ${name} has ${loaded[name] ?? 0} rows in the archive, and had ${count}.`,
        );
    }
    await writeSequences(client, sequences);
    await client.query("COMMIT");
    await client.query("ANALYZE");
    return foreign;
  } catch (error) {
    // The connection may be closed or in the middle of a COPY: closing it rolls back too.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

export interface Problems {
  accounts: number;
  entries: number;
  /** Findings of the audit, and pictures that rows need and that the archive should have; the first ones as texts. */
  problems: number;
  firstProblems: string[];
  /** Pictures that rows need, of an archive without pictures. */
  absentPictures: number;
}

/** Audits the loaded and migrated database of this process: the service's own audit, and the picture of every row. */
export async function findProblems(client: ClientBase, { hasPictures }: ArchiveHeader): Promise<Problems> {
  const { accounts, entries, problems, findings } = await auditCredits();
  const missing = await findMissingPictures(client, shown);
  const ledgers = findings.map(
    ({ kind, count, userId, problem }) => `${count} ${auditProblems[kind]}, as ${userId}: ${problem}`,
  );
  const pictures = missing.first.map(({ publicId, problem }) => `${publicId} ${problem}`);
  return {
    accounts,
    entries,
    problems: problems + (hasPictures ? missing.count : 0),
    firstProblems: [...ledgers, ...(hasPictures ? pictures : [])],
    absentPictures: hasPictures ? 0 : missing.count,
  };
}

function parseHeader(file: string, bytes: Buffer): ArchiveHeader {
  const content: unknown = JSON.parse(bytes.toString("utf8"));
  const { format } = z.object({ format: z.number() }).parse(content);
  if (format === formatVersion) return archiveHeader.parse(content);
  const other = format > formatVersion ? "a newer" : "an older";
  throw new BackupError(`${file} was made by ${other} version, in format ${format}: use that version.`);
}
