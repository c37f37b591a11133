import { randomInt } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` characters of [0-9A-Za-z], each uniformly random from the system's secure source. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62[randomInt(base62.length)]).join("");
}

/** Non-negative integer in base 62, padded with zeros to `length`. */
export function encodeBase62(value: number, length: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = `${base62[rest % 62]}${text}`;
  return text.padStart(length, "0");
}

export type IdPrefix =
  | "usr"
  | "key"
  | "gen"
  | "bat"
  | "look"
  | "whe"
  | "whd"
  | "evt"
  | "aud"
  | "exp"
  | "sup"
  | "req"
  | "boot"
  | "ins"
  | "row";

/** A new id such as `gen_4f…`: 22 base62 characters, 131 bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`;
}

/** Suffix of test accounts' ids. */
export const testSuffix = "_test";

/** The test account of an account; a test account itself is returned unchanged. */
export function testAccountOf(userId: string): string {
  return isTestAccount(userId) ? userId : `${userId}${testSuffix}`;
}

/** Whether work of this account is made in test mode: watermarked, and paid with test credits. */
export function isTestAccount(userId: string): boolean {
  return userId.endsWith(testSuffix);
}

/** The live account of a customer; a live account is returned unchanged. */
export function liveAccountOf(userId: string): string {
  return isTestAccount(userId) ? userId.slice(0, -testSuffix.length) : userId;
}

/** An account and its test account: operations on all of a customer's data apply to both. */
export function accountsOf(userId: string): string[] {
  return [...new Set([userId, testAccountOf(userId)])];
}
