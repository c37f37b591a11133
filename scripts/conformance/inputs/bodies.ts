import { gzipSync } from "node:zlib";
import { jsonLimitBytes } from "#lib/contract/limits.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { ReasonKey } from "#lib/platform/reasons.ts";
import { checkRefusal, fail } from "../check.ts";
import { allOperations } from "../derived.ts";
import { type Case, expectThat } from "../suite.ts";
import type { Sent } from "../wire.ts";
import type { World } from "../world.ts";

interface Body {
  name: string;
  body: Sent["body"];
  headers?: Record<string, string>;
  /** The reason of the refusal; `read`: the body is fine, and only its fields are refused. */
  as?: ReasonKey | "read";
}

const text = (value: string) => Buffer.from(value);
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const deep = (depth: number): Body[] => [
  { name: `arrays nested ${depth} deep`, body: nested("[", "]", depth) },
  { name: `objects nested ${depth} deep`, body: nested('{"a":', "}", depth) },
  { name: `a field of arrays nested ${depth} deep`, body: `{"a":${nested("[", "]", depth)}}` },
  ...["requests", "items", "ids", "metadata"].map((field) => ({
    name: `${field} with objects nested ${depth} deep`,
    body: `{"${field}":[{"operation":"generate","request":${nested('{"a":', "}", depth)}}]}`,
  })),
];

/** Paths that read JSON and are no operations, with the status of a body that none of them takes. */
const otherReaders = [
  "/api/mcp",
  "/api/auth/sign-in/email",
  "/api/auth/sign-up/email",
  "/api/auth/request-password-reset",
  "/api/webhooks/stripe",
];
const unreadable: Body[] = [
  ...deep(3_000),
  { name: "truncated", body: '{"email":"a' },
  { name: "UTF-16", body: Buffer.from("\ufeff{}", "utf16le") },
  { name: "invalid UTF-8", body: Buffer.from('{"email":"\xff"}', "latin1") },
  { name: "gzip", body: gzipSync("{}"), headers: { "content-encoding": "gzip" } },
  ...["null", "1", "[]", '{"email":{"a":[]},"password":1}', '{"__proto__":{"email":"a"}}'].map((body) => ({
    name: body,
    body,
  })),
];

/** Every other path that takes JSON refuses what it cannot read: a status below 500, and no line in the log. */
export function otherBodies(world: World): Case[] {
  // Attempts to sign in count against the address that they come from.
  const paths = otherReaders.filter((path) => world.own || !path.startsWith("/api/auth/"));
  return paths.flatMap((path) =>
    unreadable.map(({ name, body, headers }) => ({
      subject: path,
      name,
      async run() {
        const authorization = `Bearer ${world.payer}`;
        const all = { "content-type": "application/json", authorization, origin: world.baseUrl, ...headers };
        const answer = await world.send({ method: "POST", path, headers: all, body });
        const { status } = answer;
        fail(answer, status >= 400 && status < 500 ? [] : [`a 4xx, not ${status}`]);
      },
    })),
  );
}

