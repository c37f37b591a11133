import { env } from "../platform/env.ts";
import { readLegalPage } from "./index.ts";

const validDays = 180;
const dayMs = 24 * 60 * 60 * 1000;

/** Where to report a vulnerability (RFC 9116); null if the operator names no contact. */
export async function securityText(): Promise<string | null> {
  if ((await readLegalPage("contact")) === null) return null;
  const { BASE_URL: base } = env();
  // Whole days, so that the text and its ETag change once a day.
  const expires = new Date((Math.floor(Date.now() / dayMs) + validDays) * dayMs);
  return [
    `Contact: ${base}/contact`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, de",
    `Canonical: ${base}/.well-known/security.txt`,
    "",
  ].join("\n");
}
