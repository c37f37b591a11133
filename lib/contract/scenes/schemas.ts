import { z } from "zod";
import { listOf, open, optional, page, text } from "../fields.ts";
import { maxPromptLength } from "../limits.ts";
import { styleNames } from "../photos/styles.ts";
import { sceneCategories, scenePitches } from "./categories.ts";

const sceneCategory = z.enum(sceneCategories);

const previewUrl = z.string().describe("Picture of a neutral product in the scene, 384 × 384 pixels, WebP.");

export const scene = z
  .object({
    id: z.string(),
    name: z.string().describe("In the language of `Accept-Language`: English or German."),
    category: open(sceneCategory),
    tags: z.array(z.string()).describe("What is in it, in the same language."),
    preview_url: previewUrl,
    pitches: z
      .array(open(z.enum(scenePitches)))
      .describe("Heights of the camera that it has views from; `flat` is straight from above."),
    flat_lay: z.boolean().describe("true: for products that were photographed lying, from above."),
    seasons: z
      .array(z.string())
      .describe("When it fits: `spring`, `summer`, `autumn`, `winter`, `all`, or an occasion (`christmas`)."),
  })
  .meta({ id: "Scene" });

export const sceneList = listOf(
  scene,
  "By category and name; with `q`, those that match best come first.",
).meta({ id: "SceneList" });

export const sceneQuery = z.object({
  ...page,
  category: sceneCategory.optional().describe("Only scenes of this category."),
  style: z
    .enum(styleNames)
    .optional()
    .describe("Only scenes that suit this style; none of a style that is always pure white."),
  q: text
    .max(maxPromptLength)
    .optional()
    .describe(
      "Only scenes that fit these words, as a prompt would have them: objects, places, seasons, light.",
    ),
});

/** The rendered scene in a photo request or a look. */
export const sceneChoice = optional(text.min(1).max(80)).describe(
  "A rendered scene of `GET /api/v1/scenes` by its id, or `CATEGORY/any`, of which `seed` chooses one. Made by the embedded renderer, whatever the `mode`; each picture gets its own arrangement of the scene, and another `seed` another one. Not together with `background`; a style that is always pure white stays so. Default: as style and prompt have it, and where a prompt fits a scene well, that scene.",
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
      score: z.number().min(0).max(1).describe("How much of the prompt it has; 0: it only suits the style."),
      preview_url: previewUrl,
    })
    .meta({ id: "SceneSuggestion" }),
);
