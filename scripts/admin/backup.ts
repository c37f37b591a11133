import { createBackup, lowerPriority } from "#lib/backup/create.ts";
import type { CreateOptions } from "#lib/backup/format.ts";
import { backupLocation } from "#lib/backup/location.ts";
import { openWorkChoices } from "#lib/backup/prepare-restored.ts";
import { restoreBackup, verifyBackup } from "#lib/backup/restore.ts";
import { runBackup } from "#lib/backup/scheduled.ts";
import { settingsFile } from "#lib/backup/secrets.ts";
import { env, isLoopbackHost } from "#lib/platform/env.ts";
import { findUnprotected } from "../doctor/backups.ts";
import { readPassphrase, restoredWithProblems } from "../parts/archive.ts";
import { findSharedAccounts } from "./shared-accounts.ts";
import { getOneOf, getText, requireText, type Values } from "./values.ts";

const lineEveryMs = 5_000;
const onTerminalEveryMs = 100;
const mb = 1_000_000;

/** Writes one archive of the running service. Ctrl-C leaves no file. */
export async function createArchive(values: Values): Promise<void> {
  const file = requireText(values, "out");
  const hasPictures = values["without-pictures"] !== true;
  const passphrase = await readPassphrase(getText(values, "passphrase-file"));
  const { manifest, sizeBytes } = await untilInterrupted((options) =>
    createBackup(file, { ...options, hasPictures, passphrase }),
  );
  const { balance: accounts = 0, ledger_entry: entries = 0 } = manifest.rows;
  const { count, removed, missing } = manifest.pictures;
  console.log(
    `${file}: ${megabytes(sizeBytes)}, ${accounts} accounts, ${entries} ledger entries, ` +
      `${manifest.hasPictures ? `${count} pictures` : "no pictures"}`,
  );
  if (removed > 0)
    console.log(`${removed} pictures were deleted by their owners during the backup and are not included.`);
  if (missing > 0)
    console.error(
      `${missing} pictures that rows refer to are missing on the disk: backup verify lists them.`,
    );
  const names = Object.keys(manifest.secrets.fingerprints);
  if (!manifest.secrets.isIncluded && names.length > 0) {
    console.log(
      `The archive has no secrets: keep ${names.join(", ")} elsewhere, or pass a passphrase to include them encrypted.`,
    );
  }
}

type Watched = Required<Pick<CreateOptions, "signal" | "onProgress">>;

async function untilInterrupted<T>(run: (options: Watched) => Promise<T>): Promise<T> {
  lowerPriority();
  const interrupted = new AbortController();
  const abort = () => interrupted.abort(new Error("Interrupted: no archive was written."));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, abort);
  const show = progressLine();
  const onProgress: Watched["onProgress"] = ({ what, done }) => show(`${what}: ${done}`);
  try {
    return await run({ signal: interrupted.signal, onProgress });
  } finally {
    show(null);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, abort);
  }
}

/** Runs the scheduled backup now, and prints what it does not protect. */
export async function runScheduled(): Promise<void> {
  const { name, location, sizeBytes, expired } = await untilInterrupted(runBackup);
  console.log(`${name}: ${megabytes(sizeBytes)} in ${location}`);
  if (expired.length > 0) console.log(`Deleted after the retention period: ${expired.join(", ")}`);
  for (const { message, fix } of await findUnprotected()) console.log(`! ${message} ${fix}`);
}

/** Lists the stored scheduled backups, oldest first. */
export async function listArchives(values: Values): Promise<void> {
  const location = await backupLocation();
  const archives = await location.list();
  if (values.json) {
    console.log(JSON.stringify(archives.map(({ name, sizeBytes }) => ({ name, size_bytes: sizeBytes }))));
    return;
  }
  for (const { name, sizeBytes } of archives) console.log(`${name}  ${megabytes(sizeBytes)}`);
  console.log(`${archives.length} backups in ${location.name}, schedule: ${env().BACKUP_SCHEDULE}`);
}

/** Downloads a scheduled backup into a local file. */
export async function downloadArchive(values: Values): Promise<void> {
  const location = await backupLocation();
  const [name, file] = [requireText(values, "name"), requireText(values, "out")];
  await location.fetch(name, file);
  console.log(`${file}: ${name} of ${location.name}. Verify it: npm run admin -- backup verify ${file}`);
}

const megabytes = (sizeBytes: number) => `${(sizeBytes / mb).toFixed(1)} MB`;

