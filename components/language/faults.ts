import { ApiProblem } from "#lib/contract/client.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import type { Reason } from "#lib/platform/reasons.ts";

/** What went wrong and what to do about it. */
export interface Fault {
  message: string;
  fix: string | undefined;
}

/** What the service refused and why, in its words: kept by pages that show it later. */
export interface ServiceProblem extends Fault {
  code: string;
  reason?: Reason | null;
}

/** What a call of the service failed with, for its reader; `offline` where a page says that in words of its own. */
export function describeFault(error: unknown, language: Language, offline?: string): Fault {
  if (error instanceof ApiProblem) return describeServiceProblem(error, language);
  return { message: offline ?? language.t("There is no connection. Try again."), fix: undefined };
}

/** As `describeFault`, of a form: without the name that the API has for the field. */
export function describeFieldFault(error: unknown, language: Language): string {
  const [issue] = error instanceof ApiProblem ? error.issues : [];
  const { message } = describeFault(error, language);
  if (!issue || message !== `${issue.path}: ${issue.message}`) return message;
  return issue.message.charAt(0).toUpperCase() + issue.message.slice(1);
}

/** The service's own text in English; in other languages the text of its reason, else of its code. */
export function describeServiceProblem(problem: ServiceProblem, { t, locale }: Language): Fault {
  if (locale === "en") return problem;
  const { reason, code, message } = problem;
  const ofReason = reason ? translateFault(textNames("reason", reason.reason), t, reason.values) : null;
  // A fix in English is for developers.
  return ofReason ?? translateFault(textNames("code", code), t) ?? { message, fix: undefined };
}

/** What a page keeps of a refusal. */
export function keepProblem({ code, message, fix, reason }: ApiProblem): ServiceProblem {
  return { code, message, fix, reason };
}

/** Names of the texts of a reason or code among the messages of a language. */
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
