import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "../platform/log.ts";
import { countRequest } from "../platform/metrics.ts";
import type { RequestContext } from "../platform/requests.ts";
import { readTraceparent, startSpan } from "../platform/tracing.ts";

/** Polled by load balancers and monitoring every few seconds. */
export const watchedRoutes = /^\/api\/(health|live|metrics|ready|version)$/;

/** Groups of paths outside the operations, by prefix: text chosen by clients must not become a label. */
const otherRoutes = [
  "/api/auth/",
  "/api/mcp",
  "/api/webhooks/stripe",
  "/api/",
  "/embedded/images/",
  "/_next/",
  "/samples/",
  "/examples/",
];

/** A request's route for metrics and traces: the template of its operation, or one of a few groups. */
function labelOf(route: string): string {
  // Only an operation's label starts with a method; a path starts with a slash.
  if (/^[A-Z]+ \//.test(route) || watchedRoutes.test(route)) return route;
  return otherRoutes.find((prefix) => route.startsWith(prefix)) ?? "page";
}

/** At the end of a request, writes its log line, counts it and ends its span. */
export function watchRequest(
  { request, response, id }: { request: IncomingMessage; response: ServerResponse; id: string },
  context: RequestContext,
): void {
  const startedAtMs = performance.now();
  const { method } = request;
  const address = request.headers["x-forwarded-for"];
  const isQuiet = watchedRoutes.test(context.route) || context.route.startsWith("/_next/");
  const parent = readTraceparent(String(request.headers.traceparent));
  const span = isQuiet ? null : startSpan("request", { kind: "server", parent });
  context.traceparent = span?.traceparent ?? parent;
  response.once("close", () => {
    const { route, caller, code, credits } = context;
    const durationMs = performance.now() - startedAtMs;
    const ms = Math.round(durationMs);
    // 499, as in reverse proxies, if the client left before the response was sent.
    const status = response.writableFinished ? response.statusCode : 499;
    const line = { id, method, route, caller, status, code, ms, credits, address };
    if (isQuiet) log.debug(line, "request");
    else log.info(line, "request");
    const label = labelOf(route);
    countRequest(label, status, durationMs);
    span?.rename(label);
    span?.set({ "http.response.status_code": status, "http.route": label, "photos.request_id": id });
    span?.end(status >= 500 ? (code ?? `status ${status}`) : undefined);
  });
}
