import type { ClientBase } from "pg";
import { type ArchiveHeader, tablesNotCopied } from "./format.ts";

type Table = ArchiveHeader["tables"][number];

/**
 * The tables of the service's schema that are backed up, each after the tables its foreign keys reference. Excludes
 * unlogged tables, whose contents are expendable, and tables of extensions.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `SELECT t.relname AS name,
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
            ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint c JOIN pg_class r ON r.oid = c.confrelid
                  WHERE c.conrelid = t.oid AND c.contype = 'f' AND r.oid <> t.oid) AS "refersTo"
     FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
     WHERE n.nspname = 'public' AND t.relkind = 'r' AND t.relpersistence = 'p' AND NOT (t.relname = ANY($1))
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
     ORDER BY t.relname`,
    [tablesNotCopied],
  );
  return inOrder(rows);
}

/** Throws for circular references, which cannot be loaded in any order. */
function inOrder(tables: (Table & { refersTo: string[] })[]): Table[] {
  const ordered: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (ready.length === 0) {
      throw new Error(`tables refer to each other in a circle: ${[...waiting].join(", ")}`);
    }
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** The current values of these tables' sequences: never behind an earlier snapshot. */
export async function readSequences(client: ClientBase) {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT s.relname AS name FROM pg_class s JOIN pg_namespace n ON n.oid = s.relnamespace
     WHERE n.nspname = 'public' AND s.relkind = 'S'
       AND NOT EXISTS (
         SELECT FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
         WHERE d.objid = s.oid AND (d.deptype = 'e' OR t.relname = ANY($1)))
     ORDER BY s.relname`,
    [tablesNotCopied],
  );
  const sequences: { name: string; value: string; isCalled: boolean }[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    for (const row of rows) sequences.push({ name, ...row });
  }
  return sequences;
}

/** Columns with public ids of pictures, as `table` and `column`. */
export async function listPictureColumns(client: ClientBase): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT c.table_name AS "table", c.column_name AS "column"
     FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'text'
       AND c.column_name ~ '(^|_)public_id$'
     ORDER BY 1, 2`,
  );
  return rows;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
