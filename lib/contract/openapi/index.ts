import { z } from "zod";
import { env } from "../../platform/env.ts";
import { type ErrorCode, errorTable } from "../../platform/errors.ts";
import { describeIssue } from "../../platform/issue-words.ts";
import { compatibility } from "../compatibility.ts";
import { errorBody } from "../error-schemas.ts";
import { contentTypes, hostFormats } from "../images/formats.ts";
import { idempotencyHours, maxKeyLength, uploadLimit } from "../limits.ts";
import type { Operation } from "../operation.ts";
import { errorsOf, operations } from "../operations.ts";
import { type BaseCosts, defaultBaseCosts } from "../photos/styles.ts";
import { resultFormats } from "../photos/values.ts";
import { sections } from "../sections.ts";
import { webhookBody } from "../webhooks/schemas.ts";
import { type Examples, examples, examplesAt } from "./examples.ts";
import { headerComponents, headers, rateLimitNames } from "./headers.ts";
import { type Json, openList, reference, schemas } from "./schemas.ts";
import { describeEvents, sentEvents } from "./webhooks.ts";

const preferences = {
  async:
    "`respond-async`: do not wait; the response is 202 with the queued work. With `wait=N` the call waits N seconds, at most until its time limit, and returns the result if it is finished by then.",
  strict: "`handling=strict`: reject unknown fields of the body instead of ignoring them.",
};

const preferParameter = ({ accepts }: Operation) => ({
  name: "Prefer",
  in: "header",
  required: false,
  description: `RFC 7240; separate several preferences with commas. ${accepts ? `${preferences.async} ` : ""}${preferences.strict}`,
  schema: { type: "string" },
  example: accepts ? "respond-async" : "handling=strict",
});

const ifNoneMatchParameter = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "`ETag` of an earlier response: if the body is unchanged, the response is 304 without a body.",
  schema: { type: "string" },
};

const idempotencyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: maxKeyLength },
  description: `Makes a retry safe. For ${idempotencyHours} hours, the same key with the same body returns the response of the first call, with \`Idempotency-Replayed: true\`; rejected requests (4xx) are not stored, \`generation_failed\` is.`,
  example: "order-1042-front",
};

/** What the texts and examples of the document depend on. */
interface Prices {
  baseCosts: BaseCosts;
  examples: Examples;
}

/** The OpenAPI 3.1 description of the API, generated from the contract that the handlers use. */
export function openApiDocument(baseCosts: BaseCosts = defaultBaseCosts): Json {
  const prices = { baseCosts, examples: examplesAt(baseCosts) };
  const paths: Record<string, Json> = {};
  for (const operation of Object.values<Operation>(operations)) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(operation, prices);
    paths[operation.path] = path;
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Photo Generation Service API",
      version: "1.0.0",
      description: `Turns plain product pictures into studio photos and cuts products out of their backgrounds, paid with credits. Credits are charged before the work and refunded if it fails. ${compatibility}`,
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [{ url: env().BASE_URL }],
    // Only one way to send the key: generated clients would otherwise send it in every listed way.
    security: [{ bearer: [] }],
    tags: Object.values(sections).map(({ title, description }) => ({ name: title, description })),
    paths,
    webhooks: describeEvents(),
    components: {
      schemas: schemas(namedRoots),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "`Authorization: Bearer pgs_…`" },
      },
      headers: headerComponents,
    },
  };
}

function describeOperation(operation: Operation, prices: Prices): Json {
  const isOpen = operation.missingKeyCode === null;
  const isWork = operation.idempotency === "stored with the charge";
  return {
    operationId: operation.id,
    tags: [sections[operation.section].title],
    summary: operation.summary,
    description:
      typeof operation.description === "string"
        ? operation.description
        : operation.description(prices.baseCosts),
    parameters: parameters(operation),
    ...(isOpen && { security: [] }),
    ...(operation.input.from === "json" && { requestBody: jsonBody(operation, operation.input.schema) }),
    ...(operation.input.from === "file" && { requestBody: fileBody() }),
    responses: {
      [operation.status ?? 200]: {
        description: operation.answersPicture ? `Success. ${pictureAnswer}` : "Success.",
        headers: {
          ...headers(
            "X-Request-Id",
            ...(isOpen ? [] : rateLimitNames),
            ...(isWork ? (["X-Generation-Id", "X-Credits-Charged"] as const) : []),
            ...(operation.input.from === "json" ? (["X-Unknown-Fields", "Preference-Applied"] as const) : []),
            ...(takesPicture(operation) ? (["X-Image-Url"] as const) : []),
            ...(operation.answersPicture ? (["X-Result-Url", "X-Credits-Remaining"] as const) : []),
            ...(operation.hasTag ? (["ETag"] as const) : []),
            ...(operation.hasPrompt ? (["X-Prompt-Ignored", "X-Same-As"] as const) : []),
            ...(operation.idempotency ? (["Idempotency-Replayed"] as const) : []),
          ),
        },
        content: operation.produces
          ? { [operation.produces]: { schema: { type: "string", format: "binary" } } }
          : {
              "application/json": {
                schema: reference(operation.output),
                ...exampleOf(operation, prices.examples),
              },
            },
      },
      ...(operation.accepts && { 202: acceptedAnswer(operation.accepts, prices.examples) }),
      ...errorResponses(operation),
    },
  };
}

