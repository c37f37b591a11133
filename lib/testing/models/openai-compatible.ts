import { z } from "zod";
import { checkGptImage, isGptImage, openaiErrors } from "./gpt-image.ts";
import { answered, describe, openImages, readSize, refused } from "./openai-form.ts";
import type { WireRequest } from "./request.ts";
import type { Asked } from "./steps.ts";
import { type Desk, hungUp, parseFields, unnamedFields, type Wire, WireError } from "./wire.ts";

/**
 * OpenAI's Images API below any base URL: `/images/generations` in JSON, `/images/edits` as a form. OpenAI's own
 * models reject unknown fields and most sizes, and always return base64. Self-hosted servers ignore unknown fields,
 * accept any size in steps of 8 up to 2048, and return a URL unless `b64_json` is requested.
 */
export const openaiCompatible: Wire = {
  model: "flux.2-klein",
  environment: (url, key) => ({
    OPENAI_COMPATIBLE_API_KEY: key,
    OPENAI_COMPATIBLE_BASE_URL: `${url}/inference/v1`,
  }),
  refusals: ["content_policy_violation", "content_filter", "moderation_blocked"],
  breakdowns: ["model_loading", "out_of_memory", "billing_hard_limit_reached"],
  async answer(request, desk) {
    const { asked, wantsAddress } = await check(request, desk);
    const outcome = await desk.take(asked);
    switch (outcome.kind) {
      case "picture": {
        const { painted } = outcome;
        if (!wantsAddress) return answered(asked, painted, { b64_json: painted.bytes.toString("base64") });
        return answered(asked, { ...painted, fault: null }, { url: desk.host(painted) });
      }
      case "no image":
        return { status: 200, body: { created: 1_713_833_628, data: [] } };
      case "refused":
        if (outcome.how === "moderation_blocked") return refused(400, openaiErrors.refusal);
        return refused(400, {
          message: "The prompt was flagged by the content filter.",
          type: "invalid_request_error",
          code: outcome.how,
        });
      case "broken":
        if (outcome.how === "billing_hard_limit_reached") return refused(400, openaiErrors.billing);
        if (outcome.how === "model_loading")
          return refused(503, {
            message: "The model is being loaded.",
            type: "server_error",
            code: outcome.how,
          });
        return refused(500, { message: "CUDA out of memory.", type: "server_error", code: null });
      case "failed":
        return refused(outcome.status, { message: "Internal error.", type: "server_error", code: null });
      case "limited":
        return {
          ...refused(429, { message: "Too many requests.", type: "rate_limit_error", code: null }),
          headers: {
            "retry-after": String(Math.ceil(outcome.seconds)),
            ...(isGptImage(asked.model) && { "retry-after-ms": String(outcome.seconds * 1000) }),
          },
        };
      case "no quota":
        if (isGptImage(asked.model)) return refused(429, openaiErrors.quota);
        return refused(402, {
          message: "Out of credits.",
          type: "insufficient_quota",
          code: "insufficient_quota",
        });
      case "hung up":
        return hungUp;
    }
  },
};

const maxImageBytes = 25 * 1024 * 1024;
const fields = z.object({
  model: z.string().min(1),
  prompt: z.string().min(1),
  n: z.coerce.number().int().min(1).max(4).optional(),
  size: z.string().optional(),
  quality: z.string().optional(),
  response_format: z.enum(["b64_json", "url"]).optional(),
  seed: z.coerce.number().int().optional(),
  user: z.string().optional(),
});
const named = z.object({ model: z.string() });

async function check({ method, path, headers, body, files }: WireRequest, { key }: Desk) {
  const isEdit = path === "/inference/v1/images/edits";
  if (method !== "POST" || (!isEdit && path !== "/inference/v1/images/generations"))
    throw new WireError(refused(404, { message: "Not Found", type: "not_found_error", code: null }));
  if (headers.authorization !== `Bearer ${key}`)
    throw new WireError(
      refused(401, { message: "Invalid API key.", type: "authentication_error", code: "invalid_api_key" }),
    );
  const isOpenai = isGptImage(named.safeParse(body).data?.model);
  const { wantsAddress, ...read } = isOpenai
    ? { ...checkGptImage(body, isEdit), ignored: [], wantsAddress: false }
    : checkOwn(body);
  const pictures = isEdit ? await openImages(files, maxImageBytes) : [];
  const asked: Asked = { ...read, pictures };
  return { asked, wantsAddress };
}

function checkOwn(body: unknown): Omit<Asked, "pictures"> & { wantsAddress: boolean } {
  const { model, prompt, size: text, response_format } = parseFields(fields, body, describe);
  const size = text === undefined ? null : readSize(text);
  const isOdd =
    size && (size.width % 8 > 0 || size.height % 8 > 0 || Math.max(size.width, size.height) > 2048);
  if (isOdd || (text !== undefined && !size))
    throw new WireError(
      refused(400, { message: `size: ${text} is not supported`, type: "invalid_request_error", code: null }),
    );
  const ignored = unnamedFields(fields, body);
  return { model, prompt, size, ignored, wantsAddress: response_format !== "b64_json" };
}
