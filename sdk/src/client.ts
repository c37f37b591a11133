import { PhotoServiceError } from "./errors.ts";
import type { Estimate, EstimateRequest } from "./generated/types.ts";
import { Credits, Keys } from "./resources/account.ts";
import { Batches } from "./resources/batches.ts";
import { Looks, Marketplaces, Masks, Products, Scenes } from "./resources/catalogue.ts";
import { AuditEvents, Events } from "./resources/events.ts";
import { Generations } from "./resources/generations.ts";
import { Photos } from "./resources/photos.ts";
import { Webhooks } from "./resources/webhook-endpoints.ts";
import type { CallOptions } from "./transport/calls.ts";
import { Transport } from "./transport/transport.ts";
import { Uploads } from "./uploads/uploads.ts";

export interface ClientOptions {
  /** Address of the service, such as `https://photos.example`. */
  baseUrl: string;
  /** Without a key, only public calls such as `scenes` work. In browsers, use only test keys. */
  apiKey?: string | undefined;
  /** Timeout of one attempt. Default: 70 seconds, which is longer than any call. */
  timeoutMs?: number;
  /** Maximum number of retries. Default: 4. */
  maxRetries?: number;
  /**
   * Upper bound of the delay before the first retry; it doubles with each retry, and the delay is random. Default:
   * 500.
   */
  retryDelayMs?: number;
  fetch?: typeof fetch;
}

/** Client of the Photo Generation Service. */
export class PhotoService {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly photos: Photos;
  readonly generations: Generations;
  readonly batches: Batches;
  readonly uploads: Uploads;
  readonly scenes: Scenes;
  readonly looks: Looks;
  readonly marketplaces: Marketplaces;
  readonly products: Products;
  readonly masks: Masks;
  readonly credits: Credits;
  readonly keys: Keys;
  readonly events: Events;
  readonly auditEvents: AuditEvents;
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const { baseUrl, apiKey, timeoutMs = 70_000, maxRetries = 4, retryDelayMs = 500, fetch: send } = options;
    if (!/^https?:\/\/\S+$/.test(baseUrl ?? "")) {
      throw new PhotoServiceError("`baseUrl` is not the address of a service.", {
        fix: "Pass where the service runs, such as https://photos.example.",
      });
    }
    const transport = new Transport({
      baseUrl: baseUrl.replace(/(\/api\/v1)?\/*$/, ""),
      apiKey,
      timeoutMs,
      maxRetries,
      retryDelayMs,
      fetch: send ?? ((input, init) => fetch(input, init)),
    });
    this.#transport = transport;
    this.baseUrl = transport.settings.baseUrl;
    this.photos = new Photos(transport);
    this.generations = new Generations(transport);
    this.batches = new Batches(transport);
    this.uploads = new Uploads(transport);
    this.scenes = new Scenes(transport);
    this.looks = new Looks(transport);
    this.marketplaces = new Marketplaces(transport);
    this.products = new Products(transport);
    this.masks = new Masks(transport);
    this.credits = new Credits(transport);
    this.keys = new Keys(transport);
    this.events = new Events(transport);
    this.auditEvents = new AuditEvents(transport);
    this.webhooks = new Webhooks(transport);
  }

  /** Returns the price of the work and whether the balance covers it; charges nothing. */
  async estimate(requests: EstimateRequest["requests"], options?: CallOptions): Promise<Estimate> {
    return (await this.#transport.call("estimate", { body: { requests } }, options)).body;
  }
}
