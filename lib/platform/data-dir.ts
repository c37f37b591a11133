import path from "node:path";
import { fillText } from "./reasons.ts";

interface Damage {
  sentence: string;
  /** How to make the folder serve again. */
  fix: string;
}

const fromBackup =
  "Put it back from a copy of {dataDir}, or restore the newest archive of {dataDir}/backups into an empty folder " +
  "(docs/operations.md, Backups).";

const adopt =
  "If no service will start on the other one again: DATA_DIR={dataDir} npm run admin -- installation adopt. " +
  "For a second service, restore a backup into an empty folder instead.";

/**
 * What can be wrong with DATA_DIR, by file and damage. Names in braces are placeholders; {file} is the path of the
 * damaged file. A file that is not listed here is made again by the start.
 */
const damages = {
  "any file: not permitted": {
    sentence: "{file} cannot be used by this user ({user}).",
    fix: "Make the user that runs the service the owner of the folder (chown -R {user} {dataDir}), or set DATA_DIR to another one.",
  },
  "any file: read-only": {
    sentence: "{file} is on a read-only file system.",
    fix: "Mount it writable, or set DATA_DIR to another folder.",
  },
  "any file: disk full": {
    sentence: "The disk of {dataDir} is full.",
    fix: "Free space or enlarge the disk; docs/operations.md lists what uses the disk.",
  },
  "any file: of another kind": {
    sentence: "{file} cannot be used: a file is where a folder is needed, or the other way round.",
    fix: "Move it away, or set DATA_DIR to another folder.",
  },
  "any file: missing": {
    sentence: "{file} is missing, or a link to a place that is.",
    fix: "Mount its disk or put it back, or set DATA_DIR to another folder.",
  },
  "any file: too many open": {
    sentence: "The limit of open files is reached.",
    fix: "Raise it: ulimit -n 4096, LimitNOFILE=4096 in a systemd unit.",
  },
  "secrets.json: damaged": {
    sentence: "{file} is damaged.",
    fix:
      "Restore it from a backup. If there is none, delete it and start again: new secrets are made, everybody has to " +
      "sign in anew, and upload signatures and signed image addresses given out so far end.",
  },
  "installation.json: damaged": {
    sentence: "{file} is damaged.",
    fix: "Restore it from a backup, or remove it to be asked what this folder is.",
  },
  "installation.json: missing": {
    sentence: "{file} is missing: this folder may be a copy of one that a service still uses.",
    fix: adopt,
  },
  "installation.json: of another path": {
    sentence: "{dataDir} was moved or copied from {recorded}, which a service may still use.",
    fix: adopt,
  },
  "postgres/password: missing or empty": {
    sentence: "{file}, the password of the database, is missing or empty.",
    fix: fromBackup,
  },
  "postgres/password: of another database": {
    sentence: "The database does not accept the password in {file}: they are from different copies.",
    fix: fromBackup,
  },
  "postgres/cluster: incomplete": {
    sentence: "The folder of the database, {file}, is there without its file PG_VERSION.",
    fix: `${fromBackup} If there was never a database in it, remove the folder.`,
  },
  "postgres/cluster: of another version": {
    sentence: "{file} was made by PostgreSQL {version}, the installed one is {installed}.",
    fix: "Dump it with the former version and restore it, or set DATABASE_URL.",
  },
  "postgres/cluster: damaged": {
    sentence: "The database in {file} cannot be opened: {problem}.",
    fix: fromBackup,
  },
  "postgres/cluster: unusable": {
    sentence: "The database in {file} does not start: {problem}.",
    fix: "The log names the cause: {log}",
  },
  "postgres/cluster: no room": {
    sentence: "A new database needs {needed} MB, DATA_DIR ({dataDir}) has {free} MB.",
    fix: "Free space on that disk, or set DATA_DIR to a folder on another one.",
  },
} as const satisfies Record<string, Damage>;

export type DataDirDamage = keyof typeof damages;

/** A fault of the data directory that its operator can repair; the message is one sentence and its fix. */
export class DataDirError extends Error {
  readonly damage: DataDirDamage;
  readonly sentence: string;
  readonly fix: string;

  constructor(damage: DataDirDamage, values: Record<string, string | number>, options?: ErrorOptions) {
    const given = { user: userName(), ...values };
    const sentence = fillText(damages[damage].sentence, given);
    const fix = fillText(damages[damage].fix, given);
    super(`${sentence} ${fix}`, options);
    this.name = "DataDirError";
    this.damage = damage;
    this.sentence = sentence;
    this.fix = fix;
  }
}

const byCode: Record<string, DataDirDamage> = {
  EACCES: "any file: not permitted",
  EPERM: "any file: not permitted",
  EROFS: "any file: read-only",
  ENOSPC: "any file: disk full",
  EDQUOT: "any file: disk full",
  ENOTDIR: "any file: of another kind",
  EISDIR: "any file: of another kind",
  EEXIST: "any file: of another kind",
  ENOENT: "any file: missing",
  EMFILE: "any file: too many open",
  ENFILE: "any file: too many open",
};

/** The damage behind an error of the file system in this folder; every other error is returned as it is. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof DataDirError || !("code" in error)) return error;
  const damage = byCode[String(error.code)];
  if (!damage) return error;
  // A failed write names no file.
  const file = "path" in error && typeof error.path === "string" ? error.path : dataDir;
  if (!isWithin(file, dataDir) && !isWithin(dataDir, file)) return error;
  return new DataDirError(damage, { file, dataDir }, { cause: error });
}

/** Whether this is an error of the system, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** For `catch`: null in place of a file that does not exist; any other error is thrown. */
export function nullIfMissing(error: unknown): null {
  if (hasCode(error, "ENOENT")) return null;
  throw error;
}

function isWithin(file: string, folder: string): boolean {
  const [inner, outer] = [path.resolve(file), path.resolve(folder)];
  return inner === outer || inner.startsWith(outer === path.sep ? outer : outer + path.sep);
}

function userName(): string {
  return String(process.getuid?.() ?? "$USER");
}
