import type { z } from "zod";
import type { ErrorCode } from "../platform/errors.ts";
import type { Scope } from "./keys/scopes.ts";
import type { Examples } from "./openapi/examples.ts";
import type { BaseCosts } from "./photos/styles.ts";
import type { ResultFormat } from "./photos/values.ts";
import type { SectionId } from "./sections.ts";

/** The contract of one endpoint, read by the wrapper, the OpenAPI document, the reference page and the tests. */
export interface Operation {
  id: string;
  /** The resource, a section of the reference. */
  section: SectionId;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with `{name}` parameters. */
  path: string;
  summary: string;
  /** A function if it depends on the operator's configuration. */
  description: string | ((baseCosts: BaseCosts) => string);
  /**
   * Error code of a request without a key: the contract has `missing_api_key` for some endpoints only. Null: public,
   * and a key is ignored.
   */
  missingKeyCode: "missing_api_key" | "invalid_api_key" | null;
  /** Scope that a key needs; null for public operations. */
  scope: Scope | null;
  needsSubscription: boolean;
  /** Where the input comes from; `none` for operations without input. */
  input:
    | { from: "none" }
    | { from: "query"; schema: z.ZodType }
    /**
     * `maxBytes` overrides the default limit. `eachOf`: a list whose elements are validated one by one; the use case
     * gets the valid ones and the issues of the others (`http/check-each.ts`). `takesPicture`: a picture may be sent
     * in place of its address (`http/sent-pictures.ts`); it does not count towards `maxBytes`.
     */
    | { from: "json"; schema: z.ZodObject; maxBytes?: number; eachOf?: string; takesPicture: true }
    | { from: "json"; schema: z.ZodType; maxBytes?: number; eachOf?: string; takesPicture?: never }
    | { from: "file"; maxBytes: number };
  output: z.ZodType;
  /** The response is a file of this type; `output` is then unused. */
  produces?: "application/zip" | "text/csv" | "image/png" | "image/webp" | "image/*";
  /** Status of a successful response; 200 by default. */
  status?: 201 | 202;
  /** A function of the shared examples, which only descriptions load; they depend on the operator's prices. */
  example: {
    request?: object | ((examples: Examples) => object);
    response?: object | null | ((examples: Examples) => object);
    /** The value of `{id}` in the path; the id of a generation by default. */
    id?: string;
    /** The example of `invalid_params`; by default what is wrong in a query (`openapi/index.ts`), else a missing `image_url`. */
    invalid?: { path: string; message: string };
  };
  /** With `Prefer: respond-async` (RFC 7240) the work is queued; the response is 202 with this body. */
  accepts?: z.ZodType;
  /** Accepts an Idempotency-Key. Work stores its own response together with the charge. */
  idempotency?: "stored by the wrapper" | "stored with the charge";
  /** With an image type in `Accept` the response is the result itself; its format if the request names none. */
  answersPicture?: ResultFormat;
  /** The header `X-Prompt-Ignored` reports which part of the prompt was ignored. */
  hasPrompt?: true;
  /** The response has an ETag; a matching `If-None-Match` gets 304. */
  hasTag?: true;
  /** Error codes in addition to those of every operation, and to those that follow from the other fields. */
  errors?: readonly ErrorCode[];
}

/** The fields of an operation that has no other ones. */
const usual = {
  missingKeyCode: "missing_api_key",
  needsSubscription: false,
  input: { from: "none" },
} as const satisfies Partial<Operation>;

type OwnFields<Common> = Omit<Operation, "id" | keyof typeof usual | keyof Common> & Partial<Operation>;
type Whole<Common, Own, Id> = Omit<typeof usual, keyof Common | keyof Own> &
  Omit<Common, keyof Own> &
  Own & { readonly id: Id };

/** Operations by their ids, with the fields that all of them have unless they have their own. */
export function operationsOf<
  const Common extends Partial<Operation>,
  const Own extends Record<string, OwnFields<Common>>,
>(common: Common, own: Own): { readonly [Id in keyof Own]: Whole<Common, Own[Id], Id> } {
  const whole = Object.entries(own).map(([id, fields]) => [id, { ...usual, ...common, ...fields, id }]);
  return Object.fromEntries(whole);
}

/**
 * The calls of the contract, which has no query parameters and says nothing about others: they are ignored, so that a
 * cache buster (`_=1`) or a tracking parameter breaks no client. Calls with filters refuse unknown ones, because an
 * ignored filter would return more than was asked for.
 */
const contractCalls: ReadonlySet<string> = new Set([
  "upload",
  "signUpload",
  "generate",
  "removeBg",
  "credits",
]);

export function ignoresQuery({ id }: Pick<Operation, "id">): boolean {
  return contractCalls.has(id);
}

/** Whether the input of a call asks for several photos: their response is stored by the wrapper. */
export function isForSeveral(input: unknown): boolean {
  return typeof input === "object" && input !== null && "n" in input && Number(input.n ?? 1) > 1;
}
