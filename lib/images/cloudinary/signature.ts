import { createHash, timingSafeEqual } from "node:crypto";
import type { AssetReference } from "../host.ts";
import type { DeliveryPath } from "./delivery-url.ts";

type SignableParams = Readonly<Record<string, string>>;

const unsignedNames = new Set(["file", "api_key", "resource_type", "cloud_name", "signature"]);
const validitySeconds = 3600;

/**
 * The text covered by Cloudinary's upload signature: sorted `k=v` pairs joined by `&`, without empty values. Version
 * 2 writes `&` inside a pair as `%26`, so that a value cannot be read as a parameter.
 */
export function stringToSign(params: SignableParams, version: 1 | 2): string {
  return Object.entries(params)
    .filter(([name, value]) => !unsignedNames.has(name) && value !== "")
    .sort(([a], [b]) => a.localeCompare(b, "en"))
    .map(([name, value]) => (version === 2 ? `${name}=${value}`.replaceAll("&", "%26") : `${name}=${value}`))
    .join("&");
}

export function signParams(
  params: SignableParams,
  apiSecret: string,
  { algorithm = "sha1", version = 2 }: { algorithm?: "sha1" | "sha256"; version?: 1 | 2 } = {},
): string {
  return createHash(algorithm)
    .update(stringToSign(params, version) + apiSecret)
    .digest("hex");
}

/** Verifies a signature of either version, by SHA-1 or SHA-256, in constant time. */
export function verifySignature(params: SignableParams, signature: string, apiSecret: string): boolean {
  const algorithm = signature.length === 64 ? "sha256" : "sha1";
  const matches = ([1, 2] as const).map((version) =>
    safeEqual(signParams(params, apiSecret, { algorithm, version }), signature.toLowerCase()),
  );
  return matches.some(Boolean);
}

/**
 * Whether a signature's UNIX time in seconds differs from now by at most an hour (in both directions, as clocks
 * differ).
 */
export function isFresh(timestamp: number, nowMs: number): boolean {
  return Math.abs(nowMs / 1000 - timestamp) <= validitySeconds;
}

/**
 * The `s--…--` part of a signed delivery URL, without its dashes: the hash of transformation and public id as they
 * are in the URL. 8 characters (SHA-1 or SHA-256) or 32 (SHA-256).
 */
export function signDelivery(
  toSign: string,
  apiSecret: string,
  { algorithm = "sha1", length = 8 }: { algorithm?: "sha1" | "sha256"; length?: 8 | 32 } = {},
): string {
  const digest = createHash(algorithm)
    .update(toSign + apiSecret)
    .digest("base64");
  return digest.slice(0, length).replaceAll("/", "_").replaceAll("+", "-");
}

/** The reference of a delivery path; `signed` when the signature matches the account's secret. */
export function toReference(delivery: DeliveryPath, apiSecret: string): AssetReference {
  const { signature: _signature, signedText: _signedText, ...reference } = delivery;
  return isSignedDelivery(delivery, apiSecret) ? { ...reference, signed: true } : reference;
}

/** Whether a delivery path is signed with this account's secret. */
export function isSignedDelivery({ signature, signedText }: DeliveryPath, apiSecret: string): boolean {
  if (signature === null) return false;
  // A signature may cover percent-encoded characters either encoded or decoded.
  const texts = [signedText, decodeURIComponent(signedText)];
  const algorithms = signature.length === 32 ? (["sha256"] as const) : (["sha1", "sha256"] as const);
  const length = signature.length === 32 ? 32 : 8;
  return texts.some((text) =>
    algorithms.some((algorithm) =>
      safeEqual(signDelivery(text, apiSecret, { algorithm, length }), signature),
    ),
  );
}

/** Compares in constant time. */
export function safeEqual(expected: string, given: string): boolean {
  const a = createHash("sha256").update(expected).digest();
  const b = createHash("sha256").update(given).digest();
  return timingSafeEqual(a, b);
}