/**
 * In words only: with several content types some generated clients send no Content-Type, or read every response as
 * bytes.
 */
const pictureForm =
  "Or `multipart/form-data`: the picture as `image_file`, and the other fields beside it or as JSON in `request`.";
const pictureAnswer = `With an image type in \`Accept\` (${resultFormats.map((format) => contentTypes[hostFormats[format]]).join(", ")}) the body is the picture itself.`;

function acceptedAnswer(schema: z.ZodType, { queuedPhoto }: Examples): Json {
  return {
    description: "Accepted, with `Prefer: respond-async`: the queued work. Poll it at `Location`.",
    headers: headers("X-Request-Id", "Location", "Preference-Applied", "Retry-After", "X-Generation-Id"),
    content: { "application/json": { schema: reference(schema), example: queuedPhoto } },
  };
}

function parameters(operation: Operation): Json[] {
  const found: Json[] = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    example: operation.example.id ?? examples.generationId,
  }));
  if (operation.input.from === "query") {
    const { properties = {}, required = [] } = z.toJSONSchema(operation.input.schema, { io: "input" });
    for (const [name, schema] of Object.entries(properties)) {
      const { description, ...rest } = schema as { description?: string; type?: string };
      // Sent as `metadata[sku]=…`.
      const form = rest.type === "object" && { style: "deepObject", explode: true };
      const isRequired = required.includes(name);
      found.push({ name, in: "query", required: isRequired, description, ...form, schema: rest });
    }
  }
  if (operation.idempotency) found.push(idempotencyParameter);
  if (operation.input.from === "json") found.push(preferParameter(operation));
  if (operation.hasTag) found.push(ifNoneMatchParameter);
  return found;
}

function jsonBody(operation: Operation, schema: z.ZodType): Json {
  const request = exampleRequest(operation);
  const content = { schema: reference(schema), ...(request !== undefined && { example: request }) };
  const form = takesPicture(operation) && { description: pictureForm };
  return { required: true, ...form, content: { "application/json": content } };
}

/** The example of a request's body; undefined if the operation has none. */
export function exampleRequest({ example: { request } }: Operation): object | undefined {
  return typeof request === "function" ? request(examples) : request;
}

const takesPicture = ({ input }: Operation) => input.from === "json" && input.takesPicture === true;

/** The schemas that the document refers to. */
const namedRoots: readonly z.ZodType[] = [
  errorBody,
  ...Object.values(operations).flatMap(({ input, output, accepts }: Operation) => [
    ...(input.from === "json" ? [input.schema] : []),
    output,
    ...(accepts ? [accepts] : []),
  ]),
  ...sentEvents.map(webhookBody),
];

/** OpenAPI 3.0 marks a file by `format`, 3.1 by `contentMediaType`: generators support one or the other. */
const file = {
  type: "string",
  format: "binary",
  contentMediaType: "application/octet-stream",
  description: `The picture, up to ${uploadLimit}.`,
};

function fileBody(): Json {
  const schema = { type: "object", required: ["file"], properties: { file } };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

function exampleOf({ example: { response } }: Operation, prices: Examples): Json {
  return { example: typeof response === "function" ? response(prices) : response };
}

/** One response per status, with an example for each code of that status. */
function errorResponses(operation: Operation): Json {
  const byStatus = Map.groupBy(errorsOf(operation), (code) => errorTable[code].status);
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, codes]) => [String(status), errorResponse(status, codes, operation)]),
  );
}

function errorResponse(status: number, codes: ErrorCode[], operation: Operation): Json {
  const own = [
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(status === 429 || status === 503 || status === 409 ? (["Retry-After"] as const) : []),
  ];
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].fix}`).join("\n\n"),
    headers: headers("X-Request-Id", ...own),
    content: {
      "application/json": {
        schema: { allOf: [reference(errorBody), withCodes(codes)] },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code, operation) }])),
      },
    },
  };
}

/** Restricts the error schema to the codes that a response can currently have. */
function withCodes(codes: ErrorCode[]): Json {
  const error = {
    type: "object",
    properties: { code: openList(codes) },
    additionalProperties: true,
  };
  return { type: "object", properties: { error } };
}

/** The body of an error, as an example. */
export function errorExample(code: ErrorCode, operation?: Operation): z.output<typeof errorBody> {
  const { fix, example } = errorTable[code];
  const invalid = operation ? invalidExample(operation, example) : { path: "image_url", message: example };
  const what =
    code === "invalid_params" ? { message: invalid.message, issues: [invalid] } : { message: example };
  return { error: { code, ...what, fix, request_id: examples.requestId } };
}

/** Values of common parameters that no query accepts. */
const wrongQuery = { limit: "many", wait: "long", format: "other" };

/** The field in the example of `invalid_params`; an operation without fields refuses unknown parameters only. */
function invalidExample({ example, input, errors = [] }: Operation, message: string) {
  if (example.invalid) return example.invalid;
  if (input.from === "query") {
    const [issue] = input.schema.safeParse(wrongQuery, { error: describeIssue }).error?.issues ?? [];
    const path = String(issue?.path[0]);
    if (issue) return { path, message: `${path} ${issue.message}` };
  }
  if (input.from !== "none" || errors.includes("invalid_params")) return { path: "image_url", message };
  return { path: "limit", message: "limit is no query parameter of this call: it takes none" };
}
