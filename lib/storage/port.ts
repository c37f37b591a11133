import type { FileHandle } from "node:fs/promises";

/** A file that is kept. Its key is names parted by slashes, `/` on every system. */
export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAtMs: number;
  /** When it was used last, as far as the place knows. */
  usedAtMs: number;
}

/** A kept file as it lies on this machine's disk; whoever reads it later opens it now. */
export interface LocalFile extends StoredFile {
  path: string;
}

export interface PlaceOptions {
  /** It can be made again: where the place does not answer, this machine alone has it for a while. */
  isReplaceable?: boolean;
}

/** Where the embedded image host keeps its files: a folder of this machine, or a bucket that all machines share. */
export interface FileStore {
  /** For people and logs; without credentials. */
  readonly name: string;
  /** All machines see the same files; no one machine's clock or disk decides about them. */
  readonly isShared: boolean;
  /** A folder of this machine for what is not whole yet; `place` takes files from there. */
  readonly temporaryFolder: string;
  /** Makes what has to be there before anything is kept below these names. */
  prepare(...names: string[]): Promise<void>;
  stat(key: string): Promise<StoredFile | null>;
  /** The bytes of a small file. */
  read(key: string): Promise<Buffer | null>;
  /** A file for processes that read files: whole, and as it was placed. */
  locate(key: string): Promise<LocalFile | null>;
  /** A file that stays readable until it is closed; none of it stays on this machine for that. */
  open(key: string): Promise<{ handle: FileHandle; sizeBytes: number } | null>;
  /** Replaces a small file at once: readers see the old one or the new one. */
  write(key: string, bytes: Uint8Array | string): Promise<void>;
  /** Writes a small file where none is; what is there already stays, as far as the place can promise that. */
  writeNew(key: string, bytes: Uint8Array): Promise<void>;
  /** Takes over a whole, synced temporary file, replacing what was there at once; it is gone either way. */
  place(temporary: string, key: string, options?: PlaceOptions): Promise<void>;
  /** Makes an empty file, where it is not there. */
  mark(key: string): Promise<void>;
  /** Notes that a file was used just now. */
  markUsed(file: LocalFile): Promise<void>;
  /** Also takes away the folder that is empty then. */
  remove(key: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  /** Every file below a folder. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** The names right below a folder. */
  listNames(folder: string): Promise<string[]>;
  /** Gives a folder to one of all that ask for it: its name from now on, null for the others. */
  claimFolder(folder: string): Promise<string | null>;
  /** Deletes what was begun below the temporary folder and never ended. */
  sweepTemporary(): Promise<void>;
  /** Whether the place answers; absent where it is this machine. */
  isReachable?(): Promise<boolean>;
  /** An address at which whoever has it may read the file for so long; null where it has none. */
  presign?(key: string, options: PresignOptions): Promise<string | null>;
}

export interface PresignOptions {
  contentType: string;
  cacheControl: string;
  seconds: number;
}

/** What temporary files and unfinished uploads are below. */
export const temporaryName = "tmp";
