import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "../db/unavailable.ts";
import { ApiError } from "../errors.ts";
import { clientAddress } from "../http/address.ts";
import { makeLine } from "../line.ts";
import { during, type Visit } from "./visitor.ts";

/**
 * Hashing a password takes 32 MB and most of a tenth of a second, and some of it happens inside a transaction: few at
 * a time, so that a flood of sign-ins leaves processor and database connections to the others.
 */
const hashing = makeLine(4, 200);
const hashingPaths = /\/(sign-in\/email|sign-up\/email|reset-password|change-password|delete-user)$/;

/** A mail for a known address is more work than none for an unknown one: no answer comes sooner than this. */
const mailFloorMs = 250;
const mailPaths = /\/request-password-reset$/;

const retrySeconds = "5";

type Handler = (request: Request) => Promise<Response>;

/** The auth library's handler, bounded in work, blind to the clock of who waits, and clear when we are at fault. */
export function answering(handle: Handler): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const visit: Visit = { clientAddress: clientAddress(request.headers) };
    const run = () => during(visit, () => handle(request));
    if (mailPaths.test(pathname)) {
      const [answer] = await Promise.all([run(), sleep(mailFloorMs)]);
      return isUnavailable(visit.fault) ? overloaded() : answer;
    }
    try {
      const answer = await (hashingPaths.test(pathname) ? hashing(run) : run());
      return isUnavailable(visit.fault) ? overloaded() : answer;
    } catch (error) {
      if (error instanceof ApiError || isUnavailable(error)) return overloaded();
      throw error;
    }
  };
}

function overloaded(): Response {
  const body = { code: "OVERLOADED", message: "Too much is going on at once. Try again shortly." };
  return Response.json(body, { status: 503, headers: { "Retry-After": retrySeconds } });
}
