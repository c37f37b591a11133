import { lightColor, type Rgb } from "#lib/imaging/pixels/color.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { createRowSampler } from "#lib/imaging/pixels/sampling.ts";
import type { ProductInFrame } from "#lib/imaging/renderer/product/contact.ts";
import { contactShadow } from "#lib/imaging/renderer/product/contact-shadow.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";
import type { Stage } from "#lib/imaging/renderer/set/stage.ts";
import { castGroundLight } from "./ground-light.ts";
import { castAroundLying } from "./lying-shadow.ts";
import type { LowerField } from "./reflection.ts";

/** Shadow cells along the shorter side of a photo, and at most along the longer one. */
const photoCells = 208;
const mostCells = 720;

/**
 * The product's effect on the light on the ground, as RGB factors for the backdrop. Where the key light is blocked,
 * its color is missing too; pale ground reflects more light into a corner than dark ground.
 */
export function shadeGround(
  product: ProductInFrame,
  scene: Scene,
  { ground, stage, cells = photoCells }: { ground: Rgb; stage: Stage; cells?: number | undefined },
): LowerField | null {
  const { contact, frame } = product;
  if (scene.shadow === 0) return null;
  const cell = Math.max(
    stage.side / cells,
    Math.max(frame.width, frame.height) / (mostCells * (cells / photoCells)),
  );
  const { field: arriving, firstY } =
    contact.stance === "lies"
      ? castAroundLying(product, scene.light, { cell })
      : castGroundLight(product, scene.light, { cell, detail: cells / photoCells });
  const sampler = createRowSampler(colorOfLight(arriving, scene, ground), frame.width, frame.height);
  const edge = scene.backdrop === "set" ? Math.floor(stage.edgeY) : 0;
  const top = clamp(Math.max(edge, Math.floor(firstY)), 0, frame.height - 2);
  const shade = createField(frame.width, frame.height - top, 3);
  const line = contactShadow(
    contact,
    { ...frame, height: frame.height - top, top: frame.top - top },
    { reach: stage.side * 0.0065, pitchSin: contact.pitchSin },
  );
  for (let y = 0; y < shade.height; y++) {
    const row = shade.data.subarray(y * frame.width * 3, (y + 1) * frame.width * 3);
    sampler(y + top, row);
    for (let x = 0, from = y * frame.width; x < frame.width; x++) {
      const touched = line.data[from + x] as number;
      if (touched === 0) continue;
      const dark = 1 - scene.shadow * touched;
      for (let i = x * 3; i < x * 3 + 3; i++) row[i] = (row[i] as number) * dark;
    }
  }
  return { field: shade, top };
}

/** Color of key and sky light on the ground, as RGB factors (0..1), in the cells of `arriving`. */
function colorOfLight(arriving: Field, scene: Scene, ground: Rgb): Field {
  const key = lightColor(scene.light.warmth);
  const sky = lightColor(-0.35 * Math.max(0, scene.light.warmth) - 0.06);
  const lamp = 1 - 0.62 * scene.light.fill;
  const colored = createField(arriving.width, arriving.height, 3);
  for (const c of [0, 1, 2] as const) {
    const k = key[c] * lamp;
    const s = sky[c] * (1 - lamp);
    const bounced = interreflection(ground[c]);
    for (let i = 0, at = c; at < colored.data.length; i += 2, at += 3) {
      const direct = arriving.data[i] as number;
      const open = arriving.data[i + 1] as number;
      const isOpen = direct > 0.998 && open > 0.998;
      const light = isOpen ? 1 : (k * direct + s * bounced(open)) / (k + s);
      colored.data[at] = clamp(1 - scene.shadow * (1 - light), 0, 1);
    }
  }
  return colored;
}

// Multi-bounce occlusion (Jimenez et al., Practical Realtime Strategies for Accurate Indirect Occlusion, 2016).
function interreflection(albedo: number): (open: number) => number {
  const a = 2.0404 * albedo - 0.3324;
  const b = -4.7951 * albedo + 0.6417;
  const c = 2.7552 * albedo + 0.6903;
  return (open) => Math.max(open, ((open * a + b) * open + c) * open);
}
