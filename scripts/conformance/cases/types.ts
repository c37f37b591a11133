import type { ErrorCode } from "#lib/platform/errors.ts";
import type { ReasonKey } from "#lib/platform/reasons.ts";
import type { Things } from "../things.ts";
import type { AccountName, Call } from "../world.ts";

type Make = (things: Things) => Promise<Call> | Call;

/** A call that is refused in a way that cannot be derived from the definition of its operation. */
export interface Refusal {
  code: ErrorCode | readonly ErrorCode[];
  reason?: ReasonKey;
  call: Make;
  /** The account or key that calls; by default the main caller. */
  by?: AccountName | ((things: Things) => Promise<string>);
}

/** The cases of one operation; derived.ts adds those that follow from its definition. */
export interface OperationCases {
  /** A call that succeeds. It is repeated by the derived cases with other callers, so it names whatever it needs. */
  success: Make;
  /** Whether the success costs credits without a test key, more than the one credit of a photo. */
  isExpensive?: true;
  refusals?: readonly Refusal[];
}

/** A call whose path has this id. */
export const at = (id: string, call: Call = {}): Call => ({ params: { id }, ...call });
