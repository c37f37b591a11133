import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Locale } from "../contract/locales.ts";
import { isUnavailable, revealUnavailable } from "../db/unavailable.ts";
import { clientAddress } from "../platform/client-address.ts";
import { withTimeout } from "../platform/concurrency.ts";
import { env } from "../platform/env.ts";
import { ApiError } from "../platform/errors.ts";
import { limitFairly } from "../platform/fair-limit.ts";
import { log } from "../platform/log.ts";
import { withinRequest } from "../platform/requests.ts";
import { localeOf } from "./locale.ts";

/**
 * Hashing a password takes 32 MB and almost 0.1 s, partly inside a transaction: two at a time, so that a flood of
 * sign-ins leaves CPU and database connections to other requests. Clients take turns.
 */
const hashing = limitFairly({ atOnce: 2, maxWaitingPerCaller: 50, maxWaiting: 200 });
const hashingPaths =
  /\/(sign-in\/email|sign-up\/email|reset-password|change-password|delete-user|two-factor\/(enable|disable|generate-backup-codes))$/;

/** Sending a mail for a known address takes longer: a minimum response time hides whether the address is known. */
const minMailMs = 250;
const mailPaths = /\/request-password-reset$/;

/** Returning from a sign-in provider waits for its answers; a silent one leads back to the sign-in page. */
const maxProviderMs = 15_000;
const providerPaths = /\/callback\/\w+$/;

const retrySeconds = "5";

type Handler = (request: Request) => Promise<Response>;

/** The auth library's handler with limited concurrency, a minimum response time for mails, and logged faults. */
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
    const handled = () => withinRequest(facts, () => visits.run(visit, answer));
    const run = mailPaths.test(pathname)
      ? () => runAtLeast(minMailMs, handled)
      : providerPaths.test(pathname)
        ? () => withTimeout(handled(), maxProviderMs, () => new SilentProvider())
        : handled;
    try {
      return await (hashingPaths.test(pathname) ? hashing.run(visit.clientAddress, run) : run());
    } catch (error) {
      if (error instanceof SilentProvider) return backToSignIn();
      if (error instanceof ApiError || isUnavailable(error)) return refuse(503);
      log.error({ path: pathname, err: error }, "the auth handler failed");
      return refuse(500);
    }
  };
}

class SilentProvider extends Error {}

function backToSignIn(): Response {
  log.warn("a sign-in provider did not answer in time");
  const location = `${env().BASE_URL}/sign-in?error=provider_silent`;
  return new Response(null, { status: 302, headers: { location } });
}

/** Rejects on a 5xx, because the library turns some internal errors into responses of its own. */
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

async function runAtLeast<T>(durationMs: number, run: () => Promise<T>): Promise<T> {
  const [answer] = await Promise.all([run(), sleep(durationMs)]);
  return answer;
}

interface Visit {
  clientAddress: string;
  path: string;
  locale?: Locale | undefined;
  startedAt: Date;
  /** Whether this sign-in makes its user an operator (true) or ends that (false); null or absent decides nothing. */
  isOperatorByClaim?: boolean | null;
}

const visits = new AsyncLocalStorage<Visit>();

/** The current request to the sign-in routes; empty without one, as in the operator's command line. */
export const getVisit = (): Partial<Visit> => visits.getStore() ?? {};
