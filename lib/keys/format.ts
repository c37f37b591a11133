import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { encodeBase62, randomBase62 } from "../platform/ids.ts";

const prefix = "pgs_";
const randomLength = 30;
const checksumLength = 6;

/** What a secret scanner looks for. */
export const apiKeyPattern = /^pgs_[0-9A-Za-z]{36}$/;

/**
 * A new API key: `pgs_` + 30 random base62 characters (178 bits) + CRC-32 of what precedes, as 6 base62
 * characters, so that a mistyped key is recognized without a query (the format of GitHub's tokens).
 */
export function newApiKey(): string {
  const body = `${prefix}${randomBase62(randomLength)}`;
  return `${body}${checksum(body)}`;
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
