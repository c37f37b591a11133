import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";

/** Twelve sRGB colors of a camera test chart, row by row, four per row. */
export const chartColors: readonly (readonly [number, number, number])[] = [
  [115, 82, 68],
  [194, 150, 130],
  [98, 122, 157],
  [87, 108, 67],
  [70, 148, 73],
  [175, 54, 60],
  [231, 199, 31],
  [56, 61, 150],
  [243, 243, 242],
  [200, 200, 200],
  [122, 122, 121],
  [52, 52, 52],
];

/** Builds a cut-out from a pixel function: color bytes and alpha 0..255, or null for transparent. */
export function drawCutOut(
  width: number,
  height: number,
  draw: (x: number, y: number) => readonly [number, number, number, number] | null,
): ProductCutOut {
  const rgba = new Uint8Array(width * height * 4);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = draw(x, y);
      if (!pixel || pixel[3] === 0) continue;
      rgba.set(pixel, (y * width + x) * 4);
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return { rgba, width, height, box: { left, top, width: right - left + 1, height: bottom - top + 1 } };
}

/** A grey shape of 340 × 340 pixels, whose coordinates begin in its middle. */
export const drawShape = (covered: (x: number, y: number) => boolean) =>
  drawCutOut(340, 340, (x, y) => (covered(x - 170, y - 170) ? [90, 90, 90, 255] : null));

/** The opacity of a product within its box, 0..1. */
export function alphaOf({ rgba, width, box }: ProductCutOut): Field {
  const field = createField(box.width, box.height, 1);
  for (let i = 0; i < field.data.length; i++) {
    const [x, y] = [box.left + (i % box.width), box.top + Math.floor(i / box.width)];
    field.data[i] = (rgba[(y * width + x) * 4 + 3] as number) / 255;
  }
  return field;
}

/** A mug with a round foot and a handle that ends well above the ground; 320 × 300, scaled by `scale`. */
export function drawMug(scale = 1): ProductCutOut {
  return drawCutOut(320 * scale, 300 * scale, (px, py) => {
    const [x, y] = [(px + 0.5) / scale - 0.5, (py + 0.5) / scale - 0.5];
    const across = (x + 0.5 - 130) / 90;
    const foot = 250 + 18 * Math.sqrt(Math.max(0, 1 - across * across));
    const body = Math.abs(across) < 1 && y > 40 && y < foot;
    const ring = Math.hypot(x + 0.5 - 220, (y + 0.5 - 130) * 0.8);
    const handle = x >= 218 && ring > 34 && ring < 50;
    return body || handle ? [70, 120, 150, 255] : null;
  });
}

/** A box whose face is the test chart; the patches cover 400 × 300 pixels. */
export function drawChart(): ProductCutOut {
  return drawCutOut(440, 340, (x, y) => {
    if (x < 20 || x >= 420 || y < 20 || y >= 320) return null;
    const patch = chartColors[Math.floor((y - 20) / 100) * 4 + Math.floor((x - 20) / 100)];
    return patch ? [...patch, 255] : null;
  });
}
