import { randomBytes } from "node:crypto";
import { z } from "zod";
import { sizeOfRatio } from "./drawn.ts";
import { openEncodedPicture, type SentPicture, type WireRequest } from "./request.ts";
import type { Asked, Outcome } from "./steps.ts";
import { type Desk, hungUp, parseFields, type Reply, unnamedFields, type Wire, WireError } from "./wire.ts";

/** Replicate's predictions, awaited by `Prefer: wait` or polled; the picture is fetched from its URL. */
export const replicate: Wire = {
  model: "google/nano-banana-pro",
  environment: (url, key) => ({ REPLICATE_API_TOKEN: key, REPLICATE_BASE_URL: `${url}/v1` }),
  refusals: ["E005", "NSFW"],
  breakdowns: ["interrupted", "out of memory", "canceled"],
  async answer(request, desk) {
    const id = /^\/v1\/predictions\/(\w+)$/.exec(request.path)?.[1];
    authorize(request, desk);
    if (request.method === "GET" && id) return desk.poll(id) ?? notFound;
    const asked = await check(request);
    return reply(await desk.take(asked), asked, desk);
  },
};

const ratios = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"] as const;
const ratio = z.enum(["match_input_image", ...ratios]).optional();
const format = { output_format: z.enum(["jpg", "png"]).optional() };
const fluxFormat = { output_format: z.enum(["webp", "jpg", "png"]).optional(), seed: z.int().optional() };
const prompt = { prompt: z.string().min(1) };
/** All clients of Replicate send this field; models without it ignore it. */
const usual = { num_outputs: z.int().min(1).max(4).optional() };
const flux2 = z.object({
  ...prompt,
  ...usual,
  ...fluxFormat,
  input_images: z.array(z.string()).max(8).optional(),
  aspect_ratio: z.enum(["match_input_image", "custom", ...ratios]).optional(),
  resolution: z.enum(["match_input_image", "0.5 MP", "1 MP", "2 MP", "4 MP"]).optional(),
  width: z.int().min(256).max(2048).optional(),
  height: z.int().min(256).max(2048).optional(),
  safety_tolerance: z.int().min(1).max(5).optional(),
});
const schemas: Record<string, z.ZodObject> = {
  "google/nano-banana": z.object({
    ...prompt,
    ...usual,
    ...format,
    aspect_ratio: ratio,
    image_input: z.array(z.string()).optional(),
  }),
  "google/nano-banana-pro": z.object({
    ...prompt,
    ...usual,
    ...format,
    aspect_ratio: ratio,
    image_input: z.array(z.string()).max(14).optional(),
    resolution: z.enum(["1K", "2K", "4K"]).optional(),
    safety_filter_level: z.string().optional(),
  }),
  "bytedance/seedream-4": z.object({
    ...prompt,
    ...usual,
    aspect_ratio: ratio,
    image_input: z.array(z.string()).max(10).optional(),
    size: z.enum(["1K", "2K", "4K", "custom"]).optional(),
    max_images: z.int().min(1).max(15).optional(),
  }),
  "black-forest-labs/flux-2-pro": flux2,
  "black-forest-labs/flux-2-max": flux2,
  "black-forest-labs/flux-kontext-pro": z.object({
    ...prompt,
    ...usual,
    ...fluxFormat,
    aspect_ratio: ratio,
    input_image: z.string().optional(),
    safety_tolerance: z.int().min(0).max(6).optional(),
  }),
  "black-forest-labs/flux-1.1-pro": z.object({
    ...prompt,
    ...usual,
    ...fluxFormat,
    aspect_ratio: z.enum(["custom", ...ratios]).optional(),
    width: z.int().min(256).max(1440).optional(),
    height: z.int().min(256).max(1440).optional(),
  }),
};
/** The union of all schemas' fields; each model's schema defines the allowed ones. */
const anyFields = z.object({
  prompt: z.string(),
  aspect_ratio: z.string().optional(),
  resolution: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  input_image: z.string().optional(),
  input_images: z.array(z.string()).optional(),
  image_input: z.array(z.string()).optional(),
});
const envelope = z.object({ input: z.record(z.string(), z.unknown()), version: z.string().optional() });
const megapixels: Record<string, number> = {
  "1K": 1,
  "2K": 4,
  "4K": 16,
  "0.5 MP": 0.5,
  "2 MP": 2,
  "4 MP": 4,
};

const notFound: Reply = { status: 404, body: { detail: "The requested resource could not be found." } };

function authorize({ headers }: WireRequest, { key }: Desk): void {
  if (headers.authorization === `Bearer ${key}`) return;
  const body = {
    title: "Unauthenticated",
    detail: "You did not pass a valid authentication token",
    status: 401,
  };
  throw new WireError({ status: 401, body });
}

