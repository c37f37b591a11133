import { z } from "zod";
import { GenerationStatus } from "../db/generated/enums.ts";
import { optional, pictureInput, text } from "./fields.ts";
import {
  freeRemakes,
  maxGenerationIdLength,
  maxPhotosPerCall,
  maxPromptLength,
  maxTitleLength,
  maxUrlLength,
  metadataLimits,
} from "./limits.ts";
import { photoModes } from "./photos/modes.ts";
import { cutoutOptions, photoOptions } from "./photos/options.ts";
import {
  aspectRatios,
  defaultAspectRatio,
  defaultResolution,
  multipliers,
  resolutions,
  styleNames,
} from "./photos/styles.ts";
import { maxSeed, reviews } from "./photos/values.ts";
import { hasOneSet, oneSet, sceneChoice } from "./scenes/schemas.ts";

/** Requests for work and their responses; the history of work is in `generations/schemas.ts`. */

const givenTitle = text.max(maxTitleLength);
export const givenMetadata = z
  .record(text.min(1).max(metadataLimits.keyLength), text.max(metadataLimits.valueLength))
  .refine((pairs) => Object.keys(pairs).length <= metadataLimits.pairs, {
    error: `must have at most ${metadataLimits.pairs} pairs`,
  });

/** Changes of the caller's own values, for open or finished work; null removes a value. */
export const generationChange = z
  .object({
    title: givenTitle.nullable().optional().describe("New name; null removes it."),
    metadata: givenMetadata.nullable().optional().describe("Replaces all existing pairs; null removes them."),
    review: z
      .enum(reviews)
      .nullable()
      .optional()
      .describe(
        "Your verdict on a finished result; null removes it. Lists and archives can be filtered by it.",
      ),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "must have title, metadata or review",
  })
  .meta({ id: "GenerationChange" });

/** Options of any work. */
export const workOptions = {
  title: optional(givenTitle).describe(
    "Name of the result, used in the gallery, in searches and for its file.",
  ),
  metadata: optional(givenMetadata).describe(
    `Up to ${metadataLimits.pairs} key-value pairs that are returned with the result: keys of up to ${metadataLimits.keyLength} characters, values of up to ${metadataLimits.valueLength}. \`sku\` identifies the product.`,
  ),
  max_credits: optional(z.int().min(0)).describe(
    "Maximum cost in credits; if the work would cost more, the request is rejected with `insufficient_credits`.",
  ),
  reuse: optional(z.boolean()).describe(
    "true: an earlier result of yours with the same source and options is returned without charge. Default: false.",
  ),
  webhook_url: optional(text.min(1).max(maxUrlLength)).describe(
    "URL that gets the event of the end of this work (of several photos or a batch: `batch.completed`), signed with the secret of your oldest enabled endpoint of the same host, which must have been verified.",
  ),
};

