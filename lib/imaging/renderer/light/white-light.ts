import type { Size } from "#lib/contract/photos/sizes.ts";
import { luminance } from "#lib/imaging/pixels/color.ts";
import { blurField, createField } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import { halved } from "#lib/imaging/pixels/sampling.ts";
import type { ProductInFrame } from "#lib/imaging/renderer/product/contact.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";
import type { LowerField } from "./reflection.ts";
import type { Relight } from "./relight.ts";

/** On pure white, light only darkens: at full contrast, the side away from the lamp by at most this share. */
const shadeBound = 0.26;
/** Largest darkening of a white product's outline, as a share of its light: 2.7 % of its code. */
const edgeBound = 0.065;
/** Further darkening of a white product towards its outline, so that it keeps its form: its bound and its reach. */
const form = { bound: 0.065, reach: 0.03 } as const;
/** Linear light at which a product's edge begins to turn grey, and does so fully: 94 and 98 % of white's code. */
const white = { from: 0.86, to: 0.95 } as const;

/**
 * The marketplace style's light on the product: a soft slope if the light has contrast, and a faint grey edge between
 * white and white, as photographers make it with black cards. Without `isLit`, the edge alone. Null when it changes
 * nothing.
 */
export function relightOnWhite(product: ProductInFrame, scene: Scene, isLit = true): Relight | null {
  const { color, alpha, frame } = product;
  const { fill, azimuthDeg, elevationDeg } = scene.light;
  const depth = isLit ? shadeBound * (1 - fill) : 0;
  const side = Math.min(frame.width, frame.height);
  const size = { width: Math.ceil(alpha.width / 2), height: Math.ceil(alpha.height / 2) };
  const sigma = (side * 0.0035) / 2;
  const cover = blurField(halved(alpha, rim), sigma);
  const body = blurField(halved(alpha, rim), (side * form.reach) / 2);
  const light = blurField(halved(color, rim), sigma);
  const gain = createField(size.width, size.height, 3);
  gain.data.fill(1);
  const elevation = (elevationDeg * Math.PI) / 180;
  const across = Math.sin((azimuthDeg * Math.PI) / 180) * Math.cos(elevation);
  const up = Math.sin(elevation);
  let changes = depth > 0;
  for (let y = 0, i = 0; y < size.height; y++) {
    const v = (2 * (y + 0.5)) / size.height - 1;
    for (let x = 0; x < size.width; x++, i++) {
      const at = (y + rim) * cover.width + x + rim;
      const covered = cover.data[at] as number;
      if (covered < 0.02) continue;
      const u = (2 * (x + 0.5)) / size.width - 1;
      const rgb = [0, 1, 2].map((c) => (light.data[at * 3 + c] as number) / covered);
      const own = luminance([rgb[0] as number, rgb[1] as number, rgb[2] as number]);
      const isWhite = smoothstep(white.from, white.to, own);
      const edge = smoothstep(0.97, 0.6, covered) * isWhite;
      const turned = smoothstep(0.99, 0.5, body.data[at] as number) * isWhite;
      if (edge > 0.02) changes = true;
      const away = 0.5 - 0.5 * clamp(u * across - v * up, -1, 1);
      gain.data.fill(
        (1 - depth * away) * (1 - edgeBound * edge) * (1 - form.bound * turned),
        i * 3,
        i * 3 + 3,
      );
    }
  }
  return changes ? { gain, glow: createField(size.width, size.height, 3) } : null;
}

/** Empty margin around a product, in half-size pixels, because its box ends where it does. */
const rim = 8;

/** Border, in shares of the frame's shorter side, towards which shadow and reflection fade: it stays white. */
const whiteBorder = { clear: 0.006, faded: 0.05 } as const;
/** Darkness up to `none` is removed, and from `all` on it is kept: white has no haze. */
const haze = { none: 0.05, all: 0.3 } as const;

/** Limits a shadow on white to the area close to the product. */
export function shadeOnWhite(shade: LowerField | null, frame: Size): LowerField | null {
  if (shade) {
    const { data } = shade.field;
    for (let i = 0; i < data.length; i++) {
      const dark = 1 - (data[i] as number);
      data[i] = 1 - dark * smoothstep(haze.none, haze.all, dark);
    }
  }
  return endBeforeBorder(shade, frame, 1);
}

export function mirrorOnWhite(mirror: LowerField | null, frame: Size): LowerField | null {
  return endBeforeBorder(mirror, frame, 0);
}

function endBeforeBorder(lower: LowerField | null, frame: Size, neutral: number): LowerField | null {
  if (!lower) return null;
  const { field, top } = lower;
  const { width, height, channels, data } = field;
  const side = Math.min(frame.width, frame.height);
  const [clear, faded] = [whiteBorder.clear * side, whiteBorder.faded * side];
  for (let y = 0; y < height; y++) {
    const below = frame.height - (top + ((y + 1) * (frame.height - top)) / height);
    for (let x = 0; x < width; x++) {
      const beside = (Math.min(x, width - 1 - x) * frame.width) / width;
      const kept = smoothstep(clear, faded, Math.min(below, beside));
      if (kept === 1) continue;
      for (let i = (y * width + x) * channels, end = i + channels; i < end; i++) {
        data[i] = neutral + ((data[i] as number) - neutral) * kept;
      }
    }
  }
  return lower;
}
