import { setTimeout as sleep } from "node:timers/promises";
import { ignoresQuery, type Operation } from "#lib/contract/operation.ts";
import { errorsOf, operations } from "#lib/contract/operations.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import { cases, expensive } from "./cases/index.ts";
import type { Make, Refusal } from "./cases/types.ts";
import { checkRefusal, checkSuccess } from "./check.ts";
import { type Case, expectEqual, expectThat, Skipped } from "./suite.ts";
import type { Things } from "./things.ts";
import { type Call, fileCall, readPicture } from "./world.ts";

export type Id = keyof typeof operations;

/** Well-formed, but of nobody. */
export const unknownKey = "pgs_000000000000000000000000000000000000";

export const allOperations = Object.entries<Operation>(operations) as [Id, Operation][];

/** One success of every operation. */
export function successes(things: Things): Case[] {
  return allOperations.map(([id, operation]) => ({
    subject: id,
    name: "success",
    async run() {
      checkSuccess(operation, await things.world.call(operation, await succeeding(things, id)));
    },
  }));
}

async function succeeding(things: Things, id: Id): Promise<Call> {
  if (things.world.isCharged && expensive.includes(id)) throw new Skipped("costs credits without a test key");
  return await cases[id][0](things);
}

/** The refusals of every operation: those that follow from its definition, and those of its table. */
export function refusals(things: Things): Case[] {
  return allOperations.flatMap(([id, operation]) => {
    const [success, ...own] = cases[id];
    return [
      ...[...own, ...derivedRefusals(operation, success)].map((refusal) => {
        const [code, reason, , by] = refusal;
        const words = [code, reason ?? "", typeof by === "string" ? `by ${by}` : ""].flat();
        return {
          subject: id,
          name: words.filter((word) => word !== "").join(", "),
          run: () => refuse(things, operation, refusal),
        };
      }),
      ...wrongRequests(things, operation),
      ...(hasOwner(operation) ? [foreign(things, operation, success)] : []),
      ...(operation.idempotency ? [repeated(things, id, operation), together(things, id, operation)] : []),
    ];
  });
}

async function refuse(things: Things, operation: Operation, [code, reason, make, by]: Refusal) {
  const { world } = things;
  const key = typeof by === "string" ? await world.account(by) : ((await by?.(things)) ?? world.main);
  const answer = await world.call(operation, await make(things), key);
  const fault = checkRefusal(operation, answer, { code, reason });
  if (code === "missing_scope" && reason === null) expectEqual(fault.required_scope, operation.scope);
}

/** Codes of keys, plans, scopes, budgets and ids, which every operation with a key has in the same way. */
function derivedRefusals(operation: Operation, success: Make): Refusal[] {
  const { missingKeyCode, scope, needsSubscription, input, path } = operation;
  const fine = (things: Things) => callOf(things, operation, success);
  const any = () => placeholder(operation);
  const hasId = path.includes("{id}");
  const isCharged = input.from === "json" && errorsOf(operation).includes("insufficient_credits");
  const derived: readonly (Refusal | false)[] = [
    scope !== null && ["missing_scope", null, any, (things) => things.keyWithout(scope)],
    missingKeyCode !== null && ["invalid_api_key", "key_account_suspended", any, "suspended"],
    needsSubscription && ["no_active_subscription", "plan_canceled", any, "canceled"],
    needsSubscription && ["no_active_subscription", "payment_due", any, "past_due"],
    hasId && ["not_found", null, async (things) => withUnknownId(await fine(things))],
    isCharged && [
      "insufficient_credits",
      "max_credits_exceeded",
      async (things) => unpaid(await fine(things)),
    ],
    isCharged && ["key_budget_exceeded", "key_budget_used_up", fine, (things) => things.keyWithoutBudget()],
  ];
  return derived.filter((refusal) => refusal !== false);
}

/** A call that would succeed, made once for all cases in which it is refused because of its caller. */
const callOf = (things: Things, { id }: Operation, success: Make) =>
  things.once(`call of ${id}`, async () => await success(things));

const hasOwner = ({ path, missingKeyCode }: Operation) => path.includes("{id}") && missingKeyCode !== null;

/** A call by an account that does not own the object. */
const foreign = (things: Things, operation: Operation, success: Make): Case => ({
  subject: operation.id,
  name: "not_found, by stranger: like an id that never existed, and the object stays as it is",
  async run() {
    const { world } = things;
    const call = withOtherTexts(operation, await callOf(things, operation, success));
    const stranger = await world.account("stranger");
    const isReader = ({ method, path }: Operation) =>
      method === "GET" && path.endsWith("{id}") && operation.path.startsWith(path);
    const reader = allOperations.find(([, one]) => isReader(one))?.[1];
    const read = async () => {
      if (!reader) return null;
      const { json } = await world.call(reader, { params: call.params ?? {} });
      // What waits or runs changes by itself.
      const isUnderWay = /^(queued|running)$/.test((json as { status?: string }).status ?? "");
      return isUnderWay ? null : withoutProgress(json);
    };
    const refusalOf = async (one: Call) => {
      const answer = await world.call(operation, one, stranger);
      return { ...checkRefusal(operation, answer, { code: "not_found" }), request_id: "" };
    };
    const before = await read();
    expectEqual(await refusalOf(call), await refusalOf(withUnknownId(call)), "the error of an unknown id");
    if (before) expectEqual(await read(), before, "the object");
  },
});

