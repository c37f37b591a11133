"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { getLanguage } from "#components/language/server.ts";
import { userAction } from "#lib/auth/action.ts";
import { startSubscriptionCheckout, startTopUpCheckout } from "#lib/billing/checkout.ts";
import { billingDetailsForm, saveBillingDetails } from "#lib/billing/details.ts";
import { openPortal } from "#lib/billing/portal.ts";
import { undoScheduledChange } from "#lib/billing/scheduled.ts";
import { confirmUpgrade } from "#lib/billing/upgrade.ts";
import { planTiers, topUpSizes } from "#lib/contract/billing/plans.ts";

export const choosePlan = userAction(z.object({ tier: z.enum(planTiers) }), async ({ tier }, user) =>
  redirect(await startSubscriptionCheckout(user.id, tier)),
);

export const buyTopUp = userAction(z.object({ size: z.enum(topUpSizes) }), async ({ size }, user) =>
  redirect(await startTopUpCheckout(user.id, size)),
);

export const managePayment = userAction(z.object({}), async (_input, user) =>
  redirect(await openPortal(user.id)),
);

/** Changes the customer on future receipts. */
export const saveDetails = userAction(billingDetailsForm, async (details, user) => {
  await saveBillingDetails(user.id, details);
  revalidatePath("/billing");
  return undefined;
});

/** Confirms an upgrade for exactly the offered price. */
export const acceptUpgrade = userAction(
  z.object({ token: z.string().max(1_000) }),
  async ({ token }, user) => {
    if ((await confirmUpgrade(user.id, token)) === "done") redirect("/billing?done=upgraded");
    // Stripe answers this offer with the same refusal from now on: another try needs another offer.
    revalidatePath("/billing/upgrade/[tier]", "page");
    const { t } = await getLanguage();
    return {
      error: t(
        "Your card was declined, so nothing changed and nothing was charged. Give another card under “Manage payment”, then try again.",
      ),
    };
  },
);

/** Undoes a downgrade or cancellation scheduled for the renewal. */
export const undoPlanChange = userAction(z.object({}), async (_input, user) => {
  await undoScheduledChange(user.id);
  redirect("/billing?done=kept");
});
