import type { SizeMisfit } from "#lib/contract/photos/notes.ts";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { PropName, Stance } from "#lib/contract/photos/values.ts";
import type { PhotoRequest } from "../generator.ts";
import { canSplitGlass, splitGlass } from "../glass/split.ts";
import { type MadeOfPicture, notesOn } from "../notes/notes.ts";
import type { ProductCutOut } from "../pixels/cut-out.ts";
import { encodePhoto } from "../pixels/encode.ts";
import type { RenderedPhoto } from "../worker/protocol.ts";
import { composite, type Layers } from "./output/composite.ts";
import { measureBalance } from "./product/balance.ts";
import type { ProductInFrame } from "./product/contact.ts";
import { cutBy, type FrameCut } from "./product/frame-cut.ts";
import type { Balance } from "./product/product.ts";
import { resolveStance, stanceInPhoto } from "./product/resolve-stance.ts";
import type { ScaledProduct } from "./product/scale-with-contact.ts";
import { mirrorGlass, seeGlass } from "./product/seen-glass.ts";
import { type SeenProduct, seenBox, seenParts, seenWhole, seeProduct } from "./product/seen-product.ts";
import { type TurnedCutOut, turnProduct } from "./product/turn.ts";
import { scalePlacement } from "./set/stage.ts";
import { type View, viewOf } from "./set/view.ts";

// Lengths in this folder are shares of the frame's shorter side unless stated otherwise. Numbers without a source
// were chosen by eye, on sheets of the samples in all styles.

export type RenderRequest = Pick<
  PhotoRequest,
  | "style"
  | "prompt"
  | "aspectRatio"
  | "resolution"
  | "width"
  | "height"
  | "options"
  | "libraryScene"
  | "pictureNumber"
  | "orderedScale"
  | "digitalSource"
>;

/** Finished pixels of a photo: width × height × 3 sRGB bytes, and the product's box in them. */
export interface RenderedPixels extends MadeOfPicture {
  rgb: Uint8Array;
  boundingBox: Box | null;
  /** The stance with which the product was placed. */
  stance: Stance;
}

/** Sizes at which a photo is computed. */
export interface RenderEffort {
  /** The size at which light, shadow and reflection are computed. */
  design: Size;
  /** Shadow cells along the frame's shorter side; by default those of a photo. */
  cells?: number;
  /** Whether the photo is only laid out, for what is reported about it: it has no pixels then. */
  isReport?: boolean;
}

/** What a product is put in front of: drawn, painted by a model or a caller, or rendered with depth and lamps. */
export interface Backdrop {
  /** The cut-out, with the margin for soft edges that this backdrop shows. */
  cutOut: TurnedCutOut;
  /** Largest factor of its light on the brightest parts of a product. */
  headroom: number;
  /** Factor by which a stored picture of it is enlarged; absent: it has as many pixels as the photo. */
  enlarged?: number;
  /** Positions the product in the frame of the design. */
  position(balance: Balance): Promise<PositionedProduct>;
}

/** A product at its place in the frame of the design. */
export interface PositionedProduct extends ScaledProduct {
  placement: Box;
  /** Sides on which its picture cuts it off. */
  cut: FrameCut;
  /** Why the product does not have its given size. */
  misfit?: SizeMisfit | undefined;
  /** Whether the scene hangs the product up. */
  hangs?: boolean;
  /** Whether the scene is seen from above, and the product obliquely. */
  isViewMismatch?: boolean;
  /** Makes the backdrop's rows, and the light between it and the product. */
  light(product: ProductInFrame, seen: SeenProduct | null): Promise<LightLayers>;
}

interface LightLayers extends Omit<Layers, "view" | "designHeight" | "product"> {
  /** Props for which the ground around the product has no room. */
  propsLeftOut?: readonly PropName[];
}

/** A product for which a backdrop is opened. */
export interface Subject {
  given: ProductCutOut;
  turned: TurnedCutOut;
  /** Absent: its outline decides. */
  stance?: Stance | undefined;
  view: View;
}

/** Opens the backdrop of a request. */
export type OpenBackdrop<Request extends RenderRequest = RenderRequest> = (
  subject: Subject,
  request: Request,
  effort: RenderEffort,
) => Promise<Backdrop>;

/**
 * Composes a product and a backdrop. Light, shadow and reflection are computed at the design's size for every
 * resolution, so that a photo looks the same in all of them; backdrop, product and grain are made at the full size. Of
 * the product's own pixels only the light changes, within `relightBounds`. Same input, same bytes.
 */
