import { baseHeaders, errorResponse } from "#lib/api/response.ts";
import { notFound, route } from "#lib/api/route.ts";
import { auth } from "#lib/auth/index.ts";
import { isUnavailable, revealUnavailable } from "#lib/db/unavailable.ts";
import { newId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";

const handle = async (request: Request) => {
  const response = await revealUnavailable(() => answerOf(request)).catch((error: unknown) => error);
  if (!(response instanceof Response)) {
    const requestId = newId("req");
    if (!isUnavailable(response)) log.error({ requestId, err: response }, "request failed");
    return errorResponse(response, requestId, baseHeaders(requestId));
  }
  // An address that sign-in does not know has no body: it is told like every other unknown address here.
  return response.status === 404 && response.body === null ? notFound(request) : response;
};

/** The library turns some of what goes wrong inside of it into an answer of its own. */
async function answerOf(request: Request): Promise<Response> {
  const response = await auth().handler(request);
  if (response.status >= 500) throw new Error(`auth answered ${response.status}`);
  return response;
}

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: handle, POST: handle });
