import type { WebhookDeliveryStatus } from "#lib/db/generated/enums.ts";
import type { EndpointInfo } from "#lib/webhooks/endpoints.ts";
import type { Tone } from "../ui/badge.tsx";

/** How an endpoint stands, in a word and its tone. */
export function endpointState({ status, failingSince }: EndpointInfo): { word: string; tone: Tone } {
  if (status === "paused") return { word: "Paused", tone: "warn" };
  return failingSince ? { word: "Failing", tone: "danger" } : { word: "Enabled", tone: "success" };
}

export const pauseReasons = {
  owner: "You paused it. Events of this time are not sent later.",
  gone: "It answered 410, which says that it wants no more.",
  failing: "It received nothing for days. See what it answered below.",
} satisfies Record<NonNullable<EndpointInfo["pauseReason"]>, string>;

export const deliveryStates = {
  pending: { word: "Waiting", tone: "neutral" },
  succeeded: { word: "Received", tone: "success" },
  failed: { word: "Failed", tone: "danger" },
} satisfies Record<WebhookDeliveryStatus, { word: string; tone: Tone }>;

/** A delivery that waits because an attempt was not received. */
export const retrying: { word: string; tone: Tone } = { word: "Retrying", tone: "warn" };
