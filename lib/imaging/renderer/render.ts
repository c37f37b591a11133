// Lengths in this folder are shares of the frame's tighter side unless they say otherwise. Numbers without a source
// were chosen by eye, on the sheet that scripts/contact-sheet.ts makes.

import type { BoundingBox } from "#lib/contract/sizes.ts";
import { outputSize } from "#lib/contract/styles.ts";
import type { PhotoRequest } from "#lib/imaging/generator.ts";
import type { RenderedPhoto } from "#lib/imaging/worker/protocol.ts";
import { createBackdrop } from "./backdrop.ts";
import { composite } from "./composite.ts";
import { findContact } from "./contact.ts";
import { encodePhoto } from "./encode.ts";
import { createField, type Field } from "./field.ts";
import { shadeGround } from "./ground-shadow.ts";
import {
  measureArea,
  measureBalance,
  type ProductCutOut,
  productFields,
  scaleProduct,
  withMargin,
} from "./product.ts";
import { readScene } from "./prompt.ts";
import { reflectProduct } from "./reflection.ts";
import { relightProduct } from "./relight.ts";
import { seenBox } from "./seen-box.ts";
import { createStage, placeProduct, scalePlacement, scaleStage } from "./stage.ts";

export type RenderRequest = Pick<
  PhotoRequest,
  "style" | "prompt" | "aspectRatio" | "resolution" | "width" | "height"
>;

/** Finished pixels of a photo: width × height × 3 sRGB bytes, and where the product is seen in them. */
export interface RenderedPixels {
  rgb: Uint8Array;
  boundingBox: BoundingBox | null;
}

/**
 * Renders a photo of a cut-out: a JPEG (sRGB, quality 90, full chroma) of exactly width × height. Light, shadow and
 * reflection are computed at the 1K size whatever the resolution, so that a photo looks the same in all three;
 * backdrop, product and grain are made at the full size. Same input, same bytes.
 */
export async function renderPhoto(given: ProductCutOut, request: RenderRequest): Promise<RenderedPhoto> {
  const design = outputSize(request.aspectRatio, "1K");
  const { rgb, boundingBox } = await renderPixels(given, request, design);
  return { bytes: await encodePhoto(rgb, request.width, request.height), boundingBox };
}

/** The pixels of a photo; `design` is the size at which light, shadow and reflection are computed. */
export async function renderPixels(
  given: ProductCutOut,
  request: RenderRequest,
  design: { width: number; height: number },
): Promise<RenderedPixels> {
  const scene = readScene(request.style, request.prompt);
  const cutOut = scene.backdrop === "white" ? given : withMargin(given);
  const scale = request.width / design.width;
  const small = placeProduct(scene, { ...cutOut.box, area: measureArea(cutOut) }, design);
  const large = scalePlacement(small, scale);
  const balance = measureBalance(cutOut);
  const smallPixels = await scaleProduct(cutOut, balance, small);
  const pixels = scale === 1 ? smallPixels : await scaleProduct(cutOut, balance, large);
  const fields = productFields(smallPixels);
  const contact = findContact(fields.alpha);
  const stage = createStage(design, small, contact);
  const product = { ...fields, contact, frame: { ...design, left: small.left, top: small.top } };
  const { rows, ground } = await createBackdrop(scene, scaleStage(stage, request.width, request.height));
  const around = await previewBackdrop(scene, stage);
  const isWhite = scene.backdrop === "white";
  const rgb = composite({
    width: request.width,
    height: request.height,
    designHeight: design.height,
    backdrop: rows,
    shade: shadeGround(product, scene, { ground, stage }),
    reflection: scene.reflection > 0.02 && !isWhite ? reflectProduct(product, scene) : null,
    product: pixels,
    left: large.left,
    top: large.top,
    relight: isWhite ? null : relightProduct(product, scene, { ground, around }),
    grain: isWhite ? 0.5 : 0.9,
  });
  return { rgb, boundingBox: seenBox(given, cutOut, { placement: large, frame: request }) };
}

// The backdrop in few pixels: the light that reaches the product's outline from around it.
async function previewBackdrop(
  scene: Parameters<typeof createBackdrop>[0],
  stage: Parameters<typeof createBackdrop>[1],
): Promise<Field> {
  const width = 64;
  const height = Math.max(8, Math.round((stage.height / stage.width) * width));
  const { rows } = await createBackdrop(scene, scaleStage(stage, width, height));
  const preview = createField(width, height, 3);
  for (let y = 0; y < height; y++) rows(y, preview.data.subarray(y * width * 3, (y + 1) * width * 3));
  return preview;
}
