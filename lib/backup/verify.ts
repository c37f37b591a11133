import { auditCredits, auditProblems } from "../credits/audit.ts";
import { deployMigrations } from "../db/migrate.ts";
import { env } from "../platform/env.ts";
import { connect } from "./database.ts";
import { type ArchiveHeader, type ArchiveManifest, BackupError } from "./format.ts";
import { loadArchive } from "./load.ts";
import { findMissingPictures } from "./needed-pictures.ts";
import { readHeader, scanArchive } from "./scan.ts";
import { makeSchema, requireKnownSchema } from "./schema.ts";
import { openSecrets } from "./secrets.ts";

/** Problems of one kind: their number, and the first ones. */
export interface Problems {
  kind: "damage" | "database" | "ledger" | "pictures" | "secrets";
  count: number;
  first: string[];
}

export interface Verified {
  /** Null when the archive ends before its manifest. */
  manifest: ArchiveManifest | null;
  problems: Problems[];
}

const shown = 5;

/**
 * Verifies an archive independently of its service: every hash, then every row by loading it into this process's
 * empty database, then every ledger by the service's own audit, then the picture of every row that needs one.
 */
export async function verifyBackup(file: string, { passphrase }: { passphrase?: string | undefined }) {
  const header = await readHeader(file);
  await requireKnownSchema(header);
  const { manifest, problems } = await findDamage(file, { passphrase });
  // Damaged parts would be reported again as missing.
  if (problems.length === 0) problems.push(...(await findDisagreement(file, header)));
  return { manifest, problems } satisfies Verified;
}

/** Reads the whole archive once and verifies every byte by its hash. */
export async function findDamage(
  file: string,
  { passphrase }: { passphrase?: string | undefined } = {},
): Promise<Verified> {
  const damage: Problems = { kind: "damage", count: 0, first: [] };
  const secrets: Problems = { kind: "secrets", count: 0, first: [] };
  let manifest: ArchiveManifest | null = null;
  try {
    manifest = await scanArchive(
      file,
      {
        secrets: async (bytes) => {
          if (passphrase === undefined) return;
          await openSecrets(bytes, passphrase).catch((error: unknown) => add(secrets, error));
        },
      },
      { checks: true, onDamage: (problem) => add(damage, problem) },
    );
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    add(damage, error);
  }
  return { manifest, problems: [damage, secrets].filter(({ count }) => count > 0) };
}

async function findDisagreement(file: string, header: ArchiveHeader): Promise<Problems[]> {
  const url = env().DATABASE_URL ?? "";
  const database: Problems = { kind: "database", count: 0, first: [] };
  const client = await connect(url);
  try {
    await makeSchema(url, header);
    const { foreignTables } = await loadArchive(client, file, { checks: false });
    for (const name of foreignTables) {
      add(database, `table ${name} is no part of this service's schema: a restore leaves it out`);
    }
    await deployMigrations(url);
    const audit = await auditCredits();
    const ledger: Problems = {
      kind: "ledger",
      count: audit.problems,
      first: audit.findings.map(
        ({ kind, count, userId, problem }) => `${count} ${auditProblems[kind]}, as ${userId}: ${problem}`,
      ),
    };
    const missing = header.hasPictures ? await findMissingPictures(client, shown) : { count: 0, first: [] };
    const pictures: Problems = {
      kind: "pictures",
      count: missing.count,
      first: missing.first.map(({ publicId, problem }) => `${publicId} ${problem}`),
    };
    return [database, ledger, pictures].filter(({ count }) => count > 0);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    add(database, error);
    return [database];
  } finally {
    await client.end().catch(() => undefined);
  }
}

function add(problems: Problems, problem: unknown): void {
  problems.count += 1;
  if (problems.first.length < shown) {
    problems.first.push(problem instanceof Error ? problem.message : String(problem));
  }
}
