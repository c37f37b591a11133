import { ApiProblem } from "#lib/contract/client.ts";
import { type Fault, sayKnown } from "./known-faults.ts";
import type { Language, Translate } from "./translate.ts";

/** What the service refused and why, in its words: as a page keeps it that tells it later. */
export interface ServiceProblem extends Fault {
  code: string;
}

/** What a call of the service failed with, for its reader; `offline` where a page says that in words of its own. */
export function describeFault(error: unknown, language: Language, offline?: string): Fault {
  if (error instanceof ApiProblem) return describeServiceProblem(error, language);
  return { message: offline ?? language.t("There is no connection. Try again."), fix: undefined };
}

/**
 * The service speaks English: other languages say what the code says, and keep the service's words where only those
 * name what is wrong.
 */
export function describeServiceProblem(problem: ServiceProblem, { t, locale }: Language): Fault {
  return locale === "en" ? problem : (sayKnown(problem.message, t) ?? sayCode(problem, t));
}

/** What a page keeps of a refusal. */
export function keepProblem({ code, message, fix }: ApiProblem): ServiceProblem {
  return { code, message, fix };
}

function sayCode({ code, message, fix }: ServiceProblem, t: Translate): Fault {
  switch (code) {
    case "missing_api_key":
    case "invalid_api_key":
      return { message: t("You are signed out."), fix: t("Sign in again, then repeat this.") };
    case "insufficient_credits":
      return {
        message: t("Your credits do not cover this. Nothing was charged."),
        fix: t("Buy a top-up or move to a larger plan, then try again."),
      };
    case "no_active_subscription":
      return {
        message: t("This needs an active plan."),
        fix: t("Start or renew a subscription, then try again."),
      };
    case "rate_limited":
      return { message: t("Too many requests in a minute."), fix: t("Wait a moment, then try again.") };
    case "internal_error":
    // An answer of something before the service.
    case "unknown":
      return { message: t("Something went wrong on our side."), fix: t("Try again in a moment.") };
    case "generation_failed":
      return {
        message: t("The picture could not be made."),
        fix: t("The credits were refunded. Try again, or use another picture."),
      };
    case "overloaded":
      return {
        message: t("The studio is busy. Nothing was charged."),
        fix: t("Wait a moment, then try again."),
      };
    case "idempotency_in_progress":
      return { message: t("This is being done already."), fix: t("Wait a moment, then try again.") };
    case "not_cancelable":
      return {
        message: t("The work has begun or ended, so it cannot be canceled."),
        fix: t("Let the work finish, then delete its result if you do not want it."),
      };
    case "not_found":
      return { message: t("This is no longer there."), fix: t("Load the page anew.") };
    // Its fix is for those who write requests.
    case "invalid_params":
      return { message, fix: undefined };
    default:
      return { message, fix };
  }
}
