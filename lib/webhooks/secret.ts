import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { seal, unseal } from "../platform/secrets.ts";

/** Purpose under which endpoints' secrets are sealed. */
export const webhookSecretPurpose = "webhook secret";
const secretBytes = 32;

/** A new signing secret, in plaintext for its owner and sealed for the database. */
export function makeSecret(): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`;
  return { secret, sealed: seal(webhookSecretPurpose, secret) };
}

/** The secret was sealed by another installation; `message` is safe to show. */
export class UnreadableSecretError extends Error {
  constructor(cause: unknown) {
    super("the signing secret cannot be read any more: rotate it", { cause });
    this.name = "UnreadableSecretError";
  }
}

interface Signable {
  eventId: string;
  at: Date;
  body: string;
  sealedSecrets: readonly string[];
}

/**
 * The headers of one attempt as specified by Standard Webhooks, signed with each of the secrets. Throws
 * UnreadableSecretError.
 */
export function signedHeaders({ eventId, at, body, sealedSecrets }: Signable): Record<string, string> {
  const signatures = sealedSecrets.map((sealed) => new Webhook(open(sealed)).sign(eventId, at, body));
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

function open(sealed: string): string {
  try {
    return unseal(webhookSecretPurpose, sealed);
  } catch (error) {
    throw new UnreadableSecretError(error);
  }
}
