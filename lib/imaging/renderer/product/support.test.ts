import { describe, expect, test } from "vitest";
import { alphaOf, drawShape } from "#lib/testing/imaging/drawn-products.ts";
import { drawReceding, type RecedingShape, recedingShapes } from "#lib/testing/imaging/receding-products.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { contactShadow } from "./contact-shadow.ts";
import { findContact } from "./find-contact.ts";
import { isCarried } from "./stance.ts";

describe("a product whose base recedes from the camera", () => {
  const views = [-50, -35, -20, 20, 35, 50].flatMap((yawDeg) =>
    [8, 15, 25, 35, 45].map((pitchDeg) => ({ yawDeg, pitchDeg })),
  );
  const shown = views.filter(({ yawDeg, pitchDeg }) => pitchDeg === 15 && Math.abs(yawDeg) === 35);

  test("has its line of contact within 1 % of its height of every foot, in 9 of 10 pictures", () => {
    const tried = recedingShapes.flatMap((name) => rowsOf(views, shown).map((seen) => ({ name, ...seen })));
    const wrong = tried.filter(({ name, ...seen }) => farthestFoot(name, seen) > 0.01);
    expect(wrong.length / tried.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.1);
  });

  function farthestFoot(name: RecedingShape, seen: (typeof views)[number]): number {
    const { product, feet } = drawReceding(name, seen);
    const { box } = product;
    const alpha = alphaOf(product);
    const contact = findContact(alpha);
    if (!isCarried(contact, alpha)) return 1;
    return feet.reduce((farthest, { x, y }) => {
      const column = Math.round(x - box.left);
      const near = (values: Float32Array) => [...values.slice(Math.max(0, column - 8), column + 9)];
      if (Math.max(...near(contact.weight)) < 0.4) return 1;
      const distances = near(contact.mirror).map((row) => Math.abs(row - (y - box.top)) / box.height);
      return Math.max(farthest, Math.min(...distances));
    }, 0);
  }
});

describe("the contact", () => {
  test("is not a loose thread below the product, but the feet of one that is made of wire", () => {
    const bag = (x: number, y: number) => Math.abs(x) < 100 && y > -80 && y < 60;
    const thread = drawShape((x, y) => bag(x, y) || (Math.abs(x - 40) < 0.6 && y > 0 && y < 110));
    const contact = findContact(alphaOf(thread));
    expect(contact.lowestY).toBeLessThan(142);
    const stand = drawShape(
      (x, y) => Math.abs(Math.abs(x) - 60) < 0.6 || (Math.abs(y) < 0.6 && Math.abs(x) < 60),
    );
    expect(findContact(alphaOf(stand)).lowestY).toBeCloseTo(340, 0);
  });

  test("of a shoe seen from above follows its sole from the heel to the tip, and no twig below it", () => {
    const heel = { x: -130, y: -60 };
    // The straight side of its sole, and the round tip in front of it.
    const sole = (x: number) => (x < 60 ? heel.y + 0.8 * (x - heel.x) : 96 - ((x - 85) / 14) ** 2);
    const shoe = (x: number, y: number) =>
      x >= heel.x && x < 130 && y < sole(x) && y > -140 + 0.35 * (x - heel.x);
    const twig = (x: number, y: number) => x > 40 && x < 165 && Math.abs(y - 96 - 0.25 * (x - 40)) < 1.5;
    const bare = findContact(alphaOf(drawShape(shoe)));
    const drawn = drawShape((x, y) => shoe(x, y) || twig(x, y));
    for (const contact of [bare, findContact(alphaOf(drawn))]) {
      expect(contact.rests.from).toBeLessThan(20);
      for (const x of [-120, -60, 0, 50]) expect(contact.weight[x - heel.x], `${x}`).toBeGreaterThan(0.3);
    }
  });

  test("of a belly stays level, and a part that hangs beside a base is no foot", () => {
    const ball = findContact(alphaOf(drawShape((x, y) => Math.hypot(x, y) < 120)));
    expect(Math.max(...ball.mirror) - Math.min(...ball.mirror)).toBe(0);
    const bowl = drawShape(
      (x, y) => (y > 0 && y < 50 && Math.abs(x) < 150 - y * 1.8) || (y > 45 && y < 60 && Math.abs(x) < 50),
    );
    const { weight } = findContact(alphaOf(bowl));
    expect(Math.max(...weight.slice(0, 80), ...weight.slice(220))).toBeLessThan(0.05);
  });

  test("darkens the ground under a wire less than under a block, and without a hard side", () => {
    const frame = { width: 400, height: 400, left: 30, top: 30 };
    const feet = (tall: number) =>
      drawShape(
        (x, y) =>
          (Math.abs(x) < 120 && y > -60 && y < -40) ||
          (Math.abs(Math.abs(x) - 100) < 12 && y > 60 - tall && y < 60) ||
          (Math.abs(Math.abs(x) - 100) < 2 && y > -50 && y < 60),
      );
    const sums = [3, 60].map((tall) => {
      const { data } = contactShadow(findContact(alphaOf(feet(tall))), frame, { reach: 6, pitchSin: 0.19 });
      let steepest = 0;
      for (let i = 1; i < data.length; i++) {
        if (i % frame.width > 0)
          steepest = Math.max(steepest, Math.abs((data[i] as number) - (data[i - 1] as number)));
      }
      expect(steepest).toBeLessThan(0.45);
      return data.reduce((sum, value) => sum + value, 0);
    }) as [number, number];
    expect(sums[0]).toBeLessThan(0.75 * sums[1]);
  });
});
