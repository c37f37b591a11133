import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const migrationsFolder = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));

export interface Migration {
  /** Begins with a timestamp: names sort in the order of migrations. */
  name: string;
  script: string;
  checksum: string;
  /** False with `-- no-transaction`: its statements are then sent one by one, and may be repeated. */
  isTransaction: boolean;
}

const noTransactionLine = /^-- no-transaction\b/m;

export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(path.join(folder, name, "migration.sql"), "utf8");
      const checksum = createHash("sha256").update(script).digest("hex");
      return { name, script, checksum, isTransaction: !noTransactionLine.test(script) };
    }),
  );
}
