import {
  APICallError,
  DownloadError,
  InvalidArgumentError,
  NoImageGeneratedError,
  UnsupportedFunctionalityError,
} from "ai";
import { z } from "zod";
import { networkFaultOf } from "../platform/network-fault.ts";
import { type FailureName, ModelCallError } from "./failure.ts";

/** Limit of an error's body; providers send one or two kilobytes. */
const maxErrorCharacters = 64 * 1024;
const maxCauses = 8;

/** Gemini's finish or block reasons for refused pictures. Work with other reasons may succeed in another attempt. */
const geminiRefusals = new Set([
  "SAFETY",
  "RECITATION",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
]);
const refusalWords =
  /moderation_blocked|content[_ ]policy|safety (system|filter|checker)|content checker|usage polic|nsfw|flagged|prohibited_content|sensitive content/i;
const quotaWords = /insufficient_quota|billing_hard_limit|exhausted balance|perday/i;
const keyWords = /api_key_invalid|invalid_api_key|api key not valid/i;

/** Converts the error of a failed call; the result contains nothing that was sent. */
export function toModelCallError(error: unknown): ModelCallError {
  const own = causesOf(error).find((cause) => cause instanceof ModelCallError);
  if (own) return own;
  if (NoImageGeneratedError.isInstance(error)) return withoutPicture(error);
  if (APICallError.isInstance(error)) return answered(error);
  if (DownloadError.isInstance(error)) return new ModelCallError("broken", { code: "download" });
  if (InvalidArgumentError.isInstance(error) || UnsupportedFunctionalityError.isInstance(error)) {
    return new ModelCallError("rejected", { code: error.name });
  }
  return new ModelCallError("broken", { code: error instanceof Error ? error.name : undefined });
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  let current = error;
  while (current instanceof Error && causes.length < maxCauses) {
    causes.push(current);
    current = current.cause;
  }
  return causes;
}

const googleMetadata = z.object({
  google: z.object({
    finishReason: z.string().nullish(),
    promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  }),
});

function withoutPicture(error: NoImageGeneratedError): ModelCallError {
  const metadata = googleMetadata.safeParse(error.calls?.[0]?.providerMetadata).data?.google;
  const block = metadata?.promptFeedback?.blockReason;
  if (block && block !== "BLOCK_REASON_UNSPECIFIED") {
    return new ModelCallError("refused", { code: word(block) });
  }
  const reason = metadata?.finishReason ?? "";
  const kind = geminiRefusals.has(reason) ? "refused" : "empty";
  return new ModelCallError(kind, { code: word(reason) });
}

/** Classifies by the status of the response; without a status there was no response. */
function answered(error: APICallError): ModelCallError {
  const { statusCode: status, responseBody, responseHeaders } = error;
  if (status === undefined) return new ModelCallError("network", { code: networkFaultOf(error)?.name });
  if (status < 400) return new ModelCallError("broken", { status });
  const { words, code } = readErrorBody(responseBody);
  return new ModelCallError(kindOf(status, words), {
    status,
    code,
    retryAfterMs: readRetryDelay(responseHeaders ?? {}, responseBody ?? ""),
  });
}

function kindOf(status: number, words: string): FailureName {
  const isOpenToRefusal = status === 400 || status === 403 || status === 422;
  if (isOpenToRefusal && refusalWords.test(words)) return "refused";
  if (status === 422 && words.includes("no_media_generated")) return "empty";
  if (status === 402 || quotaWords.test(words)) return "quota_exhausted";
  if (status === 429) return "rate_limited";
  if (status === 408 || status >= 500) return "provider_error";
  if (status === 401 || status === 403 || status === 404 || keyWords.test(words)) return "misconfigured";
  return "rejected";
}

const text = z.string().optional().catch(undefined);
const detailed = z.object({
  type: text,
  msg: text,
  reason: text,
  violations: z
    .array(z.object({ quotaId: text }))
    .optional()
    .catch(undefined),
});
/** The error formats of all providers combined: none of these fields repeats what was sent. */
const errorBody = z.object({
  error: z
    .union([
      z.string(),
      z.object({
        message: text,
        type: text,
        code: z.union([z.string(), z.number()]).nullish().catch(undefined),
        status: text,
        details: z.array(detailed).optional().catch(undefined),
      }),
    ])
    .optional()
    .catch(undefined),
  detail: z
    .union([z.string(), z.array(detailed)])
    .optional()
    .catch(undefined),
  message: text,
});

/** The provider's error: all its text, to be searched, and its error code, to be reported. */
function readErrorBody(body = ""): { words: string; code: string | undefined } {
  const parsed = errorBody.safeParse(parseJson(body));
  if (!parsed.success) return { words: "", code: undefined };
  const { error, detail, message } = parsed.data;
  const structured = typeof error === "object" ? error : undefined;
  const details = [...(structured?.details ?? []), ...(typeof detail === "object" ? detail : [])];
  const parts = [
    typeof error === "string" ? error : undefined,
    typeof detail === "string" ? detail : undefined,
    message,
    structured?.message,
    structured?.type,
    structured?.status,
    typeof structured?.code === "string" ? structured.code : undefined,
    ...details.flatMap(({ type, msg, reason }) => [type, msg, reason]),
    ...details.flatMap(({ violations }) => (violations ?? []).map(({ quotaId }) => quotaId)),
  ];
  const names = [
    structured?.code,
    structured?.status,
    structured?.type,
    details[0]?.reason,
    details[0]?.type,
  ];
  const code = names.map((name) => (typeof name === "string" ? word(name) : undefined)).find(Boolean);
  return { words: parts.filter(Boolean).join("\n"), code };
}

/** An error code as programs write it; undefined for text that could be a sentence. */
function word(name: string): string | undefined {
  return /^[\w.-]{1,60}$/.test(name) ? name : undefined;
}

function parseJson(body: string): unknown {
  if (body.length > maxErrorCharacters) return null;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Longer waits than this are not plausible. */
const maxDelayMs = 24 * 60 * 60 * 1000;

/**
 * The delay that a provider requests, in milliseconds: `Retry-After-Ms`, `Retry-After` (seconds or a date), or
 * Google's `RetryInfo` in the body. Undefined without one.
 */
export function readRetryDelay(
  headers: Record<string, string>,
  body: string,
  nowMs = Date.now(),
): number | undefined {
  const candidates = [
    Number.parseFloat(headers["retry-after-ms"] ?? ""),
    readSecondsOrDate(headers["retry-after"] ?? "", nowMs),
    1000 * Number.parseFloat(/"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body.slice(0, 10_000))?.[1] ?? ""),
  ];
  const delay = candidates.find((ms) => Number.isFinite(ms) && ms >= 0);
  return delay === undefined ? undefined : Math.min(delay, maxDelayMs);
}

function readSecondsOrDate(text: string, nowMs: number): number {
  if (/^\d+(\.\d+)?$/.test(text.trim())) return 1000 * Number.parseFloat(text);
  return Math.max(Date.parse(text) - nowMs, 0);
}
