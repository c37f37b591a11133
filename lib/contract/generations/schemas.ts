import { z } from "zod";
import { GenerationStatus, Operation } from "../../db/generated/enums.ts";
import { errorIssue, reasonFields } from "../error-schemas.ts";
import { createdRange, listOf, livemode, open, page, text, wholeNumber } from "../fields.ts";
import {
  indexedMatches,
  longestWaitSeconds,
  maxCustomIdLength,
  maxKeyLength,
  maxObjectIdLength,
  maxUrlLength,
  metadataLimits,
  searchedMegabytes,
  searchedRows,
} from "../limits.ts";
import { photoModes, productSources } from "../photos/modes.ts";
import { formerNoteCodes, noteCodes } from "../photos/notes.ts";
import { stances } from "../photos/stances.ts";
import { styleNames } from "../photos/styles.ts";
import { promptKinds, reviewFilters, reviews } from "../photos/values.ts";
import { sceneSuggestions } from "../scenes/schemas.ts";

/** A piece of work in the history, and the filters of lists of work. */

const metadata = z.record(z.string(), z.string()).describe("The caller's own words about the work.");

export const boundingBox = z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() });

/** The parts of a prompt that the embedded renderer understood. */
export const promptUnderstood = z
  .array(z.object({ kind: open(z.enum(promptKinds)), value: z.string(), text: z.string() }))
  .nullable()
  .describe(
    "What the studio makes of the prompt, in its order: `kind`, a `value` of [Prompts](/docs/prompts) (with `no_` before it where it is refused), and the words; of a rendered scene its id, and the words that it has. Null where no prompt was given, and where a model paints the scene.",
  );
export const promptIgnored = z
  .array(z.string())
  .nullable()
  .describe("Words of the prompt that the studio leaves out. Null as `prompt_understood`.");

/** The rendered scene of a photo, and other scenes that fit its prompt. */
export const sceneFields = {
  scene: z.string().nullable().describe("The rendered scene of the photo; null without one."),
  scene_suggestions: sceneSuggestions.describe(
    "Rendered scenes that fit the prompt, the best first, at most four. Where nothing of the prompt is understood, others that suit the style follow.",
  ),
};

/** Notes on a photo's picture, and how its product was placed in it. */
export const pictureFields = {
  stance: open(z.enum(stances))
    .nullable()
    .describe(
      "How the product was put into the photo: as asked, else as its picture shows it. Null until it is made where it was not asked, and where a model painted all of it.",
    ),
  notes: z
    .array(
      z.object({
        code: open(z.enum(noteCodes), formerNoteCodes),
        message: z.string(),
        box: boundingBox.optional().describe("Where in the result, in its pixels."),
      }),
    )
    .describe(
      "Of a photo: notes about its picture. `unsure_parts`: a part of the product may be missing in the `box`. `unsure_stance`: the picture does not show clearly how the product stands, lies, hangs or floats. `cut_by_frame`: the picture's frame cuts the product off. `small_source`: the product had to be enlarged (a second note has its former name `source_small`). `person_or_hand`: a hand seems to be in the picture. Empty until it is made.",
    ),
};

