import { z } from "zod";
import { previewsPerDay } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operation } from "../operation.ts";
import { previewSide } from "../photos/sizes.ts";
import { generateRequest } from "../schemas.ts";
import { boundingBox, generation, pictureFields, sceneFields } from "./schemas.ts";

const { prompt_understood, prompt_ignored } = generation.shape;

export const preview = z
  .object({
    image: z.string().describe("The preview, a JPEG, as a `data:` URL."),
    width: z.int().describe("Pixels of the preview."),
    height: z.int(),
    bounding_box: boundingBox
      .nullable()
      .describe("Of the product in the preview, in its pixels. Null where it lies outside of the frame."),
    prompt_understood,
    prompt_ignored,
    ...sceneFields,
    ...pictureFields,
  })
  .meta({ id: "Preview" });

/** Operations that preview a photo before it is paid. */
export const previewOperations = {
  preview: operation({
    id: "preview",
    scope: "work:write",
    section: "photos",
    method: "POST",
    path: "/api/v1/previews",
    summary: "Look at a photo before it is ordered",
    description: `Takes the request of a photo and answers it small, at most ${previewSide} pixels on the longer side, as the embedded renderer makes it: \`resolution\`, \`format\` and \`mode\` change nothing. The first preview of a picture takes as long as its cut-out, later ones a fraction of a second. Of several that wait, the oldest gives way to the newest with \`overloaded\`. Free of charge, up to ${previewsPerDay.toLocaleString("en")} a day.`,
    missingKeyCode: "missing_api_key",
    needsSubscription: true,
    input: { from: "json", schema: generateRequest },
    output: preview,
    example: { request: examples.generateRequest, response: examples.preview },
    errors: ["invalid_params", "no_active_subscription", "generation_failed"],
  }),
} as const;
