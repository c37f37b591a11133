// Lengths in this folder are shares of the frame's tighter side unless they say otherwise. Numbers without a source
// were chosen by eye, on the sheet that scripts/contact-sheet.ts makes.
import type { BoundingBox } from "#lib/contract/photos/sizes.ts";
import type { PhotoRequest, RenderOptions } from "#lib/imaging/generator.ts";
import type { RenderedPhoto } from "#lib/imaging/worker/protocol.ts";
import { askedScene } from "./asked-scene.ts";
import { createBackdrop } from "./backdrop.ts";
import { measureBalance } from "./balance.ts";
import { composite } from "./composite.ts";
import type { Contact } from "./contact.ts";
import { encodePhoto } from "./encode.ts";
import { createField, type Field } from "./field.ts";
import { shadeGround } from "./ground-shadow.ts";
import { layOut, underProduct } from "./layout.ts";
import { notesOn } from "./notes.ts";
import { loadOwnSurface } from "./own-surface.ts";
import type { ProductCutOut } from "./product.ts";
import { readScene } from "./prompt.ts";
import { reflectProduct } from "./reflection.ts";
import { mostLight, relightProduct } from "./relight.ts";
import type { Scene } from "./scene.ts";
import { withOptions } from "./scene-options.ts";
import { varyScene } from "./seed.ts";
import { seenBox } from "./seen-box.ts";
import { seenWhole, seeProduct } from "./seen-product.ts";
import { createStage, type Stage, scalePlacement, stageOf } from "./stage.ts";
import { overGround } from "./stance.ts";
import { standProduct } from "./standing.ts";
import type { SurfaceTexture } from "./textures.ts";
import { turnProduct } from "./turn.ts";
import { designSize, type Size, type View, viewOf, wholeView } from "./view.ts";
import { mirrorOnWhite, relightOnWhite, shadeOnWhite } from "./white-light.ts";

export type RenderRequest = Pick<
  PhotoRequest,
  "style" | "prompt" | "aspectRatio" | "resolution" | "width" | "height" | "options"
>;

/** Finished pixels of a photo: width × height × 3 sRGB bytes, and where the product is seen in them. */
export interface RenderedPixels {
  rgb: Uint8Array;
  boundingBox: BoundingBox | null;
  /** How many pixels of the photo a pixel of the cut-out became. */
  enlarged: number;
}

/** Makes a backdrop: its rows in a view, the color of its ground, and in few pixels what lies around the product. */
export type BackdropMaker = (
  scene: Scene,
  stage: Stage,
  how: { view: View; own: SurfaceTexture | null },
) => Promise<Awaited<ReturnType<typeof createBackdrop>> & { around: Field }>;

/** How much is computed. */
export interface RenderEffort {
  /** The size at which light, shadow and reflection are computed. */
  design: Size;
  /** Cells of shadow along the frame's tighter side; by default those of a photo. */
  cells?: number;
  makeBackdrop?: BackdropMaker;
}

/**
 * Renders a photo of a cut-out: of exactly width × height, sRGB, in the format asked for. Light, shadow and
 * reflection are computed at the 1K size whatever the resolution, so that a photo looks the same in all three;
 * backdrop, product and grain are made at the full size. Same input, same bytes. A picture as backdrop is not for this
 * part: see `lib/imaging/scene`.
 */
export async function renderPhoto(given: ProductCutOut, request: RenderRequest): Promise<RenderedPhoto> {
  const { rgb, boundingBox, enlarged } = await renderPixels(given, request, { design: designSize(request) });
  const bytes = await encodePhoto(rgb, request, request.options?.format);
  return { bytes, boundingBox, notes: notesOn(given, enlarged) };
}

/** The pixels of a photo. */
export async function renderPixels(
  given: ProductCutOut,
  request: RenderRequest,
  { design, cells, makeBackdrop = paintBackdrop }: RenderEffort,
): Promise<RenderedPixels> {
  const { style, prompt, options = {} } = request;
  const asked = askedScene(style, prompt, options);
  const varied = varyScene(asked, style, options.seed);
  const scene = withOptions(varied.scene, options);
  const standing = style === "amazon" ? readScene(style, prompt) : asked.scene;
  const turned = turnProduct(given, options.layout?.rotationDeg);
  const laidOut = layOut(turned, { scene, standing, layout: options.layout, move: varied.move }, design);
  const { cutOut, placement: small, standard, cut } = laidOut;
  const view = viewOf(request, options.crop);
  const scale = view.frame.width / design.width;
  const large = scalePlacement(small, scale);
  const isLit = options.light?.relight !== false;
  const balance = measureBalance(cutOut, isLit ? mostLight(scene) : 1);
  const { pixels, fields, contact: own } = await standProduct(cutOut, { balance, size: small, cut });
  const isDesign = view.width === design.width && scale === 1 && holds(design, small);
  const seen = isDesign
    ? seenWhole(pixels, small)
    : await seeProduct(cutOut, balance, { placement: large, view });
  const stage = setStage(design, { scene, standard, small, contact: own });
  const contact = own.stance === "floats" ? overGround(own, stage.groundY - small.top) : own;
  const product = { ...fields, contact, frame: { ...design, left: small.left, top: small.top } };
  const material = await ownSurface(options.background);
  const { rows, ground, around } = await makeBackdrop(scene, stage, { view, own: material });
  // What is cut off below stands on nothing that the photo shows.
  const lit = contact.stance === "cut" ? { ...scene, shadow: 0, reflection: 0 } : scene;
  const isWhite = scene.backdrop === "white";
  const shade = shadeGround(product, lit, { ground, stage, cells });
  const reflection = lit.reflection > 0.02 ? reflectProduct(product, lit) : null;
  const lightOnProduct = () => {
    if (isWhite) return relightOnWhite(product, lit, isLit);
    return isLit ? relightProduct(product, lit, { ground, around }) : null;
  };
  const rgb = composite({
    view,
    designHeight: design.height,
    backdrop: rows,
    shade: isWhite ? shadeOnWhite(shade, design) : shade,
    reflection: isWhite ? mirrorOnWhite(reflection, design) : reflection,
    product: seen,
    relight: lightOnProduct(),
    grain: isWhite ? 0.5 : 0.9,
  });
  const boundingBox = seenBox(turned, cutOut, { placement: large, view });
  return { rgb, boundingBox, enlarged: large.width / cutOut.box.width };
}

function holds(frame: Size, { left, top, width, height }: BoundingBox): boolean {
  return left >= 0 && top >= 0 && left + width <= frame.width && top + height <= frame.height;
}

/** The set as it is for the product in its standard place, moved up where the product was put higher. */
function setStage(
  design: Size,
  {
    scene,
    standard,
    small,
    contact,
  }: {
    scene: Scene;
    standard: BoundingBox;
    small: BoundingBox;
    contact: Contact;
  },
): Stage {
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

/** The backdrop in few pixels: the light that reaches the product's outline from around it. */
export async function aroundProduct(scene: Scene, stage: Stage, own: SurfaceTexture | null): Promise<Field> {
  const width = 64;
  const height = Math.max(8, Math.round((stage.height / stage.width) * width));
  const { rows } = await createBackdrop(scene, stageOf(stage, wholeView({ width, height })), own);
  const preview = createField(width, height, 3);
  for (let y = 0; y < height; y++) rows(y, preview.data.subarray(y * width * 3, (y + 1) * width * 3));
  return preview;
}
