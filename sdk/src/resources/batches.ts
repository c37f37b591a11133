import type { Batch, BatchRequest, Generation } from "../generated/types.ts";
import type { Listing } from "../pages.ts";
import type { CallOptions, QueryOf } from "../transport/calls.ts";
import { Resource } from "./resource.ts";
import { type WaitOptions, waitUntil } from "./wait.ts";

const open: readonly string[] = ["queued", "running"];

/** Up to 1,000 pieces of work that are paid together. */
export class Batches extends Resource {
  create(request: BatchRequest, options?: CallOptions): Promise<Batch> {
    return this.ask("createBatch", { body: request }, options);
  }

  /** Newest first. */
  list(query?: QueryOf<"listBatches">, options?: CallOptions): Listing<Batch> {
    return this.listing("listBatches", { query }, options);
  }

  get(id: string, query?: QueryOf<"getBatch">, options?: CallOptions): Promise<Batch> {
    return this.ask("getBatch", { path: { id }, query }, options);
  }

  /** Waits until all of it has ended. */
  waitFor(id: string, options: WaitOptions<Batch> = {}): Promise<Batch> {
    return waitUntil(
      (wait, callOptions) => this.get(id, { wait }, callOptions),
      ({ status }) => !open.includes(status),
      options,
    );
  }

  /** In the order submitted. */
  items(id: string, query?: QueryOf<"listBatchItems">, options?: CallOptions): Listing<Generation> {
    return this.listing("listBatchItems", { path: { id }, query }, options);
  }

  /** Cancels and refunds what has not begun. */
  cancel(id: string, options?: CallOptions): Promise<Batch> {
    return this.ask("cancelBatch", { path: { id } }, options);
  }

  /** Charges and orders again what failed. Not sent again by itself when its answer is lost. */
  retry(id: string, options?: CallOptions): Promise<Batch> {
    return this.ask("retryBatch", { path: { id } }, options);
  }

  /** A ZIP of the results; its body is read by the caller. */
  archive(id: string, query?: QueryOf<"batchArchive">, options?: CallOptions): Promise<Response> {
    return this.transport.download("batchArchive", { path: { id }, query }, options);
  }

  /** A table (CSV) of the items; its body is read by the caller. */
  results(id: string, options?: CallOptions): Promise<Response> {
    return this.transport.download("batchResults", { path: { id } }, options);
  }
}
