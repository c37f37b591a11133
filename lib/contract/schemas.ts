import { z } from "zod";
import { GenerationStatus, Operation } from "../db/generated/enums.ts";
import { imageUrl, listOf, optional, page, text, wholeNumber } from "./fields.ts";
import {
  longestWaitSeconds,
  maxKeyLength,
  maxPromptLength,
  maxTitleLength,
  maxUrlLength,
  metadataLimits,
  searchedRows,
} from "./limits.ts";
import { photoModes, productSources } from "./modes.ts";
import { noteCodes } from "./photo-notes.ts";
import { cutoutOptions, photoOptions } from "./photo-options.ts";
import { promptKinds } from "./prompt-kinds.ts";
import {
  aspectRatios,
  defaultAspectRatio,
  defaultResolution,
  multipliers,
  resolutions,
  styleNames,
} from "./styles.ts";

/** Fields of every request and response of the API, as the contract has them. */

const metadata = z.record(z.string(), z.string()).describe("The caller's own words about the work.");

const givenTitle = text.max(maxTitleLength);
const givenMetadata = z
  .record(text.min(1).max(metadataLimits.keyLength), text.max(metadataLimits.valueLength))
  .refine((pairs) => Object.keys(pairs).length <= metadataLimits.pairs, {
    error: `must have at most ${metadataLimits.pairs} pairs`,
  });

/** What the caller's own words of finished or open work become; null takes them away. */
export const generationChange = z
  .object({
    title: givenTitle.nullable().optional().describe("Another name; null for none."),
    metadata: givenMetadata
      .nullable()
      .optional()
      .describe("Takes the place of all pairs that were there; null for none."),
  })
  .refine(({ title, metadata }) => title !== undefined || metadata !== undefined, {
    error: "must have title or metadata",
  })
  .meta({ id: "GenerationChange" });

/** What any work may carry. */
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
      "Look of the photo. Required without a `look` that has one.",
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
    ...photoOptions,
    ...workOptions,
  })
  .refine((request) => !needsStyle(request), {
    path: ["style"],
    error: `is required: one of ${styleNames.join(", ")}`,
    // Said together with what else is wrong.
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  })
  .meta({
    id: "GenerationRequest",
    if: { not: { required: ["look"], properties: { look: { type: "string" } } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: { properties: { style: { type: "null" } } } },
  });

function needsStyle({ style, look }: { style?: unknown; look?: unknown }): boolean {
  return (style ?? null) === null && (look ?? null) === null;
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

export const boundingBox = z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() });

/** What the embedded renderer made of a prompt. */
export const promptUnderstood = z
  .array(z.object({ kind: z.enum(promptKinds), value: z.string(), text: z.string() }))
  .nullable()
  .describe(
    "What the studio makes of the prompt, in its order: `kind`, a `value` of [Prompts](/docs/prompts) (with `no_` before it where it is refused), and the words. Null where no prompt was given, and where a model paints the scene.",
  );
export const promptIgnored = z
  .array(z.string())
  .nullable()
  .describe("Words of the prompt that the studio leaves out. Null as `prompt_understood`.");

