import type { AccountEvent, AuditEvent } from "../generated/types.ts";
import type { Listing } from "../pages.ts";
import type { CallOptions, QueryOf } from "../transport/calls.ts";
import { Resource } from "./resource.ts";

/** Audit log: which user or key did what in the account, and from where. */
export class AuditEvents extends Resource {
  /** Newest first. */
  list(query?: QueryOf<"listAuditEvents">, options?: CallOptions): Listing<AuditEvent> {
    return this.listing("listAuditEvents", { query }, options);
  }
}

/** Events of the account, recorded with or without a webhook endpoint. */
export class Events extends Resource {
  /** Newest first. */
  list(query?: QueryOf<"listEvents">, options?: CallOptions): Listing<AccountEvent> {
    return this.listing("listEvents", { query }, options);
  }

  get(id: string, options?: CallOptions): Promise<AccountEvent> {
    return this.ask("getEvent", { path: { id } }, options);
  }
}
