import { env } from "#lib/platform/env.ts";

/** Size of the largest file that is taken in (UPLOAD_MAX_MB). */
export function maxUploadBytes(): number {
  return env().UPLOAD_MAX_MB * 1024 * 1024;
}
