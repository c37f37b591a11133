import { Listing, type Page } from "../pages.ts";
import type { AnswerOf, BodyOf, CallName, CallOptions, QueryOf } from "../transport/calls.ts";
import type { Call, Transport } from "../transport/transport.ts";

/** Base class of the parts of the API. */
export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Calls an operation, typed by its query, body and response. */
  protected async ask<Name extends CallName>(
    name: Name,
    call?: Call & { query?: QueryOf<Name> | undefined; body?: BodyOf<Name> | FormData },
    options?: CallOptions,
  ): Promise<AnswerOf<Name>> {
    return (await this.transport.call(name, call, options)).body;
  }

  protected listing<Item>(name: CallName, call: Call = {}, options?: CallOptions): Listing<Item> {
    return new Listing<Item>(async (cursor): Promise<Page<Item>> => {
      const query = cursor === undefined ? call.query : { ...call.query, cursor };
      return (await this.transport.call(name, { ...call, query }, options)).body;
    });
  }
}
