import type { PhotoOrder } from "../generations/photo.ts";
import { presentPrompt } from "../generations/prompt.ts";
import { findOpen, findReusable } from "../generations/reuse.ts";
import { type Payer, priceOf } from "../generations/submit.ts";
import { completeOrders, type WantedOrder } from "../generations/wanted.ts";
import { checkAll } from "./create.ts";

/** What work would cost, and whether the balance covers it. Throws what the calls themselves would say of their input. */
export async function estimateCost(
  { requests: wanted }: { requests: readonly WantedOrder[] },
  by: Pick<Payer, "userId"> & { account: { monthly: number; topup: number; total: number } },
) {
  const how = { userId: by.userId, at: (place: number) => `requests[${place}].request` };
  const orders = await completeOrders(wanted, how);
  const checked = await checkAll(orders, how);
  const pairs = checked.flatMap((one, place) => {
    const order = orders[place];
    return order ? [{ order, checked: one }] : [];
  });
  // One after the other: a call takes one place among the heavy reads.
  const reused = await findReusable(pairs, by);
  const open = await findOpen(pairs, by);
  const requests = orders.map((order, place) => ({
    credits: reused[place] ? 0 : priceOf(order),
    // What was made costs nothing, whatever else is under way.
    openId: reused[place] ? null : (open[place] ?? null),
    ...(order.operation === "generate"
      ? presentPrompt(readingOf(order.request))
      : { promptUnderstood: null, promptIgnored: null }),
  }));
  const credits = requests.reduce((sum, request) => sum + request.credits, 0);
  const { monthly, topup, total } = by.account;
  return { credits, requests, sufficient: credits <= total, creditsRemaining: { monthly, topup, total } };
}

function readingOf({ style, prompt, mode: wantedMode, background }: PhotoOrder) {
  return { style, prompt, wantedMode, background };
}
