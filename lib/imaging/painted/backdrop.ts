import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import type { RenderOptions, ScenePlan } from "../generator.ts";
import { lightColor, linearLight } from "../pixels/color.ts";
import type { Field } from "../pixels/field.ts";
import { clamp, smoothstep } from "../pixels/numbers.ts";
import type { OpenBackdrop, RenderRequest } from "../renderer/compose.ts";
import { shadeGround } from "../renderer/light/ground-shadow.ts";
import { type LowerField, reflectProduct } from "../renderer/light/reflection.ts";
import { relightProduct } from "../renderer/light/relight.ts";
import { groundedScene } from "../renderer/light/shadow.ts";
import type { ProductInFrame } from "../renderer/product/contact.ts";
import { findCut } from "../renderer/product/frame-cut.ts";
import { cutFor } from "../renderer/product/layout.ts";
import { withMargin } from "../renderer/product/product.ts";
import { stanceInScene } from "../renderer/product/resolve-stance.ts";
import { type ScaledProduct, scaleWithContact } from "../renderer/product/scale-with-contact.ts";
import { readScene } from "../renderer/prompt/prompt.ts";
import { setOf, withOptions } from "../renderer/scene/options.ts";
import type { Scene } from "../renderer/scene/scene.ts";
import { createStage } from "../renderer/set/stage.ts";
import { partOfCrop } from "../renderer/set/view.ts";
import { cropScene, linearRows, openScene, type PaintedScene } from "./fit.ts";
import { type Gloss, measureGloss } from "./measure-gloss.ts";
import { type Grain, grainTile, grayOf, grayOfProduct, measureGrain } from "./measure-grain.ts";
import { measureLight, type PositionInFrame, type SceneLight } from "./measure-light.ts";
import { findSurface, type Surface } from "./measure-surface.ts";
import { plannedPlacement } from "./plan.ts";
import { standOn } from "./stand.ts";

// Lengths are shares of the frame unless stated otherwise. Numbers without a source were chosen by eye on scenes made
// for that; the choice between several surfaces also on those of assets/tests/empty-scenes.

/** A painted scene for a photo that was planned. */
export interface SceneRequest extends RenderRequest {
  plan: ScenePlan;
  /** The encoded picture of the empty scene, of any size and shape. */
  scene: PictureInput;
  /** Row in which its surface ends, as a share of the frame's height; null: it is detected. */
  horizonY?: number | null;
}

/**
 * A painted scene. Light, shadow, reflection and grain of the product follow the painting. Throws
 * UnreadableImageError if the painting cannot be read.
 */
export const openPainted: OpenBackdrop<SceneRequest> = async (
  { turned, stance, view },
  request,
  { design, cells },
) => {
  const { plan, horizonY = null, options = {} } = request;
  const { layout, light: wantedLight } = options;
  const cutOut = withMargin(turned);
  const painted = await openScene(request.scene);
  const crop = await cropFor(painted, plan, { frame: design, horizonY });
  const small = linearLight(await painted.read(crop, measuredSize(design)), measuredSize(design));
  const surface = surfaceIn(small, { plan, horizonY });
  return {
    cutOut,
    headroom: paintedHeadroom,
    async position(balance) {
      const cut = cutFor(stance, findCut(turned));
      const isAtY = layout?.y !== undefined;
      const scaleTo = (size: Size) =>
        scaleWithContact(cutOut, {
          balance,
          stance: stanceInScene(stance, cut),
          size,
          cut: { ...cut, bottom: cut.bottom && !isAtY },
        });
      const planned = plannedPlacement(plan, cutOut.box, design);
      let scaled: ScaledProduct = await scaleTo(planned);
      // A product that was positioned by hand, or lies at the frame's edge, stays where it is.
      const stays = isAtY || cut.bottom || cut.top || cut.hangs || stance === "lie" || stance === "hang";
      const placement = stays
        ? planned
        : standOn(surface, { placement: planned, contact: scaled.contact }, design);
      if (placement.height !== planned.height) scaled = await scaleTo(placement);
      const { contact } = scaled;
      return {
        ...scaled,
        placement,
        cut,
        async light(product, seen) {
          const position = positionInFrame(product);
          const light = measureLight(small, { surface, position, planned: plan.light });
          const set = setOf(request.style, request.prompt, options);
          const asked = readScene(set.style, set.prompt);
          const measured = sceneIn(asked, { surface, light, gloss: measureGloss(small, surface) });
          const scene = groundedScene(withOptions(measured, { ...options, background: undefined }), contact);
          const stage = { ...createStage(design, placement, contact), edgeY: surface.backY * design.height };
          const front = { row: surface.frontY * design.height, height: design.height };
          const backdrop = await painted.read(partOfCrop(painted, crop, view), view);
          const isRelit = wantedLight?.relight !== false;
          return {
            backdrop: linearRows(backdrop, view, wantedLight?.exposure),
            shade: endAt(shadeGround(product, scene, { ground: light.ground, stage, cells }), front, 1),
            reflection: endAt(reflectProduct(product, scene), front, 0),
            relight: isRelit
              ? relightProduct(product, scene, { ...inLight(light, wantedLight), around: small })
              : null,
            grain: 0.5,
            productGrain:
              seen && grainTile(grainOfScene(backdrop, view), measureGrain(grayOfProduct(seen.pixels))),
          };
        },
      };
    },
  };
};

