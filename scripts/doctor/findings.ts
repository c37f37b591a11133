import { fillText, noWorkerFix } from "#lib/platform/reasons.ts";

const setIn = "in the environment or in .env, then restart";

/** What does not work, or will stop working: text and fix. Names in braces are placeholders. */
const errors = {
  configuration_invalid: [
    "A setting is invalid: {problem}.",
    `Correct it ${setIn}; docs/configuration.md describes every setting.`,
  ],
  database_not_running: [
    "The embedded database of {dataDir} is not running.",
    "Start the service with npm start, or set DATABASE_URL to your own PostgreSQL.",
  ],
  database_refused: [
    "The database at {address} rejects the user or the password of DATABASE_URL.",
    `Correct the user and the password of DATABASE_URL ${setIn}; special characters must be percent-encoded.`,
  ],
  database_unknown: [
    "The server at {address} has no database with the name in DATABASE_URL.",
    "Create it (CREATE DATABASE), or correct the last part of DATABASE_URL.",
  ],
  database_unreachable: [
    "The database at {address} cannot be reached: {problem}.",
    "Start PostgreSQL, or correct the host and port of DATABASE_URL; check the firewalls in between.",
  ],
  migrations_pending: [
    "The database lacks {count} migrations, up to {last}.",
    "Run npm run migrate -- deploy, or start the service without MIGRATE_ON_START=off.",
  ],
  migrations_unusable: [
    "This version cannot run on the database: {problem}",
    "Run npm run migrate -- status for the details.",
  ],
  secret_changed: [
    "This database was used with another AUTH_SECRET: stored secrets cannot be decrypted, and sessions are invalid.",
    `Set AUTH_SECRET or AUTH_SECRET_PREVIOUS to the former value ${setIn}; an installation without AUTH_SECRET has it in secrets.json of DATA_DIR.`,
  ],
  secrets_damaged: ["{problem}", "{fix}"],
  signing_fails: [
    "Results are not signed: {problem}.",
    "Correct the files of C2PA_CERT and C2PA_KEY, then restart; docs/configuration.md describes them.",
  ],
  data_dir_not_writable: [
    "DATA_DIR ({dataDir}) is not writable: {problem}.",
    "Make the user that runs the service the owner of the folder (chown -R), mount it writable, or set DATA_DIR to another one.",
  ],
  data_dir_moved: ["{problem}", "{fix}"],
  storage_fails: [
    "A test picture could not be stored, read and deleted: {problem}.",
    "Check that DATA_DIR is writable and not full; with Cloudinary, that CLOUDINARY_URL has the account's key and secret.",
  ],
  disk_full: [
    "Only {free} MB are free on the disk of DATA_DIR: uploads and new work are refused below {floor} MB.",
    "Free space or enlarge the disk; DISK_FLOOR_MB sets the limit. docs/operations.md lists what uses the disk.",
  ],
  worker_missing: [
    "No worker is alive: no work can be processed.",
    `${noWorkerFix.charAt(0).toUpperCase()}${noWorkerFix.slice(1)}.`,
  ],
  ledger_problems: [
    "The last audit of the ledgers found {count} problems.",
    "Run npm run admin -- credits audit, which lists them.",
  ],
  backup_late: [
    "The last scheduled backup succeeded at {at}, more than two days ago.",
    "Make one now with npm run admin -- backup run, which reports the problem; the log has the reason too.",
  ],
  backup_failed: [
    "Scheduled backups fail: {problem}.",
    "Fix the cause, then make a backup with npm run admin -- backup run.",
  ],
  clock_skewed: [
    "The clock of this machine differs from that of {what} by {seconds} seconds.",
    "Synchronize the clocks of all machines (systemd-timesyncd, chrony): signatures and heartbeats depend on them.",
  ],
  stripe_refused: [
    "Stripe rejects STRIPE_SECRET_KEY.",
    `Set STRIPE_SECRET_KEY to a key of Stripe's dashboard (Developers, API keys) ${setIn}.`,
  ],
  stripe_unreachable: [
    "Stripe cannot be reached: {problem}.",
    "Allow this machine to reach api.stripe.com over HTTPS, or correct STRIPE_API_URL.",
  ],
  mail_fails: [
    "The mail server of SMTP_URL does not accept mail: {problem}.",
    "Correct the host, port, user and password of SMTP_URL; smtps:// is for port 465, smtp:// for 587.",
  ],
  issuer_unusable: [
    "Nobody can sign in through {issuer}: {problem}.",
    `Correct OIDC_ISSUER ${setIn}: its document is at /.well-known/openid-configuration below it. Allow this machine to reach it.`,
  ],
  model_refused: [
    "{provider} rejects {setting}.",
    `Set {setting} to a key of your account there ${setIn}, or remove its models from IMAGE_MODEL.`,
  ],
  model_unreachable: [
    "{provider} cannot be reached at {address}: {problem}.",
    "Allow this machine to reach it, correct {setting}, or remove its models from IMAGE_MODEL.",
  ],
  check_failed: [
    "The check of {what} failed with an error: {problem}.",
    "Check the log; this is a defect of the doctor, or of the part that it checks.",
  ],
} as const;

