import { setTimeout as sleep } from "node:timers/promises";
import { ignoresQuery, type Operation } from "#lib/contract/operation.ts";
import { errorsOf, operations } from "#lib/contract/operations.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import { cases } from "./cases/index.ts";
import type { OperationCases, Refusal } from "./cases/types.ts";
import { checkRefusal, checkSuccess } from "./check.ts";
import { type Case, expectEqual, expectThat, Skipped } from "./suite.ts";
import type { Things } from "./things.ts";
import { type AccountName, type Call, fileCall, readPicture } from "./world.ts";

type Id = keyof typeof operations;

/** Well-formed, but of nobody. */
export const unknownKey = "pgs_000000000000000000000000000000000000";
const pathId = "{id}";

export const allOperations = Object.entries<Operation>(operations) as [Id, Operation][];

/** One success of every operation. */
export function successes(things: Things): Case[] {
  return allOperations.map(([id, operation]) => ({
    subject: id,
    name: "success",
    async run() {
      const { success, isExpensive } = cases[id];
      if (isExpensive && things.world.isCharged) throw new Skipped("costs credits without a test key");
      checkSuccess(operation, await things.world.call(operation, await success(things)));
    },
  }));
}

/** The refusals of every operation: those that follow from its definition, and those of its table. */
export function refusals(things: Things): Case[] {
  return allOperations.flatMap(([id, operation]) => {
    const own: OperationCases = cases[id];
    const all: readonly Refusal[] = [...(own.refusals ?? []), ...derivedRefusals(operation, own)];
    return [
      ...all.map((refusal) => ({
        subject: id,
        name: [
          ...[refusal.code].flat(),
          refusal.reason ?? "",
          typeof refusal.by === "string" ? `by ${refusal.by}` : "",
        ]
          .filter((word) => word !== "")
          .join(", "),
        run: () => refuse(things, operation, refusal),
      })),
      ...wrongRequests(things, operation),
      ...(operation.idempotency ? repeats(things, operation, own) : []),
    ];
  });
}

/** A call that would succeed, made once for all cases in which it is refused because of its caller. */
const callOf = (things: Things, { id }: Operation, success: OperationCases["success"]) =>
  things.once(`call of ${id}`, async () => await success(things));

async function refuse(things: Things, operation: Operation, refusal: Refusal): Promise<void> {
  const { world } = things;
  const { by, code, reason } = refusal;
  const key =
    by === undefined ? world.main : typeof by === "string" ? await world.account(by) : await by(things);
  const answer = await world.call(operation, await refusal.call(things), key);
  const fault = checkRefusal(operation, answer, { code, reason });
  if (code === "missing_scope" && reason === undefined) expectEqual(fault.required_scope, operation.scope);
}

/** Codes of keys, plans, scopes, budgets and ids, which every operation with a key has in the same way. */
function derivedRefusals(operation: Operation, { success }: OperationCases): Refusal[] {
  const { missingKeyCode, scope } = operation;
  if (missingKeyCode === null) return hasId(operation) ? [unknownObject(operation, success)] : [];
  const call = () => placeholder(operation);
  const codes = errorsOf(operation);
  const without = (by: AccountName, code: ErrorCode, reason: Refusal["reason"]): Refusal => ({
    code,
    ...(reason && { reason }),
    call,
    by,
  });
  return [
    ...(scope
      ? [{ code: "missing_scope" as const, call, by: (things: Things) => things.keyWithout(scope) }]
      : []),
    without("suspended", "invalid_api_key", "key_account_suspended"),
    ...(operation.needsSubscription
      ? [
          without("canceled", "no_active_subscription", "plan_canceled"),
          without("past_due", "no_active_subscription", "payment_due"),
        ]
      : []),
    ...(hasId(operation) ? [unknownObject(operation, success), foreignObject(operation, success)] : []),
    // What costs credits is refused by its own limit, and by that of its key.
    ...(codes.includes("insufficient_credits") && operation.input.from === "json"
      ? [
          {
            code: "insufficient_credits" as const,
            reason: "max_credits_exceeded" as const,
            call: async (things: Things) =>
              withField(await callOf(things, operation, success), { max_credits: 0 }),
          },
          {
            code: "key_budget_exceeded" as const,
            reason: "key_budget_used_up" as const,
            call: (things: Things) => callOf(things, operation, success),
            by: (things: Things) => things.keyWithoutBudget(),
          },
        ]
      : []),
  ];
}

