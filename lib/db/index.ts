import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "../env.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";

const slot = Symbol.for("photo-generation-service.db");
const maxNamedStatements = 300;
const shared = globalThis as { [slot]?: PrismaClient };

/** The database client of this process: one pool, however often a bundler duplicates this module. */
export function db(): PrismaClient {
  shared[slot] ??= connect();
  return shared[slot];
}

function connect(): PrismaClient {
  const { DATABASE_URL, DATABASE_POOL_SIZE } = env();
  if (!DATABASE_URL) {
    throw new Error(
      "DATABASE_URL is not set: start the service with `npm start`, which brings its own database.",
    );
  }
  const pool = {
    connectionString: DATABASE_URL,
    max: DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  };
  // The mark that Prisma's own documentation gives poolers which hand every statement to another connection.
  const keepsStatements = !/[?&]pgbouncer=true(&|$)/.test(DATABASE_URL);
  const adapter = new PrismaPg(pool, keepsStatements ? { statementNameGenerator: statementNames() } : {});
  return new PrismaClient({ adapter });
}

/**
 * Names statements by their text, so that each connection plans one once. Only the first few hundred texts get a
 * name (an empty one means none): a statement whose text varies with its input must not fill the database's memory.
 */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql: text }) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= maxNamedStatements) return "";
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

export async function disconnectDb(): Promise<void> {
  await shared[slot]?.$disconnect();
  delete shared[slot];
}

export { Prisma };
export const sql = Prisma.sql;
/** Anything that runs statements: the client, or one open transaction. */
export type Queryable = Pick<PrismaClient, "$queryRaw" | "$executeRaw">;
