import { z } from "zod";
import { boundingBox } from "../fields.ts";
import { previewsPerDay } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import { previewSide } from "../photos/sizes.ts";
import { generateRequest } from "../schemas.ts";
import { generation, pictureFields, sceneFields } from "./schemas.ts";

const { prompt_understood, prompt_ignored } = generation.shape;

export const preview = z
  .object({
    image: z.string().describe("The preview as a `data:` URL of a JPEG."),
    width: z.int().describe("Width of the preview in pixels."),
    height: z.int(),
    bounding_box: boundingBox
      .nullable()
      .describe(
        "Bounding box of the product in the preview, in pixels. Null if the product is outside the frame.",
      ),
    prompt_understood,
    prompt_ignored,
    ...sceneFields,
    ...pictureFields,
  })
  .meta({ id: "Preview" });

const own = { scope: "work:write", section: "photos" } as const;

/** Operations that preview a photo before it is ordered. */
export const previewOperations = operationsOf(own, {
  preview: {
    method: "POST",
    path: "/api/v1/previews",
    summary: "Preview a photo before ordering it",
    description: `Takes a photo request and returns a small photo, at most ${previewSide} pixels on the longer side, from the embedded renderer: \`resolution\`, \`format\` and \`mode\` have no effect, but \`notes\` judges the picture for that resolution. The first preview of a picture takes as long as its cut-out, later previews a fraction of a second. If several previews are waiting, the oldest fails with \`overloaded\` in favor of the newest. Free of charge, up to ${previewsPerDay.toLocaleString("en")} per day.`,
    needsSubscription: true,
    input: { from: "json", schema: generateRequest, takesPicture: true },
    output: preview,
    example: { request: examples.generateRequest, response: examples.preview },
    errors: ["generation_failed"],
  },
});