export const generateRequest = z
  .object({
    image_url: pictureInput.describe(
      "Public URL of the input image: http or https on port 80 or 443, or an image on the image host. Or the image itself, as a data URI in base64.",
    ),
    type: z.enum(["product"]).describe("What the picture shows."),
    style: optional(z.enum(styleNames)).describe(
      "Style of the photo. Required unless the request has a `scene`, or a `look` that sets a style or a scene. In a scene it determines grading and price; default there: `lifestyle`.",
    ),
    prompt: optional(text.max(maxPromptLength)).describe(
      "Free text; if given, it overrides the style's default prompt.",
    ),
    aspect_ratio: optional(z.enum(aspectRatios)).describe(
      `Width to height of the photo. Default: \`${defaultAspectRatio}\`.`,
    ),
    resolution: optional(z.enum(resolutions)).describe(
      `Size of the photo; multiplies the cost by ${resolutions.map((resolution) => multipliers[resolution]).join(", ")}. Default: \`${defaultResolution}\`.`,
    ),
    mode: optional(z.enum(photoModes)).describe(
      "How the photo is made. `studio`: by the embedded renderer. `scene`: a hosted image model paints the scene, and the product's own pixels are placed in it. `edit`: the model repaints the whole picture, and the product in it is compared with yours. Default: set by the operator.",
    ),
    scene: sceneChoice,
    ...photoOptions,
    n: optional(z.int().min(1).max(maxPhotosPerCall)).describe(
      `Number of photos, 1 to ${maxPhotosPerCall}, with consecutive seeds from \`seed\`. Each is charged, and refunded if it fails. More than one form a batch (\`batch_id\`), and the response has \`results\`. No effect in previews; in batches 1. Default: 1.`,
    ),
    prompt_strict: optional(z.boolean()).describe(
      "true: the request is rejected with `invalid_params`, uncharged, if the studio understands nothing of the prompt. Default: false; the header `X-Prompt-Ignored` (`all`, `part`) then reports it.",
    ),
    remake_of: optional(text.min(1).max(maxGenerationIdLength)).describe(
      `Id of a finished photo of yours to remake from the same picture, with another mask, layout, scene or seed. Free (\`credits_used\` 0) ${freeRemakes.perPhoto} times per photo, remakes of remakes included, within ${freeRemakes.days} days, if it costs no more than the photo did, and while free remakes are at most 1/${freeRemakes.creditsPerFree} of the credits charged for your finished work of this calendar month (UTC). Beyond that it costs as usual; with \`max_credits\` 0 it is rejected instead. A failed remake does not count. Previews ignore the field.`,
    ),
    ...workOptions,
  })
  .refine((request) => !needsStyle(request), {
    path: ["style"],
    error: `is required: one of ${styleNames.join(", ")}`,
    // Also checked if other fields are invalid, so that all issues are reported together.
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  })
  .refine(hasOneSet, oneSet)
  .refine(({ seed = 0, n = 1 }) => seed + n - 1 <= maxSeed, {
    path: ["seed"],
    error: `must leave room for the seeds of all photos: at most ${maxSeed} + 1 - n`,
  })
  .meta({
    id: "GenerationRequest",
    if: {
      not: {
        anyOf: ["look", "scene"].map((name) => ({
          required: [name],
          properties: { [name]: { type: "string" } },
        })),
      },
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: { properties: { style: { type: "null" } } } },
  });

function needsStyle({ style, look, scene }: Partial<Record<"style" | "look" | "scene", unknown>>): boolean {
  return [style, look, scene].every((value) => (value ?? null) === null);
}

export const removeBgRequest = z
  .object({
    image_url: pictureInput.describe(
      "Delivery URL of an image on the image host, or the image itself as a data URI in base64.",
    ),
    ...cutoutOptions,
    ...workOptions,
  })
  .meta({ id: "BackgroundRemovalRequest" });

export const creditsRemaining = z
  .object({
    monthly: z.int().min(0).describe("Credits left in the current billing cycle."),
    topup: z.int().min(0).describe("Purchased credits left; they never expire."),
    total: z.int().min(0).describe("monthly + topup."),
  })
  .meta({ id: "CreditsRemaining" });

export const workResult = z
  .object({
    result_url: z.string().describe("Permanent URL of the result on the image host."),
    credits_used: z.int().min(0).describe("Credits that this call consumed."),
    credits_remaining: creditsRemaining,
  })
  .meta({ id: "WorkResult" });

/** The photos of a call for several. */
export const photoResults = z
  .array(
    z.object({
      id: z.string(),
      result_url: z.string().nullable().describe("Null unless the photo has succeeded."),
      seed: z.int(),
      status: z.enum(GenerationStatus),
    }),
  )
  .optional()
  .describe(
    "Only with `n` above 1: all photos, in the order of their seeds. The other fields are those of the first one that succeeded; `credits_used` is the sum.",
  );

export const photoResult = workResult.extend({ results: photoResults }).meta({ id: "PhotoResult" });
