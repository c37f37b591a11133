import { log } from "../platform/log.ts";
import { currentSecret, fingerprintOf, formerSecrets } from "../platform/secrets.ts";
import { db, sql } from "./index.ts";

/**
 * Records the current secret, by its fingerprint. Logs an error if this database was used only with secrets that this
 * process does not have.
 */
export async function noteSecrets(): Promise<void> {
  const current = fingerprintOf(currentSecret());
  if (await hasUnknownSecret()) {
    log.error(
      { current },
      "this database was used with another AUTH_SECRET: set AUTH_SECRET_PREVIOUS to it, or webhooks cannot be " +
        "signed and two-factor codes cannot be checked (npm run admin -- secrets status)",
    );
  }
  await db().$executeRaw(sql`
    INSERT INTO installation_secret (fingerprint) VALUES (${current}) ON CONFLICT (fingerprint) DO NOTHING`);
}

/**
 * Whether this database was used only with secrets that this process does not have. `hasSecret: false`: the process
 * has no secret at all.
 */
export async function hasUnknownSecret(hasSecret = true): Promise<boolean> {
  const rows = await db().installationSecret.findMany({ select: { fingerprint: true } });
  const own = hasSecret ? [currentSecret(), ...formerSecrets()].map(fingerprintOf) : [];
  return rows.length > 0 && !rows.some(({ fingerprint }) => own.includes(fingerprint));
}
