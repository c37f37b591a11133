import type { Order } from "../../credits/order.ts";
import { columnsFrom, pickColumns } from "../../credits/work-columns.ts";
import { findEachOnce } from "../../images/hosted.ts";
import { limitConcurrency } from "../../platform/concurrency.ts";
import { ApiError, type ErrorIssue, invalidParams, issueOf } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { mapInSlices, startSlices } from "../../platform/pause.ts";
import { problemOf } from "../../platform/reasons.ts";
import { cutout } from "../kinds/cutout.ts";
import type { CheckedPictures, CheckOptions } from "../kinds/kind.ts";
import { photo } from "../kinds/photo.ts";
import { estimateDuration } from "./duration.ts";
import type { CompleteRequest } from "./request.ts";

const checkedAtOnce = 16;
const requestColumns = columnsFrom("request");

export function priceOf({ operation, request }: CompleteRequest): number {
  return operation === "generate" ? photo.cost(request) : cutout.cost(request);
}

/** Throws ApiError invalid_params for every error of a request (see `WorkKind.check`). */
export function checkRequest(
  { operation, request }: CompleteRequest,
  options: CheckOptions,
): Promise<CheckedPictures> {
  return operation === "generate" ? photo.check(request, options) : cutout.check(request, options);
}

/** The order of a request that was checked; `id` of the generation that it becomes. */
export async function toOrder(
  complete: CompleteRequest,
  { source: _, ...pictures }: CheckedPictures,
  id = newId("gen"),
): Promise<Order> {
  const { operation, request } = complete;
  const fields = operation === "generate" ? photo.fields(request) : cutout.fields(request);
  const columns = { ...pickColumns(requestColumns, request), imageUrl: request.imageUrl, ...fields };
  const order = { ...columns, ...pictures, operation };
  return { ...order, id, cost: priceOf(complete), ...(await estimateDuration(order)) };
}

/**
 * Orders of requests, checked as far as it can be done at once. Throws ApiError invalid_params that lists the errors of
 * all of them; `at` is the path of a request.
 */
export async function toOrders(
  requests: readonly CompleteRequest[],
  { userId, at }: { userId: string; at: (place: number) => string },
): Promise<Order[]> {
  const limit = limitConcurrency({ atOnce: checkedAtOnce });
  const options = { userId, load: false, find: findEachOnce() };
  const giveTurn = startSlices();
  const found = await Promise.all(
    requests.map((request, place) =>
      limit(async (): Promise<CheckedPictures | ErrorIssue[]> => {
        await giveTurn();
        return checkRequest(request, options).catch((error: unknown) => issuesOf(error, at(place)));
      }),
    ),
  );
  const issues = found.flatMap((one) => (Array.isArray(one) ? one : []));
  if (issues.length > 0) throw invalidParams(issues);
  const checked = requests.flatMap((request, place) => {
    const pictures = found[place];
    return pictures === undefined || Array.isArray(pictures) ? [] : [{ request, pictures }];
  });
  return mapInSlices(checked, ({ request, pictures }) => toOrder(request, pictures));
}

/** What is wrong with the request at this path. Throws all other errors. */
function issuesOf(error: unknown, at: string): ErrorIssue[] {
  if (!(error instanceof ApiError) || error.code !== "invalid_params") throw error;
  const issues = error.issues ?? [issueOf("", problemOf(error))];
  return issues.map((issue) => {
    const path = issue.path ? `${at}.${issue.path}` : at;
    return { ...issue, path, message: `${path}: ${issue.message}` };
  });
}
