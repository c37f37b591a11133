import type { z } from "zod";
import type { ErrorCode } from "../platform/errors.ts";
import type { Deprecation } from "./deprecation.ts";
import type { Scope } from "./keys/scopes.ts";
import type { SectionId } from "./sections.ts";

/**
 * What one endpoint promises. The wrapper, the OpenAPI document, the reference page and the tests all read it.
 */
export interface Operation {
  id: string;
  /** The resource that it belongs to. */
  section: SectionId;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with `{name}` parts. */
  path: string;
  summary: string;
  /** A function where the operator's configuration has a say. */
  description: string | (() => string);
  /**
   * The code for a request without a key: the contract gives `missing_api_key` to some endpoints only. Null: readable
   * without a key, and no key is looked at.
   */
  missingKeyCode: "missing_api_key" | "invalid_api_key" | null;
  /** What a key needs to have to call it; null where no key is looked at. */
  scope: Scope | null;
  needsSubscription: boolean;
  /** Where the input is read from; `none` for operations without any. */
  input:
    | { from: "none" }
    | { from: "query"; schema: z.ZodType }
    /**
     * `maxBytes` where the body may be larger than most. `eachOf`: the field whose elements are checked one by one; the
     * use case gets those that are right, and what is wrong with the others (`http/check-each.ts`).
     */
    | { from: "json"; schema: z.ZodType; maxBytes?: number; eachOf?: string }
    | { from: "file"; maxBytes: number };
  output: z.ZodType;
  /** The answer is a file of this type; then `output` is not used. */
  produces?: "application/zip" | "text/csv" | "image/png" | "image/webp" | "image/*";
  /** Of the answer when all went well; 200 when absent. */
  status?: 201 | 202;
  example: {
    request?: unknown;
    response: unknown;
    /** The value of `{id}` in the path; a generation without it. */
    id?: string;
    /** What `invalid_params` is about; without it, that `image_url` is missing. */
    invalid?: { path: string; message: string };
  };
  /** With `Prefer: respond-async` (RFC 7240) the work is queued, and the response is 202 with its state. */
  accepts?: z.ZodType;
  /** Takes an Idempotency-Key. Work stores its own response together with the charge. */
  idempotency?: "stored by the wrapper" | "stored with the charge";
  /** `X-Prompt-Ignored` says what of the prompt is left out. */
  hasPrompt?: true;
  /** Another way supersedes it: answers say so in `Deprecation`, `Sunset` and `Link`. */
  deprecated?: Deprecation;
  /** The answer has an ETag, and `If-None-Match` with it is answered with 304. */
  hasTag?: true;
  /** Codes beyond those that every operation can answer. */
  errors: readonly ErrorCode[];
}

export function operation<const Definition extends Operation>(definition: Definition): Definition {
  return definition;
}
