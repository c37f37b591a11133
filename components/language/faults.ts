import { ApiProblem } from "#lib/contract/client.ts";
import type { Language, Translate } from "./translate.ts";

interface Fault {
  message: string;
  fix: string | undefined;
}

/**
 * What a call of the service failed with, for its reader. The service speaks English: other languages say what the code
 * says, and keep the service's words where only those name what is wrong.
 */
export function describeFault(error: unknown, { t, locale }: Language): Fault {
  if (!(error instanceof ApiProblem))
    return { message: t("There is no connection. Try again."), fix: undefined };
  const own = locale === "en" ? null : wordsOf(error.code, t);
  return own ?? { message: error.message, fix: error.fix };
}

/** Null for codes that mean something else in every call. */
function wordsOf(code: ApiProblem["code"], t: Translate): Fault | null {
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
      return { message: t("Something went wrong on our side."), fix: t("Try again in a moment.") };
    case "generation_failed":
      return {
        message: t("The picture could not be made. The credits were refunded."),
        fix: t("Try again, or use another picture."),
      };
    case "overloaded":
      return {
        message: t("The studio is busy. Nothing was charged."),
        fix: t("Wait a moment, then try again."),
      };
    case "not_cancelable":
      return {
        message: t("The work has begun or ended, so it cannot be canceled."),
        fix: t("Let the work finish, then delete its result if you do not want it."),
      };
    case "not_found":
      return { message: t("This is no longer there."), fix: t("Load the page anew.") };
    default:
      return null;
  }
}
