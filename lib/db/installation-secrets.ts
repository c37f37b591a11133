import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import {
  currentSecret,
  fingerprintOf,
  formerSecrets,
  hashWith,
  openSealed,
  seal,
} from "../platform/secrets.ts";
import { db, type Queryable, sql } from "./index.ts";

/** Purpose under which former secrets are sealed in this installation's table of secrets. */
export const formerSecretPurpose = "former secret";

/**
 * Records the current secret and stores the former ones, sealed with it: hashes made with them outlive
 * AUTH_SECRET_PREVIOUS. Idempotent and safe in several processes at once. Logs an error if this database was used
 * only with secrets that this process does not have.
 */
export async function noteSecrets(): Promise<void> {
  const current = fingerprintOf(currentSecret());
  const former = new Map(formerSecrets().map((secret) => [fingerprintOf(secret), secret]));
  const rows = await db().installationSecret.findMany({ select: { fingerprint: true, inUseSince: true } });
  const known = new Set(rows.map(({ fingerprint }) => fingerprint));
  const used = rows.flatMap(({ fingerprint, inUseSince }) => (inUseSince ? [fingerprint] : []));
  const isUsed = used.length > 0;
  const knownFormer = [...former].filter(([fingerprint]) => known.has(fingerprint));
  // A data folder's own secret may never have been used; AUTH_SECRET_PREVIOUS is stored in any case.
  const mayBeUnknown = !isUsed || env().AUTH_SECRET_PREVIOUS !== undefined;
  const kept = knownFormer.length > 0 || !mayBeUnknown ? knownFormer : [...former];
  if (isUsed && !used.some((fingerprint) => fingerprint === current || former.has(fingerprint))) {
    log.error(
      { current, used },
      "this database was used with another AUTH_SECRET: set AUTH_SECRET_PREVIOUS to it, or webhooks cannot be " +
        "signed and two-factor codes cannot be checked (npm run admin -- secrets status)",
    );
  }
  for (const [fingerprint, secret] of kept) {
    await db().$executeRaw(sql`
      INSERT INTO installation_secret AS s (fingerprint, sealed)
      VALUES (${fingerprint}, ${seal(formerSecretPurpose, secret)})
      ON CONFLICT (fingerprint) DO UPDATE SET sealed = EXCLUDED.sealed WHERE s.sealed IS NULL`);
  }
  await db().$executeRaw(sql`
    INSERT INTO installation_secret AS s (fingerprint, in_use_since) VALUES (${current}, now())
    ON CONFLICT (fingerprint) DO UPDATE SET in_use_since = now(), sealed = NULL
    WHERE s.sealed IS NOT NULL OR s.in_use_since IS NULL`);
}

/**
 * Whether this database was used only with secrets that this process does not have. `hasSecret: false`: the process
 * has no secret at all.
 */
export async function hasUnknownSecret(hasSecret = true): Promise<boolean> {
  const rows = await db().installationSecret.findMany({
    where: { inUseSince: { not: null } },
    select: { fingerprint: true },
  });
  const own = hasSecret ? [currentSecret(), ...formerSecrets()].map(fingerprintOf) : [];
  return rows.length > 0 && !rows.some(({ fingerprint }) => own.includes(fingerprint));
}

/** The current secret of this installation, and all former ones that can still be read. */
async function secretsEver(on: Queryable): Promise<string[]> {
  const rows = await on.$queryRaw<{ sealed: string }[]>(sql`
    SELECT sealed FROM installation_secret WHERE sealed IS NOT NULL`);
  const secrets = [currentSecret(), ...formerSecrets()];
  const kept = rows.flatMap(({ sealed }) =>
    secrets.flatMap((secret) => openSealed(secret, formerSecretPurpose, sealed) ?? []),
  );
  return [...new Set([...secrets, ...kept])];
}

/** The keyed hashes of a text under each of `secretsEver`, even without AUTH_SECRET_PREVIOUS. */
export async function hashesEver(purpose: string, text: string, on: Queryable): Promise<string[]> {
  return (await secretsEver(on)).map((secret) => hashWith(secret, purpose, text));
}
