import { createHash } from "node:crypto";

/** The strong ETag of a body, a hash of its bytes. */
export function tagOf(content: string | Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("base64url")}"`;
}

/** Whether an If-None-Match header contains the tag; a proxy may have made it weak (`W/`). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const known = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}
