import { z } from "zod";
import { GenerationStatus, Operation } from "../../db/generated/enums.ts";
import { errorIssue, reasonFields } from "../error-schemas.ts";
import {
  boundingBox,
  createdRange,
  isTimeZone,
  listOf,
  livemode,
  open,
  page,
  text,
  wholeNumber,
} from "../fields.ts";
import {
  indexedMatches,
  longestWaitSeconds,
  maxCustomIdLength,
  maxKeyLength,
  maxObjectIdLength,
  maxUrlLength,
  searchedMegabytes,
  searchedRows,
} from "../limits.ts";
import { digitalSources, photoModes, productSources } from "../photos/modes.ts";
import { noteCodes } from "../photos/notes.ts";
import { styleNames } from "../photos/styles.ts";
import { promptKinds, reviewFilters, reviews, stances } from "../photos/values.ts";
import { sceneSuggestions } from "../scenes/schemas.ts";
import { givenMetadata } from "../schemas.ts";

/** A generation in the history, and the filters of lists of work. */

const metadata = z.record(z.string(), z.string()).describe("Key-value pairs set by the caller.");

/** The parts of a prompt that the embedded renderer understood. */
export const promptUnderstood = z
  .array(z.object({ kind: open(z.enum(promptKinds)), value: z.string(), text: z.string() }))
  .nullable()
  .describe(
    "Parts of the prompt that the studio understands, in order: `kind`, a `value` of [Prompts](/docs/prompts) (prefixed with `no_` if the prompt rules it out), and `text`, the words of the prompt. For a rendered scene, `value` is its id, or that of a prop, and `text` the words that it matches. Null without a prompt, and if a model paints the scene.",
  );
export const promptIgnored = z
  .array(z.string())
  .nullable()
  .describe("Words of the prompt that the studio ignores. Null whenever `prompt_understood` is null.");

/** The rendered scene of a photo, and other scenes that fit its prompt. */
export const sceneFields = {
  scene: z.string().nullable().describe("Id of the rendered scene of the photo; null without one."),
  scene_suggestions: sceneSuggestions.describe(
    "Rendered scenes that match the prompt, best match first, at most four. If nothing of the prompt is understood, other scenes that suit the style follow.",
  ),
};

/** Notes on a photo's picture, and how its product was placed in it. */
export const pictureFields = {
  stance: open(z.enum(stances))
    .nullable()
    .describe(
      "How the product is placed in the photo: as requested, or otherwise as detected in its picture. If not requested, null until the photo is generated, in an estimate that did not judge the picture, and if a model painted the whole photo.",
    ),
  notes: z
    .array(
      z.object({
        code: open(z.enum(noteCodes)),
        message: z.string(),
        corrected: z
          .boolean()
          .optional()
          .describe(
            "Whether `correct` removed the fault. Present for `color_cast`, `too_dark` and `tilted`.",
          ),
        box: boundingBox.optional().describe("Affected area of the result, in pixels."),
      }),
    )
    .describe(
      "Notes on a photo and its picture, for the ordered size. In the `box`: `unsure_parts`, product may be missing; `ground_remains`, old ground may be left; `unsure_stance`, a base that does not show whether it stands, lies, hangs or floats; `text_unreadable`, in previews and estimates, blurred text; `glass_background_kept`, glass that shows the picture's background, without `material`. `cut_by_frame`: the frame of the picture or photo cuts the product off. `small_source`, `scene_enlarged`: product or scene had to be enlarged. `color_cast`, `too_dark`, `tilted`, `noisy`, `blurred`: faults of the picture; `correct` corrects the first three, colored noise and blocks. `size_misfit`: the product's size does not fit the scene. `view_mismatch`: the scene is seen from above, the product obliquely. `props_left_out`, not in estimates: no room for some `props`. `person_or_hand`: perhaps a hand. Empty until the photo is generated.",
    ),
};

