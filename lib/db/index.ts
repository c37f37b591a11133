import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "../env.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";

const slot = Symbol.for("photo-generation-service.db");
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
  const adapter = new PrismaPg({
    connectionString: DATABASE_URL,
    max: DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  });
  return new PrismaClient({ adapter });
}

export async function disconnectDb(): Promise<void> {
  await shared[slot]?.$disconnect();
  delete shared[slot];
}

export { Prisma };
export const sql = Prisma.sql;
/** Anything that runs statements: the client, or one open transaction. */
export type Queryable = Pick<PrismaClient, "$queryRaw" | "$executeRaw">;
