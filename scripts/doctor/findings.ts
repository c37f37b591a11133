import { fillText, noWorkerFix } from "#lib/platform/reasons.ts";

/** `error`: something does not work, or will stop working. `warning`: it works, but should be changed. */
type Severity = "error" | "warning";

interface Rule {
  severity: Severity;
  text: string;
  fix: string;
}

const setIn = "in the environment or in .env, then restart";

/** All possible findings, each with its text and fix. Names in braces are placeholders. */
const rules = {
  configuration_invalid: {
    severity: "error",
    text: "A setting is invalid: {problem}.",
    fix: `Correct it ${setIn}; docs/configuration.md describes every setting.`,
  },
  database_not_running: {
    severity: "error",
    text: "The embedded database of {dataDir} is not running.",
    fix: "Start the service with npm start, or set DATABASE_URL to your own PostgreSQL.",
  },
  database_refused: {
    severity: "error",
    text: "The database at {address} rejects the user or the password of DATABASE_URL.",
    fix: `Correct the user and the password of DATABASE_URL ${setIn}; special characters must be percent-encoded.`,
  },
  database_unknown: {
    severity: "error",
    text: "The server at {address} has no database with the name in DATABASE_URL.",
    fix: "Create it (CREATE DATABASE), or correct the last part of DATABASE_URL.",
  },
  database_unreachable: {
    severity: "error",
    text: "The database at {address} cannot be reached: {problem}.",
    fix: "Start PostgreSQL, or correct the host and port of DATABASE_URL; check the firewalls in between.",
  },
  migrations_pending: {
    severity: "error",
    text: "The database lacks {count} migrations, up to {last}.",
    fix: "Run npm run migrate -- deploy, or start the service without MIGRATE_ON_START=off.",
  },
  migrations_unusable: {
    severity: "error",
    text: "This version cannot run on the database: {problem}",
    fix: "Run npm run migrate -- status for the details.",
  },
  secret_changed: {
    severity: "error",
    text: "This database was used with another AUTH_SECRET: stored secrets cannot be decrypted, and sessions are invalid.",
    fix: `Set AUTH_SECRET or AUTH_SECRET_PREVIOUS to the former value ${setIn}; an installation without AUTH_SECRET has it in secrets.json of DATA_DIR.`,
  },
  secret_missing: {
    severity: "warning",
    text: "AUTH_SECRET is not set: sessions and stored secrets depend on {dataDir}/secrets.json on this machine.",
    fix: `Set AUTH_SECRET (openssl rand -base64 48) to the same value on every machine, and AUTH_SECRET_PREVIOUS as docs/operations.md describes.`,
  },
  secrets_damaged: {
    severity: "error",
    text: "{problem}",
    fix: "{fix}",
  },
  data_dir_not_writable: {
    severity: "error",
    text: "DATA_DIR ({dataDir}) is not writable: {problem}.",
    fix: "Make the user that runs the service the owner of the folder (chown -R), mount it writable, or set DATA_DIR to another one.",
  },
  data_dir_moved: {
    severity: "error",
    text: "{problem}",
    fix: "{fix}",
  },
  storage_fails: {
    severity: "error",
    text: "A test picture could not be stored, read and deleted: {problem}.",
    fix: "Check that DATA_DIR is writable and not full; with Cloudinary, that CLOUDINARY_URL has the account's key and secret.",
  },
  disk_full: {
    severity: "error",
    text: "Only {free} MB are free on the disk of DATA_DIR: uploads and new work are refused below {floor} MB.",
    fix: "Free space or enlarge the disk; DISK_FLOOR_MB sets the limit. docs/operations.md lists what uses the disk.",
  },
  disk_low: {
    severity: "warning",
    text: "{free} MB are free on the disk of DATA_DIR; below {floor} MB uploads and new work are refused.",
    fix: "Free space or enlarge the disk before that; docs/operations.md lists what uses the disk.",
  },
  worker_missing: {
    severity: "error",
    text: "No worker is alive: no work can be processed.",
    fix: `${noWorkerFix.charAt(0).toUpperCase()}${noWorkerFix.slice(1)}.`,
  },
  ledger_problems: {
    severity: "error",
    text: "The last audit of the ledgers found {count} problems.",
    fix: "Run npm run admin -- credits audit, which lists them.",
  },
  backup_late: {
    severity: "error",
    text: "The last scheduled backup succeeded at {at}, more than two days ago.",
    fix: "Make one now with npm run admin -- backup run, which reports the problem; the log has the reason too.",
  },
  backup_failed: {
    severity: "error",
    text: "Scheduled backups fail: {problem}.",
    fix: "Fix the cause, then make a backup with npm run admin -- backup run.",
  },
  backup_off: {
    severity: "warning",
    text: "The embedded database is not backed up: BACKUP_SCHEDULE is off.",
    fix: `Unset BACKUP_SCHEDULE ${setIn}, or back up DATA_DIR yourself while the service is stopped.`,
  },
  backup_same_disk: {
    severity: "warning",
    text: "Scheduled backups are stored in {folder}, on the disk of DATA_DIR: if that disk is lost, they are lost too.",
    fix: `Set BACKUP_URL to a bucket ${setIn}, or copy each archive to another machine.`,
  },
  backup_without_pictures: {
    severity: "warning",
    text: "Scheduled backups contain the database without the pictures.",
    fix: `Unset BACKUP_PICTURES ${setIn}, or back up {dataDir}/images yourself.`,
  },
  backup_without_secrets: {
    severity: "warning",
    text: "Scheduled backups contain no secrets: after a restore without them, webhooks cannot be signed and two-factor codes cannot be checked.",
    fix: `Set BACKUP_PASSPHRASE ${setIn}, and keep it elsewhere; or keep {dataDir}/secrets.json and AUTH_SECRET elsewhere.`,
  },
  clock_skewed: {
    severity: "error",
    text: "The clock of this machine differs from that of {what} by {seconds} seconds.",
    fix: "Synchronize the clocks of all machines (systemd-timesyncd, chrony): signatures and heartbeats depend on them.",
  },
  stripe_refused: {
    severity: "error",
    text: "Stripe rejects STRIPE_SECRET_KEY.",
    fix: `Set STRIPE_SECRET_KEY to a key of Stripe's dashboard (Developers, API keys) ${setIn}.`,
  },
  stripe_unreachable: {
    severity: "error",
    text: "Stripe cannot be reached: {problem}.",
    fix: "Allow this machine to reach api.stripe.com over HTTPS, or correct STRIPE_API_URL.",
  },
  mail_fails: {
    severity: "error",
    text: "The mail server of SMTP_URL does not accept mail: {problem}.",
    fix: "Correct the host, port, user and password of SMTP_URL; smtps:// is for port 465, smtp:// for 587.",
  },
  mail_off: {
    severity: "warning",
    text: "SMTP_URL is not set: mails are written to files in {folder} and not sent.",
    fix: `Set SMTP_URL and MAIL_FROM ${setIn}.`,
  },
  model_refused: {
    severity: "error",
    text: "{provider} rejects {setting}.",
    fix: `Set {setting} to a key of your account there ${setIn}, or remove its models from IMAGE_MODEL.`,
  },
  model_unreachable: {
    severity: "error",
    text: "{provider} cannot be reached at {address}: {problem}.",
    fix: "Allow this machine to reach it, correct {setting}, or remove its models from IMAGE_MODEL.",
  },
  secret_not_shared: {
    severity: "warning",
    text: "STORAGE_URL and DATABASE_URL are set and AUTH_SECRET is not: each machine would sign uploads with its own secret.",
    fix: `Set the same AUTH_SECRET on all machines, ${setIn}.`,
  },
  proxies_missing: {
    severity: "warning",
    text: "BASE_URL is public and TRUSTED_PROXIES is empty: without a reverse proxy nothing holds off floods, and behind an unknown one all visitors share one address and its limits.",
    fix: "Run a reverse proxy in front, such as ops/nginx.conf, and set TRUSTED_PROXIES to its address (loopback, private, 10.0.0.0/8).",
  },
  metrics_closed: {
    severity: "warning",
    text: "BASE_URL is public and METRICS_TOKEN is not set: /api/metrics rejects all requests.",
    fix: "Set METRICS_TOKEN to read metrics.",
  },
  address_insecure: {
    severity: "warning",
    text: "BASE_URL is public and begins with http://: passwords and keys are sent unencrypted.",
    fix: "Run the service behind a proxy with TLS, and set BASE_URL to its https:// address.",
  },
  check_failed: {
    severity: "error",
    text: "The check of {what} failed with an error: {problem}.",
    fix: "Check the log; this is a defect of the doctor, or of the part that it checks.",
  },
} as const satisfies Record<string, Rule>;

export type FindingKey = keyof typeof rules;

export interface Finding {
  key: FindingKey;
  severity: Severity;
  message: string;
  fix: string;
}

export function found(key: FindingKey, values: Record<string, string | number> = {}): Finding {
  const { severity, text, fix } = rules[key];
  return { key, severity, message: fillText(text, values), fix: fillText(fix, values) };
}

/** Describes an error without a full stop, to be embedded in a sentence. */
export function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const code = error instanceof Error && "code" in error && !message ? String(error.code) : "";
  const parts = new Set([message, cause, code].filter(Boolean).map((part) => part.replace(/\.+$/, "")));
  return [...parts].join(": ");
}