export const generation = z
  .object({
    id: z.string(),
    operation: z.enum(Operation),
    status: z.enum(GenerationStatus),
    position: z.int().min(1).nullable().describe("Its turn: 1 comes next. Null unless it is queued."),
    stage: z
      .string()
      .nullable()
      .describe("What is being done: `cutout`, `photo` or `storing`. Null unless it is running."),
    batch_id: z.string().nullable().describe("The batch that it belongs to."),
    custom_id: z.string().nullable().describe("The caller's name for it in its batch."),
    title: z.string().nullable(),
    metadata: metadata.nullable(),
    image_url: z.string(),
    source_name: z
      .string()
      .nullable()
      .describe("What the file was called that was uploaded as its picture (`POST /api/v1/upload`)."),
    result_url: z.string().nullable().describe("Null until the work has succeeded."),
    api_key_id: z.string().nullable().describe("The key that asked for it; null when the dashboard did."),
    style: z.string().nullable(),
    prompt: z.string().nullable().describe("The prompt that the caller gave."),
    aspect_ratio: z.string().nullable(),
    resolution: z.string().nullable(),
    mode: z
      .enum(photoModes)
      .nullable()
      .describe(
        "How the photo was made, which a fallback may have changed. Null until then, and of a cut-out.",
      ),
    model: z.string().nullable().describe("The hosted image model that took part: `provider/name`."),
    fidelity: z
      .object({
        product: z
          .enum(productSources)
          .describe(
            "`original`: the product's own pixels. `kept`: repainted by the model, within the bounds of what counts as unchanged. `restored`: changed by the model, so its own pixels were put back.",
          ),
        changed: z
          .number()
          .min(0)
          .max(1)
          .describe("Share of the product that the model changed visibly, before anything was put back."),
      })
      .nullable()
      .describe("How true the photo is to the product. Null until it is made, and of a cut-out."),
    seed: z.int().nullable().describe("Of a photo; 0 is the style's standard look. Null of a cut-out."),
    options: z
      .record(z.string(), z.unknown())
      .describe("What was asked for beyond the fields above, as the request had it."),
    prompt_understood: promptUnderstood,
    prompt_ignored: promptIgnored,
    bounding_box: boundingBox
      .nullable()
      .describe(
        "Of the product in the result, in pixels. Null until it is made, and of a plain cut-out that an image host made without telling it (Cloudinary).",
      ),
    notes: z
      .array(z.object({ code: z.enum(noteCodes), message: z.string() }))
      .describe(
        "Of a photo, what there is to say of its picture. `source_small`: the product had to be enlarged. `person_or_hand`: a hand seems to be in the picture. Empty until it is made.",
      ),
    width: z.int().nullable().describe("Pixels of the result."),
    height: z.int().nullable(),
    bytes: z.int().nullable().describe("Size of the result, where the image host tells it."),
    content_type: z.string().nullable(),
    attempts: z.int().min(0).describe("How often a worker has taken it on."),
    credits_used: z.int().min(0).describe("0 once a failed call was refunded."),
    error_code: z.string().nullable(),
    error_message: z.string().nullable().describe("What went wrong, in a person's words."),
    error_fix: z
      .string()
      .nullable()
      .describe("What to do about it, where it is more particular than what the code says."),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Generation" });

export const generationList = listOf(generation).meta({ id: "GenerationList" });

/** By which lists of work are narrowed. */
export const statusFilter = z
  .enum([...Object.values(GenerationStatus), "open"])
  .optional()
  .describe("Only work that stands so; `open` is queued or running.");

export const generationQuery = z.object({
  ...page,
  operation: z.enum(Operation).optional().describe("Only photos, or only cut-outs."),
  style: z.enum(styleNames).optional().describe("Only photos of this style."),
  status: statusFilter,
  idempotency_key: text.max(maxKeyLength).optional().describe("Only what this Idempotency-Key asked for."),
  search: text
    .max(200)
    .optional()
    .describe(
      `Only work that has this text in its title, prompt, \`custom_id\`, \`source_name\` or a value of its metadata, in any case. A page looks through ${searchedRows.toLocaleString("en")} pieces of work: where more are there, it may hold fewer than \`limit\`, or none, with a \`next_cursor\`.`,
    ),
  product: text
    .max(maxUrlLength)
    .optional()
    .describe("Only work of this product: its `metadata.sku`, or without one the URL of its source picture."),
});

/** How long a call waits for work that is under way. */
export const waitQuery = z.object({
  wait: wholeNumber(0, longestWaitSeconds)
    .optional()
    .transform((value) => value ?? 0)
    .describe(
      `Answer as soon as the work has ended, or after so many seconds, 0 to ${longestWaitSeconds}. Default: 0.`,
    ),
});

export const deletedGeneration = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedGeneration" });
