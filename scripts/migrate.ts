// `npm run migrate`: commands for operators, on a database, and for developers, on the migration files.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { findPostgres } from "#lib/db/embedded.ts";
import { deployMigrations, readSchemaStatus } from "#lib/db/migrate.ts";
import { migrationsFolder } from "#lib/db/migrations/files.ts";
import { startScratchPostgres } from "#lib/db/scratch.ts";
import { readEnvironment } from "#lib/platform/env.ts";
import { installQueue } from "#lib/queue/boss.ts";

const usage = `Usage: npm run migrate -- COMMAND
On the database in DATABASE_URL, or that of the service that runs on DATA_DIR:
  status [--json]  what it has and lacks; exit code 0 when this version can run on it as it is, 1 when not
  deploy           apply what it lacks
On the files of this folder:
  dev NAME         write a migration from the present migrations to the present schema
  check            check that the migrations produce exactly the schema`;

const [command, argument] = process.argv.slice(2);
try {
  if (command === "status") await status(argument === "--json");
  else if (command === "deploy") await deploy();
  else if (command === "dev" && argument) await dev(argument);
  else if (command === "check") await check();
  else {
    console.error(usage);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function findDatabase(): Promise<string> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = readEnvironment(process.env);
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL ?? (await findPostgres(DATA_DIR))?.url;
  if (url) return url;
  throw new Error(
    `DATABASE_URL is not set, and no service runs on ${DATA_DIR}: set it, or run npm start, which applies migrations.`,
  );
}

async function status(isJson: boolean): Promise<void> {
  const found = await readSchemaStatus(await findDatabase());
  const { applied, pending, newer, failed, changed, problem } = found;
  const isUpToDate = problem === null && pending.length === 0;
  process.exitCode = isUpToDate ? 0 : 1;
  if (isJson) {
    return console.log(JSON.stringify({ up_to_date: isUpToDate, ...found }));
  }
  const lines = [
    ["applied", applied.length === 0 ? [] : [`${applied.length}, latest ${applied.at(-1)}`]],
    ["pending", pending],
    ["newer than this version", newer],
    ["failed half-way", failed],
    ["changed after being applied", changed],
  ] as const;
  for (const [title, names] of lines) if (names.length > 0) console.log(`${title}: ${names.join(", ")}`);
  if (problem !== null) console.log(problem);
  else if (pending.length > 0) console.log("Apply the pending migrations: npm run migrate -- deploy");
  else console.log("The database is up to date.");
}

async function deploy(): Promise<void> {
  const url = await findDatabase();
  const applied = await deployMigrations(url, { report: console.error });
  // The queue has its own schema, which a start would migrate: done here, so that a start changes nothing.
  await installQueue(url);
  console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);
}

async function dev(migrationName: string): Promise<void> {
  const script = await diff("sql");
  if (script === null) return console.log("The migrations already produce the schema.");
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(migrationsFolder, `${stamp}_${migrationName.replace(/\W+/g, "_").toLowerCase()}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "migration.sql"), script);
  console.log(
    `Wrote ${path.relative(process.cwd(), folder)}: review it, and add what a schema cannot express (checks, triggers).`,
  );
}

async function check(): Promise<void> {
  const drift = await diff("words");
  if (drift === null) return console.log("The migrations produce exactly the schema.");
  console.error(`The migrations do not produce the whole schema: run npm run migrate -- dev NAME\n${drift}`);
  process.exitCode = 1;
}

/** Difference between the schema and the result of all migrations; null if there is none. */
async function diff(form: "sql" | "words"): Promise<string | null> {
  // Imported here because it needs a development dependency.
  const { diffSchema } = await import("./migrate/schema-engine.ts");
  const server = await startScratchPostgres();
  try {
    await deployMigrations(server.url);
    return await diffSchema(server.url, form);
  } finally {
    await server.stop();
  }
}
