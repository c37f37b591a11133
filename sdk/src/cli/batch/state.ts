import { readFile } from "node:fs/promises";
import path from "node:path";
import type { BatchRequest } from "../../generated/types.ts";
import { replaceFile } from "../files.ts";
import { UsageError } from "../usage.ts";

/** What a folder's runs have done so far. Written before each order, so that a run after a crash finds it again. */
export interface BatchState {
  version: 1;
  /** Address of the service. */
  service: string;
  /** By a hash of the picture's content and of what is asked of it. */
  photos: Record<string, PhotoState>;
  /** By their Idempotency-Key. */
  orders: Record<string, OrderState>;
  /** The photo of each result's file, without its ending. */
  results: Record<string, string>;
}

export interface PhotoState {
  image_url?: string;
  uploaded_at?: string;
  /** Key of the order that it is part of. */
  order?: string;
  status?: string;
  result_url?: string;
  content_type?: string | null;
  /** Why it could not be made. */
  problem?: string;
}

export interface OrderState {
  created_at: string;
  /** Byte for byte what was sent: the same key with another body is refused. */
  request: BatchRequest;
  /** Null as long as it is not certain that it was ordered. */
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
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (text === null) {
      return new StateFile(file, { version: 1, service, photos: {}, orders: {}, results: {} });
    }
    const data = parseState(text, file);
    if (data.service !== service) {
      throw new UsageError(`The photos of this folder are made by ${data.service}.`, {
        fix: "Use that service, or another folder with --out.",
      });
    }
    return new StateFile(file, data);
  }

  /** Resolves when everything that was noted until now is on the disk. Calls that meet share one write. */
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
  const fix = "Move it away only if you accept that photos are made and paid again.";
  let data: BatchState;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is damaged.`, { fix, cause: error });
  }
  if (data.version !== 1) throw new UsageError(`${file} is of another version of this program.`, { fix });
  return data;
}