export async function composePixels<Request extends RenderRequest>(
  given: ProductCutOut,
  request: Request,
  { effort, open, mayFloat }: { effort: RenderEffort; open: OpenBackdrop<Request>; mayFloat: boolean },
): Promise<RenderedPixels> {
  const { options = {} } = request;
  const { design } = effort;
  const turned = turnProduct(given, options.layout?.rotationDeg);
  const resolved = await resolveStance(given, options, { mayFloat });
  const view = viewOf(request, options.crop);
  const { stance } = resolved;
  const backdrop = await open({ given, turned, stance, view }, request, effort);
  const { cutOut, headroom, position } = backdrop;
  const balance = measureBalance(cutOut, options.light?.relight === false ? 1 : headroom);
  const { placement, pixels, fields, contact, cut, hangs, misfit, isViewMismatch, light } =
    await position(balance);
  const large = scalePlacement(placement, view.frame.width / design.width);
  const where = { placement: large, view };
  const isGlass = options.material === "glass" && canSplitGlass();
  const report = {
    boundingBox: seenBox(turned, cutOut, where),
    unsureParts: seenParts(turned.unsureParts, cutOut, where),
    groundRemains: seenParts(turned.groundRemains, cutOut, where),
    unreadable: seenParts(turned.unreadable, cutOut, where),
    clearGlass: turned.clearGlass && !isGlass ? seenBox({ box: turned.clearGlass }, cutOut, where) : null,
    cutBy: cutBy(cut, turned, { cutOut, ...where }),
    enlarged: large.width / cutOut.box.width,
    ...(backdrop.enlarged !== undefined && { sceneEnlarged: backdrop.enlarged }),
    stance: stanceInPhoto(contact, { hangs: hangs ?? cut.hangs }, resolved),
    // A scene without a view from high enough cannot show a lying product.
    isStanceSure: hangs || (resolved.isSure && (stance !== "lie" || contact.stance === "lies")),
    base: contact.stance === "lies" ? null : seenBox({ box: baseOf(turned.box) }, cutOut, where),
    misfit,
    isViewMismatch,
  };
  if (effort.isReport) return { rgb: new Uint8Array(), ...report };
  const isDesign = view.frame.width === design.width && view.width === design.width && holds(design, large);
  const glass = isGlass ? await splitGlass(given) : null;
  const whole = { given, angleDeg: options.layout?.rotationDeg, box: cutOut.box, balance };
  const seen = glass
    ? await seeGlass(glass, { ...whole, placement: large, view })
    : isDesign
      ? seenWhole(pixels, large)
      : await seeProduct(cutOut, balance, { placement: large, view });
  const frame = { ...design, left: placement.left, top: placement.top };
  const mirrored = glass ? await mirrorGlass(glass, whole, pixels) : undefined;
  const { propsLeftOut = [], ...layers } = await light({ ...fields, contact, frame, mirrored }, seen);
  const rgb = composite({ view, designHeight: design.height, product: seen, ...layers });
  return { rgb, ...report, propsLeftOut };
}

/** The lowest quarter of a product: the box of `unsure_stance`. */
function baseOf({ left, top, width, height }: Box): Box {
  const above = Math.round(0.75 * height);
  return { left, top: top + above, width, height: Math.max(1, height - above) };
}

function holds(frame: Size, { left, top, width, height }: Box): boolean {
  return left >= 0 && top >= 0 && left + width <= frame.width && top + height <= frame.height;
}

/** Encodes the pixels in the requested format, and adds what is reported about a photo. */
export async function finishPhoto(
  given: ProductCutOut,
  request: RenderRequest,
  made: RenderedPixels,
): Promise<RenderedPhoto> {
  const bytes = await encodePhoto(made.rgb, request, {
    format: request.options?.format,
    source: request.digitalSource,
  });
  return { bytes, ...reportOn(given, request, made) };
}

/** What is reported about a photo besides its pixels. */
export function reportOn(
  given: ProductCutOut,
  { options, orderedScale }: RenderRequest,
  { boundingBox, stance, ...made }: Omit<RenderedPixels, "rgb">,
): Omit<RenderedPhoto, "bytes"> {
  const { correct, stance: wanted = "stand", layout } = options ?? {};
  const isTurned = wanted !== "stand" || layout?.rotationDeg !== undefined;
  const notes = notesOn(given, made, { correct, orderedScale, isTurned });
  return { boundingBox, stance, notes };
}
