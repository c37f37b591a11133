import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../errors.ts";
import { clientAddress } from "../http/address.ts";
import { makeLine } from "../line.ts";
import { asVisitor } from "./visitor.ts";

/**
 * Hashing a password takes 32 MB and most of a tenth of a second, and some of it happens inside a transaction: few at
 * a time, so that a flood of sign-ins leaves processor and database connections to the others.
 */
const hashing = makeLine(4, 200);
const hashingPaths = /\/(sign-in\/email|sign-up\/email|reset-password|change-password|delete-user)$/;

/** A mail for a known address is more work than none for an unknown one: no answer comes sooner than this. */
const mailFloorMs = 250;
const mailPaths = /\/request-password-reset$/;

type Handler = (request: Request) => Promise<Response>;

/** The auth library's handler, bounded in work and blind to the clock of who waits. */
export function answering(handle: Handler): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const run = () => asVisitor(clientAddress(request.headers), () => handle(request));
    if (mailPaths.test(pathname)) {
      const [answer] = await Promise.all([run(), sleep(mailFloorMs)]);
      return answer;
    }
    if (!hashingPaths.test(pathname)) return await run();
    try {
      return await hashing(run);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return Response.json(
        { code: "OVERLOADED", message: error.message },
        { status: error.status, headers: error.headers },
      );
    }
  };
}
