import type { Environment } from "#lib/platform/env.ts";
import { type Finding, found } from "../doctor/findings.ts";

/** Finds settings that are unsafe or have no effect, though the service runs with them. */
export function findWarnings(environment: Partial<Environment>): Finding[] {
  const { STORAGE_URL, DATABASE_URL, AUTH_SECRET, METRICS_TOKEN } = environment;
  const { isPublic = false, BASE_URL = "", TRUSTED_PROXIES = "" } = environment;
  const isShared = STORAGE_URL !== undefined && DATABASE_URL !== undefined;
  const keys = [
    isShared && AUTH_SECRET === undefined && "secret_not_shared",
    isPublic && TRUSTED_PROXIES.trim() === "" && "proxies_missing",
    isPublic && METRICS_TOKEN === undefined && "metrics_closed",
    isPublic && BASE_URL.startsWith("http://") && "address_insecure",
  ] as const;
  return keys.flatMap((key) => (key ? [found(key)] : []));
}
