import type { IncomingMessage, ServerResponse } from "node:http";
import { signedSession } from "../auth/signed-session.ts";
import { log } from "../platform/log.ts";
import { type RequestContext, runInRequest } from "../platform/requests.ts";
import { receiveSmallBody } from "./body-watch.ts";
import { answerBusy } from "./busy-page.ts";
import { toRequest } from "./direct.ts";
import type { PageCache } from "./page-cache.ts";
import type { PageLimit } from "./page-limit.ts";
import { errorResponse } from "./response.ts";
import type { RouteTable } from "./route-table.ts";
import { sendAnswer } from "./send-answer.ts";
import { startInSlices } from "./slices.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

interface DispatchOptions {
  routes: RouteTable;
  /** The framework: pages, files, and what else is not in the table. */
  handler: Handler;
  limit: PageLimit;
  cache: PageCache;
}

/** The framework takes at least a millisecond to start a request. */
const sliceMs = 2;
/** Polled by load balancers and monitoring every few seconds. */
export const watchedRoutes = /^\/api\/(health|live|metrics|ready|version)$/;

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Id of the request. */
  id: string;
}

interface Begun extends Exchange {
  /** The client's address, or its /64 for IPv6. */
  caller: string;
  context: RequestContext;
}

async function answerFailure({ response, id }: Exchange, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ id, err: error }, "a request failed outside of its handler");
    if (response.headersSent) response.destroy();
    else await sendAnswer(response, errorResponse(error, new Headers({ "X-Request-Id": id })));
  }
}

/**
 * Starts requests in slices in which clients take turns; watched routes have their own lane. Pages that are not
 * cached also count against a render limit. Requests whose client is gone are not started.
 */
export function createDispatch({ routes, handler, limit, cache }: DispatchOptions) {
  const startSoon = startInSlices(sliceMs);
  const route = (exchange: Begun, isMachine: boolean): void => {
    const { request, response, caller, context } = exchange;
    const start = (work: () => Promise<void>) => runInRequest(context, () => answerFailure(exchange, work));
    const lane = watchedRoutes.test(context.route) ? "watched" : "common";
    const soon = (work: () => Promise<void>) =>
      new Promise<void>((resolve) =>
        startSoon(lane, caller, () => resolve(response.destroyed ? undefined : start(work))),
      );
    const handle = async () => await handler(request, response);
    const key = cache.keyOf(request);
    const answer = findAnswer(routes, request);
    if (key !== null) void soon(() => cache.answer(key, request, response));
    else if (answer) void soon(() => answer(response));
    else if (isMachine || isFile(request)) void soon(handle);
    else
      void start(async () => {
        const sharer = { client: caller, session: signedSession(request.headers.cookie ?? "") };
        if (!(await limit.run(sharer, response, () => soon(handle)))) await sendBusy(exchange);
      });
  };
  return (exchange: Begun, isMachine: boolean): void => {
    void receiveSmallBody(exchange.request).then(() => route(exchange, isMachine));
  };
}

/** What the table's route sends; null if the framework serves the path. */
export function findAnswer(
  routes: RouteTable,
  request: IncomingMessage,
): ((response: ServerResponse) => Promise<void>) | null {
  const { method = "", url = "" } = request;
  const handle = routes.find(method, url.split("?")[0] ?? "")?.handle;
  if (!handle) return null;
  return async (response) => sendAnswer(response, await handle(toRequest(request, response)));
}

/** Static files, for which nothing is rendered. */
const isFile = ({ url = "" }: IncomingMessage) => /^\/(_next\/static|samples|examples)\//.test(url);

async function sendBusy({ request, response, id }: Exchange): Promise<void> {
  const { accept, cookie, "accept-language": language } = request.headers;
  const sent = new Headers({
    ...(accept && { accept }),
    ...(cookie && { cookie }),
    ...(language && { "accept-language": language }),
  });
  await sendAnswer(response, answerBusy(sent, id));
}
