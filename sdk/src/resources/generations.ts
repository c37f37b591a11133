import type {
  ArchiveRequest,
  DeletedGeneration,
  Deletion,
  Generation,
  GenerationChange,
  MarketplaceCheck,
  Reviewed,
  ReviewRequest,
} from "../generated/types.ts";
import type { Listing } from "../pages.ts";
import type { CallOptions, QueryOf } from "../transport/calls.ts";
import { Resource } from "./resource.ts";
import { type WaitOptions, waitUntil } from "./wait.ts";

const open: readonly string[] = ["queued", "running"];

/** Photos and cut-outs, finished and in progress. */
export class Generations extends Resource {
  /** Newest first. */
  list(query?: QueryOf<"listGenerations">, options?: CallOptions): Listing<Generation> {
    return this.listing("listGenerations", { query }, options);
  }

  /** `wait`: seconds to hold the response for unfinished work, at most 30. */
  get(id: string, query?: QueryOf<"getGeneration">, options?: CallOptions): Promise<Generation> {
    return this.ask("getGeneration", { path: { id }, query }, options);
  }

  /** Waits until the generation has ended: `status` is then `succeeded`, `failed` or `canceled`. */
  waitFor(id: string, options: WaitOptions<Generation> = {}): Promise<Generation> {
    return waitUntil(
      (wait, callOptions) => this.get(id, { wait }, callOptions),
      ({ status }) => !open.includes(status),
      options,
    );
  }

  /** Returns the generation created with this Idempotency-Key; null if there is none. */
  async findByKey(idempotencyKey: string, options?: CallOptions): Promise<Generation | null> {
    const { data } = await this.list({ idempotency_key: idempotencyKey, limit: 1 }, options);
    return data[0] ?? null;
  }

  /** Removes a generation that has not started from the queue and refunds it. */
  cancel(id: string, options?: CallOptions): Promise<Generation> {
    return this.ask("cancelGeneration", { path: { id } }, options);
  }

  update(id: string, change: GenerationChange, options?: CallOptions): Promise<Generation> {
    return this.ask("changeGeneration", { path: { id }, body: change }, options);
  }

  delete(id: string, options?: CallOptions): Promise<DeletedGeneration> {
    return this.ask("deleteGeneration", { path: { id } }, options);
  }

  deleteMany(ids: string[], options?: CallOptions): Promise<Deletion> {
    return this.ask("deleteGenerations", { body: { ids } }, options);
  }

  review(request: ReviewRequest, options?: CallOptions): Promise<Reviewed> {
    return this.ask("reviewGenerations", { body: request }, options);
  }

  /** Reports which rules of a marketplace a photo violates. */
  check(id: string, marketplace: string, options?: CallOptions): Promise<MarketplaceCheck> {
    return this.ask("checkGeneration", { path: { id }, query: { marketplace } }, options);
  }

  /** Downloads the picture, in the `format` given; the caller reads the body. */
  download(id: string, query?: QueryOf<"downloadGeneration">, options?: CallOptions): Promise<Response> {
    return this.transport.download("downloadGeneration", { path: { id }, query }, options);
  }

  /** Downloads a ZIP of several results; the caller reads the body. */
  archive(request: ArchiveRequest, options?: CallOptions): Promise<Response> {
    return this.transport.download("createArchive", { body: request }, options);
  }
}
