import type { ErrorCode } from "#lib/platform/errors.ts";
import type { ReasonKey } from "#lib/platform/reasons.ts";
import type { Things } from "../things.ts";
import type { AccountName, Call } from "../world.ts";

export type Make = (things: Things) => Promise<Call> | Call;

/** A call that is refused in a way that cannot be derived from its operation; by default the main caller calls. */
export type Refusal = readonly [
  code: ErrorCode | readonly ErrorCode[],
  reason: ReasonKey | null,
  call: Make,
  by?: AccountName | ((things: Things) => Promise<string>),
];

/**
 * The cases of one operation: a call that succeeds, and refusals; derived.ts adds those that follow from its
 * definition. The success is repeated with other callers, so it names whatever it needs.
 */
export type OperationCases = readonly [success: Make, ...refusals: Refusal[]];

/** Names of the things that are ids of objects. */
type IdName = {
  [Name in keyof Things]: Things[Name] extends () => Promise<string> ? Name : never;
}[keyof Things];

export const nothing: Make = () => ({});
export const json = (body: object | ((things: Things) => object)): Make =>
  typeof body === "function" ? async (things) => ({ json: await body(things) }) : () => ({ json: body });
export const query =
  (values: Record<string, string>): Make =>
  () => ({ query: values });

/** A call whose path has the id of this thing. */
export const at =
  (name: IdName, call: Call = {}): Make =>
  async (things) => ({
    params: { id: await things[name]() },
    ...call,
  });
