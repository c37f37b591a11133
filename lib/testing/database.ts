import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the migrated database from which test databases are copied. */
    templateDatabaseUrl: string;
    /** Folder of files that are prepared once for all test files, used as DATA_DIR/cache of each. */
    cacheDir: string;
    /** Folder for the data folders of the test files, deleted after the run. */
    runDir: string;
  }
}

/** Creates a separate database without tables, beside those of the tests. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject("templateDatabaseUrl"));
  const name = `empty_${randomBytes(6).toString("hex")}`;
  await asOwner(url, `CREATE DATABASE ${name} TEMPLATE template0`);
  const drop = () => asOwner(url, `DROP DATABASE ${name} WITH (FORCE)`);
  return { url: Object.assign(new URL(url), { pathname: `/${name}` }).href, drop };
}

/** Creates this test file's empty, migrated database with the name in DATABASE_URL; dropped after the file. */
export async function useDatabase(): Promise<string> {
  const template = new URL(inject("templateDatabaseUrl"));
  const url = process.env.DATABASE_URL ?? "";
  const name = new URL(url).pathname.slice(1);
  const from = template.pathname.slice(1);
  // Copies the files instead of logging every page, which takes a third of the time.
  await asOwner(template, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  afterAll(async () => {
    // Imported late, because these modules read the environment.
    const [{ stopQueue }, { stopListening }, { disconnectDb }] = await Promise.all([
      import("#lib/queue/boss.ts"),
      import("#lib/db/notifications.ts"),
      import("#lib/db/index.ts"),
    ]);
    await stopQueue();
    await stopListening();
    await disconnectDb();
    await asOwner(template, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return url;
}

/** The rows of a query over a connection of its own. */
export async function queryAt<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** One connection for all test files of this process: each connection costs the server a process. */
let owner: pg.Pool | null = null;

async function asOwner(template: URL, statement: string): Promise<void> {
  owner ??= connectAsOwner(template);
  await owner.query(statement);
}

function connectAsOwner(template: URL): pg.Pool {
  const connectionString = Object.assign(new URL(template), { pathname: "/photos" }).href;
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server ends before this process does.
  return pool.on("error", () => undefined);
}
