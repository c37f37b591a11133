import { z } from "zod";
import { answered, describe, openImages, readSize, refused } from "./openai-form.ts";
import type { WireRequest } from "./request.ts";
import type { Asked } from "./steps.ts";
import { type Desk, hungUp, parseFields, type Reply, type Wire, WireError } from "./wire.ts";

/** OpenAI's Images API: `/images/generations` in JSON, `/images/edits` as a form. */
export const openai: Wire = {
  model: "gpt-image-2",
  environment: (url, key) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
  refusals: ["moderation_blocked", "content_policy_violation"],
  breakdowns: ["billing_hard_limit_reached"],
  async answer(request, desk) {
    const asked = await check(request, desk);
    const outcome = await desk.take(asked);
    switch (outcome.kind) {
      case "picture":
        return answered(asked, outcome.painted, { b64_json: outcome.painted.bytes.toString("base64") });
      case "no image":
        return { status: 200, body: { created: 1_713_833_628, data: [] } };
      case "refused": {
        const isUser = outcome.how === "moderation_blocked";
        const type = isUser ? "image_generation_user_error" : "invalid_request_error";
        return refused(400, { message: safetyMessage, type, code: outcome.how });
      }
      case "broken":
        return refused(400, {
          message: "Billing hard limit has been reached.",
          type: "billing_limit_user_error",
          code: outcome.how,
        });
      case "failed":
        return refused(outcome.status, {
          message: "The server had an error while processing your request.",
          type: "server_error",
          code: null,
        });
      case "limited":
        return {
          ...refused(429, {
            message: `Rate limit reached for ${asked.model}.`,
            type: "tokens",
            code: "rate_limit_exceeded",
          }),
          headers: {
            "retry-after": String(Math.ceil(outcome.seconds)),
            "retry-after-ms": String(outcome.seconds * 1000),
            "x-ratelimit-remaining-requests": "0",
          },
        };
      case "no quota":
        return refused(429, {
          message: "You exceeded your current quota, please check your plan and billing details.",
          type: "insufficient_quota",
          code: "insufficient_quota",
        });
      case "hung up":
        return hungUp;
    }
  },
};

const safetyMessage =
  "Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com and include the request ID req_1.";

const maxImageBytes = 50 * 1024 * 1024;
const count = z.coerce.number().int().min(1).max(10).optional();
const common = {
  model: z.string(),
  prompt: z.string().min(1).max(32_000),
  n: count,
  size: z.string().optional(),
  quality: z.enum(["low", "medium", "high", "xhigh", "max", "auto"]).optional(),
  background: z.enum(["transparent", "opaque", "auto"]).optional(),
  output_format: z.enum(["png", "jpeg", "webp"]).optional(),
  output_compression: z.coerce.number().int().min(0).max(100).optional(),
  complexity: z.enum(["low", "medium", "high"]).optional(),
  moderation: z.enum(["auto", "low"]).optional(),
  user: z.string().optional(),
  safety_identifier: z.string().max(128).optional(),
};
const generation = z.strictObject(common);
const edit = z.strictObject({ ...common, input_fidelity: z.enum(["high", "low"]).optional() });

async function check(request: WireRequest, { key }: Desk): Promise<Asked> {
  const { method, path, headers, body, files } = request;
  const isEdit = path === "/v1/images/edits";
  if (method !== "POST" || (!isEdit && path !== "/v1/images/generations"))
    throw new WireError(
      refused(404, { message: `Invalid URL (${method} ${path})`, type: "invalid_request_error", code: null }),
    );
  const isKnown = headers.authorization === `Bearer ${key}`;
  if (!isKnown)
    throw new WireError(
      refused(401, {
        message: "Incorrect API key provided.",
        type: "invalid_request_error",
        code: "invalid_api_key",
      }),
    );
  if (isEdit && !headers["content-type"]?.startsWith("multipart/form-data"))
    throw new WireError(wrong("A form is expected.", null));
  const fields = parseFields(isEdit ? edit : generation, body, describe);
  if (!/^(gpt|chatgpt)-image-/.test(fields.model))
    throw new WireError(
      refused(400, {
        message: `The model '${fields.model}' does not exist.`,
        type: "invalid_request_error",
        code: "model_not_found",
      }),
    );
  const size = checkSize(fields.model, fields.size ?? "auto");
  if (fields.background === "transparent" && fields.output_format === "jpeg")
    throw new WireError(wrong("Transparent background is not supported for JPEG.", "background"));
  const pictures = isEdit ? await openImages(files, maxImageBytes) : [];
  return { model: fields.model, prompt: fields.prompt, size, pictures, ignored: [] };
}

const presets = ["1024x1024", "1536x1024", "1024x1536"];
const minPixels = 655_360;
const maxPixels = 8_294_400;

function checkSize(model: string, text: string): Asked["size"] {
  if (text === "auto") return null;
  const size = readSize(text);
  const isFree = /^gpt-image-2/.test(model);
  if (!size || (!isFree && !presets.includes(text)))
    throw new WireError(
      wrong(`Invalid value: '${text}'. Supported values are: ${presets.join(", ")}, and 'auto'.`, "size"),
    );
  const { width, height } = size;
  const longer = Math.max(width, height);
  const isStepped = width % 16 === 0 && height % 16 === 0;
  const pixels = width * height;
  if (
    !isStepped ||
    longer > 3840 ||
    longer > 3 * Math.min(width, height) ||
    pixels < minPixels ||
    pixels > maxPixels
  )
    throw new WireError(
      wrong(
        `Invalid size '${text}': sides in steps of 16 up to 3840, ratio up to 3:1, ${minPixels} to ${maxPixels} pixels.`,
        "size",
      ),
    );
  return size;
}

function wrong(message: string, param: string | null): Reply {
  return refused(400, { message, type: "invalid_request_error", param, code: "invalid_value" });
}
