import type { Operation } from "#lib/contract/operation.ts";
import { errorsOf } from "#lib/contract/operations.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import { apiReasons, type ReasonKey } from "#lib/platform/reasons.ts";
import { seen } from "./check.ts";
import { allOperations } from "./derived.ts";
import { codesWithoutCase, operationsWithoutCase, reasonsWithoutCase } from "./not-causable.ts";
import { type Case, expectThat } from "./suite.ts";

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
      expectThat(
        seen.reasons.has(reason) || reasonsWithoutCase.has(reason),
        "a case, or an entry in not-causable.ts",
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