export const generation = z
  .object({
    id: z.string(),
    operation: open(z.enum(Operation)),
    status: z.enum(GenerationStatus),
    position: z
      .int()
      .min(1)
      .nullable()
      .describe("Position in the queue; 1 is next. Null unless the work is queued."),
    stage: z
      .string()
      .nullable()
      .describe("Current step: `cutout`, `photo` or `storing`. Null unless the work is running."),
    batch_id: z.string().nullable().describe("Id of the batch that contains this work."),
    custom_id: z.string().nullable().describe("Name of the item in its batch, set by the caller."),
    title: z.string().nullable(),
    metadata: metadata.nullable(),
    image_url: z.string(),
    source_name: z.string().nullable().describe("Name of the uploaded file (`POST /api/v1/upload`)."),
    result_url: z.string().nullable().describe("Null until the work has succeeded."),
    api_key_id: z
      .string()
      .nullable()
      .describe("Id of the API key that ordered the work; null if it was ordered in the dashboard."),
    request_id: z.string().nullable().describe("`X-Request-Id` of the call that ordered the work."),
    style: z.string().nullable(),
    prompt: z.string().nullable().describe("Prompt of the request."),
    aspect_ratio: z.string().nullable(),
    resolution: z.string().nullable(),
    mode: open(z.enum(photoModes))
      .nullable()
      .describe(
        "Mode in which the photo was generated; differs from the requested mode after a fallback. Null until the photo is generated, and for cut-outs.",
      ),
    model: z.string().nullable().describe("Hosted image model that was used: `provider/name`."),
    fidelity: z
      .object({
        product: open(z.enum(productSources)).describe(
          "`original`: the product's own pixels. `kept`: repainted by the model, within the limits of what counts as unchanged. `restored`: changed by the model, so the original pixels were restored.",
        ),
        changed: z
          .number()
          .min(0)
          .max(1)
          .describe("Share of the product that the model changed visibly, before pixels were restored."),
        changed_words: z
          .array(z.string())
          .describe("Words on the product that the model changed or lost, before that."),
      })
      .nullable()
      .describe(
        "How faithful the photo is to the product. Null until the photo is generated, and for cut-outs.",
      ),
    engine: z.string().nullable().describe("Version of the renderer that made the result; null until then."),
    provenance: z
      .object({ digital_source_type: open(z.enum(digitalSources)), engine: z.string() })
      .nullable()
      .describe(
        "Origin as noted in the file (XMP): the IPTC digital source type, and the engine. Null like `engine`.",
      ),
    seed: z
      .int()
      .nullable()
      .describe("Seed of the photo; 0 is the style's standard look. Null for cut-outs."),
    options: z
      .record(z.string(), z.unknown())
      .describe("Options of the request that have no field of their own."),
    prompt_understood: promptUnderstood,
    prompt_ignored: promptIgnored,
    ...sceneFields,
    bounding_box: boundingBox
      .nullable()
      .describe(
        "Bounding box of the product in the result, in pixels. Null until the work has finished, and for plain cut-outs by an image host that does not report it (Cloudinary).",
      ),
    ...pictureFields,
    width: z.int().nullable().describe("Width of the result in pixels."),
    height: z.int().nullable(),
    bytes: z.int().nullable().describe("Size of the result in bytes, if the image host reports it."),
    content_type: z.string().nullable(),
    attempts: z.int().min(0).describe("Number of times a worker has started this work."),
    remake_of: z
      .string()
      .nullable()
      .describe(
        "Id of the photo that this work remakes; for a remake of a remake, id of the first photo. Null if this is not a remake.",
      ),
    superseded_by: z
      .string()
      .nullable()
      .describe(
        "Id of the newest version of this photo: a remake, or one with a corrected cut-out. Null if there is none, and in events.",
      ),
    review: z
      .enum(reviews)
      .nullable()
      .describe(
        "Review of the result by its owner (`PATCH /api/v1/generations/{id}`); null if not reviewed.",
      ),
    credits_used: z
      .int()
      .min(0)
      .describe("Credits charged; 0 for refunded work, reused results and free remakes."),
    error_code: z.string().nullable(),
    error_message: z.string().nullable().describe("Human-readable explanation of the error."),
    error_fix: z
      .string()
      .nullable()
      .describe("How to fix the error, if there is more specific advice than that of the error code."),
    error_reason: reasonFields.reason,
    error_values: reasonFields.values,
    issues: z
      .array(errorIssue)
      .optional()
      .describe(
        "Errors of an item that a batch skipped as invalid (`on_invalid`). The item was not charged.",
      ),
    livemode,
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    refunded_at: z.iso
      .datetime()
      .nullable()
      .describe(
        "Time at which the operator refunded this finished work; its result remains. Null if not refunded.",
      ),
  })
  .meta({ id: "Generation" });

