import { describe, expect, test } from "vitest";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { drawSolid, type Point } from "#lib/testing/imaging/drawn-solids.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { measureTilt } from "./tilt.ts";

const side = 360;
type Shape = (x: number, y: number) => boolean;

/** A shape around the center of a picture, rotated clockwise. */
function drawn(shape: Shape, deg = 0) {
  const [cosine, sine] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  return drawCutOut(side, side, (px, py) => {
    const [x, y] = [px + 0.5 - side / 2, py + 0.5 - side / 2];
    return shape(cosine * x + sine * y, -sine * x + cosine * y) ? [90, 90, 90, 255] : null;
  });
}

const bottle: Shape = (x, y) =>
  (Math.abs(x) < 45 && y > -40 && y < 130) || (Math.abs(x) < 16 && y > -130 && y <= -40);
const bowl: Shape = (x, y) => y > -60 && y < 60 && Math.abs(x) < 130 - (y + 60) * 0.6;
const tiltOf = (shape: Shape, deg: number, isInPicture = true) =>
  measureTilt(drawn(shape, deg), { isInPicture });

describe("the tilt of a product", () => {
  test("with a symmetric outline is measured to a quarter of a degree, to either side", () => {
    for (const shape of [bottle, bowl])
      for (const deg of [-14, -4.5, -1.5, 1.5, 2.5, 12])
        expect(Math.abs((tiltOf(shape, deg) ?? 99) - deg), `${deg}`).toBeLessThan(0.25);
  });

  test("is none when it is upright, leans farther than a camera does, or is cut off by its picture", () => {
    for (const deg of [0, 0.2, 24, -60]) expect(tiltOf(bottle, deg), `${deg}`).toBeNull();
    const tall: Shape = (x, y) => Math.abs(x) < 45 && Math.abs(y) < 220;
    expect(tiltOf(tall, 3)).toBeNull();
  });

  test("of a picture that was cut out already is small, or meant", () => {
    expect(tiltOf(bottle, 4, false)).toBeCloseTo(4, 0);
    expect(tiltOf(bottle, 10, false)).toBeNull();
  });

  test("is none for shapes that are symmetric about no axis, or about all", () => {
    const mug: Shape = (x, y) =>
      (Math.abs(x) < 70 && Math.abs(y) < 80) || Math.abs(Math.hypot(x - 75, y) - 38) < 9;
    const ball: Shape = (x, y) => Math.hypot(x, y) < 120;
    for (const shape of [mug, ball]) for (const deg of [0, 5]) expect(tiltOf(shape, deg)).toBeNull();
  });

  test("is none for a box that a level camera sees from any side and height", () => {
    const random = seededRandom(7);
    const between = (least: number, most: number) => least + random() * (most - least);
    for (let i = 0; i < 20; i++) {
      const sizes = [between(40, 110), between(40, 110), between(30, 110)] as const;
      const seen = { yawDeg: between(0, 90), pitchDeg: between(0, 40) };
      const points = [0, 1, 2, 3, 4, 5, 6, 7].map(
        (corner): Point => [corner & 1 ? sizes[0] : 0, corner & 2 ? sizes[1] : 0, corner & 4 ? sizes[2] : 0],
      );
      const { product } = drawSolid([{ points, color: [90, 90, 90] }], seen);
      const tilt = measureTilt(product, { isInPicture: true });
      expect(tilt, JSON.stringify({ sizes, ...seen })).toBeNull();
    }
  });
});
