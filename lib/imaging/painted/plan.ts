import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { ScenePlan } from "#lib/imaging/generator.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { RenderRequest } from "#lib/imaging/renderer/compose.ts";
import { measureBalance } from "#lib/imaging/renderer/product/balance.ts";
import { layOut } from "#lib/imaging/renderer/product/layout.ts";
import { resolveStance } from "#lib/imaging/renderer/product/resolve-stance.ts";
import { scaleWithContact } from "#lib/imaging/renderer/product/scale-with-contact.ts";
import { turnProduct } from "#lib/imaging/renderer/product/turn.ts";
import { readScene } from "#lib/imaging/renderer/prompt/prompt.ts";
import { setOf, withOptions } from "#lib/imaging/renderer/scene/options.ts";
import { varyScene } from "#lib/imaging/renderer/scene/seed.ts";
import { createStage, fromStraightAbove } from "#lib/imaging/renderer/set/stage.ts";
import { designSize } from "#lib/imaging/renderer/set/view.ts";
import { styleDefinitions } from "#lib/imaging/renderer/styles/index.ts";

/** Lays out a photo of the product as the embedded renderer would, for a model that paints the scene around it. */
export async function planScene(
  given: ProductCutOut,
  request: RenderRequest,
  frame: Size = designSize(request),
): Promise<ScenePlan> {
  const { style, prompt, options = {} } = request;
  const set = setOf(style, prompt, options);
  const asked = readScene(set.style, set.prompt);
  const varied = varyScene({ scene: asked, base: styleDefinitions[set.style].scene }, style, options.seed);
  const scene = withOptions(varied.scene, { ...options, background: undefined });
  const turned = turnProduct(given, options.layout?.rotationDeg);
  const { stance } = await resolveStance(given, options, { mayFloat: false });
  const how = { scene, dimensions: asked, layout: options.layout, move: varied.move, stance };
  const { cutOut, placement, cut } = layOut(turned, how, frame);
  const { contact } = await scaleWithContact(cutOut, {
    balance: measureBalance(cutOut),
    size: placement,
    cut,
    stance,
  });
  const stage =
    contact.stance === "lies" ? fromStraightAbove(frame, placement) : createStage(frame, placement, contact);
  const { azimuthDeg, elevationDeg, softness, warmth } = scene.light;
  return {
    product: {
      left: placement.left / frame.width,
      top: placement.top / frame.height,
      width: placement.width / frame.width,
      height: placement.height / frame.height,
    },
    groundY: stage.groundY / frame.height,
    horizonY: Math.max(0, stage.edgeY / frame.height),
    pitchDeg: (Math.asin(stage.pitchSin) * 180) / Math.PI,
    light: { azimuthDeg, elevationDeg, softness, warmth },
  };
}

/** The planned place in frame pixels: as large as the product's aspect ratio allows, aligned at its bottom. */
export function plannedPlacement(plan: ScenePlan, product: Size, frame: Size): Box {
  const { left, top, width, height } = plan.product;
  const scale = Math.min((width * frame.width) / product.width, (height * frame.height) / product.height);
  // A product that was planned larger than the frame stays so.
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
