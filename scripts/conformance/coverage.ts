import type { Operation } from "#lib/contract/operation.ts";
import { errorsOf } from "#lib/contract/operations.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import { apiReasons, type ReasonKey } from "#lib/platform/reasons.ts";
import { seen } from "./check.ts";
import { allOperations } from "./derived.ts";
import { type Case, expectThat } from "./suite.ts";

/** Codes that no caller can cause on a healthy service, and why. `null`: of no operation. */
const codesWithoutCase: readonly { code: ErrorCode; except?: readonly string[]; why: string }[] = [
  { code: "internal_error", why: "an error of the service itself" },
  {
    code: "overloaded",
    except: ["generate", "removeBg"],
    why: "needs a database, an image host or workers that do not answer; work has test pictures for it",
  },
];

/** The same for single operations. */
const operationsWithoutCase: Partial<Record<string, Partial<Record<ErrorCode, string>>>> = {
  preview: { generation_failed: "needs a worker that dies or takes longer than 45 s" },
};

const needs = {
  models: "needs a hosted image model",
  outage: "needs a database, a worker or an image host that does not answer",
  moment: "needs another call at the same moment, or a machine without capacity",
  volume: "needs thousands of calls, or gigabytes",
  time: "needs days, or a change of the service between order and work",
  session: "needs a session of the dashboard or of an operator",
  network: "needs a name server or a host outside this machine",
  settings: "needs other settings of the service",
  internal: "the case reaches callers with another reason first",
} as const;

/** Reasons that no case of this suite can cause, and why. */
const reasonsWithoutCase: Partial<Record<ReasonKey, keyof typeof needs>> = {};

/** What a complete run must have seen: every documented code of every operation, and every reason. */
export function coverage(): Case[] {
  const ofOperations = allOperations.map(([id, operation]) => ({
    subject: id,
    name: "every documented error code came",
    run: async () => {
      const missing = errorsOf(operation).filter(
        (code) => !isExempt(operation, code) && !seen.codes.get(id)?.has(code),
      );
      expectThat(missing.length === 0, `a case for ${missing.join(", ")}`, "none");
    },
  }));
  const ofReasons = (Object.keys(apiReasons) as ReasonKey[]).map((reason) => ({
    subject: "reasons",
    name: reason,
    run: async () => {
      const why = reasonsWithoutCase[reason];
      expectThat(
        seen.reasons.has(reason) || why !== undefined,
        "a case, or an entry in reasonsWithoutCase",
        "none",
      );
    },
  }));
  return [...ofOperations, ...ofReasons];
}

function isExempt({ id }: Operation, code: ErrorCode): boolean {
  if (operationsWithoutCase[id]?.[code] !== undefined) return true;
  return codesWithoutCase.some((one) => one.code === code && !one.except?.includes(id));
}
