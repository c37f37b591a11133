import { expect } from "vitest";
import { errorBody } from "#lib/contract/error-schemas.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { errorsOf, operations } from "#lib/contract/operations.ts";
import type { Handler } from "#lib/http/route-table.ts";
import { errorTable } from "#lib/platform/errors.ts";
import { type IdPrefix, newId } from "#lib/platform/ids.ts";
import { tried } from "./evidence/index.ts";

const origin = "http://localhost:3000";

export interface TestCall {
  key?: string;
  query?: Record<string, string> | string;
  headers?: Record<string, string>;
  json?: unknown;
  body?: BodyInit;
  /** Of the object in the path. */
  id?: string;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects; the contract check is below
  body: any;
}

export type OperationId = keyof typeof operations;

/** Calls an operation, and validates the response against its contract. */
export async function api(operation: OperationId, call?: TestCall): Promise<TestAnswer> {
  return checkAnswer(operations[operation], await fetchApi(operation, call));
}

/** Calls an operation, whose response may be a file. */
export async function fetchApi(id: OperationId, call?: TestCall): Promise<Response> {
  const operation: Operation = operations[id];
  const file = `../../app${operation.path.replace("{id}", "[id]")}/route.ts`;
  const handlers: Record<string, Handler> = await import(new URL(file, import.meta.url).href);
  const handler = handlers[operation.method];
  if (!handler) throw new Error(`${file} has no handler of ${operation.method}`);
  return send(operation, handler, call);
}

/** As `api`, by a handler that the test made. */
export async function callApi(operation: Operation, handler: Handler, call?: TestCall): Promise<TestAnswer> {
  return checkAnswer(operation, await send(operation, handler, call));
}

/** Calls a handler as the server would. */
function send(operation: Operation, handler: Handler, call: TestCall = {}): Promise<Response> {
  const { id = "" } = call;
  const url = new URL(operation.path.replace("{id}", id), origin);
  url.search = String(new URLSearchParams(call.query));
  const headers = new Headers(call.headers);
  if (call.key) headers.set("authorization", `Bearer ${call.key}`);
  if (call.json !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  const body = call.json === undefined ? call.body : JSON.stringify(call.json);
  const request = new Request(url, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
  return handler(request, { params: Promise.resolve({ id }) });
}

/** Calls on objects of other accounts: each gets the same 404 as one on an id that never existed. */
export async function expectForeign(
  key: string,
  calls: readonly (readonly [OperationId, id: string, rest?: TestCall])[],
): Promise<void> {
  tried("isolation", calls.length);
  for (const [operation, theirs, rest] of calls) {
    const ask = async (id: string) => {
      const { status, body } = await api(operation, { ...rest, key, id });
      return { status, error: { ...body.error, request_id: "" } };
    };
    const unknown = await ask(newId(theirs.slice(0, theirs.indexOf("_")) as IdPrefix));
    expect(unknown.status).toBe(404);
    expect(await ask(theirs)).toEqual(unknown);
  }
}

/** Reads the ids on all pages of a list. */
export async function readPages(
  ask: (query: Record<string, string>) => Promise<TestAnswer>,
  query: Record<string, string>,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body }: TestAnswer = await ask({ ...query, ...(cursor && { cursor }) });
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  } while (cursor);
  return seen;
}

/** Validates a response against the contract: exact fields of a 200, otherwise a documented code, and the headers. */
export async function checkAnswer(operation: Operation, response: Response): Promise<TestAnswer> {
  const body = await response.json();
  const { headers, status } = response;
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9A-Za-z]{22}$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  const accepted = status === 202 ? operation.accepts : undefined;
  if (accepted || status === (operation.status ?? 200)) {
    expect((accepted ?? operation.output).parse(body)).toStrictEqual(body);
    const limit = operation.missingKeyCode === null ? /^$/ : /^"default";r=\d+;t=\d+$/;
    expect(headers.get("ratelimit") ?? "").toMatch(limit);
  } else {
    const { error } = errorBody.parse(body);
    const known = errorsOf(operation).map((code) => [code, errorTable[code].status]);
    expect(known).toContainEqual([error.code, status]);
    if (status === 401) expect(headers.get("www-authenticate")).toMatch(/^Bearer realm="[^"]+"/);
    if (!headers.has("idempotency-replayed")) expect(error.request_id).toBe(headers.get("x-request-id"));
  }
  return { status, headers, body };
}
