import { createHash } from "node:crypto";
import type { Operation } from "../contract/operation.ts";
import { env } from "../platform/env.ts";

/** `filename` holds ASCII only; `filename*` next to it holds the full name (RFC 6266, RFC 5987). */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\w. -]+/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  const whole = plain === fileName ? "" : `; filename*=UTF-8''${encoded}`;
  return `attachment; filename="${plain}"${whole}`;
}

/** Headers of a response that a browser saves as a file. */
export function downloadHeaders(type: string, fileName: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Disposition": attachment(fileName),
    "Cache-Control": "no-store",
  };
}

/** The strong ETag of a body, a hash of its bytes. */
export function tagOf(content: string | Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("base64url")}"`;
}

/** Whether an If-None-Match header contains the tag; a proxy may have made it weak (`W/`). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const known = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}

/** The section of the reference on deprecation. */
const policyPath = "/docs#versions";

/** Marks a superseded operation as deprecated (RFC 9745), with the earliest date of its removal (RFC 8594). */
export function setDeprecationHeaders(headers: Headers, { deprecated }: Pick<Operation, "deprecated">): void {
  if (!deprecated) return;
  headers.set("Deprecation", `@${Date.parse(deprecated.since) / 1000}`);
  headers.append("Link", `<${new URL(policyPath, env().BASE_URL)}>; rel="deprecation"; type="text/html"`);
  if (deprecated.sunset !== undefined) headers.set("Sunset", new Date(deprecated.sunset).toUTCString());
}
