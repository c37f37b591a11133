import { createHmac, timingSafeEqual } from "node:crypto";

const toleranceSeconds = 5 * 60;

/** Whether a webhook was signed with the secret in the last five minutes (Standard Webhooks). */
export function isSigned(
  body: Buffer | undefined,
  headers: Readonly<Record<string, unknown>>,
  secret: string | undefined,
  nowSeconds = Date.now() / 1000,
): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!body || !secret || typeof signatures !== "string") return false;
  if (!(Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // During a rotation there is one of each secret.
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
