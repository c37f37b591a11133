import { createHmac } from "node:crypto";
import { env } from "../env.ts";
import { secret } from "../secrets.ts";

/** Where dots in the name of a mailbox mean nothing. */
const dotless = new Set(["gmail.com", "googlemail.com"]);

/** The one mailbox behind the many spellings of its address: case, plus-tags and, at Gmail, dots are dropped. */
export function canonicalMailbox(email: string): string {
  const address = email.normalize("NFC").trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/\+.*/, "");
  return dotless.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/**
 * A hash that only this installation can make, the same on all of its machines: what it stands for can be compared,
 * not read. `purpose` keeps hashes of different tables apart.
 */
export function keyedHash(purpose: string, text: string): string {
  const key = env().AUTH_SECRET ?? secret("auth");
  return createHmac("sha256", key).update(`${purpose}\n${text}`).digest("hex");
}
