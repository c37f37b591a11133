import sharp from "sharp";
import { linearLight, type Rgb } from "../pixels/color.ts";
import { blurField, createField, type Field } from "../pixels/field.ts";
import { sampleField } from "../pixels/sampling.ts";
import type { OpenBackdrop, RenderRequest } from "../renderer/compose.ts";
import { reflectProduct } from "../renderer/light/reflection.ts";
import { type Relight, relightBounds, relightProduct } from "../renderer/light/relight.ts";
import { groundedScene } from "../renderer/light/shadow.ts";
import type { RowEffect } from "../renderer/output/composite.ts";
import type { ProductInFrame } from "../renderer/product/contact.ts";
import { measureBelowGround, measurePitchDeg } from "../renderer/product/outline.ts";
import { withMargin } from "../renderer/product/product.ts";
import { withOptions } from "../renderer/scene/options.ts";
import type { Scene } from "../renderer/scene/scene.ts";
import { partOfCrop } from "../renderer/set/view.ts";
import { styleDefinitions } from "../renderer/styles/index.ts";
import { bodyInScene } from "./body-in-scene.ts";
import { castOnScene } from "./cast.ts";
import type { Guide } from "./cast-borders.ts";
import { chooseView, framePhoto } from "./framing.ts";
import { coverWithFront } from "./front.ts";
import { plateRows, readGuide } from "./plate-rows.ts";
import { readMaps } from "./plates.ts";
import { isInTheAir, type PositionedInScene, positionInScene } from "./position.ts";
import { layProps } from "./props/index.ts";
import { loadScene, type SceneView } from "./scene-files.ts";
import {
  castingLamps,
  goboOn,
  gradedLight,
  lightOnProduct,
  type ProductLight,
  plateGain,
} from "./scene-light.ts";
import { type Framing, onGroundOnly, partOfPlate, propsBefore, shadedRows, shadeScene } from "./shade.ts";
import { showsTop } from "./shows-top.ts";

/**
 * A rendered scene. It gives the product ground and light, receives its shadow, and its props in front cover the
 * product. Throws when the scene does not exist.
 */
export const openLibraryScene: OpenBackdrop<RenderRequest & { libraryScene: string }> = async (
  { given, turned, stance, view: window },
  request,
  { design, cells, isReport },
) => {
  const { libraryScene, pictureNumber, options = {} } = request;
  const cutOut = withMargin(turned);
  const pitchDeg = await measurePitchDeg(given);
  const choice = chooseView(await loadScene(libraryScene), pitchDeg, {
    seed: options.seed,
    pictureNumber,
    stance,
  });
  const { view } = choice;
  const asked = gradedLight(request);
  const light = lightOnProduct(view, asked);
  const isTurned = (options.layout?.rotationDeg ?? 0) !== 0;
  const below = isTurned ? 0 : await measureBelowGround(given);
  const { crop, cmPerOwnPixel, misfit } = framePhoto(choice, cutOut, {
    frame: design,
    scale: options.layout?.scale,
    real: { box: given.box, size: options.productSizeCm },
    below,
  });
  const framing: Framing = { view, crop, frame: design };
  const part = partOfCrop({ width: view.pixels, height: view.pixels }, crop, window);
  const read = () => {
    const maps = readMaps(view);
    const plate = Promise.all([
      plateRows(view, part, { size: window, gain: plateGain(asked) }),
      readGuide(view, crop, window.frame),
    ]);
    for (const reading of [maps, plate]) reading.catch(() => undefined);
    return { maps, plate };
  };
  // Maps and plate are decoded while the product is positioned; the plate, which takes longest, also during the cast.
  const reading = isReport ? null : read();
  return {
    cutOut,
    enlarged: window.width / part.width,
    headroom: (1 + 0.8 * light.slope) * Math.max(...light.key),
    async position(balance) {
      const { layout } = options;
      const wanted = { choice, crop, cmPerOwnPixel, balance, layout, given: turned, stance };
      const positioned = await positionInScene(cutOut, wanted, design);
      return {
        ...positioned,
        misfit,
        hangs: view.hangs,
        isViewMismatch: view.lies && !view.hangs && stance !== "lie" && showsTop(turned, pitchDeg),
        async light(product, seen) {
          const { maps: mapsRead, plate } = reading ?? read();
          const maps = await mapsRead;
          const described = withOptions(sceneOf(view, light), { ...options, background: undefined });
          const scene = groundedScene(described, positioned.contact);
          const body = bodyInScene(product, view, positioned);
          const cast = castOnScene(view, maps.inverseDepth, {
            product: body,
            lamps: castingLamps(view, options.light),
            step: Math.max(1, Math.round(maps.inverseDepth.width / (cells === undefined ? 512 : 256))),
            area: areaOf(crop, view),
          });
          const reflection = isInTheAir(positioned.foot, view) ? null : reflectProduct(product, scene);
          const [rows, guide] = await plate;
          const isRelit = options.light?.relight !== false;
          const relight = isRelit
            ? lightProduct(product, scene, { around: await aroundIn(guide), light })
            : null;
          const gobo = goboOn(view, maps.gobo, { light, box: boxInCm(positioned, view) });
          if (relight && gobo) shadeGain(relight.gain, gobo);
          const reachCm = Math.max(1.5, body.body.reach * body.cellCm, nearHalfCm(positioned, view));
          const nearestCm = positioned.depthCm - reachCm;
          const props = propsBefore(framing, maps, { place: positioned.placement, nearestCm });
          // Nothing lies on a wall.
          const laid =
            options.props?.length && !view.hangs
              ? await layProps(options.props, framing, {
                  maps,
                  positioned,
                  reachCm,
                  lamps: castingLamps(view, options.light),
                  strength: scene.shadow,
                  gain: plateGain(asked),
                  window,
                  seed: (options.seed ?? 0) ^ (pictureNumber ?? 0),
                })
              : null;
          const front = coverWithFront(
            { front: maps.front, props },
            { part: partOfPlate({ view, crop, frame: window.frame }), window, product: seen },
          );
          const shade = shadeScene(framing, maps, { cast, product, guide, strength: scene.shadow });
          return {
            backdrop: shadedRows(laid ? laid.on(rows) : rows, shade, {
              tone: view.tone,
              window,
              designHeight: design.height,
            }),
            shade: null,
            reflection: reflection && onGroundOnly(reflection, framing, maps),
            relight,
            front: laid ? inTurn(laid.before, front) : front,
            grain: 1,
            propsLeftOut: laid?.leftOut ?? options.props ?? [],
          };
        },
      };
    },
  };
};

