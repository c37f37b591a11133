import { z } from "zod";
import { listOf, page, text, wholeNumber } from "../fields.ts";
import { maxChosenResults, maxFileWidth, maxGenerationIdLength, searchedRows } from "../limits.ts";
import { resultFormats, reviews } from "../photos/values.ts";
import { generation, generationQuery, reviewFilter } from "./schemas.ts";

/** Fields of operations on existing results: downloads, deletions, groups by product. */

const generationId = text.min(1).max(maxGenerationIdLength);
const chosenIds = z
  .array(generationId)
  .min(1)
  .max(maxChosenResults)
  .describe(`1 to ${maxChosenResults} ids of generations.`);

const wantedFormat = z
  .enum(resultFormats)
  .optional()
  .describe(
    "Converts pictures in another format to this format; with `jpeg`, transparent areas become white.",
  );

export const fileQuery = z.object({
  format: wantedFormat,
  width: wholeNumber(16, maxFileWidth)
    .optional()
    .describe("Maximum width in pixels; a narrower picture keeps its size."),
  dpi: wholeNumber(36, 1_200)
    .optional()
    .describe("Resolution noted in the file, for printing; the pixels stay the same."),
});

export const archiveRequest = z
  .object({
    ids: chosenIds,
    format: wantedFormat,
    review: reviewFilter.describe(
      "Only results with this review; `none` means not reviewed yet. With `approved`, an approved remake (`remake_of`) replaces its photo.",
    ),
  })
  .meta({ id: "ArchiveRequest" });

/** Naming schemes for the files of a batch's archive. */
export const archiveNames = ["custom_id", "product"] as const;

/** Which photos of a batch its archive contains. */
export const archivePhotos = ["ordered", "corrected"] as const;

export const batchArchiveQuery = z.object({
  format: wantedFormat,
  names: z
    .enum(archiveNames)
    .optional()
    .describe(
      "`product`: files are named after title, scene or style, and size, such as `blue-mug_moss-forest_2k.jpg`. Default: `custom_id`.",
    ),
  photos: z
    .enum(archivePhotos)
    .optional()
    .describe(
      "`corrected`: a photo that was generated again after a correction of its cut-out replaces the first photo. Default: `ordered`.",
    ),
  review: reviewFilter.describe(
    "Only results with this review; `none` means not reviewed yet. With `approved`, an approved remake (`remake_of`) replaces its photo. If `review` is set, `photos` is ignored.",
  ),
});

export const reviewRequest = z
  .object({
    ids: chosenIds,
    review: z.enum(reviews).nullable().describe("Review of all these results; null removes it."),
  })
  .meta({ id: "ReviewRequest" });

export const reviewed = z
  .object({ reviewed: z.array(z.string()).describe("Ids of the results that now have this review.") })
  .meta({ id: "Reviewed" });

export const deletionRequest = z.object({ ids: chosenIds }).meta({ id: "DeletionRequest" });

export const deletion = z
  .object({
    deleted: z.array(z.string()).describe("Ids of the deleted generations."),
    open: z.array(z.string()).describe("Ids of queued and running work, which was not deleted."),
  })
  .meta({ id: "Deletion" });

export const productQuery = generationQuery.omit({ product: true, idempotency_key: true }).extend({
  cursor: page.cursor,
});

const product = z
  .object({
    product: z.string().describe("`metadata.sku`, or the URL of the source picture if there is none."),
    sku: z.string().nullable(),
    name: z.string().nullable().describe("Name of the newest generation."),
    count: z.int().min(1).describe("Number of matching generations."),
    generations: z
      .array(generation)
      .describe("The newest matching generations; `GET /api/v1/generations` with `product` lists all."),
  })
  .meta({ id: "Product" });

export const productList = listOf(
  product,
  `Products with the newest work first, out of the newest ${searchedRows.toLocaleString("en")} generations.`,
).meta({ id: "ProductList" });
