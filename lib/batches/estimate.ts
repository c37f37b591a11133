import { findReusable } from "../generations/reuse.ts";
import { type Order, type Payer, priceOf } from "../generations/submit.ts";
import { checkAll } from "./create.ts";

/** What work would cost, and whether the balance covers it. Throws what the calls themselves would say of their input. */
export async function estimateCost(
  { requests }: { requests: readonly Order[] },
  by: Pick<Payer, "userId"> & { account: { monthly: number; topup: number; total: number } },
) {
  const checked = await checkAll(requests, {
    userId: by.userId,
    at: (place) => `requests[${place}].request`,
  });
  const reused = await findReusable(
    checked.flatMap((one, place) => {
      const order = requests[place];
      return order ? [{ order, checked: one }] : [];
    }),
    by,
  );
  const credits = requests.reduce((sum, order, place) => sum + (reused[place] ? 0 : priceOf(order)), 0);
  const { monthly, topup, total } = by.account;
  return { credits, sufficient: credits <= total, creditsRemaining: { monthly, topup, total } };
}
