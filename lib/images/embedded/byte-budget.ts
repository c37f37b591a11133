import { ProtocolError } from "./protocol-error.ts";

const retryAfterS = 10;

/** Bytes that requests under way may hold, in sum and for each holder (an address, a folder). */
export class ByteBudget {
  readonly #perHolderBytes: number;
  readonly #totalBytes: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: { perHolderBytes: number; totalBytes: number }) {
    this.#perHolderBytes = limits.perHolderBytes;
    this.#totalBytes = limits.totalBytes;
  }

  /** Throws ProtocolError 503, and takes nothing, when that is more than there is. */
  take(holder: string, bytes: number): void {
    const held = (this.#held.get(holder) ?? 0) + bytes;
    if (held > this.#perHolderBytes || this.#total + bytes > this.#totalBytes) {
      throw new ProtocolError(503, "Too many uploads are under way; send the signed fields before the file", {
        retryAfterS,
      });
    }
    this.#held.set(holder, held);
    this.#total += bytes;
  }

  give(holder: string, bytes: number): void {
    const held = (this.#held.get(holder) ?? 0) - bytes;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
    this.#total -= bytes;
  }
}
