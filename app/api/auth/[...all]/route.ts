import { baseHeaders, errorResponse } from "#lib/api/response.ts";
import { notFound, route } from "#lib/api/route.ts";
import { auth } from "#lib/auth/index.ts";
import { isUnavailable, revealUnavailable } from "#lib/db/unavailable.ts";
import { BodyError, boundRequest } from "#lib/http/body.ts";
import { log } from "#lib/log.ts";

/** Addresses, passwords, tokens: no body here is longer. */
const maxBodyBytes = 16 * 1024;

const handle = async (request: Request) => {
  try {
    const bounded = await boundRequest(request, maxBodyBytes);
    const response = await revealUnavailable(() => answerOf(bounded));
    // An address that sign-in does not know has no body: it is told like every other unknown address here.
    return response.status === 404 && response.body === null ? notFound(request) : response;
  } catch (error) {
    const headers = baseHeaders(request);
    if (!(error instanceof BodyError || isUnavailable(error))) {
      log.error({ requestId: headers.get("X-Request-Id"), err: error }, "request failed");
    }
    return errorResponse(error, headers);
  }
};

/** The library turns some of what goes wrong inside of it into an answer of its own. */
async function answerOf(request: Request): Promise<Response> {
  const response = await auth().handler(request);
  if (response.status >= 500) throw new Error(`auth answered ${response.status}`);
  return response;
}

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: handle, POST: handle });
