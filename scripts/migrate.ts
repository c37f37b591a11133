import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { deployMigrations, migrationsFolder } from "#lib/db/migrate.ts";
import { startScratchPostgres } from "#lib/db/scratch.ts";
import { diffSchema } from "./migrate/schema-engine.ts";

const usage = `Usage: node scripts/migrate.ts COMMAND
  deploy     apply the migrations that the database in DATABASE_URL lacks
  dev NAME   write a migration from the present migrations to the present schema
  check      prove that the migrations make exactly what the schema says`;

const [command, name] = process.argv.slice(2);
if (command === "deploy") await deploy();
else if (command === "dev" && name) await dev(name);
else if (command === "check") await check();
else {
  console.error(usage);
  process.exitCode = 2;
}

async function deploy(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error("DATABASE_URL is not set: with the embedded database, npm start migrates by itself");
  const applied = await deployMigrations(url);
  console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);
}

async function dev(migrationName: string): Promise<void> {
  const script = await diff("sql");
  if (script === null) return console.log("The migrations already make what the schema says.");
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(migrationsFolder, `${stamp}_${migrationName.replace(/\W+/g, "_").toLowerCase()}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "migration.sql"), script);
  console.log(
    `Wrote ${path.relative(process.cwd(), folder)}: read it, and add by hand what a schema cannot say (checks, triggers).`,
  );
}

async function check(): Promise<void> {
  const drift = await diff("words");
  if (drift === null) return console.log("The migrations make exactly what the schema says.");
  console.error(`The migrations lack something of the schema: run npm run migrate -- dev NAME\n${drift}`);
  process.exitCode = 1;
}

/** What the schema has and the migrations do not make; null when they agree. */
async function diff(form: "sql" | "words"): Promise<string | null> {
  const server = await startScratchPostgres();
  try {
    await deployMigrations(server.url);
    return await diffSchema(server.url, form);
  } finally {
    await server.stop();
  }
}
