import { auth } from "#lib/auth/index.ts";
import { baseHeaders, errorResponse } from "#lib/http/response.ts";
import { notFound } from "#lib/http/route.ts";
import { BodyError, boundRequest } from "#lib/platform/body.ts";

/** No body here is longer than an address, a password or a token. */
const maxBodyBytes = 16 * 1024;

const handle = async (request: Request) => {
  try {
    const response = await auth().handler(await boundRequest(request, maxBodyBytes));
    // Unknown paths under sign-in have no body: return the same error as for other unknown URLs.
    return response.status === 404 && response.body === null ? notFound(request) : response;
  } catch (error) {
    if (error instanceof BodyError) return errorResponse(error, baseHeaders(request));
    throw error;
  }
};

export const GET = handle;
export const POST = handle;
