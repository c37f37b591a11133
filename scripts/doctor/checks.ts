import { disconnectDb } from "#lib/db/index.ts";
import type { Environment } from "#lib/platform/env.ts";
import { redact } from "#lib/platform/redact.ts";
import { findWarnings } from "../start/warnings.ts";
import { checkBackups } from "./backups.ts";
import {
  checkConnection,
  checkLedgers,
  checkMigrations,
  checkSecrets,
  checkWorkers,
  describeStopped,
} from "./database.ts";
import { type Finding, found, problemOf } from "./findings.ts";
import { checkDataDir, checkDisk, checkStorage } from "./machine.ts";
import { checkCertificate, checkMail, checkModels, checkSignIn, checkStripe } from "./services.ts";

export interface Check {
  name: string;
  /** Null if the check was skipped because of another failure. */
  findings: Finding[] | null;
}

const checkTimeoutMs = 30_000;

/**
 * Runs all checks of a setup, skipping those that depend on a failed one. `url` is the address of its database; null
 * if none runs.
 */
export async function runChecks(environment: Environment, url: string | null): Promise<Check[]> {
  const checks: Check[] = [];
  const check = async (name: string, look: () => Finding[] | Promise<Finding[]>, isPossible = true) => {
    const findings = isPossible ? await lookAt(name, look) : null;
    checks.push({ name, findings });
    return findings?.every(({ severity }) => severity === "warning") ?? false;
  };
  await check("configuration", () => findWarnings(environment));
  const hasFolder = await check("data directory", checkDataDir);
  const hasRoom = await check("disk", checkDisk, hasFolder);
  const isEmbedded = !environment.DATABASE_URL;
  const { DATA_DIR: dataDir } = environment;
  const isReached = await check("database", () => (url ? checkConnection(url) : [describeStopped(dataDir)]));
  const hasSchema = await check("migrations", () => checkMigrations(url ?? ""), isReached);
  const hasSecrets = await check("secrets", () => checkSecrets(isEmbedded), hasSchema && hasFolder);
  await check("storage", checkStorage, hasSecrets && hasRoom);
  await check("workers", checkWorkers, hasSchema);
  await check("ledgers", checkLedgers, hasSchema);
  await check("backups", () => checkBackups(isEmbedded), hasSchema);
  await check("stripe", checkStripe);
  await check("mail", checkMail);
  await check("sign-in", checkSignIn);
  await check("models", checkModels);
  await check("certificate", checkCertificate);
  await disconnectDb().catch(() => undefined);
  return checks;
}

/** A check that fails or hangs must not prevent the others. */
async function lookAt(name: string, look: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error("it timed out")), checkTimeoutMs).unref(),
  );
  try {
    const findings = await Promise.race([look(), late]);
    return findings.map((finding) => ({ ...finding, message: redact(finding.message) }));
  } catch (error) {
    return [found("check_failed", { what: name, problem: redact(problemOf(error)) })];
  }
}
