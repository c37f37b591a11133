import { gzipSync } from "node:zlib";
import { jsonLimitBytes } from "#lib/contract/limits.ts";
import { exampleRequest } from "#lib/contract/openapi/index.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { ReasonKey } from "#lib/platform/reasons.ts";
import { checkRefusal, fail } from "../check.ts";
import { allOperations } from "../derived.ts";
import { type Case, expectThat } from "../suite.ts";
import type { Sent } from "../wire.ts";
import type { World } from "../world.ts";
import { expectNamed, outOfBounds } from "./bounds.ts";

interface Body {
  name: string;
  body: Sent["body"];
  headers?: Record<string, string>;
  /** The reason of the refusal; `read`: the body is fine, and only its fields are refused, with one code or another. */
  as?: ReasonKey | "read";
  /** The field that the refusal names. */
  wrong?: string;
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

/** Bodies that no JSON operation takes, by the reason, and some that look wrong but are not. */
function bodiesOf({ input }: Operation): Body[] {
  const limit = (input.from === "json" && input.maxBytes) || jsonLimitBytes;
  const as = (reason: Body["as"], all: Record<string, Body["body"]>): Body[] =>
    Object.entries(all).map(([name, body]) => ({ name, body, as: reason }));
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return [
    ...deep(3_000),
    ...deep(100_000),
    ...["null", "1", '"text"', "true", "[]"].map((body) => ({ name: `no object: ${body}`, body })),
    ...as("body_empty", { empty: "" }),
    ...as("body_malformed", {
      "white space": " \r\n\t",
      truncated: '{"name":"a',
      "two values": "{}{}",
      "a trailing comma": '{"name":"a",}',
      "single quotes": "{'name':'a'}",
      NaN: '{"name":NaN}',
      "a raw NUL in a text": '{"name":"a\0"}',
      "UTF-16, little endian": Buffer.from("\ufeff{}", "utf16le"),
      "UTF-16, big endian": Buffer.from("\ufeff{}", "utf16le").swap16(),
      "invalid UTF-8": Buffer.from('{"name":"\xff"}', "latin1"),
    }),
    ...as("body_too_large", {
      "too large": `{"a":"${"x".repeat(limit)}"}`,
      "too large, in chunks": [text('{"a":"'), Buffer.alloc(limit, "x"), text('"}')],
    }),
    { name: "gzip", body: gzipSync("{}"), headers: { "content-encoding": "gzip" }, as: "body_compressed" },
    { name: "no content type", body: "{}", headers: { "content-type": "" }, as: "body_not_json" },
    { name: "a form", body: "name=a", headers: form, as: "body_not_json" },
    ...as("read", {
      "a byte order mark": text("\ufeff{}"),
      "in chunks": [text("{"), text("}")],
      "a key twice": '{"conformance":1,"conformance":2}',
      "the name __proto__": '{"__proto__":{"name":"a"},"constructor":{"prototype":{}}}',
      "huge numbers": `{"conformance":1e400,"other":-${"9".repeat(400)}}`,
      "a lone surrogate in an unknown field": '{"\\ud800":"\\udfff"}',
      "5,000 unknown fields": JSON.stringify(Object.fromEntries(numbered(5_000))),
    }),
  ];
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => [`f${index}`, 1] as const);

const jsonOperations = allOperations.filter(([, { input }]) => input.from === "json");
const unknownId = { id: "unknown" };

/** Every operation that takes JSON, with every body of the table. */
export function bodies(world: World): Case[] {
  return jsonOperations.flatMap(([subject, operation]) =>
    [...bodiesOf(operation), ...wrongFields(operation), ...boundsOf(operation)].map((body) => ({
      subject,
      name: body.name,
      run: () => sendBody(world, operation, body),
    })),
  );
}

async function sendBody(
  world: World,
  operation: Operation,
  { body, headers, as, wrong }: Body,
): Promise<void> {
  const type = { "content-type": "application/json", ...headers };
  const answer = await world.call(operation, { params: unknownId, headers: type, body }, world.payer);
  const isRead = as === "read";
  const fault = checkRefusal(operation, answer, {
    // A body whose fields are all unknown is fine, and then there is no such object.
    code:
      wrong === undefined && (as === undefined || isRead)
        ? ["invalid_params", "not_found"]
        : "invalid_params",
    reason: isRead ? undefined : as,
  });
  if (wrong !== undefined) expectNamed(fault, wrong);
  if (isRead) expectThat(!fault.reason?.startsWith("body_"), "a body that is read", String(fault.reason));
}

/** The operation's own example, with one field of another type each, and texts that no field takes. */
function wrongFields(operation: Operation): Body[] {
  const request = Object.entries(exampleRequest(operation) ?? {});
  return request.flatMap(([field, value]) => {
    const values = ["7", '"\\u0000"', "true", "[]", "{}", "[[[]]]", "1e400", '"\\ud800"', '{"__proto__":1}'];
    const isOther = (raw: string) => kindOf(JSON.parse(raw)) !== kindOf(value) || /\\u/.test(raw);
    return values.filter(isOther).map((raw) => {
      const fields = request.map(([name, own]) => `"${name}":${name === field ? raw : JSON.stringify(own)}`);
      return { name: `${field}: ${raw}`, body: `{${fields.join(",")}}`, wrong: field };
    });
  });
}

/** The operation's own example, with a value out of bounds for each field. */
function boundsOf(operation: Operation): Body[] {
  return outOfBounds(operation).map(({ path, value }) => {
    const whole: Record<string, unknown> = structuredClone({ ...exampleRequest(operation) });
    let within = whole;
    for (const name of path.slice(0, -1)) within = within[name] = Object(within[name] ?? {});
    within[path.at(-1) ?? ""] = value;
    const wrong = path.join(".");
    return { name: `${wrong}: ${JSON.stringify(value)?.slice(0, 60)}`, body: JSON.stringify(whole), wrong };
  });
}

const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);
