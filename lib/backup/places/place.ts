import type { Sink } from "../archive-writer.ts";

export interface StoredArchive {
  name: string;
  sizeBytes: number;
}

/** Storage of scheduled backups: a folder or a bucket. */
export interface Place {
  /** Shown to people and in logs; contains no credentials. */
  name: string;
  /** The archive appears under its name only when it is finished. */
  open(name: string): Promise<Sink>;
  list(): Promise<StoredArchive[]>;
  /** The bytes of an archive; throws when they are truncated. */
  read(name: string): AsyncIterable<Uint8Array>;
  remove(name: string): Promise<void>;
}
