import { z } from "zod";
import { imageUrl, optional, text } from "./fields.ts";
import {
  freeRemakes,
  maxGenerationIdLength,
  maxPromptLength,
  maxTitleLength,
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
import { reviews } from "./photos/values.ts";
import { hasOneSet, oneSet, sceneChoice } from "./scenes/schemas.ts";

/** Requests for work and their responses; the history of work is in `generations/schemas.ts`. */

const givenTitle = text.max(maxTitleLength);
const givenMetadata = z
  .record(text.min(1).max(metadataLimits.keyLength), text.max(metadataLimits.valueLength))
  .refine((pairs) => Object.keys(pairs).length <= metadataLimits.pairs, {
    error: `must have at most ${metadataLimits.pairs} pairs`,
  });

/** Changes of the caller's own values, for open or finished work; null removes a value. */
export const generationChange = z
  .object({
    title: givenTitle.nullable().optional().describe("Another name; null for none."),
    metadata: givenMetadata
      .nullable()
      .optional()
      .describe("Takes the place of all pairs that were there; null for none."),
    review: z
      .enum(reviews)
      .nullable()
      .optional()
      .describe(
        "Your verdict on a finished result; null takes it back. Lists and archives can be narrowed by it.",
      ),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "must have title, metadata or review",
  })
  .meta({ id: "GenerationChange" });

/** Options of any work. */
export const workOptions = {
  title: optional(givenTitle).describe(
    "A name for the result: in the gallery, in searches, and of its file.",
  ),
  metadata: optional(givenMetadata).describe(
    `Up to ${metadataLimits.pairs} pairs of words that come back with the result: keys of up to ${metadataLimits.keyLength} characters, values of up to ${metadataLimits.valueLength}. \`sku\` says which product it is.`,
  ),
  max_credits: optional(z.int().min(0)).describe(
    "Refused with `insufficient_credits` when it would cost more.",
  ),
  reuse: optional(z.boolean()).describe(
    "true: an earlier result of yours, of the same source and options, is answered uncharged. Default: false.",
  ),
};

export const generateRequest = z
  .object({
    image_url: imageUrl.describe(
      "Public URL of the input image: http or https on port 80 or 443, or an image on the image host.",
    ),
    type: z.enum(["product"]).describe("What the picture shows."),
    style: optional(z.enum(styleNames)).describe(
      "Look of the photo. Required without a `scene`, or a `look` that has one of them. In a scene it decides grading and price; default there: `lifestyle`.",
    ),
    prompt: optional(text.max(maxPromptLength)).describe(
      "Free text; when given it overrides the style's default prompt.",
    ),
    aspect_ratio: optional(z.enum(aspectRatios)).describe(
      `Width to height of the photo. Default: \`${defaultAspectRatio}\`.`,
    ),
    resolution: optional(z.enum(resolutions)).describe(
      `Size of the photo; multiplies the cost by ${resolutions.map((resolution) => multipliers[resolution]).join(", ")}. Default: \`${defaultResolution}\`.`,
    ),
    mode: optional(z.enum(photoModes)).describe(
      "How the photo is made. `studio`: by the embedded renderer. `scene`: a hosted image model paints the scene, the product's own pixels are put into it. `edit`: the model repaints the whole picture, and the product in it is compared with yours. Default: what the operator chose.",
    ),
    scene: sceneChoice,
    ...photoOptions,
    prompt_strict: optional(z.boolean()).describe(
      "true: refused with `invalid_params`, uncharged, when the studio understands nothing of the prompt. Default: false; the header `X-Prompt-Ignored` (`all`, `part`) says so.",
    ),
    remake_of: optional(text.min(1).max(maxGenerationIdLength)).describe(
      `Id of a finished photo of yours that this remakes from the same picture, with another mask, layout, scene or seed. Free (\`credits_used\` 0) ${freeRemakes.perPhoto} times per photo, remakes of remakes included, within ${freeRemakes.days} days, if it costs no more than the photo did, and while free remakes are at most 1/${freeRemakes.creditsPerFree} of the credits that your finished work of this calendar month (UTC) was charged. Beyond that it costs as usual: \`max_credits\` 0 refuses it instead. A failed remake does not count. Previews ignore it.`,
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
    image_url: imageUrl.describe("Delivery URL of an image on the image host."),
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
