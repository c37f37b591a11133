import { deployMigrations, requireMigrations } from "#lib/db/migrate.ts";
import type { Environment } from "#lib/platform/env.ts";

/** Applies pending migrations and returns their names; with MIGRATE_ON_START=off, only checks the schema. */
export async function migrateOnStart(
  url: string,
  { MIGRATE_ON_START, DATABASE_DIRECT_URL }: Pick<Environment, "MIGRATE_ON_START" | "DATABASE_DIRECT_URL">,
): Promise<string[]> {
  const report = (line: string) => console.error(line);
  if (MIGRATE_ON_START === "on") return deployMigrations(DATABASE_DIRECT_URL ?? url, { report });
  await requireMigrations(url);
  return [];
}
