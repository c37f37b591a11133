import { defaultAspectRatio, defaultResolution } from "../contract/styles.ts";
import { applyLook } from "../looks/apply.ts";
import { findLookSettings } from "../looks/looks.ts";
import type { LookSettings } from "../looks/settings.ts";
import { ApiError, type ErrorIssue } from "../platform/errors.ts";
import type { CutoutOrder } from "./cutout.ts";
import type { PhotoOrder } from "./photo.ts";
import type { Order } from "./submit.ts";

/** A photo as it is asked for: what it does not say, its look or the service says. */
export type WantedPhoto = Omit<PhotoOrder, "style" | "aspectRatio" | "resolution"> &
  Partial<{ [Key in "style" | "aspectRatio" | "resolution"]: PhotoOrder[Key] | undefined }>;

export type WantedOrder =
  | { operation: "generate"; request: WantedPhoto }
  | { operation: "remove_bg"; request: CutoutOrder };

/**
 * Orders with everything said, by their looks as these are now. Throws ApiError invalid_params for every order whose
 * look there is not, or that is left without a style; `at` is the path of a request.
 */
export async function completeOrders(
  wanted: readonly WantedOrder[],
  { userId, at }: { userId: string; at: (place: number) => string },
): Promise<Order[]> {
  const ids = new Set(wanted.flatMap((order) => (lookOf(order) === undefined ? [] : [lookOf(order) ?? ""])));
  const looks = await findLookSettings([...ids], { userId });
  const issues: ErrorIssue[] = [];
  const complete = wanted.flatMap((order, place): Order[] => {
    if (order.operation === "remove_bg") return [order];
    const completed = completePhoto(order.request, looks);
    if (!("path" in completed)) return [{ operation: "generate", request: completed }];
    const path = [at(place), completed.path].filter(Boolean).join(".");
    issues.push({ path, message: `${path}: ${completed.message}` });
    return [];
  });
  if (issues.length === 0) return complete;
  const told = issues.slice(0, maxIssues);
  throw new ApiError("invalid_params", told.map(({ message }) => message).join("; "), { issues: told });
}

/** As `completeOrders`, of one request for a photo. */
export async function completeOrder(wanted: WantedOrder, { userId }: { userId: string }): Promise<Order> {
  const [order] = await completeOrders([wanted], { userId, at: () => "" });
  if (!order) throw new Error("an order was lost while it was completed");
  return order;
}

/** As `completeOrder`, of a photo. */
export async function requirePhotoOrder(wanted: WantedPhoto, by: { userId: string }): Promise<PhotoOrder> {
  const order = await completeOrder({ operation: "generate", request: wanted }, by);
  if (order.operation !== "generate") throw new Error("a photo became other work while it was completed");
  return order.request;
}

/** Whoever gets a thousand looks wrong in the same way is told often enough. */
const maxIssues = 50;

function lookOf(order: WantedOrder): string | undefined {
  return order.operation === "generate" ? order.request.look : undefined;
}

function completePhoto(wanted: WantedPhoto, looks: Map<string, LookSettings>): PhotoOrder | ErrorIssue {
  const look = wanted.look === undefined ? {} : looks.get(wanted.look);
  if (!look) return { path: "look", message: "no such look is yours" };
  const { style, aspectRatio, resolution, ...rest } = applyLook(wanted, look);
  if (!style) return { path: "style", message: "is required: the look has none" };
  return {
    ...rest,
    style,
    aspectRatio: aspectRatio ?? defaultAspectRatio,
    resolution: resolution ?? defaultResolution,
  };
}
