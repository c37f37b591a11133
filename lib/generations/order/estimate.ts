import type { Caller } from "../../accounts/caller.ts";
import { maxBatchItems } from "../../contract/limits.ts";
import { type PhotoNote, showNotes } from "../../contract/photos/notes.ts";
import { waiveFreeRemakes } from "../../credits/remakes.ts";
import { invalidParam, invalidParams } from "../../platform/errors.ts";
import { misfitIn } from "../../scenes/choice.ts";
import type { WorkRequest } from "../kinds/kind.ts";
import { judgeOrders } from "./judge.ts";
import { checkOrders, issuesAt, placesBetween, type WrongRequests } from "./order.ts";
import { presentPrompt } from "./present-prompt.ts";
import { singlesOf } from "./request.ts";
import { findOpen, findReusable } from "./reuse.ts";

/**
 * The cost of work, and whether the balance covers it. Throws ApiError invalid_params with every error of every
 * request, including `wrong`, as the calls themselves would. The pictures of few photos are judged too, except for
 * the dashboard, which asks for the price at every change and shows the notes of its previews.
 */
export async function estimateCost(
  { requests: given, wrong }: { requests: readonly WorkRequest[]; wrong?: WrongRequests },
  by: Pick<Caller, "userId"> &
    Partial<Pick<Caller, "apiKeyId">> & { account: { monthly: number; topup: number; total: number } },
) {
  const singles = given.map(singlesOf);
  const photos = singles.flat();
  if (photos.length > maxBatchItems)
    throw invalidParam(
      "requests",
      `must be for at most ${maxBatchItems.toLocaleString("en")} photos together`,
    );
  const all = await checkOrders(photos, by);
  const placeOf = singles.flatMap((ones, place) => ones.map(() => place));
  const ofRequest = <T>(values: readonly T[], place: number) =>
    values.filter((_value, at) => placeOf[at] === place);
  const checked = given.flatMap((_one, place) => ofRequest(all, place)[0] ?? []);
  const places = placesBetween(wrong, given.length);
  const refused = checked.map((one, index) => {
    const place = places[index] ?? index;
    return { place, issues: issuesAt(`requests[${place}].request`, one.issues ?? []) };
  });
  const inOrder = [...(wrong?.elements ?? []), ...refused].toSorted((a, b) => a.place - b.place);
  const issues = [...(wrong?.issues ?? []), ...inOrder.flatMap((one) => one.issues)];
  if (issues.length > 0) throw invalidParams(issues);
  const complete = checked.map((one) => one.complete);
  const orders = all.flatMap(({ order }) => order ?? []);
  const reusing = orders.map((order, at) => (all[at]?.complete.request.reuse ? order : null));
  // Sequential, so that a call uses only one slot of the heavy reads.
  const reused = await findReusable(reusing, by);
  const open = await findOpen(reusing, by);
  const priced = await waiveFreeRemakes(
    orders.map((order, at) => ({ ...order, reusedId: reused[at] ?? undefined })),
    by,
  );
  // A reused result costs nothing, even if equal work is in progress.
  const costs = priced.map(({ cost }, at) => (reused[at] ? 0 : cost));
  const openIds = open.map((id, at) => (reused[at] ? null : id));
  const judged = by.apiKeyId ? await judgeOrders(complete, by) : [];
  const requests = complete.map((request, place) => ({
    credits: ofRequest(costs, place).reduce((sum, cost) => sum + cost, 0),
    openId: ofRequest(openIds, place).find((id) => id !== null) ?? null,
    reusedId: firstIfAll(ofRequest(reused, place)),
    ...presentPrompt(checked[place]?.order ?? {}),
    stance:
      judged[place]?.stance ?? (request.operation === "generate" ? request.request.stance : null) ?? null,
    notes: showNotes(judged[place]?.notes ?? notesOn(request)),
  }));
  const credits = requests.reduce((sum, request) => sum + request.credits, 0);
  const { monthly, topup, total } = by.account;
  return { credits, requests, sufficient: credits <= total, creditsRemaining: { monthly, topup, total } };
}

/** Of several photos, one that has to be made makes the request chargeable. */
function firstIfAll(ids: readonly (string | null)[]): string | null {
  return ids.includes(null) ? null : (ids[0] ?? null);
}

/** What is known of a photo before its picture is loaded. */
function notesOn({ operation, request }: WorkRequest): PhotoNote[] {
  if (operation === "remove_bg" || request.scene === undefined) return [];
  const { height, width } = request.productSizeCm ?? {};
  const misfit = misfitIn(request.scene, height ?? width ?? 0);
  return misfit ? [{ code: "size_misfit", is: misfit }] : [];
}
