import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";

const schemaFile = fileURLToPath(new URL("../../prisma/schema.prisma", import.meta.url));
const noFilters = { externalTables: [], externalEnums: [] };
const charOid = 18;
const textOid = 25;
const charMark = "\u0000char";

/**
 * Returns the migration of the database at `url` to the current schema, as SQL or in words; null if they agree. Uses
 * Prisma's schema engine as WebAssembly over the `pg` driver: the CLI would download the engine as a binary at first
 * use, which a closed network does not allow.
 */
export async function diffSchema(url: string, form: "sql" | "words"): Promise<string | null> {
  await loadWasm();
  const content = await readFile(schemaFile, "utf8");
  const files = [{ path: schemaFile, content }];
  let adapter: SqlDriverAdapter | undefined;
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: async () => {
      adapter = await connect(url);
      return adapter;
    },
    connectToShadowDb: () => connect(url),
  });
  const engine = await bindings.SchemaEngine.new({ datamodels: [[schemaFile, content]] }, () => {}, factory);
  try {
    const result = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: path.dirname(schemaFile) },
      to: { tag: "schemaDatamodel", files },
      script: form === "sql",
      exitCode: true,
      filters: noFilters,
    });
    return result.exitCode === 0 ? null : (result.stdout ?? "");
  } catch (error) {
    // The engine throws plain objects.
    throw error instanceof Error ? error : new Error(JSON.stringify(error), { cause: error });
  } finally {
    engine.free();
    await adapter?.dispose();
  }
}

let loading: Promise<void> | undefined;

function loadWasm(): Promise<void> {
  loading ??= (async () => {
    const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const wasm = await readFile(path.join(path.dirname(glue), "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(wasm, {
      "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports,
    });
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  })();
  return loading;
}

/**
 * The adapter does not support PostgreSQL's internal "char" type, in which the catalogue keeps its flags: such
 * columns pass through it as marked text and are converted back.
 */
async function connect(url: string): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPg({ connectionString: url, max: 1 }).connect();
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryArrayResult>;
  pool.query = (async (...args: unknown[]) => {
    const result = await query(...args);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID !== charOid) continue;
      field.dataTypeID = textOid;
      field.name += charMark;
    }
    return result;
  }) as typeof pool.query;
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement);
    const isChar = result.columnNames.map((name) => name.endsWith(charMark));
    return {
      ...result,
      columnNames: result.columnNames.map((name) => name.replace(charMark, "")),
      columnTypes: result.columnTypes.map((type, index) => (isChar[index] ? ColumnTypeEnum.Character : type)),
    };
  };
  return adapter;
}
