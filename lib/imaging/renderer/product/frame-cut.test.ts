import { describe, expect, test } from "vitest";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { drawCutOut, drawMug } from "#lib/testing/imaging/drawn-products.ts";
import { drawBust, drawPendant, drawVase } from "#lib/testing/imaging/drawn-shapes.ts";
import { findCut, onFrameEdge } from "./frame-cut.ts";

const size = { width: 256, height: 256 };

/** A box of 200 × 160 in a picture of the given size, at the given place. */
function drawBox({ width, height, left, top }: { width: number; height: number; left: number; top: number }) {
  return drawCutOut(width, height, (x, y) =>
    x >= left && x < left + 200 && y >= top && y < top + 160 ? [150, 90, 60, 255] : null,
  );
}

const around = { width: 300, height: 260, left: 50, top: 50 };

async function boxOf(product: ProductCutOut, style: Style, options: RenderOptions = {}) {
  const request = { style, prompt: null, aspectRatio: "1:1", resolution: "1K", ...size, options } as const;
  const { rgb, boundingBox } = await makePixels(product, request, { design: size, cells: 64 });
  if (!boundingBox) throw new Error("the product is not seen");
  const { left, top, width, height } = boundingBox;
  return { rgb, left, top, right: left + width, bottom: top + height };
}

describe("a cut by the picture's frame", () => {
  test.each([
    ["left", { ...around, left: -20 }],
    ["right", { ...around, width: 230 }],
    ["top", { ...around, top: -20 }],
    ["bottom", { ...around, height: 190 }],
  ] as const)("is detected at its side: %s", (side, where) => {
    const none = { left: false, right: false, top: false, bottom: false, hangs: false };
    expect(findCut(drawBox(where))).toMatchObject({ ...none, [side]: true });
  });

  test("is not detected for a product with room around it, or for a picture that is trimmed to the product", () => {
    const trimmed = drawCutOut(200, 160, () => [150, 90, 60, 255]);
    const nearly = drawCutOut(400, 320, (x, y) => (x >= 1 && x < 399 && y >= 1 ? [150, 90, 60, 255] : null));
    for (const product of [drawMug(), drawVase(), trimmed, nearly]) {
      const { left, right, top, bottom, hangs } = findCut(product);
      expect([left, right, top, bottom, hangs]).toEqual([false, false, false, false, false]);
    }
  });

  test("is not detected for a ball that touches the border, nor for a thread, which means that the product hangs", () => {
    const ball = drawCutOut(300, 300, (x, y) =>
      Math.hypot(x - 150, y - 100) < 101 ? [150, 90, 60, 255] : null,
    );
    expect(ball.box.top).toBe(0);
    expect(findCut(ball)).toMatchObject({ top: false, hangs: false });
    const ringIn = (width: number) =>
      drawCutOut(width, 220, (x, y) =>
        y < 200 && Math.abs(x - width / 2) < Math.min(250, 37 + 9 * y) ? [150, 90, 60, 255] : null,
      );
    expect(findCut(ringIn(500))).toMatchObject({ top: false, hangs: false });
    expect(findCut(ringIn(600)).top).toBe(true);
    expect(findCut(drawPendant())).toMatchObject({ top: false, hangs: true });
  });
});

