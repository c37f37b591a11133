import { ApiProblem } from "#lib/contract/client.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import type { Reason } from "#lib/platform/reasons.ts";

export interface Fault {
  message: string;
  fix: string | undefined;
}

/** A refusal of the service with its message, in the form in which pages keep it to show it later. */
export interface ServiceProblem extends Fault {
  code: string;
  reason?: Reason | null;
}

/** Describes an error of an API call to the user. `offline` replaces the default message for a lost connection. */
export function describeFault(error: unknown, language: Language, offline?: string): Fault {
  if (error instanceof ApiProblem) return describeServiceProblem(error, language);
  return { message: offline ?? language.t("There is no connection. Try again."), fix: undefined };
}

/** Like describeFault, for a form: without the API's name of the field. */
export function describeFieldFault(error: unknown, language: Language): string {
  const [issue] = error instanceof ApiProblem ? error.issues : [];
  const { message } = describeFault(error, language);
  if (!issue || message !== `${issue.path}: ${issue.message}`) return message;
  return issue.message.charAt(0).toUpperCase() + issue.message.slice(1);
}

/** In English the service's own text; in other languages the text of its reason, else of its code. */
export function describeServiceProblem(problem: ServiceProblem, { t, locale }: Language): Fault {
  if (locale === "en") return problem;
  const { reason, code, message } = problem;
  const ofReason = reason ? translateFault(textNames("reason", reason.reason), t, reason.values) : null;
  // Untranslated fixes are dropped: the English ones address developers.
  return ofReason ?? translateFault(textNames("code", code), t) ?? { message, fix: undefined };
}

/** The part of an error that a page keeps. */
export function toServiceProblem({ code, message, fix, reason }: ApiProblem): ServiceProblem {
  return { code, message, fix, reason };
}

export function textNames(kind: "reason" | "code", key: string) {
  return { message: `${kind} ${key}`, fix: `fix of ${kind} ${key}` };
}

function translateFault(
  names: ReturnType<typeof textNames>,
  t: Translate,
  values?: Reason["values"],
): Fault | null {
  const message = t(names.message, values);
  if (message === names.message) return null;
  const fix = t(names.fix, values);
  return { message, fix: fix === names.fix ? undefined : fix };
}
