import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Locale } from "../contract/locales.ts";
import { isUnavailable, revealUnavailable } from "../db/unavailable.ts";
import { clientAddress } from "../platform/client-address.ts";
import { ApiError } from "../platform/errors.ts";
import { limitFairly } from "../platform/fair-limit.ts";
import { log } from "../platform/log.ts";
import { withinRequest } from "../platform/requests.ts";
import { localeOf } from "./locale.ts";

/**
 * Hashing a password takes 32 MB and most of a tenth of a second, and some of it happens inside a transaction: two at
 * a time, so that a flood of sign-ins leaves processor and database connections to the others. Clients take turns.
 */
const hashing = limitFairly({ atOnce: 2, maxWaitingPerCaller: 50, maxWaiting: 200 });
const hashingPaths =
  /\/(sign-in\/email|sign-up\/email|reset-password|change-password|delete-user|two-factor\/(enable|disable|generate-backup-codes))$/;

/** A mail for a known address is more work than none for an unknown one: no answer comes sooner than this. */
const minMailMs = 250;
const mailPaths = /\/request-password-reset$/;

const retrySeconds = "5";

type Handler = (request: Request) => Promise<Response>;

/** The auth library's handler, bounded in work, blind to the clock of who waits, and clear when we are at fault. */
export function boundHandler(handle: Handler): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const { headers } = request;
    const visit = {
      clientAddress: clientAddress(headers),
      path: pathname,
      locale: localeOf(headers),
      startedAt: new Date(),
    };
    const answer = () => revealUnavailable(() => throwFaults(handle(request)));
    const facts = { route: pathname, address: visit.clientAddress };
    const handled = () => withinRequest(facts, () => runForVisitor(visit, answer));
    const run = mailPaths.test(pathname) ? () => takeAtLeast(minMailMs, handled) : handled;
    try {
      return await (hashingPaths.test(pathname) ? hashing.run(visit.clientAddress, run) : run());
    } catch (error) {
      if (error instanceof ApiError || isUnavailable(error)) return refuse(503);
      log.error({ path: pathname, err: error }, "the auth handler failed");
      return refuse(500);
    }
  };
}

/** The library turns some of what goes wrong inside of it into an answer of its own. */
async function throwFaults(answer: Promise<Response>): Promise<Response> {
  const { status } = await answer;
  if (status >= 500) throw new Error(`the auth library answered ${status}`);
  return answer;
}

function refuse(status: 500 | 503): Response {
  const headers = { "Retry-After": retrySeconds };
  return status === 503
    ? Response.json(
        { code: "OVERLOADED", message: "Too much is going on. Try again shortly." },
        { status, headers },
      )
    : Response.json(
        { code: "INTERNAL_ERROR", message: "This did not work, and it is our fault." },
        { status },
      );
}

async function takeAtLeast<T>(durationMs: number, run: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([run(), sleep(durationMs)]);
  return answer;
}

/** The request that is being answered. */
interface Visit {
  clientAddress: string;
  path: string;
  locale?: Locale;
  startedAt: Date;
}

const visits = new AsyncLocalStorage<Visit>();

/** Runs the answer to a request; deep below, `visitorAddress` knows which. */
export function runForVisitor<T>(visit: Visit, run: () => Promise<T>): Promise<T> {
  return visits.run(visit, run);
}

/** The client address of the request being answered; null where there is none, as in the operator's tool. */
export function visitorAddress(): string | null {
  return visits.getStore()?.clientAddress ?? null;
}

/** The path of the request being answered; null where there is none. */
export function visitedPath(): string | null {
  return visits.getStore()?.path ?? null;
}

/** When the request being answered began; null where there is none. */
export function visitStart(): Date | null {
  return visits.getStore()?.startedAt ?? null;
}

/** The language of the request being answered; null where there is none. */
export function visitorLocale(): Locale | null {
  return visits.getStore()?.locale ?? null;
}