describe("a product that leaves the picture", () => {
  const mug = (width: number) =>
    drawCutOut(width, 300, (x, y) => {
      const body = x > 60 && x < 240 && y > 60 && y < 250;
      const ring = Math.hypot(x - 240, (y - 150) * 0.8);
      return body || (x >= 240 && ring > 40 && ring < 56) ? [70, 120, 150, 255] : null;
    });

  test("with a thin part is detected as cut off too: the two ends of a handle, a leaning arm", () => {
    expect(findCut(mug(330))).toMatchObject({ right: false });
    expect(findCut(mug(262))).toMatchObject({ right: true });
    const lamp = drawCutOut(400, 400, (x, y) => {
      const base = Math.hypot((x - 120) / 90, (y - 350) / 20) < 1;
      return base || (y < 350 && Math.abs(x - 120 - (350 - y) * 0.6) < 8) ? [200, 160, 40, 255] : null;
    });
    expect(findCut(lamp)).toMatchObject({ top: true, hangs: false });
  });

  test("above and below fills the photo, or stands on its lower edge when it is too wide for that", async () => {
    const jar = drawCutOut(400, 300, (x) => (x > 40 && x < 360 ? [150, 90, 60, 255] : null));
    const { left, top, right, bottom } = await boxOf(jar, "studio");
    expect([left, top, right, bottom]).toEqual([0, 0, 256, 256]);
    const wide = drawCutOut(800, 300, (x) => (x > 40 && x < 760 ? [150, 90, 60, 255] : null));
    const lower = await boxOf(wide, "studio");
    expect([lower.bottom, lower.top > 20]).toEqual([256, true]);
  });
});

describe("a product that is cut off", () => {
  test.each(styleNames)(
    "below stands on the photo's lower edge, without a shadow, in style %s",
    async (style) => {
      const { bottom, top, rgb, right } = await boxOf(drawBust(), style);
      expect(bottom).toBe(256);
      expect(top).toBeGreaterThan(5);
      const none = await boxOf(drawBust(), style, {
        shadow: 0,
        reflection: style === "luxury" ? 0.5 : undefined,
      });
      const at = (250 * 256 + Math.min(254, right + 6)) * 3;
      expect(Math.abs((rgb[at] as number) - (none.rgb[at] as number))).toBeLessThanOrEqual(2);
    },
  );

  test("at a side touches that side of the photo, and still stands on the ground with a shadow", async () => {
    const left = await boxOf(drawBox({ ...around, left: -20 }), "studio");
    expect([left.left, left.right < 250, left.bottom < 250]).toEqual([0, true, true]);
    const right = await boxOf(drawBox({ ...around, width: 230 }), "studio");
    expect([right.right, right.left > 6]).toEqual([256, true]);
    const dark = await boxOf(drawBox({ ...around, width: 230 }), "studio", { shadow: 0 });
    let shaded = 0;
    for (let i = 0; i < dark.rgb.length; i += 3)
      if ((dark.rgb[i] as number) - (right.rgb[i] as number) > 12) shaded++;
    expect(shaded).toBeGreaterThan(40);
  });

  test("on two sides spans the photo if it fits, and otherwise touches the side of the longer cut", async () => {
    const belt = drawCutOut(300, 200, (_, y) => (y > 60 && y < 140 ? [150, 90, 60, 255] : null));
    const across = await boxOf(belt, "studio");
    expect([across.left, across.right]).toEqual([0, 256]);
    const tall = drawCutOut(100, 400, (x, y) => (y > 20 && y < 380 - x ? [150, 90, 60, 255] : null));
    const { left, right } = await boxOf(tall, "studio");
    expect([left, right < 250]).toEqual([0, true]);
  });

  test("follows the coordinates that a layout sets, and stays at the edge for those that it does not set", async () => {
    const moved = await boxOf(drawBust(), "studio", { layout: { x: 0.3, y: 0.5 } });
    expect(moved.bottom).toBeLessThan(250);
    const aside = await boxOf(drawBust(), "studio", { layout: { x: 0.3 } });
    expect(aside.bottom).toBe(256);
    expect((aside.left + aside.right) / 512).toBeCloseTo(0.3, 1);
  });

  test("above reaches from its ground to the photo's upper edge when it stands", () => {
    const cut = findCut(drawBox({ ...around, top: -20 }));
    const place = onFrameEdge({ left: 300, top: 400, width: 400, height: 400 }, cut, {
      width: 1024,
      height: 1024,
    });
    expect(place.top).toBeLessThanOrEqual(0);
    expect(Math.abs(place.top + place.height - 800)).toBeLessThanOrEqual(3);
  });
});
