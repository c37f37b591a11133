import { execFile } from "node:child_process";
import { constants, createWriteStream } from "node:fs";
import { cp, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { auditCredits, auditProblems } from "../credits/audit.ts";
import { db } from "../db/index.ts";
import { deployMigrations } from "../db/migrate.ts";
import { env } from "../platform/env.ts";
import type { ArchiveEntry } from "./archive-reader.ts";
import { connect } from "./database.ts";
import { type ArchiveHeader, BackupError } from "./format.ts";
import { inspectArchive } from "./inspect.ts";
import { keepPictureLines, loadArchive } from "./load.ts";
import { findMissingPictures, findRemovedWork } from "./needed-pictures.ts";
import { findStoredPictures, picturesFolder } from "./pictures.ts";
import { makeSchema, markUnfinished, unmarkUnfinished } from "./schema.ts";
import { placeSecrets } from "./secrets.ts";
import { type Settled, type SettleOptions, settleRestored } from "./settle.ts";

/** Allowed names of picture files in an archive. */
const pictureName =
  /^pictures\/(assets\/[0-9a-f]{2}\/[0-9a-f]{38}\/(?:asset\.json|[0-9a-f]{32}\.original(?:\.cutout)?))$/;
const dataName = /^data\/([a-z][a-z-]*\.json)$/;
const shown = 5;

export interface RestoreOptions extends Omit<SettleOptions, "removedWork"> {
  file: string;
  passphrase: string | undefined;
  /** Source of the pictures when the archive has none: the folder `images` of another data folder. */
  picturesFrom?: string | undefined;
  onProgress?: (done: { rowBytes: number; pictures: number }) => void;
}

export interface Restored {
  header: ArchiveHeader;
  settled: Settled;
  foreignTables: string[];
  accounts: number;
  entries: number;
  /** Number of problems (audit findings and missing pictures), and the first of them. */
  problems: number;
  firstProblems: string[];
  /** Pictures that rows reference and that an archive without pictures lacks. */
  absentPictures: number;
  /** Secrets that the archive names but that were not found. */
  lostSecrets: string[];
}

/**
 * Restores an archive into the empty database and data folder of this process, and ends with the audit. Until it
 * resolves, the marker of `beginRestore` prevents the service from starting.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, passphrase, onProgress } = options;
  const { DATA_DIR: dataDir, DATABASE_URL: url = "" } = env();
  const { header, secrets } = await inspectArchive(file, passphrase);
  await placeSecrets(secrets, dataDir);
  await makeSchema(url, header);
  const client = await connect(url);
  try {
    await markUnfinished(client);
    const done = { rowBytes: 0, pictures: 0 };
    const pictures = new PicturePlace(dataDir);
    const { foreignTables } = await loadArchive(client, file, {
      checks: true,
      visitor: {
        data: (name, bytes) => placeData(dataDir, name, bytes),
        picture: async (entry) => {
          await pictures.place(entry);
          if (entry.name.endsWith("/asset.json")) done.pictures += 1;
          onProgress?.(done);
        },
      },
      onRows: (bytes) => {
        done.rowBytes += bytes;
        onProgress?.(done);
      },
    });
    if (options.picturesFrom !== undefined) {
      await pictures.copyFrom(options.picturesFrom);
      await findStoredPictures(client, pictures.draft, (lines) => keepPictureLines(client, lines));
    }
    await pictures.finish();
    await unmarkUnfinished(client);
    await deployMigrations(url);
    await markUnfinished(client);
    // A restored service is a new installation: the archive has no identity, and the first start creates one.
    const removedWork = await findRemovedWork(client);
    const settled = await settleRestored({ ...options, removedWork });
    const named = header.secrets.fingerprints;
    const lostSecrets = Object.keys(named).filter((name) => !(name in secrets));
    const { accounts, entries, findings, ...audit } = await auditCredits();
    const isWithPictures = header.hasPictures || options.picturesFrom !== undefined;
    const missing = await findMissingPictures(client, shown);
    await unmarkUnfinished(client);
    return {
      header,
      settled,
      foreignTables,
      accounts,
      entries,
      problems: audit.problems + (isWithPictures ? missing.count : 0),
      absentPictures: isWithPictures ? 0 : missing.count,
      firstProblems: [
        ...findings.map(
          ({ kind, count, userId, problem }) => `${count} ${auditProblems[kind]}, as ${userId}: ${problem}`,
        ),
        ...(isWithPictures ? missing.first : []).map(({ publicId, problem }) => `${publicId} ${problem}`),
      ],
      lostSecrets,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Counts rows that are unreadable because secrets are lost. */
export async function countUnreadable() {
  const [endpoints, secondSteps, sessions, claims] = await Promise.all([
    db().webhookEndpoint.count(),
    db().twoFactor.count(),
    db().session.count(),
    db().trialClaim.count(),
  ]);
  return { endpoints, secondSteps, sessions, claims };
}

/**
 * Restores pictures into a draft folder and renames it at the end, so that pictures are either complete or absent.
 */
class PicturePlace {
  readonly draft: string;
  readonly #dataDir: string;
  #folder = "";

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.draft = path.join(dataDir, "images.restoring");
  }

  /** Copies the pictures of another data folder in their current state. */
  async copyFrom(folder: string): Promise<void> {
    this.#folder = path.join(this.draft, "assets");
    const mode = constants.COPYFILE_FICLONE;
    await cp(path.join(folder, "assets"), this.#folder, { recursive: true, mode });
  }

  async place(entry: ArchiveEntry): Promise<void> {
    const name = pictureName.exec(entry.name)?.[1];
    if (!name) throw new BackupError(`The archive has a picture in an unknown place: ${entry.name}.`);
    const file = path.join(this.draft, name);
    const folder = path.dirname(file);
    if (folder !== this.#folder) await mkdir(folder, { recursive: true });
    this.#folder = folder;
    await pipeline(entry.read(), createWriteStream(file, { flags: "wx" }));
  }

  async finish(): Promise<void> {
    if (this.#folder === "") return;
    await syncFiles(this.draft);
    await rename(this.draft, picturesFolder(this.#dataDir));
  }
}

/** Flushes the whole file system: flushing ten thousand files one by one takes minutes. */
async function syncFiles(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await promisify(execFile)("sync", process.platform === "linux" ? ["-f", folder] : []);
}

async function placeData(dataDir: string, entryName: string, bytes: Buffer): Promise<void> {
  const name = dataName.exec(entryName)?.[1];
  if (!name) throw new BackupError(`The archive has a file in an unknown place: ${entryName}.`);
  await writeFile(path.join(dataDir, name), bytes, { flag: "wx" });
}
