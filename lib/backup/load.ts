import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from } from "pg-copy-streams";
import { listTables, quoted } from "./catalogue.ts";
import { sumLedger } from "./create.ts";
import { begin, TableLoader } from "./database.ts";
import { type ArchiveHeader, type ArchiveManifest, BackupError, type PictureLine } from "./format.ts";
import { scanArchive, type Visitor } from "./scan.ts";

export interface Loaded {
  manifest: ArchiveManifest;
  /** Tables of the archive that are not in the service's schema. */
  foreignTables: string[];
}

interface LoadOptions {
  checks: boolean;
  visitor?: Omit<Visitor, "rows" | "pictures">;
  onRows?: (bytes: number) => void;
}

/**
 * Loads an archive's rows into the empty tables of its schema, in one transaction, and compares them with the
 * manifest. The connection then has a temporary table `backup_picture` with the archive's pictures. Throws
 * BackupError on any difference; nothing is loaded then.
 */
export async function loadArchive(
  client: ClientBase,
  file: string,
  { checks, visitor = {}, onRows }: LoadOptions,
): Promise<Loaded> {
  await client.query(`
    CREATE TEMPORARY TABLE backup_picture (
      public_id text PRIMARY KEY, state text NOT NULL, is_marked boolean NOT NULL)`);
  await begin(client);
  try {
    const known = await listTables(client);
    let loader: TableLoader | null = null;
    let foreignTables: string[] = [];
    let rows: Record<string, number> | null = null;
    const endRows = async () => {
      rows ??= (await loader?.end()) ?? {};
      return rows;
    };
    const manifest = await scanArchive(
      file,
      {
        ...visitor,
        async header(header) {
          const tables = header.tables.filter(({ name }) => known.some((table) => table.name === name));
          foreignTables = header.tables.filter((table) => !tables.includes(table)).map(({ name }) => name);
          await requireEmpty(client, tables);
          loader = new TableLoader(client, tables);
          await visitor.header?.(header);
        },
        async rows(name, bytes) {
          if (!loader) throw new BackupError(`${file} is damaged: ${name} comes too early.`);
          await loader.add(name, bytes);
          onRows?.(bytes.byteLength);
        },
        async pictures(lines) {
          await endRows();
          await keepPictureLines(client, lines);
        },
      },
      { checks },
    );
    compareRows(manifest, await endRows(), foreignTables);
    for (const { name, value, isCalled } of manifest.sequences) {
      await client.query(
        "SELECT setval(c.oid::regclass, $2::bigint, $3) FROM pg_class c WHERE c.oid = to_regclass($1)",
        [quoted(name), value, isCalled],
      );
    }
    compareLedger(manifest.ledger, await sumLedger(client));
    await client.query("COMMIT");
    await client.query("ANALYZE");
    return { manifest, foreignTables };
  } catch (error) {
    // The connection may be closed or in the middle of a COPY: closing it rolls back too.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function requireEmpty(client: ClientBase, tables: ArchiveHeader["tables"]): Promise<void> {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (rowCount !== 0) throw new BackupError(`Table ${name} has rows: restore into an empty database.`);
  }
}

/** Adds pictures to the connection's table `backup_picture`. */
export async function keepPictureLines(client: ClientBase, lines: readonly PictureLine[]): Promise<void> {
  const text = lines.map((line) => {
    const isMarked = line.state === "stored" && line.isMarked;
    return `${line.publicId.replaceAll("\\", "\\\\")}\t${line.state}\t${isMarked}\n`;
  });
  await pipeline(Readable.from(text), client.query(from("COPY backup_picture FROM STDIN")));
}

function compareRows(
  manifest: ArchiveManifest,
  loaded: Record<string, number>,
  foreignTables: readonly string[],
): void {
  for (const [name, count] of Object.entries(manifest.rows)) {
    const found = loaded[name] ?? 0;
    if (foreignTables.includes(name) || found === count) continue;
    throw new BackupError(`Table ${name} has ${found} rows in the archive, and had ${count}.`);
  }
}

function compareLedger(expected: ArchiveManifest["ledger"], found: ArchiveManifest["ledger"]): void {
  if (JSON.stringify(sorted(expected)) === JSON.stringify(sorted(found))) return;
  throw new BackupError(
    `The sums of the ledger are ${JSON.stringify(found)}, and were ${JSON.stringify(expected)}.`,
  );
}

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
