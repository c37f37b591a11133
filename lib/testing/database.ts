import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the migrated database that test databases are copied from. */
    templateDatabaseUrl: string;
    /** Folder of what is prepared once for all test files, as DATA_DIR/cache of each. */
    cacheDir: string;
  }
}

/** SQLSTATE 42501. */
const insufficientPrivilege = "42501";

/** A database of its own beside that of the tests, without a table. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject("templateDatabaseUrl"));
  const name = `empty_${randomBytes(6).toString("hex")}`;
  await asOwner(url, `CREATE DATABASE ${name} TEMPLATE template0`);
  const drop = () => dropDatabase(url, name);
  return { url: Object.assign(new URL(url), { pathname: `/${name}` }).href, drop };
}

/** Creates this test file's migrated, empty database, the one DATABASE_URL names; it goes when the file is done. */
export async function useDatabase(): Promise<string> {
  const template = new URL(inject("templateDatabaseUrl"));
  const url = process.env.DATABASE_URL ?? "";
  const name = new URL(url).pathname.slice(1);
  await asOwner(template, `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`);
  afterAll(async () => {
    // Only now: what they import reads the environment.
    const [{ stopQueue }, { stopListening }] = await Promise.all([
      import("#lib/queue/boss.ts"),
      import("#lib/db/notifications.ts"),
    ]);
    await stopQueue();
    await stopListening();
    await dropDatabase(template, name);
  });
  return url;
}

/** PostgreSQL's own vacuum may be at work in it, which only its superuser may end: that is waited for. */
async function dropDatabase(template: URL, name: string): Promise<void> {
  const untilMs = Date.now() + 30_000;
  for (;;) {
    try {
      return await asOwner(template, `DROP DATABASE ${name} WITH (FORCE)`);
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === insufficientPrivilege;
      if (!isBusy || Date.now() > untilMs) throw error;
      await delay(100);
    }
  }
}

async function asOwner(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = "/photos";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
