import type { WebhookDeliveryStatus } from "#lib/db/generated/enums.ts";
import type { Translate } from "#lib/language/translate.ts";
import type { HeldBecause } from "#lib/webhooks/deliveries.ts";
import type { EndpointInfo } from "#lib/webhooks/endpoints.ts";
import type { Tone } from "../ui/badge.tsx";

interface StateText {
  word: string;
  tone: Tone;
}

export function endpointState({ status, failingSince, isVerified }: EndpointInfo, t: Translate): StateText {
  if (status === "paused") return { word: t("Paused"), tone: "warn" };
  if (!isVerified) return { word: t("Waiting for its first 2xx"), tone: "warn" };
  return failingSince ? { word: t("Failing"), tone: "danger" } : { word: t("Enabled"), tone: "success" };
}

export function describePause(
  { pauseReason, securedAt }: Pick<EndpointInfo, "pauseReason" | "securedAt">,
  t: Translate,
): string {
  if (securedAt) {
    return t(
      "It was paused because your account was secured. Check that the address is yours, rotate the secret, then enable it.",
    );
  }
  switch (pauseReason) {
    case null:
    case "owner":
      return t("You paused it. Events during the pause are not sent automatically later.");
    case "gone":
      return t("It answered 410 Gone, so deliveries were stopped.");
    case "failing":
      return t("It received nothing for days. See what it answered below.");
  }
}

export function deliveryState(status: WebhookDeliveryStatus, t: Translate): StateText {
  const states: Record<WebhookDeliveryStatus, StateText> = {
    pending: { word: t("Waiting"), tone: "neutral" },
    succeeded: { word: t("Received"), tone: "success" },
    failed: { word: t("Failed"), tone: "danger" },
  };
  return states[status];
}

/** Why a delivery without a scheduled time is waiting. */
export function describeWait(reason: HeldBecause, t: Translate): string {
  return reason === "endpoint_paused"
    ? t("held until the endpoint is enabled")
    : t("held until the endpoint answers a test with 2xx");
}

/** The status of a delivery that is on hold. */
export function waitingState(t: Translate): StateText {
  return { word: t("Held"), tone: "warn" };
}

/** The status of a delivery that waits for a retry. */
export function retryingState(t: Translate): StateText {
  return { word: t("Retrying"), tone: "warn" };
}
