import { secret } from "../../secrets.ts";

/** The API key of the sandbox: made from this installation's own secret. */
export function sandboxKey(): string {
  return `sk_test_${secret("stripe-sandbox-key").slice(0, 40)}`;
}

export function sandboxWebhookSecret(): string {
  return `whsec_${secret("stripe-sandbox-webhook")}`;
}
