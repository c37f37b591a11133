import { measureBalance } from "#lib/imaging/renderer/balance.ts";
import type { FrameCut } from "#lib/imaging/renderer/frame-cut.ts";
import { layOut } from "#lib/imaging/renderer/layout.ts";
import type { Balance, ProductCutOut } from "#lib/imaging/renderer/product.ts";
import { readScene } from "#lib/imaging/renderer/prompt.ts";
import type { RenderRequest } from "#lib/imaging/renderer/render.ts";
import { setStyle, withOptions } from "#lib/imaging/renderer/scene-options.ts";
import { varyScene } from "#lib/imaging/renderer/seed.ts";
import { createStage, type Placement } from "#lib/imaging/renderer/stage.ts";
import { type Standing, standProduct } from "#lib/imaging/renderer/standing.ts";
import { styleScenes } from "#lib/imaging/renderer/style-scenes.ts";
import { turnProduct } from "#lib/imaging/renderer/turn.ts";
import { designSize, type Size } from "#lib/imaging/renderer/view.ts";
import type { ScenePlan } from "#lib/imaging/scene-plan.ts";

/** A product of known size in the frame of a 1K photo, and how it stands. */
export interface PlacedProduct extends Standing {
  placement: Placement;
}

/** Scales the product to its place. */
export async function placeAt(
  cutOut: ProductCutOut,
  { placement, ...how }: { placement: Placement; balance: Balance; cut: FrameCut },
): Promise<PlacedProduct> {
  return { placement, ...(await standProduct(cutOut, { ...how, size: placement })) };
}

/** Lays out a photo of the product as the embedded renderer would, for whoever paints the scene around it. */
export async function planScene(
  given: ProductCutOut,
  request: RenderRequest,
  frame: Size = designSize(request),
): Promise<ScenePlan> {
  const { style, prompt, options = {} } = request;
  const asked = readScene(setStyle(style, options), prompt);
  const varied = varyScene(
    { scene: asked, base: styleScenes[setStyle(style, options)] },
    style,
    options.seed,
  );
  const scene = withOptions(varied.scene, { ...options, background: undefined });
  const turned = turnProduct(given, options.layout?.rotationDeg);
  const how = { scene, standing: asked, layout: options.layout, move: varied.move };
  const { cutOut, placement, cut } = layOut(turned, how, frame);
  const { contact } = await placeAt(cutOut, { balance: measureBalance(cutOut), placement, cut });
  const stage = createStage(frame, placement, contact);
  const { azimuthDeg, elevationDeg, softness, warmth } = scene.light;
  return {
    product: {
      left: placement.left / frame.width,
      top: placement.top / frame.height,
      width: placement.width / frame.width,
      height: placement.height / frame.height,
    },
    groundY: stage.groundY / frame.height,
    horizonY: stage.edgeY / frame.height,
    pitchDeg: (Math.asin(stage.pitchSin) * 180) / Math.PI,
    light: { azimuthDeg, elevationDeg, softness, warmth },
  };
}

/** The planned place in the frame's pixels: as large as the product's proportions allow, standing on its lower edge. */
export function plannedPlacement(
  plan: ScenePlan,
  product: { width: number; height: number },
  frame: { width: number; height: number },
): Placement {
  const { left, top, width, height } = plan.product;
  const scale = Math.min((width * frame.width) / product.width, (height * frame.height) / product.height);
  // A product that was laid out larger than the frame stays so.
  const most = { width: Math.max(1, width) * frame.width, height: Math.max(1, height) * frame.height };
  const size = {
    width: Math.min(Math.round(most.width), Math.max(1, Math.round(product.width * scale))),
    height: Math.min(Math.round(most.height), Math.max(1, Math.round(product.height * scale))),
  };
  return {
    ...size,
    left: Math.round((left + width / 2) * frame.width - size.width / 2),
    top: Math.round((top + height) * frame.height) - size.height,
  };
}
