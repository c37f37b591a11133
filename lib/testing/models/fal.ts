import { z } from "zod";
import { sizeOfRatio } from "./drawn.ts";
import { openEncodedPicture, type SentPicture, type WireRequest } from "./request.ts";
import type { Asked, Outcome } from "./steps.ts";
import { type Desk, hungUp, parseFields, type Reply, unnamedFields, type Wire, WireError } from "./wire.ts";

/** fal's synchronous calls, `POST /{model}`; the picture is fetched from its URL. */
export const fal: Wire = {
  model: "fal-ai/flux-2",
  environment: (url, key) => ({ FAL_API_KEY: key, FAL_BASE_URL: url }),
  refusals: ["content_policy_violation", "has_nsfw_concepts"],
  breakdowns: ["runner_server_error", "runner_disconnected", "request_timeout", "no_media_generated"],
  async answer(request, desk) {
    const asked = await check(request, desk);
    return reply(await desk.take(asked), asked, desk);
  },
};

const presets: Record<string, { width: number; height: number }> = {
  square_hd: { width: 1024, height: 1024 },
  square: { width: 512, height: 512 },
  portrait_4_3: { width: 768, height: 1024 },
  portrait_16_9: { width: 576, height: 1024 },
  landscape_4_3: { width: 1024, height: 768 },
  landscape_16_9: { width: 1024, height: 576 },
};
const side = z.int().min(1).max(14_142);
const common = {
  prompt: z.string().min(1),
  num_images: z.int().min(1).max(4).optional(),
  seed: z.int().optional(),
  output_format: z.enum(["jpeg", "png"]).optional(),
  sync_mode: z.boolean().optional(),
};
const flux = {
  ...common,
  image_size: z.union([z.enum(Object.keys(presets)), z.object({ width: side, height: side })]).optional(),
  guidance_scale: z.number().min(0).max(20).optional(),
  num_inference_steps: z.int().min(1).max(50).optional(),
  enable_safety_checker: z.boolean().optional(),
  acceleration: z.enum(["none", "regular", "high"]).optional(),
};
const ratios = ["21:9", "16:9", "3:2", "4:3", "5:4", "1:1", "4:5", "3:4", "2:3", "9:16"] as const;
const ratio = { aspect_ratio: z.enum(ratios).optional() };
const banana = { ...common, ...ratio, limit_generations: z.boolean().optional() };
const resolution = { resolution: z.enum(["1K", "2K", "4K"]).optional() };
const kontext = { ...common, ...ratio, guidance_scale: z.number().min(1).max(20).optional() };
const one = { image_url: z.string() };
const many = { image_urls: z.array(z.string()).min(1).max(10) };

const schemas: Record<string, z.ZodObject> = {
  "fal-ai/flux/dev": z.object(flux),
  "fal-ai/flux-2": z.object(flux),
  "fal-ai/flux-2/edit": z.object({ ...flux, ...many }),
  "fal-ai/flux-2-pro": z.object(flux),
  "fal-ai/flux-2-pro/edit": z.object({ ...flux, ...many }),
  "fal-ai/flux-pro/kontext": z.object({ ...kontext, ...one }),
  "fal-ai/flux-pro/kontext/max": z.object({ ...kontext, ...one }),
  "fal-ai/flux-pro/kontext/text-to-image": z.object(kontext),
  "fal-ai/flux-pro/kontext/max/text-to-image": z.object(kontext),
  "fal-ai/flux-pro/v1.1-ultra": z.object({ ...common, ...ratio, raw: z.boolean().optional() }),
  "fal-ai/nano-banana": z.object(banana),
  "fal-ai/nano-banana/edit": z.object({ ...banana, ...many }),
  "fal-ai/nano-banana-2": z.object({ ...banana, ...resolution }),
  "fal-ai/nano-banana-2/edit": z.object({ ...banana, ...resolution, ...many }),
  "fal-ai/nano-banana-pro": z.object({ ...banana, ...resolution }),
  "fal-ai/nano-banana-pro/edit": z.object({ ...banana, ...resolution, ...many }),
};
/** The union of all schemas' fields; each model's schema defines the allowed ones. */
const anyFields = z.object({
  prompt: z.string(),
  image_size: z.union([z.string(), z.object({ width: side, height: side })]).optional(),
  aspect_ratio: z.string().optional(),
  resolution: z.enum(["1K", "2K", "4K"]).optional(),
  image_url: z.string().optional(),
  image_urls: z.array(z.string()).optional(),
});

