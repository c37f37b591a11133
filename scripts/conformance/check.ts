import { isDeepStrictEqual } from "node:util";
import { errorBody } from "#lib/contract/error-schemas.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { errorsOf } from "#lib/contract/operations.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";
import { apiReasons, fixOf, reasonOf } from "#lib/platform/reasons.ts";
import { Mismatch } from "./suite.ts";
import type { Answer } from "./wire.ts";

/** The error of a response, as callers read it. */
export interface Fault {
  code: ErrorCode;
  reason?: string | undefined;
  message: string;
  fix?: string | undefined;
  issues?: { path: string; message: string; reason?: string | undefined }[] | undefined;
  required_scope?: string | undefined;
}

/** The codes and reasons that came in this run: what never came has no case. */
export const seen = { codes: new Map<string, Set<ErrorCode>>(), reasons: new Set<string>() };

/** Codes that the router gives for any path, besides those of its operations. */
const ofEveryPath: readonly ErrorCode[] = ["method_not_allowed"];

/** Throws Mismatch unless the response is a success of the operation as the contract describes it. */
export function checkSuccess(operation: Operation, answer: Answer): void {
  const { status, headers, json } = answer;
  const problems = headerProblems(operation, answer);
  const accepted = status === 202 ? operation.accepts : undefined;
  if (!accepted && status !== (operation.status ?? 200)) fail(answer, [`status ${operation.status ?? 200}`]);
  const type = headers.get("content-type") ?? "";
  if (operation.produces) {
    if (!type.startsWith(operation.produces.replace("*", "")))
      problems.push(`a body of ${operation.produces}`);
    if (answer.bytes.length === 0) problems.push("a file with content");
  } else {
    if (!/^application\/json\b/.test(type)) problems.push("Content-Type application/json");
    const parsed = (accepted ?? operation.output).safeParse(json);
    if (!parsed.success) problems.push(`the schema's fields (${parsed.error.issues[0]?.path.join(".")})`);
    else if (!isDeepStrictEqual(parsed.data, json)) problems.push("exactly the schema's fields");
  }
  if (operation.missingKeyCode !== null && !/^"default";r=\d+;t=\d+$/.test(headers.get("ratelimit") ?? ""))
    problems.push("the RateLimit header");
  if (operation.accepts && !/^gen_\w+$/.test(headers.get("x-generation-id") ?? ""))
    problems.push("X-Generation-Id");
  if (operation.accepts && !accepted && !/^\d+$/.test(headers.get("x-credits-charged") ?? ""))
    problems.push("X-Credits-Charged");
  fail(answer, problems);
}

interface Wanted {
  code?: ErrorCode | readonly ErrorCode[] | undefined;
  reason?: string | null | undefined;
}

/** Throws Mismatch unless the response is a documented error of the operation, with this code and reason. */
export function checkRefusal(operation: Operation, answer: Answer, { code, reason }: Wanted = {}): Fault {
  const codes: readonly ErrorCode[] = code === undefined ? [] : [code].flat();
  const parsed = errorBody.strict().safeParse(answer.json);
  if (!parsed.success) throw mismatch(answer, [`an error ${codes.join(" or ")}`]);
  const fault = parsed.data.error as Fault;
  note(operation.id, fault);
  const problems = [...headerProblems(operation, answer), ...faultProblems(answer, fault)];
  if (codes.length > 0 && !codes.includes(fault.code)) problems.unshift(`code ${codes.join(" or ")}`);
  if (codes.length === 0 && answer.status >= 500) problems.unshift("a 4xx");
  if (![...errorsOf(operation), ...ofEveryPath].includes(fault.code))
    problems.push("a code that the operation documents");
  if (reason && !reasonsOf(fault).includes(reason)) problems.push(`reason ${reason}`);
  if (fault.code === "missing_scope" && fault.required_scope === undefined) problems.push("required_scope");
  fail(answer, problems);
  return fault;
}

function note(id: string, fault: Fault): void {
  const codes = seen.codes.get(id) ?? new Set();
  seen.codes.set(id, codes.add(fault.code));
  for (const reason of reasonsOf(fault)) seen.reasons.add(reason);
}

const reasonsOf = (fault: Fault) => [fault, ...(fault.issues ?? [])].flatMap(({ reason }) => reason ?? []);

/** Problems of any error body under /api, whatever the operation. */
export function faultProblems({ status, headers, json }: Answer, fault: Fault): string[] {
  const { request_id: id } = (json as { error: { request_id: string } }).error;
  const problems: string[] = [];
  const wrong = (isWrong: boolean, expected: string) => isWrong && problems.push(expected);
  wrong(errorTable[fault.code].status !== status, `status ${errorTable[fault.code].status}`);
  wrong(!/^application\/json\b/.test(headers.get("content-type") ?? ""), "Content-Type application/json");
  wrong(!fault.fix, "a fix");
  wrong(fault.reason !== undefined && !(fault.reason in apiReasons), "a reason of the table");
  const known = reasonOf(fault);
  // The fix of failed work also says that its credits were refunded.
  wrong(!(fault.fix ?? "").endsWith((known && fixOf(known)) ?? ""), "the fix of its reason");
  wrong(id !== headers.get("x-request-id") && !headers.has("idempotency-replayed"), "its request_id");
  wrong(
    status === 401 && !/^Bearer realm="[^"]+"/.test(headers.get("www-authenticate") ?? ""),
    "WWW-Authenticate",
  );
  wrong(status === 405 && !/\bOPTIONS\b/.test(headers.get("allow") ?? ""), "Allow");
  wrong(
    (status === 429 || status === 503) && !/^[1-9]\d*$/.test(headers.get("retry-after") ?? ""),
    "Retry-After",
  );
  return problems;
}

function headerProblems({ produces }: Operation, { headers, status }: Answer): string[] {
  const problems: string[] = [];
  const isFile = produces !== undefined && status < 400;
  if (!/^req_[0-9A-Za-z]{22}$/.test(headers.get("x-request-id") ?? "")) problems.push("X-Request-Id");
  if (!isFile && headers.get("cache-control") !== "no-store") problems.push("Cache-Control: no-store");
  if (headers.get("referrer-policy") !== "no-referrer") problems.push("Referrer-Policy: no-referrer");
  if (headers.get("x-content-type-options") !== "nosniff") problems.push("X-Content-Type-Options: nosniff");
  return problems;
}

/** Throws Mismatch with what was expected and the beginning of the response, unless there is no problem. */
export function fail(answer: Answer, problems: readonly string[]): void {
  if (problems.length > 0) throw mismatch(answer, problems);
}

function mismatch(answer: Answer, problems: readonly string[]): Mismatch {
  return new Mismatch(`expected ${problems.join(", ")}; came ${summaryOf(answer)}`);
}

export function summaryOf({ status, headers, bytes }: Answer): string {
  const text = /json|text/.test(headers.get("content-type") ?? "")
    ? bytes.toString()
    : `${bytes.length} bytes`;
  const line = text.replaceAll(/\s+/g, " ").slice(0, 300);
  return `${status} ${line} (${headers.get("x-request-id")})`;
}
