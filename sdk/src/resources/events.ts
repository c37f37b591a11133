import type { Listing } from "../pages.ts";
import type { CallOptions } from "../transport/calls.ts";
import type { Event, EventQuery } from "../transport/upcoming.ts";
import { Resource } from "./resource.ts";

/** What happened in the account, with or without a webhook endpoint. */
export class Events extends Resource {
  /** Newest first. */
  list(query: EventQuery = {}, options?: CallOptions): Listing<Event> {
    return this.listing("listEvents", { query: { ...query } }, options);
  }

  async get(id: string, options?: CallOptions): Promise<Event> {
    return (await this.transport.call("getEvent", { path: { id } }, options)).body;
  }
}
