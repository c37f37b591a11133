import type { Environment } from "#lib/platform/env.ts";

/** What is unsafe or useless in a configuration, though the service runs with it. */
export function findWarnings({
  isPublic,
  TRUSTED_PROXIES,
  METRICS_TOKEN,
}: Pick<Environment, "isPublic" | "TRUSTED_PROXIES" | "METRICS_TOKEN">): string[] {
  if (!isPublic) return [];
  return [
    ...(TRUSTED_PROXIES.trim() === ""
      ? [
          "BASE_URL is public and TRUSTED_PROXIES is empty: behind a reverse proxy all visitors share one address and its limits. Set TRUSTED_PROXIES to the proxy's address (loopback, private, 10.0.0.0/8).",
        ]
      : []),
    ...(METRICS_TOKEN === undefined
      ? [
          "BASE_URL is public and METRICS_TOKEN is not set: /api/metrics answers nobody. Set it to read metrics.",
        ]
      : []),
  ];
}