function inTurn(first: RowEffect, second: RowEffect | null): RowEffect {
  return (y, row, behind) => {
    first(y, row, behind);
    second?.(y, row, behind);
  };
}

function areaOf({ left, top, width, height }: Framing["crop"], { pixels }: SceneView) {
  return { left: left / pixels, top: top / pixels, width: width / pixels, height: height / pixels };
}

/** The scene in the form that the renderer's modules take. */
function sceneOf(view: SceneView, { azimuthDeg, elevationDeg, fromBehind }: ProductLight): Scene {
  const { scene } = styleDefinitions.studio;
  return {
    ...scene,
    backdrop: "set",
    light: { ...scene.light, azimuthDeg, elevationDeg, pattern: "none" },
    shadow: 1,
    reflection: view.lies ? 0 : 0.5 * view.gloss,
    roughness: view.roughness,
    rim: 0.12 * fromBehind,
    exposure: 1,
  };
}

/** Relights the product with the scene's light, like in any other scene. */
function lightProduct(
  product: ProductInFrame,
  scene: Scene,
  { around, light }: { around: Field; light: ProductLight },
): Relight {
  const { contact, frame } = product;
  const [left, right] = [frame.left / frame.width, (frame.left + product.alpha.width) / frame.width];
  const row = (frame.top + contact.groundY) / frame.height;
  const ground = meanOf(around, {
    left: left - 0.06,
    right: right + 0.06,
    top: row - 0.03,
    bottom: row + 0.08,
  });
  return relightProduct(product, scene, {
    ground,
    around,
    key: light.key,
    slope: light.slope,
    sides: light.sides,
  });
}

/** The plate in the frame at low resolution. */
async function aroundIn({ bytes, ...size }: Guide): Promise<Field> {
  const width = 64;
  const height = Math.max(8, Math.round((size.height / size.width) * width));
  const reduced = sharp(bytes, { raw: { ...size, channels: 3 } }).resize(width, height, { fit: "fill" });
  return linearLight(await reduced.raw().toBuffer(), { width, height });
}

function meanOf(field: Field, area: { left: number; right: number; top: number; bottom: number }): Rgb {
  const sum: [number, number, number] = [0, 0, 0];
  const steps = 8;
  for (let i = 0; i < steps * steps; i++) {
    const x = (area.left + ((i % steps) / (steps - 1)) * (area.right - area.left)) * field.width - 0.5;
    const y =
      (area.top + (Math.floor(i / steps) / (steps - 1)) * (area.bottom - area.top)) * field.height - 0.5;
    for (const c of [0, 1, 2] as const) sum[c] += sampleField(field, x, y, c) / (steps * steps);
  }
  return sum;
}

/** Distance from the middle of a lying product to its lower edge, along the view. A standing product has 0. */
function nearHalfCm({ pixels, cmPerPixel }: PositionedInScene, { camera, lies }: SceneView): number {
  return lies ? ((pixels.height / 2) * cmPerPixel) / Math.tan((camera.pitchDeg * Math.PI) / 180) : 0;
}

/** The product's upright rectangle at its place, in centimeters. */
function boxInCm(
  { pixels, contact, cmPerPixel, foot }: PositionedInScene,
  { camera, mirrored: _, ...view }: SceneView,
) {
  const upright = cmPerPixel / Math.max(0.3, Math.cos((camera.pitchDeg * Math.PI) / 180));
  return {
    leftCm: foot[0] - (pixels.width / 2) * cmPerPixel,
    widthCm: pixels.width * cmPerPixel,
    topCm: view.groundCm + contact.groundY * upright,
    heightCm: pixels.height * upright,
  };
}

/** Darkens the light on a product by the gobo, within the bounds. */
function shadeGain(gain: Field, gobo: (u: number, v: number) => number): void {
  const soft = createField(gain.width, gain.height, 1);
  for (let y = 0; y < gain.height; y++) {
    for (let x = 0; x < gain.width; x++) {
      soft.data[y * gain.width + x] = gobo((x + 0.5) / gain.width, (y + 0.5) / gain.height);
    }
  }
  blurField(soft, Math.max(1, 0.012 * Math.max(gain.width, gain.height)));
  for (let i = 0; i < gain.data.length; i++) {
    const shaded = (gain.data[i] as number) * (soft.data[Math.floor(i / 3)] as number);
    gain.data[i] = Math.max(shaded, Math.min(relightBounds.leastGain, gain.data[i] as number));
  }
}
