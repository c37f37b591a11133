import type { Environment } from "#lib/platform/env.ts";
import { type Finding, found } from "../doctor/findings.ts";

type Judged =
  | "isPublic"
  | "BASE_URL"
  | "TRUSTED_PROXIES"
  | "METRICS_TOKEN"
  | "STORAGE_URL"
  | "DATABASE_URL"
  | "AUTH_SECRET";

/** Finds settings that are unsafe or have no effect, though the service runs with them. */
export function findWarnings(environment: Partial<Pick<Environment, Judged>>): Finding[] {
  const { STORAGE_URL, DATABASE_URL, AUTH_SECRET } = environment;
  const isShared = STORAGE_URL !== undefined && DATABASE_URL !== undefined;
  return [
    ...(isShared && AUTH_SECRET === undefined ? [found("secret_not_shared")] : []),
    ...publicWarnings(environment),
  ];
}

function publicWarnings({
  isPublic,
  BASE_URL = "",
  TRUSTED_PROXIES = "",
  METRICS_TOKEN,
}: Partial<Pick<Environment, Judged>>): Finding[] {
  if (!isPublic) return [];
  return [
    ...(TRUSTED_PROXIES.trim() === "" ? [found("proxies_missing")] : []),
    ...(METRICS_TOKEN === undefined ? [found("metrics_closed")] : []),
    ...(BASE_URL.startsWith("http://") ? [found("address_insecure")] : []),
  ];
}
