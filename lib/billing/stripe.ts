import Stripe from "stripe";
import { env } from "../platform/env.ts";
import { refusal } from "../platform/errors.ts";
import { lazy } from "../platform/lazy.ts";
import { because } from "../platform/reasons.ts";
import { sandbox } from "../stripe-sandbox/index.ts";

export type BillingMode = "hosted" | "sandbox" | "off";

const apiTimeoutMs = 10_000;
const stripeUrl = "https://api.stripe.com";

/** The payment provider: Stripe if its key is set, else the sandbox if allowed. `off`: nothing is for sale. */
export function billingMode(): BillingMode {
  const { BILLING, STRIPE_SECRET_KEY, sandboxAllowed } = env();
  if (BILLING === "off") return "off";
  if (STRIPE_SECRET_KEY) return "hosted";
  return sandboxAllowed ? "sandbox" : "off";
}

/** The Stripe client of this process. Throws `not_found` if billing is off. */
export const stripe = lazy(connect);

function connect(): Stripe {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env();
  const options = { maxNetworkRetries: 2, timeout: apiTimeoutMs, telemetry: false };
  if (STRIPE_SECRET_KEY) {
    const httpClient = STRIPE_API_URL
      ? Stripe.createFetchHttpClient((input: FetchInput, init?: RequestInit) =>
          fetch(onBase(STRIPE_API_URL, input), init),
        )
      : Stripe.createNodeHttpClient();
    return new Stripe(STRIPE_SECRET_KEY, { ...options, httpClient });
  }
  if (billingMode() === "off") {
    throw refusal(because("billing_off"));
  }
  // The same requests and responses as over HTTP, without a server, which commands and the first sweep do not have.
  const httpClient = Stripe.createFetchHttpClient((input: FetchInput, init?: RequestInit) =>
    sandbox.fetch(new Request(input, init)),
  );
  return new Stripe(sandbox.key(), { ...options, httpClient });
}

/** Sends Stripe a request to check the connection and the key. Throws if Stripe does not respond. */
export async function probeStripe(): Promise<{ status: number; headers: Headers }> {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env();
  const answer = await fetch(onBase(STRIPE_API_URL ?? stripeUrl, `${stripeUrl}/v1/events?limit=1`), {
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
    signal: AbortSignal.timeout(apiTimeoutMs),
  });
  await answer.body?.cancel();
  return { status: answer.status, headers: answer.headers };
}

type FetchInput = string | URL | Request;

function onBase(base: string, input: FetchInput): string {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  return `${base.replace(/\/+$/, "")}${pathname}${search}`;
}

/** Webhook signing secrets: several, separated by commas, during a rotation. */
export function webhookSecrets(): string[] {
  const { STRIPE_WEBHOOK_SECRET } = env();
  if (billingMode() !== "hosted") return [sandbox.webhookSecret()];
  return (STRIPE_WEBHOOK_SECRET ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

/** Whether this Stripe account moves real money. */
export function expectsLivemode(): boolean {
  return /^(sk|rk)_live_/.test(env().STRIPE_SECRET_KEY ?? "");
}

/** Whether Stripe's error means that an object does not exist (any more). */
export function isMissing(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** False if the object had already ended, for example by a concurrent request. */
export async function unlessEnded(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    const statusCode = error instanceof Error && "statusCode" in error ? error.statusCode : null;
    if (isMissing(error) || statusCode === 400) return false;
    throw error;
  }
}
