"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { userAction } from "#lib/auth/action.ts";
import { startSubscriptionCheckout, startTopUpCheckout } from "#lib/billing/checkout.ts";
import { planTiers, topUpSizes } from "#lib/billing/plans.ts";
import { openPortal } from "#lib/billing/portal.ts";

export const choosePlan = userAction(z.object({ tier: z.enum(planTiers) }), async ({ tier }, user) =>
  redirect(await startSubscriptionCheckout(user.id, tier)),
);

export const buyTopUp = userAction(z.object({ size: z.enum(topUpSizes) }), async ({ size }, user) =>
  redirect(await startTopUpCheckout(user.id, size)),
);

export const managePayment = userAction(z.object({}), async (_input, user) =>
  redirect(await openPortal(user.id)),
);
