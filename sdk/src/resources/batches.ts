import type { Batch, BatchRequest, Generation } from "../generated/types.ts";
import type { Listing } from "../pages.ts";
import type { CallOptions, QueryOf } from "../transport/calls.ts";
import { Resource } from "./resource.ts";
import { type WaitOptions, waitUntil } from "./wait.ts";

const open: readonly string[] = ["queued", "running"];

/** Batches of up to 1,000 generations that are charged together. */
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

  /** Waits until all items have ended. */
  waitFor(id: string, options: WaitOptions<Batch> = {}): Promise<Batch> {
    return waitUntil(
      (wait, callOptions) => this.get(id, { wait }, callOptions),
      ({ status }) => !open.includes(status),
      options,
    );
  }

  /** Items in the order submitted. */
  items(id: string, query?: QueryOf<"listBatchItems">, options?: CallOptions): Listing<Generation> {
    return this.listing("listBatchItems", { path: { id }, query }, options);
  }

  /** Cancels and refunds the items that have not started. */
  cancel(id: string, options?: CallOptions): Promise<Batch> {
    return this.ask("cancelBatch", { path: { id } }, options);
  }

  /** Charges and orders the failed items again. Not retried automatically if the response is lost. */
  retry(id: string, options?: CallOptions): Promise<Batch> {
    return this.ask("retryBatch", { path: { id } }, options);
  }

  /** Downloads a ZIP of the results; the caller reads the body. */
  archive(id: string, query?: QueryOf<"batchArchive">, options?: CallOptions): Promise<Response> {
    return this.transport.download("batchArchive", { path: { id }, query }, options);
  }

  /** Downloads a CSV table of the items; the caller reads the body. */
  results(id: string, options?: CallOptions): Promise<Response> {
    return this.transport.download("batchResults", { path: { id } }, options);
  }
}