/** Bodies that no JSON operation takes, and some that look wrong but are not. */
function bodiesOf({ input }: Operation): Body[] {
  const limit = (input.from === "json" && input.maxBytes) || jsonLimitBytes;
  return [
    ...deep(3_000),
    ...deep(100_000),
    { name: "empty", body: "", as: "body_empty" },
    { name: "white space", body: " \r\n\t", as: "body_malformed" },
    { name: "truncated", body: '{"name":"a', as: "body_malformed" },
    { name: "two values", body: "{}{}", as: "body_malformed" },
    { name: "a trailing comma", body: '{"name":"a",}', as: "body_malformed" },
    { name: "single quotes", body: "{'name':'a'}", as: "body_malformed" },
    { name: "NaN", body: '{"name":NaN}', as: "body_malformed" },
    { name: "a raw NUL in a text", body: '{"name":"a\0"}', as: "body_malformed" },
    { name: "UTF-16, little endian", body: Buffer.from("\ufeff{}", "utf16le"), as: "body_malformed" },
    { name: "UTF-16, big endian", body: Buffer.from("\ufeff{}", "utf16le").swap16(), as: "body_malformed" },
    { name: "invalid UTF-8", body: Buffer.from('{"name":"\xff"}', "latin1"), as: "body_malformed" },
    ...["null", "1", '"text"', "true", "[]"].map((body) => ({ name: `no object: ${body}`, body })),
    { name: "too large", body: `{"a":"${"x".repeat(limit)}"}`, as: "body_too_large" },
    {
      name: "too large, in chunks",
      body: [text('{"a":"'), Buffer.alloc(limit, "x"), text('"}')],
      as: "body_too_large",
    },
    { name: "gzip", body: gzipSync("{}"), headers: { "content-encoding": "gzip" }, as: "body_compressed" },
    { name: "no content type", body: "{}", headers: { "content-type": "" }, as: "body_not_json" },
    {
      name: "a form",
      body: "name=a",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      as: "body_not_json",
    },
    { name: "a byte order mark", body: text("\ufeff{}"), as: "read" },
    { name: "in chunks", body: [text("{"), text("}")], as: "read" },
    { name: "a key twice", body: '{"conformance":1,"conformance":2}', as: "read" },
    { name: "__proto__", body: '{"__proto__":{"name":"a"},"constructor":{"prototype":{}}}', as: "read" },
    { name: "huge numbers", body: `{"conformance":1e400,"other":-${"9".repeat(400)}}`, as: "read" },
    { name: "a lone surrogate in an unknown field", body: '{"\\ud800":"\\udfff"}', as: "read" },
    { name: "5,000 unknown fields", body: JSON.stringify(Object.fromEntries(numbered(5_000))), as: "read" },
  ];
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => [`f${index}`, 1] as const);

const jsonOperations = allOperations.filter(([, { input }]) => input.from === "json");
const unknownId = { id: "unknown" };

/** Every operation that takes JSON, with every body of the table. */
export function bodies(world: World): Case[] {
  return jsonOperations.flatMap(([id, operation]) => [
    ...bodiesOf(operation).map((one) => ({
      subject: id,
      name: one.name,
      run: () => sendBody(world, operation, one),
    })),
    ...wrongFields(operation).map(({ name, json }) => ({
      subject: id,
      name,
      run: async () => {
        const headers = { "content-type": "application/json" };
        const answer = await world.call(operation, { params: unknownId, headers, body: json }, world.payer);
        checkRefusal(operation, answer, { code: "invalid_params" });
      },
    })),
  ]);
}

async function sendBody(world: World, operation: Operation, { body, headers, as }: Body): Promise<void> {
  const type = { "content-type": "application/json", ...headers };
  const answer = await world.call(operation, { params: unknownId, headers: type, body }, world.payer);
  const fault = checkRefusal(operation, answer, {
    // A body whose fields are all unknown is fine, and then there is no such object.
    code: as === undefined || as === "read" ? ["invalid_params", "not_found"] : "invalid_params",
    reason: as === "read" ? undefined : as,
  });
  if (as === "read")
    expectThat(!fault.reason?.startsWith("body_"), "a body that is read", String(fault.reason));
}

/** The operation's own example, with one field of another type each, and texts that no field takes. */
function wrongFields({ example }: Operation): { name: string; json: string }[] {
  const request = Object.entries((example.request ?? {}) as Record<string, unknown>);
  return request.flatMap(([field, value]) => {
    const values = ["7", '"\\u0000"', "true", "[]", "{}", "[[[]]]", "1e400", '"\\ud800"', '{"__proto__":1}'];
    const isOther = (raw: string) => kindOf(JSON.parse(raw)) !== kindOf(value) || /\\u/.test(raw);
    return values.filter(isOther).map((raw) => {
      const fields = request.map(([name, own]) => `"${name}":${name === field ? raw : JSON.stringify(own)}`);
      return { name: `${field}: ${raw}`, json: `{${fields.join(",")}}` };
    });
  });
}

const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);