async function check({ method, path, headers, body }: WireRequest, { key }: Desk): Promise<Asked> {
  const model = path.slice(1);
  const schema = schemas[model];
  if (method !== "POST" || !schema)
    throw new WireError({ status: 404, body: { detail: `Path /${model} not found` } });
  if (headers.authorization !== `Key ${key}`)
    throw new WireError({
      status: 401,
      body: { detail: "Authentication is required to access this application." },
    });
  const fields = anyFields.parse(parseFields(schema, body, unfit));
  const pictures: SentPicture[] = [];
  for (const text of fields.image_urls ?? (fields.image_url ? [fields.image_url] : [])) {
    const picture = text.startsWith("data:") ? await openEncodedPicture(text) : null;
    if (!picture)
      throw new WireError(detail("image_load_error", "Failed to load the image.", ["body", "image_url"]));
    pictures.push(picture);
  }
  const { prompt, image_size: asked, aspect_ratio, resolution: wanted = "1K" } = fields;
  const megapixels = { "1K": 1, "2K": 4, "4K": 16 }[wanted];
  const size = typeof asked === "string" ? (presets[asked] ?? null) : (asked ?? null);
  const ratioSize = aspect_ratio ? sizeOfRatio(aspect_ratio, megapixels) : null;
  return { model, prompt, size: size ?? ratioSize, pictures, ignored: unnamedFields(schema, body) };
}

const unfit = (issue: z.core.$ZodIssue) =>
  detail(issue.code, issue.message, ["body", ...issue.path.map(String)]);

function detail(type: string, msg: string, loc = ["body"]): Reply {
  const url = `https://docs.fal.ai/errors#${type}`;
  return {
    status: 422,
    headers: { "x-fal-retryable": "false" },
    body: { detail: [{ loc, msg, type, url, input: {} }] },
  };
}

function requestError(status: number, type: string, text: string): Reply {
  return { status, headers: { "x-fal-error-type": type }, body: { detail: text, error_type: type } };
}

function reply(outcome: Outcome, asked: Asked, desk: Desk): Reply {
  const good = (images: object[], isBad = false): Reply => ({
    status: 200,
    headers: { "x-fal-request-id": "req-1" },
    body: {
      images,
      prompt: asked.prompt,
      seed: 7,
      timings: { inference: 1.2 },
      has_nsfw_concepts: images.map(() => isBad),
    },
  });
  switch (outcome.kind) {
    case "picture": {
      const { width, height, mediaType } = outcome.painted;
      return good([{ url: desk.host(outcome.painted), width, height, content_type: mediaType }]);
    }
    case "no image":
      return good([]);
    case "refused":
      if (outcome.how === "has_nsfw_concepts") {
        const black = desk.host({ ...blackPicture, fault: null });
        return good([{ url: black, width: 8, height: 8, content_type: "image/png" }], true);
      }
      return detail(
        outcome.how,
        "The content could not be processed because it contained material flagged by a content checker.",
      );
    case "broken":
      if (outcome.how === "no_media_generated") return detail(outcome.how, "No media was generated.");
      if (outcome.how === "request_timeout") return requestError(504, outcome.how, "Request timed out");
      return requestError(
        outcome.how === "runner_server_error" ? 500 : 503,
        outcome.how,
        "The runner failed",
      );
    case "failed":
      if (outcome.status === 503)
        return requestError(503, "runner_scheduling_failure", "No runner available");
      return requestError(500, "internal_error", "Internal Server Error");
    case "limited":
      return {
        ...requestError(429, "rate_limited", "Too many requests"),
        headers: { "retry-after": String(Math.ceil(outcome.seconds)) },
      };
    case "no quota":
      return {
        status: 403,
        body: {
          detail:
            "User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.",
        },
      };
    case "hung up":
      return hungUp;
  }
}

/** Returned in place of a flagged picture. */
const blackPicture = {
  bytes: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADElEQVR42mNgoA4AAABIAAEQRe/SAAAAAElFTkSuQmCC",
    "base64",
  ),
  mediaType: "image/png",
  width: 8,
  height: 8,
};