export const generationList = listOf(generation).meta({ id: "GenerationList" });

/** Filters of lists of work. */
export const statusFilter = z
  .enum([...Object.values(GenerationStatus), "open"])
  .optional()
  .describe("Only work with this status; `open` means queued or running.");

export const reviewFilter = z
  .enum(reviewFilters)
  .optional()
  .describe("Only work with this review; `none` means not reviewed yet.");

/** Filters by the caller's own values. */
export const wordFilters = {
  custom_id: text.max(maxCustomIdLength).optional().describe("Only work with this `custom_id`."),
  metadata: givenMetadata
    .optional()
    .describe(
      `\`metadata[NAME]=VALUE\`: only work with exactly this pair, or with all pairs if there are several. With more than ${indexedMatches.toLocaleString("en")} matches, pages behave as with \`search\`.`,
    ),
};

export const generationQuery = z.object({
  ...page,
  ...createdRange,
  batch_id: text.max(maxObjectIdLength).optional().describe("Only work of this batch."),
  key_id: text.max(maxObjectIdLength).optional().describe("Only work ordered with this API key."),
  ...wordFilters,
  operation: z.enum(Operation).optional().describe("Only photos, or only cut-outs."),
  style: z.enum(styleNames).optional().describe("Only photos of this style."),
  scene: text
    .max(maxObjectIdLength)
    .optional()
    .describe("Only photos in this rendered scene: an id of `GET /api/v1/scenes`."),
  status: statusFilter,
  review: reviewFilter,
  idempotency_key: text.max(maxKeyLength).optional().describe("Only work ordered with this Idempotency-Key."),
  search: text
    .max(200)
    .optional()
    .describe(
      `Only work with all of these words, case-insensitive: in its title, prompt, scene, \`custom_id\`, \`source_name\`, a metadata value or the title of its order, or as its day: \`yesterday\`, \`last week\`, \`27 nov\`, in English or German. Without a match, work with similar words (one or two typing errors). Each page searches up to ${searchedRows.toLocaleString("en")} generations or ${searchedMegabytes} MB of text and may have fewer entries than \`limit\`, or none: continue with \`next_cursor\`.`,
    ),
  time_zone: text
    .max(64)
    .refine(isTimeZone, { error: "must be the name of a time zone, such as Europe/Berlin" })
    .optional()
    .describe("Time zone of the days that `search` names. Default: UTC."),
  product: text
    .max(maxUrlLength)
    .optional()
    .describe(
      "Only work of this product: its `metadata.sku`, or the URL of its source picture if it has none.",
    ),
});

/** How long a request waits for unfinished work. */
export const waitQuery = z.object({
  wait: wholeNumber(0, longestWaitSeconds)
    .optional()
    .transform((value) => value ?? 0)
    .describe(`Maximum seconds to wait for the work to finish, 0 to ${longestWaitSeconds}. Default: 0.`),
});

export const deletedGeneration = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedGeneration" });
