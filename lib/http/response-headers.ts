import { createHash } from "node:crypto";

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
