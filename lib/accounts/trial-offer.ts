import { plans } from "../billing/plans.ts";
import { env } from "../env.ts";

/** What signing up brings, in words; null where this deployment has no trial. */
export function trialOffer(): string | null {
  const { TRIAL_DAYS } = env();
  if (TRIAL_DAYS === 0) return null;
  const length = TRIAL_DAYS === 1 ? "a day" : `${TRIAL_DAYS} days`;
  return `${plans.starter.monthlyCredits} credits free for ${length}, no card needed.`;
}
