import { ApiProblem } from "#lib/contract/client.ts";
import type { Reason } from "#lib/platform/reasons.ts";
import { type Fault, reactionTo } from "./reactions.ts";
import type { Language, Translate } from "./translate.ts";

/** What the service refused and why, in its words: as a page keeps it that tells it later. */
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

/**
 * The service speaks English: other languages have words for each reason and code, and keep the service's where only
 * those name what is wrong.
 */
export function describeServiceProblem(problem: ServiceProblem, { t, locale }: Language): Fault {
  if (locale === "en") return problem;
  if (problem.reason) return describeReason(problem.reason, t);
  return reactionTo(problem.code).words?.(t, problem) ?? problem;
}

/** What a page keeps of a refusal. */
export function keepProblem({ code, message, fix, reason }: ApiProblem): ServiceProblem {
  return { code, message, fix, reason };
}

/** Names of a reason's texts among the messages of a language. */
export function reasonNames(reason: string) {
  return { message: `reason ${reason}`, fix: `fix of ${reason}` };
}

function describeReason({ reason, values }: Reason, t: Translate): Fault {
  const names = reasonNames(reason);
  const fix = t(names.fix, values);
  return { message: t(names.message, values), fix: fix === names.fix ? undefined : fix };
}