/** The owner may have made the same change before. */
const withOtherTexts = ({ method }: Operation, { json, ...call }: Call): Call => {
  if (method !== "PATCH" || !json) return { ...call, ...(json && { json }) };
  const texts = Object.entries(json).map(([name, text]) => [name, `${text} of a stranger`]);
  return { ...call, json: Object.fromEntries(texts) };
};

const unpaid = (call: Call): Call => ({ ...call, json: { ...call.json, max_credits: 0 } });
/** The id has the form of a real one, so that nothing but its absence is the reason. */
const withUnknownId = (call: Call): Call => ({
  ...call,
  params: { id: (call.params?.id ?? "").replace(/\w{4}$/, "zzzz") },
});

/** A call that is refused before its parameters are read. */
const placeholder = ({ example, input }: Operation): Call => ({
  params: { id: example.id ?? "gen_00000000000000000000zz" },
  ...(input.from === "json" && { json: {} }),
});

/** Keys, methods and queries that no operation accepts. */
function wrongRequests({ world }: Things, operation: Operation): Case[] {
  const { missingKeyCode, path, id: subject } = operation;
  const call = placeholder(operation);
  const other = { method: "PUT" as Operation["method"], path };
  const tried: readonly (readonly [
    name: string,
    code: ErrorCode | null | false,
    reason: string | null,
    send: () => ReturnType<typeof world.call>,
  ])[] = [
    [
      "method_not_allowed",
      "method_not_allowed",
      "method_unknown",
      () => world.call(other, { params: call.params ?? {} }),
    ],
    ["no key", missingKeyCode, "key_missing", () => world.call(operation, call, null)],
    [
      "an unknown key",
      missingKeyCode && "invalid_api_key",
      null,
      () => world.call(operation, call, unknownKey),
    ],
    [
      "two keys",
      missingKeyCode && "invalid_api_key",
      "several_keys",
      () => world.call(operation, { ...call, headers: { "x-api-key": unknownKey } }),
    ],
    [
      "an unknown query parameter",
      !ignoresQuery(operation) && "invalid_params",
      null,
      () => world.call(operation, { ...call, query: { conformance: "1" } }),
    ],
  ];
  return tried.flatMap(([name, code, reason, send]) =>
    code
      ? [{ subject, name, run: async () => void checkRefusal(operation, await send(), { code, reason }) }]
      : [],
  );
}

const newKey = () => ({ "idempotency-key": `conformance-${crypto.randomUUID()}` });
const withHeaders = (call: Call, headers: Record<string, string>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/** What a response says about progress: a batch shows its state at the time of each call, an endpoint its first answer. */
const progressFields = ["status", "counts", "credits", "eta_seconds", "finished_at", "verified_at"];
const withoutProgress = (json: unknown) =>
  Object.fromEntries(Object.entries(json as object).filter(([field]) => !progressFields.includes(field)));

/** The same Idempotency-Key afterwards, and with another body. */
const repeated = (things: Things, id: Id, operation: Operation): Case => ({
  subject: id,
  name: "a repeated call has the same response; with another body: idempotency_mismatch",
  async run() {
    const headers = newKey();
    const call = await succeeding(things, id);
    const send = (one: Call) => things.world.call(operation, withHeaders(one, headers));
    const first = await send(call);
    const second = await send(call);
    const compared = id === "createBatch" ? withoutProgress : (json: unknown) => json;
    expectEqual(compared(second.json), compared(first.json), "the first response");
    expectThat(second.headers.get("idempotency-replayed") === "true", "Idempotency-Replayed", "none");
    const other = call.json
      ? { json: { ...call.json, title: "another" } }
      : fileCall(Buffer.concat([await readPicture(), Buffer.alloc(1)]));
    checkRefusal(operation, await send(other), { code: "idempotency_mismatch" });
  },
});

/** The same Idempotency-Key at the same time. */
const together = (things: Things, id: Id, operation: Operation): Case => ({
  subject: id,
  name: "idempotency_in_progress",
  async run() {
    const call = await succeeding(things, id);
    // Which of two concurrent calls meets the other one running depends on the moment, so there are several tries.
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const headers = newKey();
      const first = things.world.call(operation, withHeaders(call, headers));
      await sleep(attempt);
      const second = await things.world.call(operation, withHeaders(call, headers));
      await first;
      if (second.status === 409)
        return void checkRefusal(operation, second, { code: "idempotency_in_progress" });
      if (things.world.isCharged) throw new Skipped("costs credits without a test key");
    }
    expectThat(false, "idempotency_in_progress", "ten replayed responses");
  },
});
