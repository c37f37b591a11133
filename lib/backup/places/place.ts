import type { Sink } from "../archive-writer.ts";

export interface StoredArchive {
  name: string;
  sizeBytes: number;
}

/** Where scheduled backups are kept: a folder or a bucket. */
export interface Place {
  /** For people and logs; without credentials. */
  name: string;
  /** What is written to it is there under its name when it is finished, and not before. */
  open(name: string): Promise<Sink>;
  list(): Promise<StoredArchive[]>;
  /** The bytes of an archive; what is shorter than it should be fails. */
  read(name: string): AsyncIterable<Uint8Array>;
  remove(name: string): Promise<void>;
}