export const generation = z
  .object({
    id: z.string(),
    operation: open(z.enum(Operation)),
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
    request_id: z.string().nullable().describe("The `X-Request-Id` of the call that ordered it."),
    style: z.string().nullable(),
    prompt: z.string().nullable().describe("The prompt that the caller gave."),
    aspect_ratio: z.string().nullable(),
    resolution: z.string().nullable(),
    mode: open(z.enum(photoModes))
      .nullable()
      .describe(
        "How the photo was made, which a fallback may have changed. Null until then, and of a cut-out.",
      ),
    model: z.string().nullable().describe("The hosted image model that took part: `provider/name`."),
    fidelity: z
      .object({
        product: open(z.enum(productSources)).describe(
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
    ...sceneFields,
    bounding_box: boundingBox
      .nullable()
      .describe(
        "Of the product in the result, in pixels. Null until it is made, and of a plain cut-out that an image host made without reporting it (Cloudinary).",
      ),
    ...pictureFields,
    width: z.int().nullable().describe("Pixels of the result."),
    height: z.int().nullable(),
    bytes: z.int().nullable().describe("Size of the result, where the image host reports it."),
    content_type: z.string().nullable(),
    attempts: z.int().min(0).describe("How often a worker has taken it on."),
    remake_of: z
      .string()
      .nullable()
      .describe(
        "Id of the photo that this remakes; the first photo if a remake was remade. Null: not a remake.",
      ),
    review: z
      .enum(reviews)
      .nullable()
      .describe("The owner's verdict on the result (`PATCH /api/v1/generations/{id}`); null: not reviewed."),
    credits_used: z.int().min(0).describe("0 for refunded work, reused results and free remakes."),
    error_code: z.string().nullable(),
    error_message: z.string().nullable().describe("What went wrong, in a person's words."),
    error_fix: z
      .string()
      .nullable()
      .describe("What to do about it, where it is more particular than what the code says."),
    error_reason: reasonFields.reason,
    error_values: reasonFields.values,
    issues: z
      .array(errorIssue)
      .optional()
      .describe(
        "Of an item that a batch skipped because it is wrong (`on_invalid`): what is wrong with it. It was not charged.",
      ),
    livemode,
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    refunded_at: z.iso
      .datetime()
      .nullable()
      .describe("When the operator returned the credits of this finished work; its result stays. Null: not."),
  })
  .meta({ id: "Generation" });

export const generationList = listOf(generation).meta({ id: "GenerationList" });

/** Filters of lists of work. */
export const statusFilter = z
  .enum([...Object.values(GenerationStatus), "open"])
  .optional()
  .describe("Only work in this state; `open` is queued or running.");

export const reviewFilter = z
  .enum(reviewFilters)
  .optional()
  .describe("Only work with this review; `none`: not reviewed yet.");

/** Filters by the caller's own values. */
export const wordFilters = {
  custom_id: text.max(maxCustomIdLength).optional().describe("Only work with this `custom_id`."),
  metadata: z
    .record(text.min(1).max(metadataLimits.keyLength), text.max(metadataLimits.valueLength))
    .refine((pairs) => Object.keys(pairs).length <= metadataLimits.pairs, {
      error: `must have at most ${metadataLimits.pairs} pairs`,
    })
    .optional()
    .describe(
      `\`metadata[NAME]=VALUE\`: only work with exactly this pair; several: with all of them. With more than ${indexedMatches.toLocaleString("en")} matches, pages are as those of \`search\`.`,
    ),
};

export const generationQuery = z.object({
  ...page,
  ...createdRange,
  batch_id: text.max(maxObjectIdLength).optional().describe("Only work of this batch."),
  key_id: text.max(maxObjectIdLength).optional().describe("Only work that this API key asked for."),
  ...wordFilters,
  operation: z.enum(Operation).optional().describe("Only photos, or only cut-outs."),
  style: z.enum(styleNames).optional().describe("Only photos of this style."),
  status: statusFilter,
  review: reviewFilter,
  idempotency_key: text.max(maxKeyLength).optional().describe("Only what this Idempotency-Key asked for."),
  search: text
    .max(200)
    .optional()
    .describe(
      `Only work that has this text in its title, prompt, \`custom_id\`, \`source_name\` or a value of its metadata, in any case; where none has, work with similar words (typing errors). A page looks through ${searchedRows.toLocaleString("en")} pieces of work or ${searchedMegabytes} MB of words, and may then hold fewer than \`limit\`, or none: go on with \`next_cursor\`.`,
    ),
  product: text
    .max(maxUrlLength)
    .optional()
    .describe("Only work of this product: its `metadata.sku`, or without one the URL of its source picture."),
});

/** How long a request waits for unfinished work. */
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