const hasId = ({ path }: Operation) => path.includes(pathId);

/** A call that is refused before its parameters are read. */
function placeholder(operation: Operation): Call {
  return {
    params: { id: operation.example.id ?? "gen_00000000000000000000zz" },
    ...(operation.input.from === "json" && { json: {} }),
  };
}

const withHeaders = (call: Call, headers: Record<string, string>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});
const withField = (call: Call, fields: object): Call => ({ ...call, json: { ...call.json, ...fields } });

/** The id has the form of a real one, so that nothing but its absence is the reason. */
function unknownObject(operation: Operation, success: OperationCases["success"]): Refusal {
  return {
    code: "not_found",
    async call(things) {
      const call = await callOf(things, operation, success);
      return { ...call, params: { id: (call.params?.id ?? "").replace(/\w{4}$/, "zzzz") } };
    },
  };
}

/** Another account's id is refused like one that never existed. */
function foreignObject(operation: Operation, success: OperationCases["success"]): Refusal {
  return { code: "not_found", call: (things) => callOf(things, operation, success), by: "stranger" };
}

/** Keys and queries that no operation accepts. */
function wrongRequests(things: Things, operation: Operation): Case[] {
  const { world } = things;
  const { missingKeyCode, id: subject } = operation;
  const refused = (
    name: string,
    code: ErrorCode,
    reason: string | undefined,
    send: () => ReturnType<typeof world.call>,
  ) => ({
    subject,
    name,
    run: async () => void checkRefusal(operation, await send(), { code, reason }),
  });
  const call = placeholder(operation);
  return [
    refused("method_not_allowed", "method_not_allowed", "method_unknown", () =>
      world.call(
        { method: "PUT" as Operation["method"], path: operation.path },
        { params: call.params ?? {} },
      ),
    ),
    ...(missingKeyCode === null
      ? []
      : [
          refused("no key", missingKeyCode, "key_missing", () => world.call(operation, call, null)),
          refused("an unknown key", "invalid_api_key", undefined, () =>
            world.call(operation, call, unknownKey),
          ),
          refused("two keys", "invalid_api_key", "several_keys", () =>
            world.call(operation, { ...call, headers: { "x-api-key": unknownKey } }),
          ),
        ]),
    ...(ignoresQuery(operation)
      ? []
      : [
          refused("an unknown query parameter", "invalid_params", undefined, () =>
            world.call(operation, { ...call, query: { conformance: "1" } }),
          ),
        ]),
  ];
}

/** The same Idempotency-Key twice: afterwards, with another body, and at the same time. */
function repeats(things: Things, operation: Operation, { success, isExpensive }: OperationCases): Case[] {
  const { world } = things;
  const newKey = () => ({ "idempotency-key": `conformance-${crypto.randomUUID()}` });
  const prepare = async () => {
    if (isExpensive && world.isCharged) throw new Skipped("costs credits without a test key");
    const call = await success(things);
    return (headers: Record<string, string>) => world.call(operation, withHeaders(call, headers));
  };
  const again = {
    subject: operation.id,
    name: "a repeated call has the same response; with another body: idempotency_mismatch",
    async run() {
      const headers = newKey();
      const call = await success(things);
      const send = await prepare();
      const first = await send(headers);
      const second = await send(headers);
      expectEqual(second.json, first.json, "the first response");
      expectThat(second.headers.get("idempotency-replayed") === "true", "Idempotency-Replayed", "none");
      const other: Call =
        call.json === undefined
          ? withHeaders(fileCall(Buffer.concat([await readPicture(), Buffer.alloc(1)])), headers)
          : { json: { ...call.json, title: "another" }, headers };
      checkRefusal(operation, await world.call(operation, other), { code: "idempotency_mismatch" });
    },
  };
  const together = {
    subject: operation.id,
    name: "idempotency_in_progress",
    async run() {
      const send = await prepare();
      // Which of two concurrent calls meets the other one running depends on the moment, so there are several tries.
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const headers = newKey();
        const first = send(headers);
        await sleep(attempt);
        const second = await send(headers);
        await first;
        if (second.status === 409)
          return void checkRefusal(operation, second, { code: "idempotency_in_progress" });
        if (world.isCharged) throw new Skipped("costs credits without a test key");
      }
      expectThat(false, "idempotency_in_progress", "ten replayed responses");
    },
  };
  return [again, together];
}
