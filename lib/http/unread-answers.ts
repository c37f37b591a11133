import type { ServerResponse } from "node:http";

const mebibyte = 1024 * 1024;

export interface UnreadLimit {
  bytesPerCaller: number;
  bytes: number;
}

const commonLimit: UnreadLimit = { bytesPerCaller: 16 * mebibyte, bytes: 128 * mebibyte };

/**
 * Limits the memory of complete responses that clients have not read yet, per caller and in all. Beyond the limit,
 * the oldest response of the caller with most is dropped and its connection closed.
 */
export class UnreadAnswers {
  /** In order of completion. */
  readonly #byCaller = new Map<string, Map<ServerResponse, number>>();
  readonly #limit: UnreadLimit;

  constructor(limit = commonLimit) {
    this.#limit = limit;
  }

  watch(caller: string, response: ServerResponse): void {
    response.once("prefinish", () => {
      const bytes = response.socket?.writableLength ?? 0;
      if (bytes === 0) return;
      const own = this.#byCaller.get(caller) ?? new Map<ServerResponse, number>();
      this.#byCaller.set(caller, own.set(response, bytes));
      response.once("close", () => this.#forget(caller, response));
      this.#enforce(caller);
    });
  }

  #enforce(caller: string): void {
    while (sumOf(this.#byCaller.get(caller)) > this.#limit.bytesPerCaller) this.#giveUpOldest(caller);
    while (this.#total() > this.#limit.bytes) {
      const [largest] = [...this.#byCaller].sort(([, a], [, b]) => sumOf(b) - sumOf(a));
      if (largest) this.#giveUpOldest(largest[0]);
    }
  }

  #giveUpOldest(caller: string): void {
    const [oldest] = this.#byCaller.get(caller)?.keys() ?? [];
    if (!oldest) return;
    this.#forget(caller, oldest);
    oldest.socket?.destroy();
  }

  #forget(caller: string, response: ServerResponse): void {
    const own = this.#byCaller.get(caller);
    own?.delete(response);
    if (own?.size === 0) this.#byCaller.delete(caller);
  }

  #total(): number {
    return [...this.#byCaller.values()].reduce((sum, own) => sum + sumOf(own), 0);
  }
}

function sumOf(own: ReadonlyMap<unknown, number> | undefined): number {
  return [...(own?.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0);
}