/** Verifies an archive; needs no running service. */
export async function verifyArchive(values: Values): Promise<number> {
  const file = requireFile(values);
  const passphrase = await readPassphrase(getText(values, "passphrase-file"));
  const verified = await verifyBackup(file, passphrase);
  const { version, createdAt, baseUrl, hasPictures, secrets } = verified.header;
  console.log(`made ${createdAt} by version ${version} for ${baseUrl}`);
  console.log(`${verified.accounts} accounts, ${verified.entries} ledger entries`);
  if (!hasPictures) console.log(`no pictures, ${verified.absentPictures} are needed`);
  const names = Object.keys(secrets.fingerprints).join(", ");
  const state = verified.isDecrypted ? "encrypted, and decrypted" : "encrypted";
  if (names) console.log(`secrets (${names}): ${secrets.isIncluded ? state : "not included"}`);
  for (const name of verified.foreignTables) console.log(`A restore leaves out table ${name}.`);
  for (const problem of verified.firstProblems) console.error(problem);
  console.log(`${verified.problems} problems`);
  return verified.problems === 0 ? 0 : 1;
}

/** This process already uses the new database and data folder: see scripts/start/archives.ts. */
export async function restoreArchive(values: Values): Promise<number> {
  const restored = await restoreBackup({
    file: requireFile(values),
    passphrase: await readPassphrase(getText(values, "passphrase-file")),
    openWork: getOneOf(values, "queued", openWorkChoices) ?? "refund",
    keepsOutgoing: values["keep-outgoing"] === true,
  });
  const { prepared, lostSecrets, foreignTables, problems, accounts, entries, header } = restored;
  const { refunded, requeued, pausedEndpoints, stoppedMails, removed } = prepared;
  if (refunded > 0) console.log(`${refunded} unfinished generations are refunded.`);
  if (requeued > 0) console.log(`${requeued} unfinished generations are queued again.`);
  if (removed > 0)
    console.log(`${removed} results were deleted while the backup ran and are deleted here too.`);
  if (pausedEndpoints + stoppedMails > 0) {
    console.log(
      `${pausedEndpoints} webhook endpoints are paused, and ${stoppedMails} mails are not sent: customers receive nothing ` +
        "from this copy. If it replaces the original, restore with --keep-outgoing.",
    );
  }
  const shared = values["keep-outgoing"] ? [] : findSharedAccounts();
  if (shared.length > 0) {
    console.error(
      `${shared.join(", ")} would connect this copy to the customers, pictures and backups of its original: start it ` +
        "without them.",
    );
  }
  for (const name of foreignTables)
    console.log(`Table ${name} does not belong to the service and is not restored.`);
  if (restored.absentPictures > 0) {
    const folder = `${env().DATA_DIR}/images`;
    console.log(
      `The archive has no pictures, and rows refer to ${restored.absentPictures}: copy the folder images of its service ` +
        `to ${folder} before the start. If they are in a bucket, set STORAGE_URL and take the bucket over with ` +
        "`npm run admin -- storage take`, once that service no longer exists.",
    );
  }
  for (const name of lostSecrets)
    console.log(`Missing secret ${name}, and so ${lostWith[name] ?? "all that it protects"}.`);
  console.log(startLines(values, header.secrets.isIncluded));
  for (const problem of restored.firstProblems) console.error(problem);
  console.log(`${accounts} accounts, ${entries} ledger entries, ${problems} problems`);
  return problems === 0 ? 0 : restoredWithProblems;
}

/** Consequences of each lost secret. */
const lostWith: Record<string, string> = {
  "secrets.json":
    "signatures of uploads and image addresses, links in mails and, unless AUTH_SECRET is set, all that it protects",
  "demo.json": "the key and the password of the demo account: the next start makes new ones",
  AUTH_SECRET:
    "sessions (everybody signs in again), second steps of sign-in, signing secrets of webhook endpoints, and the " +
    "hashes by which mailboxes that had a trial are known",
};

function startLines(values: Values, hasSecrets: boolean): string {
  const { DATA_DIR, BASE_URL, AUTH_SECRET } = env();
  const url = getText(values, "database-url");
  const { hostname, port } = new URL(BASE_URL);
  const settings = [
    `DATA_DIR=${DATA_DIR}`,
    // Without a reverse proxy, the address is a loopback one and its port is the one to listen on.
    isLoopbackHost(hostname) && port ? `PORT=${port}` : `BASE_URL=${BASE_URL}`,
    ...(url === undefined ? [] : ["DATABASE_URL=(as given)"]),
  ];
  const secret =
    hasSecrets && AUTH_SECRET === undefined ? `, and the settings of its ${settingsFile}, if it exists` : "";
  return `Start it with ${settings.join(" ")}${secret}: npm start`;
}

function requireFile(values: Values): string {
  const file = getText(values, "file");
  if (!file) throw new Error("The archive is missing");
  return file;
}

/**
 * Shows the progress of long operations: on a terminal in one line that is updated, else a line every few seconds.
 */
function progressLine(): (text: string | null) => void {
  const { isTTY } = process.stderr;
  let shownAtMs = performance.now();
  return (text) => {
    if (text === null) {
      if (isTTY) process.stderr.write("\r\u001b[K");
      return;
    }
    const now = performance.now();
    if (now - shownAtMs < (isTTY ? onTerminalEveryMs : lineEveryMs)) return;
    shownAtMs = now;
    process.stderr.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  };
}
