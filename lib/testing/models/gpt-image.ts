import { z } from "zod";
import { describe, type ErrorFields, readSize, refused } from "./openai-form.ts";
import type { Asked } from "./steps.ts";
import { parseFields, WireError } from "./wire.ts";

/** Whether the name is one of OpenAI's own models, also behind a gateway. */
export const isGptImage = (model: unknown): boolean => /(^|\/)(chat)?gpt-image-/.test(String(model));

const common = {
  model: z.string(),
  prompt: z.string().min(1).max(32_000),
  n: z.coerce.number().int().min(1).max(10).optional(),
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

/** Reads the fields of a request for one of OpenAI's own models, which reject unknown fields and other sizes. */
export function checkGptImage(body: unknown, isEdit: boolean): Pick<Asked, "model" | "prompt" | "size"> {
  const fields = parseFields(isEdit ? edit : generation, body, describe);
  if (fields.background === "transparent" && fields.output_format === "jpeg")
    throw wrong("Transparent background is not supported for JPEG.", "background");
  const { model, prompt, size = "auto" } = fields;
  return { model, prompt, size: checkSize(model, size) };
}

const presets = ["1024x1024", "1536x1024", "1024x1536"];
const minPixels = 655_360;
const maxPixels = 8_294_400;

function checkSize(model: string, text: string): Asked["size"] {
  if (text === "auto") return null;
  const size = readSize(text);
  const isFree = /(^|\/)gpt-image-2/.test(model);
  if (!size || (!isFree && !presets.includes(text)))
    throw wrong(`Invalid value: '${text}'. Supported values are: ${presets.join(", ")}, and 'auto'.`, "size");
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
    throw wrong(
      `Invalid size '${text}': sides in steps of 16 up to 3840, ratio up to 3:1, ${minPixels} to ${maxPixels} pixels.`,
      "size",
    );
  return size;
}

function wrong(message: string, param: string): WireError {
  return new WireError(
    refused(400, { message, type: "invalid_request_error", param, code: "invalid_value" }),
  );
}

/** OpenAI's own errors, where they differ from those of compatible servers. */
export const openaiErrors = {
  refusal: {
    message:
      "Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com and include the request ID req_1.",
    type: "image_generation_user_error",
    code: "moderation_blocked",
  },
  billing: {
    message: "Billing hard limit has been reached.",
    type: "billing_limit_user_error",
    code: "billing_hard_limit_reached",
  },
  quota: {
    message: "You exceeded your current quota, please check your plan and billing details.",
    type: "insufficient_quota",
    code: "insufficient_quota",
  },
} satisfies Record<string, ErrorFields>;
