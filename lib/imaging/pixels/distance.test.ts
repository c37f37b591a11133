import fc from "fast-check";
import { expect, test } from "vitest";
import { smallMasks } from "#lib/testing/imaging/masks.ts";
import { distanceFrom } from "./distance.ts";

test.each([
  ["1 and 1.4", {}],
  ["1 and 1", { straight: 1, diagonal: 1 }],
  ["3 and 4", { straight: 3, diagonal: 4 }],
  ["1 and 1.4, with marked surroundings", { beyond: 0 }],
])("distances by steps of %s are those of a search pixel by pixel", (_name, steps) => {
  fc.assert(
    fc.property(smallMasks, ({ alpha, width, height }) => {
      const marked = Uint8Array.from(alpha, (value) => (value > 0.5 ? 1 : 0));
      const distance = distanceFrom(marked, { width, height }, steps);
      const { straight = 1, diagonal = 1.4, beyond = 1e6 } = steps as Partial<Record<string, number>>;
      const between = (x: number, y: number) => {
        const [least, most] = [Math.min(x, y), Math.max(x, y)];
        return least * diagonal + (most - least) * straight;
      };
      for (const [i, found] of distance.entries()) {
        const [x, y] = [i % width, Math.floor(i / width)];
        let nearest = 1e6;
        for (let v = -1; v <= height; v++) {
          for (let u = -1; u <= width; u++) {
            const isInside = u >= 0 && v >= 0 && u < width && v < height;
            const isMarked = isInside ? marked[v * width + u] === 1 : beyond === 0;
            if (isMarked) nearest = Math.min(nearest, between(Math.abs(u - x), Math.abs(v - y)));
          }
        }
        expect(found).toBeCloseTo(nearest, 3);
      }
    }),
  );
});
