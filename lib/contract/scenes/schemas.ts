import { z } from "zod";
import { listOf, open, optional, page, text } from "../fields.ts";
import { maxPromptLength } from "../limits.ts";
import { styleNames } from "../photos/styles.ts";
import { propNames } from "../photos/values.ts";
import { productSizeNames, productSizes, sceneCategories, scenePitches } from "./categories.ts";

const sceneCategory = z.enum(sceneCategories);

const previewUrl = z
  .string()
  .describe("URL of a picture of a neutral product in the scene, 384 × 384 pixels, WebP.");

export const scene = z
  .object({
    id: z.string(),
    name: z.string().describe("Name in the language of `Accept-Language`: English or German."),
    category: open(sceneCategory),
    tags: z.array(z.string()).describe("Contents of the scene, in the same language."),
    preview_url: previewUrl,
    pitches: z
      .array(open(z.enum(scenePitches)))
      .describe(
        "Camera heights that the scene has views from: `flat` is vertically from above, `front` faces a wall on which the product hangs.",
      ),
    product_cm: z
      .object({ from: z.number(), to: z.number() })
      .describe(
        "Lengths in centimeters of products that have their real size here (`product_size_cm`), on their longer side.",
      ),
    flat_lay: z.boolean().describe("Whether the scene is for products photographed lying, from above."),
    seasons: z
      .array(z.string())
      .describe(
        "Seasons that the scene fits: `spring`, `summer`, `autumn`, `winter`, `all`, or an occasion (`christmas`).",
      ),
  })
  .meta({ id: "Scene" });

export const sceneList = listOf(scene, "By category and name; with `q`, best match first.").meta({
  id: "SceneList",
});

export const sceneQuery = z.object({
  ...page,
  category: sceneCategory.optional().describe("Only scenes of this category."),
  style: z
    .enum(styleNames)
    .optional()
    .describe("Only scenes that suit this style; none for a style that is always pure white."),
  size: z
    .enum(productSizeNames)
    .optional()
    .describe(
      `Only scenes for products of this size: \`small\` up to ${productSizes.small.to} cm, \`medium\` up to ${productSizes.medium.to} cm, \`large\` above.`,
    ),
  q: text
    .max(maxPromptLength)
    .optional()
    .describe("Only scenes that match these words, as used in a prompt: objects, places, seasons, light."),
});

export const prop = z
  .object({
    id: open(z.enum(propNames)).describe("Name for `props` of a photo."),
    name: z.string().describe("Name in the language of `Accept-Language`: English or German."),
  })
  .meta({ id: "Prop" });

export const propList = listOf(prop, "In a fixed order.").meta({ id: "PropList" });
export const propQuery = z.object(page);

/** The rendered scene in a photo request or a look. */
export const sceneChoice = optional(text.min(1).max(80)).describe(
  "Id of a rendered scene (`GET /api/v1/scenes`), or `CATEGORY/any`, where `seed` selects a scene of the category in which products stand or lie. The embedded renderer generates the photo, regardless of `mode`; the arrangement of the scene varies by picture and `seed`. Cannot be combined with `background`. A style that is always pure white stays pure white. Default: determined by style and prompt; if the prompt matches a scene well, that scene.",
);

/** A scene and the caller's own background each define the whole set, so only one of them is allowed. */
export function hasOneSet({ scene, background }: { scene?: unknown; background?: unknown }): boolean {
  return scene === undefined || background === undefined;
}
export const oneSet = { path: ["scene"], error: "must not be given together with `background`" };

/** Scenes that fit a prompt. */
export const sceneSuggestions = z.array(
  z
    .object({
      id: z.string(),
      score: z
        .number()
        .min(0)
        .max(1)
        .describe("How much of the prompt the scene matches; 0 means that it only suits the style."),
      preview_url: previewUrl,
    })
    .meta({ id: "SceneSuggestion" }),
);
