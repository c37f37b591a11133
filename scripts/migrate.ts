import path from "node:path";
import { deployMigrations, findDrift, writeMigration } from "#lib/db/migrate.ts";
import { startScratchPostgres } from "#lib/db/scratch.ts";

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
  const folder = await withScratch((url) => writeMigration(url, migrationName));
  console.log(
    folder === null
      ? "The migrations already make what the schema says."
      : `Wrote ${path.relative(process.cwd(), folder)}: read it, and add by hand what a schema cannot say (checks, triggers).`,
  );
}

async function check(): Promise<void> {
  const drift = await withScratch(findDrift);
  if (drift === null) {
    console.log("The migrations make exactly what the schema says.");
    return;
  }
  console.error(`The migrations lack something of the schema: run npm run migrate -- dev NAME\n${drift}`);
  process.exitCode = 1;
}

async function withScratch<T>(use: (url: string) => Promise<T>): Promise<T> {
  const server = await startScratchPostgres();
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}