/** What works, but should be changed. */
const warnings = {
  secret_missing: [
    "AUTH_SECRET is not set: sessions and stored secrets depend on {dataDir}/secrets.json on this machine.",
    `Set AUTH_SECRET (openssl rand -base64 48) to the same value on every machine, and AUTH_SECRET_PREVIOUS as docs/operations.md describes.`,
  ],
  disk_low: [
    "{free} MB are free on the disk of DATA_DIR; below {floor} MB uploads and new work are refused.",
    "Free space or enlarge the disk before that; docs/operations.md lists what uses the disk.",
  ],
  backup_off: [
    "The embedded database is not backed up: BACKUP_SCHEDULE is off.",
    `Unset BACKUP_SCHEDULE ${setIn}, or back up DATA_DIR yourself while the service is stopped.`,
  ],
  backup_same_disk: [
    "Scheduled backups are stored in {folder}, on the disk of DATA_DIR: if that disk is lost, they are lost too.",
    `Set BACKUP_URL to a bucket ${setIn}, or copy each archive to another machine.`,
  ],
  backup_without_pictures: [
    "Scheduled backups contain the database without the pictures.",
    `Unset BACKUP_PICTURES ${setIn}, or back up {dataDir}/images yourself.`,
  ],
  backup_without_secrets: [
    "Scheduled backups contain no secrets: after a restore without them, webhooks cannot be signed and two-factor codes cannot be checked.",
    `Set BACKUP_PASSPHRASE ${setIn}, and keep it elsewhere; or keep {dataDir}/secrets.json and AUTH_SECRET elsewhere.`,
  ],
  certificate_expires: [
    "The certificate of C2PA_CERT expires on {at}: results after that are not signed.",
    "Renew it, replace the files of C2PA_CERT and C2PA_KEY, then restart.",
  ],
  mail_off: [
    "SMTP_URL is not set: mails are written to files in {folder} and not sent.",
    `Set SMTP_URL and MAIL_FROM ${setIn}.`,
  ],
  secret_not_shared: [
    "STORAGE_URL and DATABASE_URL are set and AUTH_SECRET is not: each machine would sign uploads with its own secret.",
    `Set the same AUTH_SECRET on all machines, ${setIn}.`,
  ],
  proxies_missing: [
    "BASE_URL is public and TRUSTED_PROXIES is empty: without a reverse proxy nothing holds off floods, and behind an unknown one all visitors share one address and its limits.",
    "Run a reverse proxy in front, such as ops/nginx.conf, and set TRUSTED_PROXIES to its address (loopback, private, 10.0.0.0/8).",
  ],
  metrics_closed: [
    "BASE_URL is public and METRICS_TOKEN is not set: /api/metrics rejects all requests.",
    "Set METRICS_TOKEN to read metrics.",
  ],
  issuer_insecure: [
    "OIDC_ISSUER uses http://: a person who can change its answers can sign in as any user.",
    `Set OIDC_ISSUER to its https:// address ${setIn}.`,
  ],
  address_insecure: [
    "BASE_URL is public and begins with http://: passwords and keys are sent unencrypted.",
    "Run the service behind a proxy with TLS, and set BASE_URL to its https:// address.",
  ],
} as const;

const rules: Record<FindingKey, readonly [text: string, fix: string]> = { ...errors, ...warnings };

export type FindingKey = keyof typeof errors | keyof typeof warnings;

export interface Finding {
  key: FindingKey;
  severity: "error" | "warning";
  message: string;
  fix: string;
}

export function found(key: FindingKey, values: Record<string, string | number> = {}): Finding {
  const [text, fix] = rules[key];
  const severity = key in errors ? "error" : "warning";
  return { key, severity, message: fillText(text, values), fix: fillText(fix, values) };
}

/** The findings of a look at something, or the one of its failure. */
export async function foundBy(
  look: () => Promise<Finding[]>,
  key: FindingKey,
  values: Record<string, string> = {},
): Promise<Finding[]> {
  return await look().catch((error: unknown) => [found(key, { ...values, problem: problemOf(error) })]);
}

/** Describes an error without a full stop, to be embedded in a sentence. */
export function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const code = error instanceof Error && "code" in error && !message ? String(error.code) : "";
  const parts = new Set([message, cause, code].filter(Boolean).map((part) => part.replace(/\.+$/, "")));
  return [...parts].join(": ");
}
