import type { Operation } from "../contract/operation.ts";
import { env } from "../platform/env.ts";

/** The section of the reference on deprecation. */
const policyPath = "/docs#versions";

/** Marks a superseded operation as deprecated (RFC 9745), with the earliest date of its removal (RFC 8594). */
export function setDeprecationHeaders(headers: Headers, { deprecated }: Pick<Operation, "deprecated">): void {
  if (!deprecated) return;
  headers.set("Deprecation", `@${Date.parse(deprecated.since) / 1000}`);
  headers.append("Link", `<${new URL(policyPath, env().BASE_URL)}>; rel="deprecation"; type="text/html"`);
  if (deprecated.sunset !== undefined) headers.set("Sunset", new Date(deprecated.sunset).toUTCString());
}
