import type {
  DeletedWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryWithPayload,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointRequest,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookReplayRequest,
} from "../generated/types.ts";
import type { Listing } from "../pages.ts";
import type { CallOptions, QueryOf } from "../transport/calls.ts";
import { type UnwrapOptions, unwrap, type WebhookHeaders } from "../webhooks.ts";
import { Resource } from "./resource.ts";

/** Webhook endpoints: URLs that events are sent to. */
export class WebhookEndpoints extends Resource {
  /** The secret is returned only here and by a rotation. */
  create(request: WebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.ask("createWebhookEndpoint", { body: request }, options);
  }

  list(query?: QueryOf<"listWebhookEndpoints">, options?: CallOptions): Listing<WebhookEndpoint> {
    return this.listing("listWebhookEndpoints", { query }, options);
  }

  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.ask("getWebhookEndpoint", { path: { id } }, options);
  }

  update(id: string, change: WebhookEndpointChange, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.ask("updateWebhookEndpoint", { path: { id }, body: change }, options);
  }

  delete(id: string, options?: CallOptions): Promise<DeletedWebhookEndpoint> {
    return this.ask("deleteWebhookEndpoint", { path: { id } }, options);
  }

  rotateSecret(id: string, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.ask("rotateWebhookSecret", { path: { id } }, options);
  }

  /** Sends a `test.ping` event. */
  test(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.ask("testWebhookEndpoint", { path: { id } }, options);
  }

  /** Sends past events again. */
  replay(id: string, request: WebhookReplayRequest, options?: CallOptions): Promise<WebhookReplay> {
    return this.ask("replayWebhooks", { path: { id }, body: request }, options);
  }

  deliveries(
    id: string,
    query?: QueryOf<"listWebhookDeliveries">,
    options?: CallOptions,
  ): Listing<WebhookDelivery> {
    return this.listing("listWebhookDeliveries", { path: { id }, query }, options);
  }
}

export class WebhookDeliveries extends Resource {
  get(id: string, options?: CallOptions): Promise<WebhookDeliveryWithPayload> {
    return this.ask("getWebhookDelivery", { path: { id } }, options);
  }

  redeliver(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.ask("redeliverWebhook", { path: { id } }, options);
  }
}

/** Webhooks: endpoints, deliveries and signature verification. */
export class Webhooks extends Resource {
  readonly endpoints: WebhookEndpoints = new WebhookEndpoints(this.transport);
  readonly deliveries: WebhookDeliveries = new WebhookDeliveries(this.transport);

  /**
   * Verifies a received webhook and returns its event; throws WebhookVerificationError if it is not from the service.
   */
  unwrap(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: UnwrapOptions,
  ) {
    return unwrap(body, headers, secret, options);
  }
}
