import { type ArchiveHeader, BackupError } from "./format.ts";
import { readHeader, scanArchive } from "./scan.ts";
import { requireKnownSchema } from "./schema.ts";
import { findSecretsBeside, openSecrets, type Secrets } from "./secrets.ts";

/** Reads an archive's header and secrets without restoring it. Throws BackupError when it cannot be restored here. */
export async function inspectArchive(file: string, passphrase: string | undefined) {
  const header = await readHeader(file);
  await requireKnownSchema(header);
  const secrets = await readSecrets(file, header, passphrase);
  return { header, secrets };
}

async function readSecrets(
  file: string,
  header: ArchiveHeader,
  passphrase: string | undefined,
): Promise<Secrets> {
  if (!header.secrets.isIncluded) return findSecretsBeside(file, header);
  if (passphrase === undefined) {
    throw new BackupError(
      "The secrets in the archive are encrypted: name the passphrase with --passphrase-file or BACKUP_PASSPHRASE.",
    );
  }
  const found = Promise.withResolvers<Secrets>();
  const stop = new Error("found");
  await scanArchive(
    file,
    {
      secrets: async (bytes) => {
        found.resolve(await openSecrets(bytes, passphrase));
        throw stop;
      },
    },
    { checks: false },
  ).catch((error: unknown) => {
    if (error !== stop) throw error;
  });
  return found.promise;
}
