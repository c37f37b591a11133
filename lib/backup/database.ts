import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import pg, { type ClientBase } from "pg";
import { from, to } from "pg-copy-streams";
import type { ArchiveEntry } from "./archive.ts";
import { BackupError } from "./format.ts";

/** About running processes or this installation: a restored service is another installation and writes its own. */
const tablesNotCopied: readonly string[] = [
  "_prisma_migrations",
  "app_process",
  "backup_run",
  "installation",
  "storage_claim",
];
/** After each of these pieces the copy pauses as long as it took, so that the service gets half of the time. */
const pieceBytes = 4 * 1024 * 1024;
const restAtMostMs = 250;

export interface Table {
  name: string;
  columns: string[];
}

/** Begins a transaction in which neither duration nor format of values depends on the server's settings. */
export async function begin(client: ClientBase, mode = ""): Promise<void> {
  await client.query(`BEGIN ${mode}; SET LOCAL statement_timeout = 0; SET LOCAL client_encoding = 'UTF8';
    SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL datestyle = 'ISO';
    SET LOCAL intervalstyle = 'postgres'; SET LOCAL extra_float_digits = 1`);
}

/**
 * The tables that are backed up, each after the tables its foreign keys reference. Excludes unlogged tables, whose
 * contents are expendable, and tables of extensions.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `WITH RECURSIVE depth (id, level) AS (
       SELECT oid, 0 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       UNION ALL
       SELECT c.conrelid, d.level + 1 FROM depth d
       JOIN pg_constraint c ON c.confrelid = d.id AND c.contype = 'f' AND c.conrelid <> c.confrelid
     )
     SELECT t.relname AS name,
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class t JOIN depth ON depth.id = t.oid
     WHERE t.relpersistence = 'p' AND NOT (t.relname = ANY($1))
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
     GROUP BY t.oid, t.relname ORDER BY max(depth.level), t.relname`,
    [tablesNotCopied],
  );
  return rows;
}

/** The last values of the used sequences: never behind an earlier snapshot. */
export async function readSequences(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function writeSequences(client: ClientBase, values: Record<string, string>): Promise<void> {
  await client.query(
    `SELECT setval(c.oid::regclass, v.value::bigint) FROM json_each_text($1) v
     JOIN pg_class c ON c.relname = v.key AND c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace`,
    [JSON.stringify(values)],
  );
}

/** Copies a table in the connection's snapshot to a file. Returns the number of rows. */
export async function dumpTable(
  client: ClientBase,
  { name, columns }: Table,
  file: string,
  signal?: AbortSignal,
): Promise<number> {
  const copy = client.query(to(`COPY ${quoted(name)} (${columns.map(quoted).join(", ")}) TO STDOUT`));
  const target = createWriteStream(file, { mode: 0o600 });
  await pipeline(copy, atHalfSpeed, createZstdCompress(), target, { signal });
  return copy.rowCount;
}

async function* atHalfSpeed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let copiedBytes = 0;
  let beganAtMs = performance.now();
  for await (const bytes of source) {
    yield bytes;
    copiedBytes += bytes.byteLength;
    if (copiedBytes < pieceBytes) continue;
    await delay(Math.min(performance.now() - beganAtMs, restAtMostMs));
    copiedBytes = 0;
    beganAtMs = performance.now();
  }
}

/** Loads a table within the transaction of the connection. Returns the number of rows. */
export async function loadTable(
  client: ClientBase,
  { name, columns }: Table,
  entry: ArchiveEntry,
): Promise<number> {
  const copy = client.query(from(`COPY ${quoted(name)} (${columns.map(quoted).join(", ")}) FROM STDIN`));
  try {
    await pipeline(Readable.from(entry), createZstdDecompress(), copy);
  } catch (error) {
    throw new BackupError(`The rows of table ${name} cannot be loaded: ${(error as Error).message}`);
  }
  return copy.rowCount;
}

export const quoted = pg.escapeIdentifier;
