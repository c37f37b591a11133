import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { isWhite } from "#lib/contract/photos/styles.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { PhotoRequest, RenderOptions } from "../generator.ts";
import { type MadeOfPicture, notesOn } from "../notes/notes.ts";
import type { Rgb } from "../pixels/color.ts";
import type { ProductCutOut } from "../pixels/cut-out.ts";
import { encodePhoto } from "../pixels/encode.ts";
import { createField, type Field } from "../pixels/field.ts";
import type { RenderedPhoto } from "../worker/protocol.ts";
import { shadeGround } from "./light/ground-shadow.ts";
import { reflectProduct } from "./light/reflection.ts";
import { mostLight, relightProduct } from "./light/relight.ts";
import { groundedScene } from "./light/shadow.ts";
import { mirrorOnWhite, relightOnWhite, shadeOnWhite } from "./light/white-light.ts";
import { composite } from "./output/composite.ts";
import { measureBalance } from "./product/balance.ts";
import type { Contact, StandingProduct } from "./product/contact.ts";
import { isCut } from "./product/frame-cut.ts";
import { type LaidOut, layOut, underProduct } from "./product/layout.ts";
import { type SeenProduct, seenBox, seenParts, seenWhole, seeProduct } from "./product/seen-product.ts";
import { type Settled, settleStance, stanceOf } from "./product/settle-stance.ts";
import { overGround } from "./product/stance.ts";
import { type Standing, standProduct } from "./product/standing.ts";
import { turnProduct } from "./product/turn.ts";
import { askedScene } from "./scene/asked-scene.ts";
import { fromAbove, withOptions } from "./scene/options.ts";
import type { Scene } from "./scene/scene.ts";
import { varyScene } from "./scene/seed.ts";
import { createBackdrop } from "./set/backdrop.ts";
import { createStage, fromStraightAbove, type Stage, scalePlacement, stageOf } from "./set/stage.ts";
import { loadOwnSurface, type SurfaceTexture } from "./set/textures.ts";
import { designSize, type View, viewOf, wholeView } from "./set/view.ts";
import { styleDefinitions } from "./styles/index.ts";

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
>;

/** Finished pixels of a photo: width × height × 3 sRGB bytes, and the product's box in them. */
export interface RenderedPixels extends MadeOfPicture {
  rgb: Uint8Array;
  boundingBox: Box | null;
  /** The stance with which the product was placed. */
  stance: Stance;
}

/** Makes a backdrop: its rows in a view, the color of its ground, and a low-resolution copy (`around`). */
export type BackdropMaker = (
  scene: Scene,
  stage: Stage,
  how: { view: View; own: SurfaceTexture | null },
) => Promise<Awaited<ReturnType<typeof createBackdrop>> & { around: Field }>;

/** Sizes at which a photo is computed. */
export interface RenderEffort {
  /** The size at which light, shadow and reflection are computed. */
  design: Size;
  /** Shadow cells along the frame's shorter side; by default those of a photo. */
  cells?: number;
  makeBackdrop?: BackdropMaker;
}

/**
 * Renders a photo of a cut-out: of exactly width × height, sRGB, in the requested format. Light, shadow and
 * reflection are computed at the 1K size for every resolution, so that a photo looks the same in all three; backdrop,
 * product and grain are made at the full size. Same input, same bytes. For a picture as backdrop, see
 * `lib/imaging/painted`.
 */
export async function renderPhoto(given: ProductCutOut, request: RenderRequest): Promise<RenderedPhoto> {
  const { rgb, ...made } = await renderPixels(given, request, { design: designSize(request) });
  const bytes = await encodePhoto(rgb, request, request.options?.format);
  return { bytes, ...finished(given, made) };
}

/** Returns what is reported about a photo besides its pixels. */
export function finished(
  given: ProductCutOut,
  { boundingBox, stance, ...made }: Omit<RenderedPixels, "rgb">,
): Omit<RenderedPhoto, "bytes"> {
  return { boundingBox, stance, notes: notesOn(given, made) };
}

/** Returns the pixels of a photo. */
export async function renderPixels(
  given: ProductCutOut,
  request: RenderRequest,
  { design, cells, makeBackdrop = paintBackdrop }: RenderEffort,
): Promise<RenderedPixels> {
  const { options = {} } = request;
  const settled = await settleStance(given, options);
  const { scene, standing, move } = describeScene(request, settled);
  const isRelit = options.light?.relight !== false;
  const turned = turnProduct(given, options.layout?.rotationDeg);
  const laidOut = layOut(turned, { scene, standing, layout: options.layout, move, ...settled }, design);
  const view = viewOf(request, options.crop);
  const seen = await standInView(laidOut, {
    view,
    design,
    headroom: isRelit ? mostLight(scene) : 1,
    ...settled,
  });
  const { product, stage } = placeOnStage(seen, laidOut, { scene, design });
  const backdrop = await makeBackdrop(scene, stage, { view, own: await ownSurface(options.background) });
  const light = castLight(product, scene, { ...backdrop, stage, cells, isRelit });
  const rgb = composite({
    view,
    designHeight: design.height,
    backdrop: backdrop.rows,
    product: seen.product,
    ...light,
  });
  const where = { placement: seen.placement, view };
  return {
    rgb,
    boundingBox: seenBox(turned, laidOut.cutOut, where),
    unsureParts: seenParts(turned, laidOut.cutOut, where),
    isCutByFrame: isCut(laidOut.cut),
    enlarged: seen.placement.width / laidOut.cutOut.box.width,
    stance: stanceOf(seen.contact, laidOut.cut, settled),
    isStanceSure: settled.isSure,
  };
}

