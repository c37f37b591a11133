import { foundMaskSide, maskLimitBytes, unpaidMaskSide } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import * as schemas from "./schemas.ts";

const { mask } = examples;
const { image_url, mask_url } = mask;

const shared = { section: "masks", needsSubscription: true } as const;

/** Operations for correcting the mask of a cut-out. */
export const maskOperations = operationsOf(shared, {
  getMask: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/masks",
    summary: "Get the mask of a picture",
    description:
      "Returns whether you have saved a corrected mask for a picture on the image host, and the required size of a mask. Free of charge.",
    input: { from: "query", schema: schemas.maskQuery },
    output: schemas.pictureMask,
    example: { response: mask },
  },
  keepMask: {
    scope: "work:write",
    method: "POST",
    path: "/api/v1/masks",
    summary: "Save a corrected mask for a picture",
    description: `All photos and cut-outs of this picture that you order from now on use the mask. Upload the mask first: grayscale, white where the product is, exactly the size of the upright picture, at most ${maskLimitBytes / 1024 ** 2} MiB. The mask is stored until it is replaced or deleted, or the picture is deleted. Earlier orders do not change. Free of charge.`,
    input: { from: "json", schema: schemas.maskRequest },
    output: schemas.pictureMask,
    example: {
      request: { image_url, mask_url },
      response: mask,
      invalid: {
        path: "mask_url",
        message: "mask_url: the mask has 512 × 512 pixels, the picture 3024 × 4032: they must be the same",
      },
    },
  },
  forgetMask: {
    scope: "work:write",
    method: "DELETE",
    path: "/api/v1/masks",
    summary: "Delete the corrected mask of a picture",
    description:
      "Deletes the uploaded mask. Work that you order from now on uses the mask that the service detects. Has no effect without a saved mask. Free of charge.",
    input: { from: "query", schema: schemas.maskQuery },
    output: schemas.pictureMask,
    example: { response: { ...mask, corrected: false, mask_url: null, updated_at: null } },
  },
  maskFile: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/masks/file",
    summary: "Download a mask",
    description: `Returns an 8-bit grayscale PNG, white where the product is. The longer side of \`found\` is at most ${foundMaskSide} pixels, or at most ${unpaidMaskSide} for a picture without a paid result of yours; such a mask counts as a preview. Free of charge.`,
    input: { from: "query", schema: schemas.maskFileQuery },
    output: schemas.pictureMask,
    produces: "image/png",
    example: {
      response: null,
      invalid: { path: "source", message: "source must be one of kept, found" },
    },
    errors: ["not_found"],
  },
});
