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
    await asOwner(template, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return url;
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
