import { lightColor, type Rgb } from "./color.ts";
import { contactShadow, type StandingProduct } from "./contact.ts";
import { clamp, createField, createRowSampler } from "./field.ts";
import { castGroundLight } from "./ground-light.ts";
import type { LowerField } from "./reflection.ts";
import type { Scene } from "./scene.ts";
import type { Stage } from "./stage.ts";

/** Cells of shadow along the tighter side of a photo, and at most along the other. */
const photoCells = 208;
const mostCells = 720;

/**
 * What the product does to the light on the ground, as RGB factors for the backdrop. Where the key light is
 * blocked its color is missing too, and pale ground keeps more light in a corner than dark ground does.
 */
export function shadeGround(
  product: StandingProduct,
  scene: Scene,
  { ground, stage, cells = photoCells }: { ground: Rgb; stage: Stage; cells?: number | undefined },
): LowerField | null {
  const { contact, frame } = product;
  if (scene.shadow === 0) return null;
  const { field: arriving, firstY } = castGroundLight(product, scene.light, {
    cell: Math.max(
      stage.side / cells,
      Math.max(frame.width, frame.height) / (mostCells * (cells / photoCells)),
    ),
    detail: cells / photoCells,
  });
  const key = lightColor(scene.light.warmth);
  const sky = lightColor(-0.35 * Math.max(0, scene.light.warmth) - 0.06);
  const lamp = 1 - 0.62 * scene.light.fill;
  const sampler = createRowSampler(arriving, frame.width, frame.height);
  const row = new Float32Array(frame.width * 2);
  const edge = scene.backdrop === "set" ? Math.floor(stage.edgeY) : 0;
  const top = clamp(Math.max(edge, Math.floor(firstY)), 0, frame.height - 2);
  const shade = createField(frame.width, frame.height - top, 3);
  shade.data.fill(1);
  const line = contactShadow(
    contact,
    { ...frame, height: frame.height - top, top: frame.top - top },
    stage.side * 0.0065,
  );
  const bounce = ground.map(interreflection);
  for (let y = top; y < frame.height; y++) {
    sampler(y, row);
    for (let x = 0; x < frame.width; x++) {
      const direct = row[x * 2] as number;
      const open = row[x * 2 + 1] as number;
      const dark = 1 - scene.shadow * (line.data[(y - top) * frame.width + x] as number);
      if (direct > 0.998 && open > 0.998 && dark === 1) continue;
      const at = ((y - top) * frame.width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const k = (key[c] as number) * lamp;
        const s = (sky[c] as number) * (1 - lamp);
        const fill = (bounce[c] as (open: number) => number)(open);
        const light = (k * direct + s * fill) / (k + s);
        shade.data[at + c] = clamp(1 - scene.shadow * (1 - light), 0, 1) * dark;
      }
    }
  }
  return { field: shade, top };
}

// Multi-bounce occlusion (Jimenez et al., Practical Realtime Strategies for Accurate Indirect Occlusion, 2016).
function interreflection(albedo: number): (open: number) => number {
  const a = 2.0404 * albedo - 0.3324;
  const b = -4.7951 * albedo + 0.6417;
  const c = 2.7552 * albedo + 0.6903;
  return (open) => Math.max(open, ((open * a + b) * open + c) * open);
}
