import sharp from "sharp";
import { encodedOfLinear, encodedOfLinearScale, linearOfByte } from "#lib/imaging/pixels/color.ts";
import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { spreadKnown } from "#lib/imaging/pixels/pull-push.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import type { Picture } from "./edge-quality.ts";

/** Changes that a repainting model may make to a picture, applied on purpose so that they are exactly known. */
export interface EditPlan {
  /** Size of the edited picture. */
  width: number;
  height: number;
  /** Center of the product in the edited picture, scale relative to its own pixels, clockwise rotation. */
  x: number;
  y: number;
  scale: number;
  turnDeg: number;
  /** Factors of linear light: overall, and at the right and lower end relative to the left and upper one. */
  gain: readonly [number, number, number];
  slopeX: number;
  slopeY: number;
  /** In pixels. */
  blurSigma: number;
  jpegQuality: number;
}

/** Composites the product into a scene (RGB bytes of the plan's size) with changed light and a soft shadow. */
export async function paintEdit(product: Picture, scene: Uint8Array, plan: EditPlan): Promise<Uint8Array> {
  const { width, height } = plan;
  const layer = await placedLayer(product, plan);
  const shadow = createField(width, height, 1);
  for (let i = 0; i < shadow.data.length; i++) shadow.data[i] = layer.data[i * 4 + 3] as number;
  blurField(shadow, 0.02 * Math.min(width, height));
  const rgb = Buffer.alloc(width * height * 3);
  const lag = Math.round(0.015 * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const alpha = layer.data[i * 4 + 3] as number;
      const dark = 1 - 0.45 * (shadow.data[Math.max(0, y - lag) * width + x] as number);
      for (let c = 0; c < 3; c++) {
        const behind = (linearOfByte[scene[i * 3 + c] as number] as number) * dark;
        const light =
          (plan.gain[c] as number) *
          (1 + plan.slopeX * (x / width - 0.5)) *
          (1 + plan.slopeY * (y / height - 0.5));
        const value = (layer.data[i * 4 + c] as number) * light + (1 - alpha) * behind;
        rgb[i * 3 + c] = Math.round(
          encodedOfLinear[(Math.min(1, value) * encodedOfLinearScale) | 0] as number,
        );
      }
    }
  }
  let picture = sharp(rgb, { raw: { width, height, channels: 3 } });
  if (plan.blurSigma >= 0.3) picture = picture.blur(plan.blurSigma);
  return await picture.jpeg({ quality: plan.jpegQuality, chromaSubsampling: "4:2:0" }).toBuffer();
}

/** Ground truth: the product alone, in linear light and premultiplied by alpha, as placed by the plan. */
export async function placedLayer(product: Picture, plan: EditPlan): Promise<Field> {
  const shrink = Math.min(1, plan.scale);
  const size = {
    width: Math.max(1, Math.round(product.width * shrink)),
    height: Math.max(1, Math.round(product.height * shrink)),
  };
  const small = await sharp(product.rgba, {
    raw: { width: product.width, height: product.height, channels: 4 },
  })
    .resize({ ...size, fit: "fill" })
    .raw()
    .toBuffer();
  const source = createField(size.width, size.height, 4);
  for (let i = 0; i < small.length; i += 4) {
    const alpha = (small[i + 3] as number) / 255;
    for (let c = 0; c < 3; c++) source.data[i + c] = (linearOfByte[small[i + c] as number] as number) * alpha;
    source.data[i + 3] = alpha;
  }
  const layer = createField(plan.width, plan.height, 4);
  const angle = (plan.turnDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / plan.scale, Math.sin(angle) / plan.scale];
  // Farther from its center than half of its diagonal, the product has no pixel.
  const reach = (Math.hypot(product.width, product.height) / 2) * plan.scale;
  const [left, right] = [Math.max(0, Math.floor(plan.x - reach)), Math.min(plan.width, plan.x + reach)];
  const [top, bottom] = [Math.max(0, Math.floor(plan.y - reach)), Math.min(plan.height, plan.y + reach)];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [dx, dy] = [x + 0.5 - plan.x, y + 0.5 - plan.y];
      const ownX = ((cos * dx + sin * dy) / product.width + 0.5) * size.width - 0.5;
      const ownY = ((cos * dy - sin * dx) / product.height + 0.5) * size.height - 0.5;
      if (ownX < 0 || ownY < 0 || ownX > size.width - 1 || ownY > size.height - 1) continue;
      for (let c = 0; c < 4; c++)
        layer.data[(y * plan.width + x) * 4 + c] = sampleField(source, ownX, ownY, c);
    }
  }
  return layer;
}

/** A rectangle in pixels. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Pixel = readonly [number, number, number, number];

/** A changed copy of the product: `draw` computes each pixel of a part, by default of all. */
export function redraw(
  product: Picture,
  draw: (x: number, y: number, own: Pixel) => Pixel,
  part: Region = { left: 0, top: 0, width: product.width, height: product.height },
): Picture {
  const { width, height } = product;
  const rgba = new Uint8Array(product.rgba);
  for (let y = part.top; y < part.top + part.height; y++) {
    for (let x = part.left; x < part.left + part.width; x++)
      rgba.set(draw(x, y, pixelAt(product, x, y)), (y * width + x) * 4);
  }
  return { rgba, width, height };
}

/** The nearest pixel at integer or fractional coordinates; the edge pixels repeat outside. */
export function pixelAt({ rgba, width, height }: Picture, x: number, y: number): Pixel {
  const column = Math.max(0, Math.min(width - 1, Math.round(x)));
  const row = Math.max(0, Math.min(height - 1, Math.round(y)));
  const at = (row * width + column) * 4;
  return [rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number, rgba[at + 3] as number];
}

/** Rotates hue and scales saturation around the gray of equal luma (Rec. 601, as in W3C filter effects). */
export function recolor(product: Picture, { hueDeg = 0, saturation = 1 }): Picture {
  const [cos, sin] = [Math.cos((hueDeg * Math.PI) / 180), Math.sin((hueDeg * Math.PI) / 180)];
  return redraw(product, (_x, _y, [r, g, b, alpha]) => {
    const luma = 0.299 * r + 0.587 * g + 0.114 * b;
    const [i, q] = [0.596 * r - 0.274 * g - 0.322 * b, 0.211 * r - 0.523 * g + 0.312 * b];
    const [i2, q2] = [(i * cos - q * sin) * saturation, (i * sin + q * cos) * saturation];
    const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
    return [
      byte(luma + 0.956 * i2 + 0.621 * q2),
      byte(luma - 0.272 * i2 - 0.647 * q2),
      byte(luma - 1.106 * i2 + 1.703 * q2),
      alpha,
    ];
  });
}

/** Erases a part of the product by filling it with its surroundings. */
export function wipe(product: Picture, region: Region): Picture {
  const { width, height } = product;
  const values = new Float32Array(width * height * 3);
  const weights = new Float32Array(width * height);
  const isIn = (x: number, y: number) => inside(region, x, y);
  for (let i = 0; i < weights.length; i++) {
    for (let c = 0; c < 3; c++) values[i * 3 + c] = product.rgba[i * 4 + c] as number;
    weights[i] = product.rgba[i * 4 + 3] === 255 && !isIn(i % width, Math.floor(i / width)) ? 1 : 0;
  }
  spreadKnown({ width, height, channels: 3, values, weights });
  return redraw(product, (x, y, own) => {
    if (!isIn(x, y)) return own;
    const at = (y * width + x) * 3;
    return [values[at] as number, values[at + 1] as number, values[at + 2] as number, own[3]];
  });
}

function inside({ left, top, width, height }: Region, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height;
}
