import { deployMigrations } from "../db/migrate.ts";
import { env } from "../platform/env.ts";
import { withClient } from "./database.ts";
import type { ArchiveHeader } from "./format.ts";
import { findProblems, inspectArchive, loadArchive, type Problems } from "./load.ts";
import { makeSchema } from "./schema.ts";

export interface Verified extends Problems {
  header: ArchiveHeader;
  /** Whether the secrets in the archive were decrypted. */
  isDecrypted: boolean;
  /** Tables that a restore leaves out. */
  foreignTables: string[];
}

/**
 * Verifies an archive independently of its service: its hash, then every row by loading it into this process's empty
 * database, then every ledger by the service's own audit, then the picture of every row that needs one. Throws
 * BackupError for an archive that cannot be restored.
 */
export async function verifyBackup(file: string, passphrase: string | undefined): Promise<Verified> {
  const { header } = await inspectArchive(file, passphrase, { needsSecrets: false });
  const url = env().DATABASE_URL ?? "";
  await makeSchema(url, header);
  return await withClient(url, async (client) => {
    const foreignTables = await loadArchive(client, file);
    await deployMigrations(url);
    const isDecrypted = header.secrets.isIncluded && passphrase !== undefined;
    return { header, isDecrypted, foreignTables, ...(await findProblems(client, header)) };
  });
}
