import { foundMaskSide, maskLimitBytes, unpaidMaskSide } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operation } from "../operation.ts";
import * as schemas from "./schemas.ts";

const { mask } = examples;
const { image_url, mask_url } = mask;

const shared = { section: "masks", missingKeyCode: "missing_api_key", needsSubscription: true } as const;
const errors = ["invalid_params", "no_active_subscription"] as const;

/** Operations for correcting the mask of a cut-out. */
export const maskOperations = {
  getMask: operation({
    ...shared,
    id: "getMask",
    scope: "work:read",
    method: "GET",
    path: "/api/v1/masks",
    summary: "Read which mask is used for a picture",
    description:
      "Says whether you keep a corrected mask for a picture on the image host, and the size that a mask of it has. Free of charge.",
    input: { from: "query", schema: schemas.maskQuery },
    output: schemas.pictureMask,
    example: { response: mask },
    errors,
  }),
  keepMask: operation({
    ...shared,
    id: "keepMask",
    scope: "work:write",
    method: "POST",
    path: "/api/v1/masks",
    summary: "Keep a corrected mask for a picture",
    description: `From then on every photo and cut-out of this picture that you order is cut out along the mask. Upload the mask first: grey, white where the product is, exactly as large as the upright picture, at most ${maskLimitBytes / 1024 ** 2} MiB. It stays as long as it is kept and the picture is there. What was ordered before is made as it was ordered. Free of charge.`,
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
    errors,
  }),
  forgetMask: operation({
    ...shared,
    id: "forgetMask",
    scope: "work:write",
    method: "DELETE",
    path: "/api/v1/masks",
    summary: "Forget the corrected mask of a picture",
    description:
      "What is ordered from then on is cut out as the service finds it itself. The uploaded mask is deleted. Does nothing where none is kept. Free of charge.",
    input: { from: "query", schema: schemas.maskQuery },
    output: schemas.pictureMask,
    example: { response: { ...mask, corrected: false, mask_url: null, updated_at: null } },
    errors,
  }),
  maskFile: operation({
    ...shared,
    id: "maskFile",
    scope: "work:read",
    method: "GET",
    path: "/api/v1/masks/file",
    summary: "Download a mask",
    description: `An 8-bit grey PNG, white where the product is. \`found\` has a longer side of at most ${foundMaskSide} pixels, and of at most ${unpaidMaskSide} for a picture that you have no paid result of; one of those counts as a preview. Free of charge.`,
    input: { from: "query", schema: schemas.maskFileQuery },
    output: schemas.pictureMask,
    produces: "image/png",
    example: {
      response: null,
      invalid: { path: "source", message: "source must be one of kept, found" },
    },
    errors: [...errors, "not_found"],
  }),
} as const;
