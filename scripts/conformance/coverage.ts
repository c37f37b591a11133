import { errorsOf } from "#lib/contract/operations.ts";
import { apiReasons, type ReasonKey } from "#lib/platform/reasons.ts";
import { seen } from "./check.ts";
import { allOperations } from "./derived.ts";
import { codesWithoutCase, operationsWithoutCase, reasonsWithoutCase } from "./not-causable.ts";
import { type Case, expectThat } from "./suite.ts";

/** What a complete run must have seen: every documented code of every operation, and every reason. */
export function coverage(): Case[] {
  const ofOperations = allOperations.map(([id, operation]) => ({
    subject: id as string,
    name: "every documented error code came",
    async run() {
      const missing = errorsOf(operation).filter(
        (code) =>
          !seen.codes.get(id)?.has(code) &&
          operationsWithoutCase[id]?.[code] === undefined &&
          !codesWithoutCase.some((one) => one.code === code && !one.except?.includes(id)),
      );
      expectThat(missing.length === 0, `a case for ${missing.join(", ")}`, "none");
    },
  }));
  const ofReasons = (Object.keys(apiReasons) as ReasonKey[]).map((reason) => ({
    subject: "reasons",
    name: reason,
    async run() {
      const asked =
        reason === "stripe_event_refused" && seen.reasons.has("billing_off") ? "billing_off" : reason;
      const isSeen = seen.reasons.has(asked) || reasonsWithoutCase.has(asked);
      expectThat(isSeen, "a case, or an entry in not-causable.ts", "none");
    },
  }));
  return [...ofOperations, ...ofReasons];
}