async function check({ method, path, headers, body }: WireRequest): Promise<Asked> {
  const model = /^\/v1\/models\/([\w.-]+\/[\w.-]+)\/predictions$/.exec(path)?.[1] ?? "";
  const schema = schemas[model];
  if (method !== "POST" || !schema) throw new WireError(notFound);
  const [, seconds = "60"] = /^wait(?:=(\d+))?$/.exec(String(headers.prefer ?? "wait")) ?? [];
  if (Number(seconds) < 1 || Number(seconds) > 60)
    throw new WireError({ status: 400, body: { detail: "Prefer: wait takes 1 to 60 seconds." } });
  const { input } = parseFields(envelope, body, unfit);
  const fields = anyFields.parse(parseFields(schema, input, unfit));
  const pictures: SentPicture[] = [];
  const sent = fields.input_images ?? fields.image_input ?? (fields.input_image ? [fields.input_image] : []);
  for (const text of sent) {
    const picture = text.startsWith("data:") ? await openEncodedPicture("image", text) : null;
    if (!picture) throw new WireError(invalidInput("image", "Does not match format 'uri'"));
    pictures.push(picture);
  }
  const { width, height, aspect_ratio, resolution = "1K" } = fields;
  const isCustom = aspect_ratio === "custom";
  if (isCustom && !(width && height))
    throw new WireError(invalidInput("width", "width and height are required"));
  const custom = isCustom && width && height ? { width, height } : null;
  const isNamed = aspect_ratio?.includes(":");
  const size = isNamed ? sizeOfRatio(aspect_ratio ?? "1:1", megapixels[resolution] ?? 1) : custom;
  return { model, prompt: fields.prompt, size, pictures, ignored: unnamedFields(schema, input) };
}

const unfit = (issue: z.core.$ZodIssue) => invalidInput(issue.path.join("."), issue.message);

function invalidInput(field: string, description: string): Reply {
  const detail = `- input.${field}: ${description}\n`;
  return {
    status: 422,
    body: { title: "Input validation failed", detail, status: 422, invalid_fields: [{ field, description }] },
  };
}

const messages: Record<string, string> = {
  E005: "The input or output was flagged as sensitive. Please try again with different inputs. (E005)",
  NSFW: "NSFW content detected. Try running it again, or try a different prompt.",
  interrupted: "Prediction interrupted; please retry (code: PA)",
  "out of memory": "CUDA out of memory. Tried to allocate 2.00 GiB",
};

function reply(outcome: Outcome, { model }: Asked, desk: Desk): Reply {
  switch (outcome.kind) {
    case "picture":
      return predicted(desk, model, { status: "succeeded", output: desk.host(outcome.painted), error: null });
    case "no image":
      return predicted(desk, model, { status: "succeeded", output: null, error: null });
    case "refused":
    case "broken":
      if (outcome.how === "canceled")
        return predicted(desk, model, { status: "canceled", output: null, error: null });
      return predicted(desk, model, {
        status: "failed",
        output: null,
        error: messages[outcome.how] ?? outcome.how,
      });
    case "failed":
      return { status: outcome.status, body: { detail: "Internal server error" } };
    case "limited":
      return {
        status: 429,
        headers: { "retry-after": String(Math.ceil(outcome.seconds)) },
        body: {
          detail: `Request was throttled. Your rate limit resets in ~${outcome.seconds}s.`,
          status: 429,
        },
      };
    case "no quota": {
      const detail =
        "You have insufficient credit to run this model. Go to https://replicate.com/account/billing to purchase credit.";
      return { status: 402, body: { title: "Insufficient credit", detail, status: 402 } };
    }
    case "hung up":
      return hungUp;
  }
}

/** A prediction that ends within the wait, or one that the scenario requires to be polled. */
function predicted(
  desk: Desk,
  model: string,
  end: { status: string; output: string | null; error: string | null },
): Reply {
  const id = randomBytes(8).toString("hex");
  const urls = { get: `${desk.url}/v1/predictions/${id}`, cancel: `${desk.url}/v1/predictions/${id}/cancel` };
  const about = {
    id,
    model,
    version: "hidden",
    input: {},
    logs: "",
    urls,
    created_at: "2026-11-22T08:00:00Z",
  };
  const pending = { ...about, status: "processing", output: null, error: null };
  desk.open(id, {
    pending,
    done: { status: 200, body: { ...about, ...end, metrics: { predict_time: 1.2 } } },
  });
  const first = desk.poll(id);
  return { status: 201, body: first?.body ?? pending };
}
