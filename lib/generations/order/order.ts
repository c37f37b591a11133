import type { Order } from "../../credits/order.ts";
import { columnsFrom, pickColumns } from "../../credits/work-columns.ts";
import { findEachOnce } from "../../images/hosted.ts";
import { limitConcurrency } from "../../platform/concurrency.ts";
import type { ErrorIssue } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { mapInSlices, startSlices } from "../../platform/pause.ts";
import { issuesOf } from "../kinds/check-all.ts";
import { cutout } from "../kinds/cutout.ts";
import type { CheckedPictures, CheckOptions, CompletePhoto, WorkRequest } from "../kinds/kind.ts";
import { photo } from "../kinds/photo.ts";
import { estimateDuration } from "./duration.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { completeRequests } from "./request.ts";

const checkedAtOnce = 16;
const requestColumns = columnsFrom("request");

/** Throws ApiError invalid_params with every error of a request (see `WorkKind.check`). */
export function checkRequest(
  { operation, request }: WorkRequest<CompletePhoto>,
  options: CheckOptions,
): Promise<CheckedPictures> {
  return operation === "generate" ? photo.check(request, options) : cutout.check(request, options);
}

/** The order of a complete request, with its price and a new id, but without its checked pictures. */
export async function toOrder({ operation, request, webhook }: WorkRequest<CompletePhoto>): Promise<Order> {
  const isPhoto = operation === "generate";
  const fields = isPhoto ? photo.fields(request) : cutout.fields(request);
  const cost = isPhoto ? photo.cost(request) : cutout.cost(request);
  const columns = { ...pickColumns(requestColumns, request), imageUrl: request.imageUrl, webhook, ...fields };
  const order = { ...columns, operation };
  const fingerprint = fingerprintOf(order);
  return { ...order, id: newId("gen"), fingerprint, cost, ...(await estimateDuration(order)) };
}

/** A checked request: its order, or all its issues with the paths of the fields. */
export type CheckedOrder = { complete: WorkRequest<CompletePhoto> } & (
  | { order: Order; issues: null }
  | { order: null; issues: readonly ErrorIssue[] }
);

/** Completes and checks requests without loading pictures, and reports all issues of each. */
export async function checkOrders(
  requests: readonly WorkRequest[],
  { userId }: { userId: string },
): Promise<CheckedOrder[]> {
  const limit = limitConcurrency({ atOnce: checkedAtOnce });
  const options = { userId, load: false, find: findEachOnce() };
  const giveTurn = startSlices();
  const checked = await Promise.all(
    (await completeRequests(requests, { userId })).map(({ complete, issues }) =>
      limit(async () => {
        await giveTurn();
        try {
          return { complete, issues, pictures: await checkRequest(complete, options) };
        } catch (error) {
          return { complete, issues: [...issues, ...issuesOf(error)], pictures: null };
        }
      }),
    ),
  );
  return mapInSlices(checked, async ({ complete, issues, pictures }): Promise<CheckedOrder> => {
    if (issues.length > 0 || pictures === null) return { complete, order: null, issues };
    return { complete, order: { ...(await toOrder(complete)), ...pictures }, issues: null };
  });
}

/** Requests of a list that failed the schema, by their position, and issues of the rest of the body. */
export interface WrongRequests {
  elements: readonly { place: number; issues: readonly ErrorIssue[]; given: unknown }[];
  issues: readonly ErrorIssue[];
}

/** The positions of the `count` valid requests among the invalid ones. */
export function placesBetween(wrong: WrongRequests | undefined, count: number): number[] {
  const taken = new Set(wrong?.elements.map(({ place }) => place));
  const all = Array.from({ length: count + taken.size }, (_, place) => place);
  return all.filter((place) => !taken.has(place));
}

/** Prefixes a request's issues with its path in the body. */
export function issuesAt(path: string, issues: readonly ErrorIssue[]): ErrorIssue[] {
  return issues.map((issue) => {
    const whole = issue.path ? `${path}.${issue.path}` : path;
    return { ...issue, path: whole, message: `${whole}: ${issue.message}` };
  });
}
