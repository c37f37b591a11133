import { expect, test } from "vitest";
import { db, sql } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { batchColumns, columnsFor, columnsFrom, workColumns } from "./work-columns.ts";

await useDatabase();

interface DatabaseColumn {
  name: string;
  type: string;
  isRequired: boolean;
}

function readColumns(table: string): Promise<DatabaseColumn[]> {
  return db().$queryRaw(sql`
    SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS "isRequired"
    FROM pg_attribute a WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped`);
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

test.each([
  ["generation", workColumns],
  ["batch", batchColumns],
])("every column of the table %s is classified, with its type", async (table, columns) => {
  const found = await readColumns(table);
  const unclassified = found.map(({ name }) => name).filter((name) => !(camelCase(name) in columns));
  expect(unclassified, "add these to lib/credits/work-columns.ts").toEqual([]);
  const types = found.map(({ name, type }) => [
    camelCase(name),
    type.replace("timestamp with time zone", "timestamptz"),
  ]);
  expect(Object.fromEntries(types)).toEqual(
    Object.fromEntries(Object.entries(columns).map(([key, { type }]) => [key, type])),
  );
});

test.each(["generation", "batch"])("rows of %s are deleted with the account", async (table) => {
  const rules = await db().$queryRaw<{ rule: string }[]>(sql`
    SELECT confdeltype::text AS rule FROM pg_constraint
    WHERE conrelid = ${table}::regclass AND confrelid = '"user"'::regclass AND contype = 'f'`);
  expect(rules).toEqual([{ rule: "c" }]);
});

test("every counted or searched column except customId is erased with the work", () => {
  const erased = columnsFor("erased").map(({ key }) => key);
  const counted = columnsFor("counted").map(({ key }) => key);
  expect(counted.filter((key) => !erased.some((one) => one === key))).toEqual(["customId"]);
  const searched = columnsFor("searched").map(({ key }) => key);
  expect(searched.filter((key) => !erased.some((one) => one === key))).toEqual(["customId"]);
});

test("every erased column that is not nullable has an empty value", async () => {
  const required = (await readColumns("generation")).flatMap(({ name, isRequired }) =>
    isRequired ? [name] : [],
  );
  const withoutValue = columnsFor("erased").filter(({ empty }) => empty === "NULL");
  expect(withoutValue.filter(({ name }) => required.includes(name))).toEqual([]);
});

test("a retry repeats every column of the request", () => {
  const repeated = columnsFor("repeated").map(({ key }) => key);
  const requested = columnsFrom("request").map(({ key }) => key);
  expect(requested.filter((key) => !repeated.some((one) => one === key))).toEqual([]);
});
