import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import type pg from "pg";

const charOid = 18;
const textOid = 25;
const charMark = "\u0000char";

/**
 * The `pg` driver as the schema engine needs it. Three things differ from the adapter that queries use: a
 * script is sent whole, so that function bodies survive and a migration is applied entirely or not at
 * all; the one-character columns of the system catalogue are read; the shadow database is another one than
 * the one the connection string names.
 */
export function migrationAdapter(url: string): {
  factory: SqlMigrationAwareDriverAdapterFactory;
  /** Closes what the engine leaves open. */
  close(): Promise<void>;
} {
  let main: SqlDriverAdapter | undefined;
  return {
    factory: {
      provider: "postgres",
      adapterName: "@prisma/adapter-pg",
      connect: async () => {
        main = await connect(url);
        return main;
      },
      connectToShadowDb: () => connectToShadow(url),
    },
    close: async () => main?.dispose(),
  };
}

async function connect(url: string): Promise<SqlDriverAdapter> {
  // One connection, so that what the engine sets in its session still holds at its next statement.
  const adapter = await new PrismaPg({ connectionString: url, max: 1 }).connect();
  const pool = adapter.underlyingDriver();
  readCharColumns(adapter, pool);
  adapter.executeScript = async (script) => {
    await pool.query(script).catch((error: pg.DatabaseError) => {
      throw new DriverAdapterError({
        kind: "postgres",
        code: error.code ?? "N/A",
        severity: error.severity ?? "N/A",
        message: error.message,
        detail: error.detail,
        column: error.column,
        hint: error.hint,
      });
    });
  };
  return adapter;
}

async function connectToShadow(url: string): Promise<SqlDriverAdapter> {
  const name = `shadow_${randomUUID()}`;
  const owner = await connect(url);
  await owner.executeScript(`CREATE DATABASE "${name}"`);
  const shadowUrl = new URL(url);
  shadowUrl.pathname = `/${name}`;
  const shadow = await connect(shadowUrl.href);
  const disconnect = shadow.dispose.bind(shadow);
  shadow.dispose = async () => {
    await disconnect();
    await owner.executeScript(`DROP DATABASE "${name}"`);
    await owner.dispose();
  };
  return shadow;
}

/**
 * The adapter knows no type for PostgreSQL's internal "char", in which the catalogue keeps its flags: such
 * columns pass through it as marked text and come out as what they are.
 */
function readCharColumns(adapter: SqlDriverAdapter, pool: pg.Pool): void {
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
}