/** Largest factor of a painted scene's light on the brightest parts of a product: see `SceneLight`. */
const paintedHeadroom = 1.08;

/** The measured light, with the requested warmth and exposure. */
function inLight(light: SceneLight, { warmth, exposure = 1 }: Light = {}): SceneLight {
  const lamp = lightColor(0.25 * (warmth ?? 0));
  const level = clamp(exposure, 0.5, 1.6) ** 0.35;
  const [r, g, b] = light.key;
  return { ...light, key: [r * lamp[0] * level, g * lamp[1] * level, b * lamp[2] * level] };
}

type Light = RenderOptions["light"];

function positionInFrame({ alpha, contact, frame }: ProductInFrame): PositionInFrame {
  return {
    left: frame.left / frame.width,
    right: (frame.left + alpha.width) / frame.width,
    top: frame.top / frame.height,
    groundY: (frame.top + contact.groundY) / frame.height,
  };
}

function expectation(plan: ScenePlan) {
  const { left, width } = plan.product;
  return { horizonY: plan.horizonY, groundY: plan.groundY, left, right: left + width };
}

/** Size at which scenes are measured: the shorter side has 192 pixels. */
function measuredSize({ width, height }: Size): Size {
  const scale = 192 / Math.min(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Finds the surface; when its end is given, it extends to the front. */
function surfaceIn(scene: Field, { plan, horizonY }: { plan: ScenePlan; horizonY: number | null }): Surface {
  if (horizonY !== null) return { isSeen: true, backY: horizonY, frontY: 1 };
  return findSurface(scene, expectation(plan));
}

// When a scene is taller than the frame, crops it such that its surface ends in the planned row.
async function cropFor(
  painted: PaintedScene,
  plan: ScenePlan,
  { frame, horizonY }: { frame: Size; horizonY: number | null },
): Promise<Box> {
  const position = { keepX: plan.product.left + plan.product.width / 2, keepY: plan.groundY };
  const plain = cropScene(painted, frame, position);
  // A given horizon refers to the frame that is cropped from the center.
  if (horizonY !== null) return cropScene(painted, frame, { keepX: 0.5, keepY: 0.5 });
  if (plain.height === painted.height) return plain;
  const whole = { left: 0, top: 0, width: painted.width, height: painted.height };
  const size = measuredSize(frame);
  const surface = findSurface(linearLight(await painted.read(whole, size), size), expectation(plan));
  if (!surface.isSeen) return plain;
  return cropScene(painted, frame, { ...position, row: { from: surface.backY, to: plan.horizonY } });
}

/** The scene in the form that the renderer's modules take: the prompt's, corrected by what was measured. */
function sceneIn(
  asked: Scene,
  { surface, light, gloss }: { surface: Surface; light: SceneLight; gloss: Gloss },
): Scene {
  const { azimuthDeg, elevationDeg, reaches, fromBehind } = light;
  // A plain wall is not visible in a reflection: then the prompt decides, at half its strength.
  const reflection =
    gloss === null ? 0.5 * asked.reflection : clamp(0.25 * asked.reflection + 0.6 * gloss, 0, 0.6);
  return {
    ...asked,
    // Nothing behind a detected edge is shaded; without an edge the ground continues.
    backdrop: surface.isSeen ? "set" : "sweep",
    // A painted scene's pixels already include its fill light, and a real room has less of it than a studio.
    light: { ...asked.light, azimuthDeg, elevationDeg, pattern: "none", fill: 0.6 * asked.light.fill },
    // Weaker where the light hardly reaches the surface.
    shadow: asked.shadow * (0.7 + 0.3 * reaches),
    reflection,
    roughness: clamp(0.75 - 0.7 * (gloss ?? asked.reflection), 0.1, 0.8),
    rim: 0.12 * smoothstep(0.25, 0.8, fromBehind),
  };
}

// Shadow and reflection end with the surface, so that none of them falls on its front edge.
function endAt(lower: LowerField | null, { row, height }: { row: number; height: number }, neutral: number) {
  if (!lower) return null;
  const { field, top } = lower;
  const rowsPerPixel = (height - top) / field.height;
  const length = field.width * field.channels;
  for (let y = 0; y < field.height; y++) {
    const past = smoothstep(row - 3, row + 3, top + (y + 0.5) * rowsPerPixel);
    if (past === 0) continue;
    for (let i = y * length; i < (y + 1) * length; i++) {
      field.data[i] = (field.data[i] as number) * (1 - past) + neutral * past;
    }
  }
  return lower;
}

/** Measures the scene's grain in the center of the photo, at the photo's own size. */
function grainOfScene(rgb: Uint8Array, { width, height }: Size): Grain {
  const side = { width: Math.min(width, 768), height: Math.min(height, 768) };
  const part = { ...side, left: (width - side.width) >> 1, top: (height - side.height) >> 1 };
  return measureGrain(grayOf(rgb, width, part));
}