/** Combines prompt, seed and options into a scene; `standing` is the scene whose dimensions place the product. */
function describeScene({ style, prompt, options = {} }: RenderRequest, { stance }: Settled) {
  const asked = askedScene(style, prompt, options);
  const { scene, move } = varyScene(asked, style, options.seed);
  const standing = isWhite(style) ? styleDefinitions[style].scene : asked.scene;
  const described = withOptions(scene, options);
  return { scene: stance === "lie" ? fromAbove(described) : described, standing, move };
}

interface ProductInView extends Standing {
  /** Its pixels in the photo; null when the view shows none of it. */
  product: SeenProduct | null;
  /** Its place in the frame at the photo's size. */
  placement: Box;
}

/** Returns the product at the design's size, at which light is computed, and at the photo's size. */
async function standInView(
  { cutOut, placement, cut }: LaidOut,
  { view, design, headroom, stance }: { view: View; design: Size; headroom: number; stance?: Stance },
): Promise<ProductInView> {
  const scale = view.frame.width / design.width;
  const large = scalePlacement(placement, scale);
  const balance = measureBalance(cutOut, headroom);
  const standing = await standProduct(cutOut, { balance, size: placement, cut, stance });
  const isDesign = view.width === design.width && scale === 1 && holds(design, placement);
  const product = isDesign
    ? seenWhole(standing.pixels, placement)
    : await seeProduct(cutOut, balance, { placement: large, view });
  return { ...standing, product, placement: large };
}

/** Returns the set, and the product placed in it. */
function placeOnStage(
  { fields, contact: own }: Standing,
  { placement, standard }: LaidOut,
  { scene, design }: { scene: Scene; design: Size },
): { product: StandingProduct; stage: Stage } {
  const stage = setStage(design, { scene, standard, small: placement, contact: own });
  const contact = own.stance === "floats" ? overGround(own, stage.groundY - placement.top) : own;
  const frame = { ...design, left: placement.left, top: placement.top };
  return { product: { ...fields, contact, frame }, stage };
}

interface Cast {
  ground: Rgb;
  around: Field;
  stage: Stage;
  cells: number | undefined;
  isRelit: boolean;
}

/** Computes the light between product and scene, as layers of the photo. */
function castLight(product: StandingProduct, scene: Scene, { ground, around, stage, cells, isRelit }: Cast) {
  const lit = groundedScene(scene, product.contact);
  const { frame } = product;
  const shade = shadeGround(product, lit, { ground, stage, cells });
  const reflection = lit.reflection > 0.02 ? reflectProduct(product, lit) : null;
  if (scene.backdrop === "white") {
    return {
      shade: shadeOnWhite(shade, frame),
      reflection: mirrorOnWhite(reflection, frame),
      relight: relightOnWhite(product, lit, isRelit),
      grain: 0.5,
    };
  }
  const relight = isRelit ? relightProduct(product, lit, { ground, around }) : null;
  return { shade, reflection, relight, grain: 0.9 };
}

function holds(frame: Size, { left, top, width, height }: Box): boolean {
  return left >= 0 && top >= 0 && left + width <= frame.width && top + height <= frame.height;
}

/** Returns the set for the product's standard place, moved up when the product was placed higher. */
function setStage(
  design: Size,
  {
    scene,
    standard,
    small,
    contact,
  }: {
    scene: Scene;
    standard: Box;
    small: Box;
    contact: Contact;
  },
): Stage {
  if (contact.stance === "lies") return fromStraightAbove(design, standard);
  const groundY = contact.groundY * (standard.height / small.height);
  const stage = createStage(design, standard, { groundY, pitchSin: contact.pitchSin });
  const varied = withVariation(stage, scene);
  return contact.stance === "stands" ? underProduct(varied, scene, small.top + contact.backY) : varied;
}

function withVariation(stage: Stage, { set }: Scene): Stage {
  if (!set) return stage;
  const { groundY, edgeY, pitchSin } = stage;
  return {
    ...stage,
    edgeY: groundY - (groundY - edgeY) * (1 + set.depth),
    pitchSin: Math.max(0.11, Math.min(0.29, pitchSin + set.pitch)),
  };
}

async function ownSurface(background: RenderOptions["background"]): Promise<SurfaceTexture | null> {
  return background && "image" in background && background.role === "surface"
    ? await loadOwnSurface(background.image)
    : null;
}

const paintBackdrop: BackdropMaker = async (scene, stage, { view, own }) => {
  const { rows, ground } = await createBackdrop(scene, stageOf(stage, view), own);
  return { rows, ground, around: await aroundProduct(scene, stage, own) };
};

/** The backdrop at low resolution: the light that reaches the product's outline from around it. */
export async function aroundProduct(scene: Scene, stage: Stage, own: SurfaceTexture | null): Promise<Field> {
  const width = 64;
  const height = Math.max(8, Math.round((stage.height / stage.width) * width));
  const { rows } = await createBackdrop(scene, stageOf(stage, wholeView({ width, height })), own);
  const preview = createField(width, height, 3);
  for (let y = 0; y < height; y++) rows(y, preview.data.subarray(y * width * 3, (y + 1) * width * 3));
  return preview;
}
