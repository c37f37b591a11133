import { billingMode } from "#lib/billing/stripe.ts";
import { creditOperations } from "#lib/contract/accounts/operations.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";
import { listPlans } from "#lib/plans/list.ts";

export const GET = publicEndpoint(creditOperations.listPlans, async () =>
  listPlans({ isSelling: billingMode() !== "off" }),
);
