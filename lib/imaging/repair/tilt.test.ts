import { describe, expect, test } from "vitest";
import { seededRandom } from "#lib/testing/random.ts";
import { measureTilt } from "./tilt.ts";

const side = 360;
type Shape = (x: number, y: number) => boolean;

/** A shape around the center of a picture, rotated clockwise. */
function drawn(shape: Shape, deg = 0) {
  const [cosine, sine] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  const rgba = new Uint8Array(side * side * 4);
  let box = { left: side, top: side, right: -1, bottom: -1 };
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at += 4) {
      const [dx, dy] = [x + 0.5 - side / 2, y + 0.5 - side / 2];
      if (!shape(cosine * dx + sine * dy, -sine * dx + cosine * dy)) continue;
      rgba[at + 3] = 255;
      box = {
        left: Math.min(box.left, x),
        top: Math.min(box.top, y),
        right: Math.max(box.right, x),
        bottom: y,
      };
    }
  }
  const { left, top, right, bottom } = box;
  return {
    rgba,
    width: side,
    height: side,
    box: { left, top, width: right + 1 - left, height: bottom + 1 - top },
  };
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
    for (let i = 0; i < 40; i++) {
      const sizes = [between(40, 110), between(40, 110), between(30, 110)] as const;
      const [yaw, pitch, distance] = [between(0, Math.PI / 2), between(0, 0.7), between(500, 1500)];
      const tilt = measureTilt(drawn(boxSeen(sizes, yaw, pitch, distance)), { isInPicture: true });
      expect(tilt, JSON.stringify({ sizes, yaw, pitch, distance, tilt })).toBeNull();
    }
  });
});

/** The outline of a box (half sizes) in the perspective of a camera that is level. */
function boxSeen(
  [a, b, c]: readonly [number, number, number],
  yaw: number,
  pitch: number,
  distance: number,
): Shape {
  const corners = [-1, 1].flatMap((i) =>
    [-1, 1].flatMap((j) => [-1, 1].map((k) => [i * a, j * b, k * c] as const)),
  );
  const points = corners.map(([x, y, z]) => {
    const [u, v] = [x * Math.cos(yaw) - y * Math.sin(yaw), x * Math.sin(yaw) + y * Math.cos(yaw)];
    const depth = distance + v * Math.cos(pitch) - z * Math.sin(pitch);
    const up = v * Math.sin(pitch) + z * Math.cos(pitch);
    return [(u * distance) / depth, (-up * distance) / depth] as const;
  });
  const hull = convexHull(points);
  return (x, y) =>
    hull.every(([px, py], i) => {
      const [qx, qy] = hull[(i + 1) % hull.length] as readonly [number, number];
      return (qx - px) * (y - py) - (qy - py) * (x - px) >= 0;
    });
}

/** Andrew's monotone chain. */
function convexHull(points: readonly (readonly [number, number])[]) {
  const sorted = points.toSorted(([a, b], [c, d]) => a - c || b - d);
  const half = (list: typeof sorted) => {
    const hull: (readonly [number, number])[] = [];
    for (const p of list) {
      while (hull.length > 1) {
        const [a, b] = [hull.at(-2), hull.at(-1)] as [readonly [number, number], readonly [number, number]];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        hull.pop();
      }
      hull.push(p);
    }
    return hull.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}
