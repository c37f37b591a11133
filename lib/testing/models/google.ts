import { z } from "zod";
import { sizeOfRatio } from "./drawn.ts";
import { openPicture, type SentPicture, type WireRequest } from "./request.ts";
import type { Asked, Outcome } from "./steps.ts";
import { type Desk, hungUp, parseFields, type Reply, type Wire, WireError } from "./wire.ts";

/** Gemini API, `models/{model}:generateContent`, for a model that returns pictures. */
export const google: Wire = {
  model: "gemini-3-pro-image-preview",
  environment: (url, key) => ({ GOOGLE_GENERATIVE_AI_API_KEY: key, GOOGLE_BASE_URL: `${url}/v1beta` }),
  refusals: [
    ...["blockReason SAFETY", "blockReason PROHIBITED_CONTENT", "blockReason BLOCKLIST"],
    ...["blockReason IMAGE_SAFETY", "SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "RECITATION"],
    ...["IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"],
  ],
  breakdowns: ["NO_IMAGE", "IMAGE_OTHER", "OTHER", "DEADLINE_EXCEEDED"],
  async answer(request, desk) {
    const asked = await check(request, desk);
    return reply(await desk.take(asked), asked);
  },
};

const ratios = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"];
const longRatios = ["1:4", "4:1", "1:8", "8:1"];
const sizes: Record<string, number> = { "512": 0.25, "1K": 1, "2K": 4, "4K": 16 };
/** Limit of the whole request, including pictures. */
const maxRequestBytes = 20 * 1024 * 1024;

const part = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.base64() }) }),
  z.strictObject({ fileData: z.strictObject({ mimeType: z.string(), fileUri: z.string() }) }),
]);
const body = z.strictObject({
  contents: z.array(z.strictObject({ role: z.enum(["user", "model"]), parts: z.array(part).min(1) })).min(1),
  generationConfig: z
    .strictObject({
      responseModalities: z.array(z.enum(["TEXT", "IMAGE"])),
      imageConfig: z
        .strictObject({ aspectRatio: z.string().optional(), imageSize: z.string().optional() })
        .optional(),
      seed: z.int32().optional(),
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().optional(),
      topK: z.number().optional(),
      maxOutputTokens: z.int().optional(),
      candidateCount: z.literal(1).optional(),
    })
    .optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
  systemInstruction: z.object({ parts: z.array(part) }).optional(),
});

async function check({ method, path, headers, body: sent }: WireRequest, { key }: Desk): Promise<Asked> {
  const model = /^\/v1beta\/models\/([a-z0-9.-]+):generateContent$/.exec(path)?.[1];
  if (method !== "POST" || !model) throw new WireError(failure(404, "NOT_FOUND", `${method} ${path}`));
  const given = headers["x-goog-api-key"];
  if (!given)
    throw new WireError(failure(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers."));
  if (given !== key) {
    const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" };
    const message = "API key not valid. Please pass a valid API key.";
    throw new WireError(failure(400, "INVALID_ARGUMENT", message, [{ ...info, domain: "googleapis.com" }]));
  }
  if (!/^gemini-.*(image|nano-banana)/.test(model))
    throw new WireError(failure(404, "NOT_FOUND", `models/${model} is not found for API version v1beta`));
  if (Number(headers["content-length"]) > maxRequestBytes)
    throw new WireError(invalid("Request payload size exceeds the limit: 20971520 bytes."));
  const { contents, generationConfig } = parseFields(body, sent, (issue) =>
    invalid(`Invalid JSON payload received. ${issue.path.join(".")}: ${issue.message}`),
  );
  const size = checkSize(model, generationConfig?.imageConfig ?? {});
  if (!generationConfig?.responseModalities.includes("IMAGE"))
    throw new WireError(invalid("The response modalities must include IMAGE."));
  const parts = contents.flatMap((content) => content.parts);
  const pictures: SentPicture[] = [];
  for (const one of parts) {
    if ("fileData" in one) throw new WireError(invalid("Cannot fetch content from the provided URL."));
    if (!("inlineData" in one)) continue;
    const { mimeType, data } = one.inlineData;
    const picture = await openPicture(Buffer.from(data, "base64"), mimeType);
    if (!picture) throw new WireError(invalid("Unable to process input image."));
    pictures.push(picture);
  }
  const prompt = parts.flatMap((one) => ("text" in one ? [one.text] : [])).join("\n");
  if (prompt === "" && pictures.length === 0) throw new WireError(invalid("contents is not specified"));
  return { model, prompt, size, pictures, ignored: [] };
}

function checkSize(model: string, { aspectRatio, imageSize }: { aspectRatio?: string; imageSize?: string }) {
  const isFlash31 = model.includes("3.1-flash");
  const isFirst = model.startsWith("gemini-2.5-");
  if (aspectRatio && ![...ratios, ...(isFlash31 ? longRatios : [])].includes(aspectRatio))
    throw new WireError(invalid(`aspect_ratio: ${aspectRatio} is not one of ${ratios.join(", ")}`));
  if (imageSize && (isFirst || !(imageSize in sizes) || (imageSize === "512" && !isFlash31)))
    throw new WireError(invalid(`image_size: ${imageSize} is not supported by ${model}`));
  return aspectRatio ? sizeOfRatio(aspectRatio, sizes[imageSize ?? "1K"]) : null;
}

function failure(code: number, status: string, message: string, details: object[] = []): Reply {
  return { status: code, body: { error: { code, message, status, ...(details.length > 0 && { details }) } } };
}
const invalid = (message: string) => failure(400, "INVALID_ARGUMENT", message);

function reply(outcome: Outcome, { model }: Asked): Reply {
  switch (outcome.kind) {
    case "picture": {
      const { bytes, mediaType, fault } = outcome.painted;
      const inlineData = { mimeType: mediaType, data: bytes.toString("base64") };
      return { ...answered(model, [{ text: "Here is the scene." }, { inlineData }], "STOP"), fault };
    }
    case "no image":
      return answered(model, [{ text: "I can describe the scene instead." }], "STOP");
    case "refused": {
      const [, blockReason] = /^blockReason (\w+)$/.exec(outcome.how) ?? [];
      if (!blockReason) return answered(model, null, outcome.how);
      return { status: 200, body: { promptFeedback: { blockReason }, ...usage(model, 0) } };
    }
    case "broken":
      if (outcome.how === "DEADLINE_EXCEEDED")
        return failure(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.");
      return answered(model, null, outcome.how);
    case "failed":
      if (outcome.status === 503)
        return failure(503, "UNAVAILABLE", "The model is overloaded. Please try again later.");
      return failure(500, "INTERNAL", "An internal error has occurred.");
    case "limited": {
      const delay = {
        "@type": "type.googleapis.com/google.rpc.RetryInfo",
        retryDelay: `${outcome.seconds}s`,
      };
      return failure(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", [delay]);
    }
    case "no quota": {
      const violations = [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel", quotaValue: "0" }];
      const quota = { "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations };
      return failure(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
        [quota],
      );
    }
    case "hung up":
      return hungUp;
  }
}

function answered(model: string, parts: object[] | null, finishReason: string): Reply {
  const content = parts ? { role: "model", parts } : {};
  const candidates = [{ content, finishReason, index: 0 }];
  return { status: 200, body: { candidates, ...usage(model, parts ? 1290 : 0) } };
}

function usage(model: string, made: number) {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: made, totalTokenCount: 10 + made };
  return { usageMetadata, modelVersion: model, responseId: "resp-1" };
}
