import type { FileHandle } from "node:fs/promises";

/** A stored file. Its key consists of names separated by `/` on every system. */
export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAtMs: number;
  /** When it was last used, as far as the storage records it. */
  usedAtMs: number;
}

/** A stored file on this machine's disk. It may be replaced or removed later, so open it immediately. */
export interface LocalFile extends StoredFile {
  path: string;
}

export interface StoreOptions {
  /** The file can be made again: if the storage is unavailable, only this machine keeps it for a while. */
  isReplaceable?: boolean;
}

/** Storage of the embedded image host: a folder of this machine, or a bucket shared by all machines. */
export interface FileStore {
  /** Shown to people and in logs; contains no credentials. */
  readonly name: string;
  /** All machines see the same files, so decisions must not depend on one machine's clock or disk. */
  readonly isShared: boolean;
  /** A folder of this machine for incomplete files; `store` moves files from there. */
  readonly temporaryFolder: string;
  /** Creates the folders that must exist before files are stored below these names. */
  prepare(...names: string[]): Promise<void>;
  stat(key: string): Promise<StoredFile | null>;
  /** The bytes of a small file. */
  read(key: string): Promise<Buffer | null>;
  /** The complete, unchanged file on this machine's disk, for processes that read files. */
  locate(key: string): Promise<LocalFile | null>;
  /** A handle that stays readable until it is closed; leaves no copy on this machine. */
  open(key: string): Promise<{ handle: FileHandle; sizeBytes: number } | null>;
  /** Replaces a small file atomically: readers see the old or the new one. */
  write(key: string, bytes: Uint8Array | string): Promise<void>;
  /**
   * Stores a complete, synced temporary file replacing the previous one atomically; the temporary file is
   * removed either way.
   */
  store(temporary: string, key: string, options?: StoreOptions): Promise<void>;
  /** Creates an empty file unless it exists. */
  mark(key: string): Promise<void>;
  /** Records that a file was used now. */
  markUsed(file: LocalFile): Promise<void>;
  /** Also removes the folder if it is empty then. */
  remove(key: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  /** Every file below a folder. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** The names right below a folder. */
  listNames(folder: string): Promise<string[]>;
  /** Gives a folder to exactly one of several concurrent callers: returns its new name, or null to the others. */
  claimFolder(folder: string): Promise<string | null>;
  /** Deletes abandoned files below the temporary folder. */
  sweepTemporary(): Promise<void>;
  /** Whether the storage answers; absent for a folder of this machine. */
  isReachable?(): Promise<boolean>;
  /** A URL at which its bearer may read the file for a limited time; null when the storage has none. */
  presign?(key: string, options: PresignOptions): Promise<string | null>;
}

export interface PresignOptions {
  contentType: string;
  cacheControl: string;
  seconds: number;
}

/** Folder of temporary files and unfinished uploads. */
export const temporaryName = "tmp";
