import { WebhookVerificationError } from "./errors.ts";
import type { WebhookEvent } from "./generated/types.ts";

/** Webhooks by the Standard Webhooks specification: HMAC-SHA256 over id, time and body. */

export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export interface UnwrapOptions {
  /** Maximum difference between a webhook's timestamp and now, in either direction. Default: 300. */
  toleranceSeconds?: number;
  /** Current Unix time in milliseconds. */
  now?: number;
}

const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
const prefix = "whsec_";
const encoder = new TextEncoder();

/**
 * Verifies a webhook and returns its event. `body` is the raw request body; if several secrets are given, one must
 * match. Throws WebhookVerificationError.
 */
export async function unwrap(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) {
    throw new WebhookVerificationError("The webhook has no id, time or signature.", {
      fix: "Pass the headers of the request as they came.",
    });
  }
  const ageSeconds = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError("The webhook is too old, or from the future.", {
      fix: "Check the clock of this machine; answer old webhooks with an error so that they are sent anew.",
    });
  }
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.split(" ").flatMap((entry) => (entry.startsWith("v1,") ? [entry.slice(3)] : []));
  for (const one of typeof secret === "string" ? [secret] : secret) {
    const key = await importKey(one, "verify");
    for (const signature of given) {
      const decoded = decodeBase64(signature);
      // WebCrypto compares in constant time.
      if (decoded && (await crypto.subtle.verify(algorithm, key, decoded, signed))) return parse(bytes);
    }
  }
  throw new WebhookVerificationError("The signature of the webhook does not fit its secret.", {
    fix: "Pass the body as it came, before it is parsed, and the secret of this endpoint.",
  });
}

/** Returns the headers of a webhook signed with a secret; `timestamp` is Unix time in seconds. */
export async function signWebhook(
  body: string,
  { id, timestamp, secret }: { id: string; timestamp: number; secret: string },
): Promise<Record<string, string>> {
  const key = await importKey(secret, "sign");
  const bytes = await crypto.subtle.sign("HMAC", key, encoder.encode(`${id}.${timestamp}.${body}`));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${encodeBase64(new Uint8Array(bytes))}`,
  };
}

/** Creates a secret in the format of the service. */
export function newWebhookSecret(): string {
  return prefix + encodeBase64(crypto.getRandomValues(new Uint8Array(32)));
}

function importKey(secret: string, usage: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (!bytes || bytes.length === 0) {
    throw new WebhookVerificationError("The secret cannot be read.", {
      fix: "Pass the secret of the endpoint as it was shown: `whsec_…`.",
    });
  }
  return crypto.subtle.importKey("raw", bytes, algorithm, false, [usage]);
}

function parse(bytes: Uint8Array): WebhookEvent {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([given]) => given.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === "object" ? value[0] : value;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
