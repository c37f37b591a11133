import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { encodeBase62, randomBase62 } from "../platform/ids.ts";

const prefixes = { live: "pgs_", test: "pgs_test_" } as const;
const randomLength = 30;
const checksumLength = 6;

/** What a secret scanner looks for. */
export const apiKeyPattern = /^pgs_(test_)?[0-9A-Za-z]{36}$/;
/** Of these characters a key is shown, and the last four. */
const shownLength = 8;

/**
 * A new API key: `pgs_`, or `pgs_test_` for test mode, + 30 random base62 characters (178 bits) + CRC-32 of what precedes, as 6 base62
 * characters, so that a mistyped key is recognized without a query (the format of GitHub's tokens).
 */
export function newApiKey(isTest = false): string {
  const body = `${isTest ? prefixes.test : prefixes.live}${randomBase62(randomLength)}`;
  return `${body}${checksum(body)}`;
}

/** By which a key is recognized in lists: its first eight characters, after `pgs_test_` its first four more. */
export function shownPrefix(key: string): string {
  return key.slice(0, key.startsWith(prefixes.test) ? prefixes.test.length + 4 : shownLength);
}

/** Whether the text has the form of a key and a right checksum; says nothing about its being known. */
export function isWellFormedKey(text: string): boolean {
  return apiKeyPattern.test(text) && text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength));
}

/** SHA-256 in hex: enough for a secret of 178 random bits, and fast. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function checksum(body: string): string {
  return encodeBase62(crc32(body), checksumLength);
}
