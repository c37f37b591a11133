import type { Field } from "../pixels/field.ts";
import { smoothstep } from "../pixels/numbers.ts";
import { createPartSampler, type Part } from "../pixels/sampling.ts";
import type { RowEffect } from "../renderer/output/composite.ts";
import type { SeenProduct } from "../renderer/product/seen-product.ts";
import type { View } from "../renderer/set/view.ts";

interface Front {
  /** Out-of-focus props: premultiplied linear color, and alpha; null for none. */
  front: Field | null;
  /** Opacity of sharp props that are nearer to the camera than the product; null for none. */
  props: Field | null;
}

/**
 * Draws props in front over the product. Where they are opaque, the plate shows them, and sharper; only their soft
 * edges, behind which the plate has no product, need the layer's own color. Beside the product the plate is already
 * right.
 */
export function coverWithFront(
  { front, props }: Front,
  { part, window, product }: { part: Part; window: View; product: SeenProduct | null },
): RowEffect | null {
  if (!product || (!front && !props)) return null;
  const { left, top, pixels } = product;
  const shown = {
    ...part,
    left: part.left + window.left + left,
    top: part.top + window.top,
    columns: pixels.width,
  };
  const sampleFront = front && createPartSampler(front, shown);
  const sampleProps = props && createPartSampler(props, shown);
  const cover = new Float32Array(pixels.width * 4);
  const near = new Float32Array(pixels.width);
  return (y, row, plate) => {
    if (y < top || y >= top + pixels.height) return;
    sampleFront?.(y, cover);
    sampleProps?.(y, near);
    for (let x = 0, i = left * 3; x < near.length; x++, i += 3) {
      const alpha = cover[x * 4 + 3] as number;
      const solid = near[x] as number;
      if (alpha < 0.004 && solid < 0.004) continue;
      const own = smoothstep(0.45, 0.95, alpha);
      for (let c = 0; c < 3; c++) {
        const there = plate[i + c] as number;
        const color = (cover[x * 4 + c] as number) * (1 - own) + there * own * alpha;
        const under = (row[i + c] as number) * (1 - alpha) + color;
        row[i + c] = under + (there - under) * solid;
      }
    }
  };
}
