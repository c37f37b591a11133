import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { encodeBase62, randomBase62 } from "../platform/ids.ts";

const prefixes = { live: "pgs_", test: "pgs_test_" } as const;
const randomLength = 30;
const checksumLength = 6;

/** Pattern for secret scanners. */
export const apiKeyPattern = /^pgs_(test_)?[0-9A-Za-z]{36}$/;
/** Keys are displayed with their first characters and the last four. */
const shownLength = 8;

/**
 * A new API key: `pgs_`, or `pgs_test_` for test mode, + 30 random base62 characters (178 bits) + CRC-32 of the
 * preceding text as 6 base62 characters, so that a mistyped key is detected without a query (as in GitHub's tokens).
 */
export function newApiKey(isTest = false): string {
  const body = `${isTest ? prefixes.test : prefixes.live}${randomBase62(randomLength)}`;
  return `${body}${checksum(body)}`;
}

/** Whether the text begins as a key of this service does, mistyped ones included. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith(prefixes.live);
}

/** Prefix that identifies a key in lists: its first eight characters, or `pgs_test_` and four more. */
export function shownPrefix(key: string): string {
  return key.slice(0, key.startsWith(prefixes.test) ? prefixes.test.length + 4 : shownLength);
}

/** Whether the text has the form of a key and a valid checksum; the key may still be unknown. */
export function isWellFormedKey(text: string): boolean {
  return apiKeyPattern.test(text) && text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength));
}

/** SHA-256 in hex: sufficient for a secret of 178 random bits, and fast. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function checksum(body: string): string {
  return encodeBase62(crc32(body), checksumLength);
}
