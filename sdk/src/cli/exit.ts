import { ApiError, ConnectionError, GenerationFailedError, UploadError } from "../errors.ts";
import { UsageError } from "./usage.ts";

export const exitStatus = {
  done: 0,
  notMade: 1,
  usage: 2,
  notAllowed: 3,
  credits: 4,
  service: 5,
  interrupted: 130,
} as const;

/** Exit status for an error; the README and `photos --help` list them. */
export function statusOf(error: unknown): number {
  if (error instanceof UsageError) return exitStatus.usage;
  if (error instanceof ConnectionError) return exitStatus.service;
  if (error instanceof GenerationFailedError) return exitStatus.notMade;
  if (error instanceof UploadError)
    return error.cause instanceof ApiError ? statusOf(error.cause) : exitStatus.usage;
  if (!(error instanceof ApiError)) return exitStatus.service;
  if (error.status === 401 || error.status === 403) return exitStatus.notAllowed;
  if (error.status === 402) return exitStatus.credits;
  return error.status >= 500 || error.status === 429 ? exitStatus.service : exitStatus.usage;
}
