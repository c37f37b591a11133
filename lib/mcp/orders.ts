import { tools } from "../contract/mcp/tools.ts";
import { type ErrorIssue, invalidParams } from "../platform/errors.ts";

/** The tools whose arguments apply to the orders of a list. */
const toolsOf = { generate: "make_photo", remove_bg: "remove_background" } as const;

/** Fixed field of every photo request, which tools do not ask for. */
export const photoType = { type: "product" } as const;

/**
 * Converts a list of orders to API requests. Throws ApiError invalid_params for arguments that their tool does not
 * have; the API checks everything else.
 */
export function toRequests(name: string, list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  const issues: ErrorIssue[] = [];
  const requests = list.map((order: unknown, place) => {
    if (!isOrder(order)) return order;
    const known = tools[toolsOf[order.operation]].input.shape;
    for (const key of Object.keys(order.request)) {
      if (Object.hasOwn(known, key) || Object.hasOwn(photoType, key)) continue;
      const path = `${name}[${place}].request.${key.slice(0, 100)}`;
      issues.push({ path, message: `${path} is not an argument of ${toolsOf[order.operation]}` });
    }
    const { operation, request } = order;
    return operation === "generate" ? { ...order, request: { ...photoType, ...request } } : order;
  });
  if (issues.length > 0) throw invalidParams(issues);
  return requests;
}

function isOrder(order: unknown): order is { operation: keyof typeof toolsOf; request: object } {
  if (typeof order !== "object" || order === null) return false;
  const { operation, request } = order as Record<string, unknown>;
  const isKnown = typeof operation === "string" && Object.hasOwn(toolsOf, operation);
  return isKnown && typeof request === "object" && request !== null;
}
