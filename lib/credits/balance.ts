import type { z } from "zod";
import type { UseCase } from "../api/endpoint.ts";
import type { creditBalance } from "../api/schemas.ts";

/** The caller's balance and subscription, as the statement that knew the caller found them. */
export const readCredits: UseCase<undefined, z.output<typeof creditBalance>> = async ({ caller }) => {
  const { monthly, topup, creditsLimit, tier, status } = caller.profile;
  return {
    monthly_remaining: monthly,
    topup_remaining: topup,
    total: monthly + topup,
    credits_limit: creditsLimit,
    tier,
    status,
  };
};
