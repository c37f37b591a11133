import path from "node:path";
import type { BatchRequest } from "../../generated/types.ts";
import { readIfThere, replaceFile } from "../files.ts";
import { UsageError } from "../usage.ts";

/** Progress of all runs on a folder. Saved before each order, so that a run after a crash can resume it. */
export interface BatchState {
  version: 1;
  /** Address of the service. */
  service: string;
  /** Keyed by a hash of the picture's content and the requested options. */
  photos: Record<string, PhotoState>;
  /** Keyed by their Idempotency-Key. */
  orders: Record<string, OrderState>;
  /** Photo key of each result file, keyed by the file name without its extension. */
  results: Record<string, string>;
  /** Products of results.csv, keyed by their input and options. */
  feed?: Record<string, FeedPart>;
}

/** Photos of one run in results.csv. */
export interface FeedPart {
  link: "image" | "lifestyle";
  products: { id: string; photo: string }[];
}

export interface PhotoState {
  image_url?: string;
  uploaded_at?: string;
  /** Key of the order that contains it. */
  order?: string;
  status?: string;
  result_url?: string;
  content_type?: string | null;
  /** Why it failed. */
  problem?: string;
  /** Orders of it that failed and were refunded. */
  attempts?: number | undefined;
}

export interface OrderState {
  created_at: string;
  /** The exact request that was sent: the service rejects the same key with another body. */
  request: BatchRequest;
  /** Null until the order is confirmed. */
  batch_id: string | null;
}

export class StateFile {
  readonly data: BatchState;
  readonly #file: string;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  private constructor(file: string, data: BatchState) {
    this.#file = file;
    this.data = data;
  }

  static async open(folder: string, service: string): Promise<StateFile> {
    const file = path.join(folder, ".photos-batch.json");
    const text = await readIfThere(file);
    if (text === null) {
      return new StateFile(file, { version: 1, service, photos: {}, orders: {}, results: {} });
    }
    const data = parseState(text, file);
    if (data.service !== service) {
      throw new UsageError(`The photos of this folder were ordered from ${data.service}.`, {
        fix: "Use that service, or another folder with --out.",
      });
    }
    return new StateFile(file, data);
  }

  /** Resolves when all changes so far are on disk. Concurrent calls share one write. */
  save(): Promise<void> {
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        this.#writing = replaceFile(this.#file, JSON.stringify(this.data));
        return this.#writing;
      });
    return this.#next;
  }
}

function parseState(text: string, file: string): BatchState {
  const fix = "Remove it only if you accept that photos are made and charged again.";
  let data: BatchState;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is damaged.`, { fix, cause: error });
  }
  if (data.version !== 1)
    throw new UsageError(`${file} was written by another version of this program.`, { fix });
  return data;
}
