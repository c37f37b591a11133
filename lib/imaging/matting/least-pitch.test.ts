import { describe, expect, test } from "vitest";
import { distanceFrom } from "#lib/imaging/pixels/distance.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { measureLeastPitchDeg } from "./least-pitch.ts";

const size = { width: 200, height: 200 };
const box = { left: 80, right: 120, top: 60, bottom: 160 };

/** A product on ground that reaches up to a row, with a wall above it. */
function pictureOf({ groundTop, texture }: { groundTop: number; texture: number }) {
  const random = seededRandom(7);
  const rgb = new Uint8Array(size.width * size.height * 3);
  const isProduct = new Uint8Array(size.width * size.height);
  for (let i = 0; i < isProduct.length; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const isGround = y >= groundTop;
    // Textures are smaller further back.
    const noise = texture * (0.4 + (0.6 * y) / size.height) * (random() - 0.5);
    rgb.fill(isGround ? 120 + noise : 200, i * 3, i * 3 + 3);
    isProduct[i] = x >= box.left && x < box.right && y >= box.top && y < box.bottom ? 1 : 0;
  }
  return { rgb, distance: distanceFrom(isProduct, size) };
}

function pitchOf(picture: { groundTop: number; texture: number }, at = box): number | null {
  const { rgb, distance } = pictureOf(picture);
  return measureLeastPitchDeg(rgb, distance, size, at);
}

describe("the least pitch of a picture's camera", () => {
  test("is steep where the ground fills the picture, and not where it ends at a wall", () => {
    expect(pitchOf({ groundTop: 0, texture: 60 })).toBeGreaterThan(35);
    const toWall = pitchOf({ groundTop: 120, texture: 60 }) as number;
    expect(toWall).toBeGreaterThan(4);
    expect(toWall).toBeLessThan(14);
  });

  test("is unknown on plain ground, which may be a wall as well, and where the picture cuts the product off", () => {
    expect(pitchOf({ groundTop: 0, texture: 2 })).toBeNull();
    expect(pitchOf({ groundTop: 0, texture: 60 }, { ...box, bottom: size.height })).toBeNull();
  });

  test("of ground that is not visible beside the product is unknown", () => {
    const { rgb, distance } = pictureOf({ groundTop: 0, texture: 60 });
    expect(measureLeastPitchDeg(rgb, distance.fill(0), size, box)).toBeNull();
  });
});
