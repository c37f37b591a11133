import { z } from "zod";
import { listOf, page, text } from "../fields.ts";
import { maxChosenResults, maxGenerationIdLength, searchedRows } from "../limits.ts";
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
  .describe("Converts what is not of this format; transparent pictures get white behind them as `jpeg`.");

export const fileQuery = z.object({ format: wantedFormat });

export const archiveRequest = z
  .object({
    ids: chosenIds,
    format: wantedFormat,
    review: reviewFilter.describe(
      "Only results with this review; `none`: not reviewed yet. With `approved`, an approved remake (`remake_of`) replaces its photo.",
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
      "`product`: files are called by title, style and size, as `blue-mug_amazon_2k.jpg`. Default: `custom_id`.",
    ),
  photos: z
    .enum(archivePhotos)
    .optional()
    .describe(
      "`corrected`: a photo that was made again after a correction of its cut-out takes the place of the first. Default: `ordered`.",
    ),
  review: reviewFilter.describe(
    "Only results with this review; `none`: not reviewed yet. With `approved`, an approved remake (`remake_of`) replaces its photo. `photos` is ignored then.",
  ),
});

export const reviewRequest = z
  .object({
    ids: chosenIds,
    review: z.enum(reviews).nullable().describe("The verdict on all of them; null takes it back."),
  })
  .meta({ id: "ReviewRequest" });

export const reviewed = z
  .object({ reviewed: z.array(z.string()).describe("Ids of the results that have this review now.") })
  .meta({ id: "Reviewed" });

export const deletionRequest = z.object({ ids: chosenIds }).meta({ id: "DeletionRequest" });

export const deletion = z
  .object({
    deleted: z.array(z.string()).describe("Ids that are gone with this call."),
    open: z.array(z.string()).describe("Ids that are still being made, and stay."),
  })
  .meta({ id: "Deletion" });

export const productQuery = generationQuery.omit({ product: true, idempotency_key: true }).extend({
  cursor: page.cursor,
});

const product = z
  .object({
    product: z.string().describe("Its `metadata.sku`, or without one the URL of the source picture."),
    sku: z.string().nullable(),
    name: z.string().nullable().describe("What its newest work is called."),
    count: z.int().min(1).describe("Pieces of work that match."),
    generations: z.array(generation).describe("The newest of them; the rest by `product` in the list."),
  })
  .meta({ id: "Product" });

export const productList = listOf(
  product,
  `The one with the newest work first; of the newest ${searchedRows.toLocaleString("en")} pieces of work.`,
).meta({ id: "ProductList" });
