import type { Operation } from "../contract/operation.ts";
import { env } from "../platform/env.ts";

/** Where the reference says what deprecation means. */
const policyPath = "/docs#versions";

/** Says of an operation that another supersedes that it does (RFC 9745), and when it may be gone (RFC 8594). */
export function setDeprecationHeaders(headers: Headers, { deprecated }: Pick<Operation, "deprecated">): void {
  if (!deprecated) return;
  headers.set("Deprecation", `@${Date.parse(deprecated.since) / 1000}`);
  headers.append("Link", `<${new URL(policyPath, env().BASE_URL)}>; rel="deprecation"; type="text/html"`);
  if (deprecated.sunset !== undefined) headers.set("Sunset", new Date(deprecated.sunset).toUTCString());
}
