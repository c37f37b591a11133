import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import pg, { type ClientBase } from "pg";
import { from, to } from "pg-copy-streams";
import type { ArchiveWriter } from "./archive-writer.ts";
import { quoted } from "./catalogue.ts";
import { type ArchiveHeader, BackupError, entryNames, type Part } from "./format.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

type Table = ArchiveHeader["tables"][number];

/** Size of a table's parts before compression. */
const partBytes = 4 * 1024 * 1024;
/**
 * Pauses as long as the last part took, up to this limit, so that the service's own statements get half of the time.
 */
const restAtMostMs = 250;
const newline = 0x0a;
/** Limit of a decompressed part; a single row may exceed the usual size. */
const decompressedLimitBytes = 512 * 1024 * 1024;

/** A connection outside of the pool, whose timeouts would end statements that take minutes. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "photos-backup",
  });
  // A broken connection also fails the running statement, which throws.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(settingsBy("SET"));
  return client;
}

/** Begins a transaction with its own settings, since a pooler may give each transaction another connection. */
export async function begin(client: ClientBase, mode = ""): Promise<void> {
  await client.query(`BEGIN ${mode}`);
  await client.query(settingsBy("SET LOCAL"));
}

/** The format of values and the duration of statements must not depend on the server's settings. */
function settingsBy(verb: "SET" | "SET LOCAL"): string {
  const settings = {
    statement_timeout: "0",
    idle_in_transaction_session_timeout: "0",
    client_encoding: "UTF8",
    datestyle: "ISO",
    intervalstyle: "postgres",
    timezone: "UTC",
    extra_float_digits: "1",
    bytea_output: "hex",
  };
  return Object.entries(settings)
    .map(([name, value]) => `${verb} ${name} = '${value}'`)
    .join("; ");
}

/** Copies a table in the connection's snapshot. `onRows` gets the number of rows copied since its last call. */
export async function dumpTable(
  client: ClientBase,
  { name, columns }: Table,
  { writer, onRows }: { writer: ArchiveWriter; onRows: (count: number) => void },
): Promise<{ rows: number; parts: Part[] }> {
  const stream = client.query(to(`COPY ${quoted(name)} (${columns.map(quoted).join(", ")}) TO STDOUT`));
  const parts: Part[] = [];
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let rows = 0;
  let beganAtMs = performance.now();
  const flush = async () => {
    const bytes = Buffer.concat(pending);
    const number = String(parts.length + 1).padStart(6, "0");
    parts.push(await writer.add(`${entryNames.database}${name}/${number}.copy.zst`, await compress(bytes)));
    pending = [];
    pendingBytes = 0;
    const found = countLines(bytes);
    rows += found;
    onRows(found);
    await delay(Math.min(performance.now() - beganAtMs, restAtMostMs));
    beganAtMs = performance.now();
  };
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    pending.push(bytes);
    pendingBytes += bytes.byteLength;
    if (pendingBytes >= partBytes) await flush();
  }
  if (pendingBytes > 0) await flush();
  return { rows, parts };
}

/** In COPY's text format each row is one line: line breaks in values are escaped. */
function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

/** Loads tables from an archive's parts, in their order, within the transaction of the connection. */
export class TableLoader {
  readonly #client: ClientBase;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #rows: Record<string, number> = {};
  #open: { name: string; stream: ReturnType<typeof from>; failed: Promise<never> } | null = null;

  /** `tables`: the tables of the database. Parts of other tables are skipped. */
  constructor(client: ClientBase, tables: readonly Table[]) {
    this.#client = client;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
  }

  async add(entryName: string, compressed: Buffer): Promise<void> {
    const name = entryName.slice(entryNames.database.length).split("/")[0] ?? "";
    const table = this.#tables.get(name);
    if (!table) return;
    if (this.#open?.name !== name) {
      await this.#finish();
      const text = `COPY ${quoted(name)} (${table.columns.map(quoted).join(", ")}) FROM STDIN`;
      const stream = this.#client.query(from(text));
      const { promise: failed, reject } = Promise.withResolvers<never>();
      failed.catch(() => undefined);
      stream.once("error", reject);
      this.#open = { name, stream, failed };
    }
    const { stream, failed } = this.#open;
    const bytes = await decompress(compressed, { maxOutputLength: decompressedLimitBytes }).catch(
      (cause: unknown) => {
        throw new BackupError(`${entryName} cannot be decompressed: ${cause}`);
      },
    );
    try {
      if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), failed]);
    } catch (error) {
      throw notLoaded(name, error);
    }
  }

  /** The number of loaded rows per table. */
  async end(): Promise<Record<string, number>> {
    await this.#finish();
    return this.#rows;
  }

  async #finish(): Promise<void> {
    if (!this.#open) return;
    const { name, stream, failed } = this.#open;
    this.#open = null;
    try {
      const finished = once(stream, "finish");
      stream.end();
      await Promise.race([finished, failed]);
    } catch (error) {
      throw notLoaded(name, error);
    }
    this.#rows[name] = stream.rowCount;
  }
}

function notLoaded(name: string, error: unknown): BackupError {
  return new BackupError(
    `The rows of table ${name} cannot be loaded: ${error instanceof Error ? error.message : error}`,
  );
}
