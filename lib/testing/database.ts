import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the migrated database that test databases are copied from. */
    templateDatabaseUrl: string;
  }
}

/**
 * Gives this test file a migrated, empty database of its own and names it in DATABASE_URL; it goes when the
 * file is done. Call it at the top of the file, before anything reads the environment:
 * `await useDatabase();` with the modules under test imported dynamically or reading `env()` lazily.
 */
export async function useDatabase(): Promise<string> {
  const template = new URL(inject("templateDatabaseUrl"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asOwner(template, `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  process.env.DATABASE_URL = url.href;
  afterAll(async () => {
    await asOwner(template, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return url.href;
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
