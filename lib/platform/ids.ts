import { randomBytes } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` characters of [0-9A-Za-z], each uniformly random from the system's secure source. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 below 256: bytes above it would favour some characters.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
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
  | "req"
  | "boot"
  | "ins"
  | "row";

/** A new id such as `gen_4f…`: 22 base62 characters, 131 bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`;
}
