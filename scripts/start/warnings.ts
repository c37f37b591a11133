import type { Environment } from "#lib/platform/env.ts";
import { type Finding, found } from "../doctor/findings.ts";

/** What is unsafe or useless in a configuration, though the service runs with it. */
export function findWarnings({
  isPublic,
  BASE_URL,
  TRUSTED_PROXIES,
  METRICS_TOKEN,
}: Pick<Environment, "isPublic" | "BASE_URL" | "TRUSTED_PROXIES" | "METRICS_TOKEN">): Finding[] {
  if (!isPublic) return [];
  return [
    ...(TRUSTED_PROXIES.trim() === "" ? [found("proxies_missing")] : []),
    ...(METRICS_TOKEN === undefined ? [found("metrics_closed")] : []),
    ...(BASE_URL.startsWith("http://") ? [found("address_insecure")] : []),
  ];
}
