import type { Caller } from "../../accounts/caller.ts";
import {
  retryAfterSeconds as databaseRetryAfterSeconds,
  isUnavailable,
  mayHaveHappened,
} from "../../db/unavailable.ts";
import { type ApiError, refusal } from "../../platform/errors.ts";
import { because } from "../../platform/reasons.ts";
import { dropSource } from "../run/sources.ts";
import { withdraw } from "./withdraw.ts";

/** Submits work; if the database does not confirm it, throws that its charge is unconfirmed. */
export async function submitOrWithdraw<T>(
  ids: readonly string[],
  by: Caller,
  submit: () => Promise<T>,
): Promise<T> {
  try {
    return await submit();
  } catch (error) {
    for (const id of ids) await dropSource(id);
    if (!isUnavailable(error)) throw error;
    const [unconfirmed] = ids.map((id) => withdrawUnconfirmed(id, by, error));
    throw mayHaveHappened(error) ? unconfirmed : error;
  }
}

/**
 * The error for a call that cannot know whether its work is charged. With an idempotency key a repeated call finds
 * its work; other work is withdrawn and named, as it may have been finished before.
 */
export function withdrawUnconfirmed(id: string, { idempotencyKey }: Caller, cause: unknown): ApiError {
  const options = {
    retryAfterSeconds: databaseRetryAfterSeconds,
    generationId: id,
    isUnconfirmed: true,
    cause,
  };
  if (idempotencyKey !== null) return refusal(because("keyed_charge_unconfirmed"), options);
  withdraw(id);
  return refusal(because("charge_unconfirmed", { id }), options);
}

/** Returns the state of work that was just charged; if it cannot be read, throws that the charge is unconfirmed. */
export async function orUnconfirmed<T>(id: string, by: Caller, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw isUnavailable(error) ? withdrawUnconfirmed(id, by, error) : error;
  });
}
