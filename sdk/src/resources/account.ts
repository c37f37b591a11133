import type {
  ApiKey,
  ApiKeyChange,
  ApiKeyRequest,
  ApiKeyRotation,
  ApiKeyWithSecret,
  CreditBalance,
  DeletedApiKey,
  PlanList,
} from "../generated/types.ts";
import type { Listing } from "../pages.ts";
import type { CallOptions, QueryOf } from "../transport/calls.ts";
import { Resource } from "./resource.ts";

export class Credits extends Resource {
  get(options?: CallOptions): Promise<CreditBalance> {
    return this.ask("credits", {}, options);
  }

  /** What the service sells, and what work costs. No key is needed. */
  plans(options?: CallOptions): Promise<PlanList> {
    return this.ask("listPlans", {}, options);
  }
}

/** API keys of the account; the calling key needs the scope `keys`. */
export class Keys extends Resource {
  /** The secret `key` is returned only here and by a rotation. */
  create(request: ApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret> {
    return this.ask("createKey", { body: request }, options);
  }

  /** Newest first. */
  list(query?: QueryOf<"listKeys">, options?: CallOptions): Listing<ApiKey> {
    return this.listing("listKeys", { query }, options);
  }

  get(id: string, options?: CallOptions): Promise<ApiKey> {
    return this.ask("getKey", { path: { id } }, options);
  }

  update(id: string, change: ApiKeyChange, options?: CallOptions): Promise<ApiKey> {
    return this.ask("updateKey", { path: { id }, body: change }, options);
  }

  /** Revokes the key immediately. */
  delete(id: string, options?: CallOptions): Promise<DeletedApiKey> {
    return this.ask("deleteKey", { path: { id } }, options);
  }

  /** Creates a new secret; the previous one remains valid for `overlap_hours`. */
  rotate(id: string, request: ApiKeyRotation = {}, options?: CallOptions): Promise<ApiKeyWithSecret> {
    return this.ask("rotateKey", { path: { id }, body: request }, options);
  }
}
