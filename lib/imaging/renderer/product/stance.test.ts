import { describe, expect, test } from "vitest";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { alphaOf, drawMug, drawShape } from "#lib/testing/imaging/drawn-products.ts";
import { drawBust, drawDrone, drawPendant, drawVase } from "#lib/testing/imaging/drawn-shapes.ts";
import { measureBalance } from "./balance.ts";
import { contactShadow } from "./contact-shadow.ts";
import { findContact } from "./find-contact.ts";
import { findCut } from "./frame-cut.ts";
import { scaleWithContact } from "./scale-with-contact.ts";
import { withStance } from "./stance.ts";

function stand(product: ProductCutOut) {
  const alpha = alphaOf(product);
  return withStance(findContact(alpha), alpha, { cut: findCut(product) });
}

describe("a standing product", () => {
  test.each([
    ["a mug", drawMug()],
    ["a vase", drawVase()],
    ["a ball", drawShape((x, y) => Math.hypot(x, y) < 120)],
    ["an egg", drawShape((x, y) => Math.hypot(x / 90, y / 130) < 1)],
    [
      "a goblet",
      drawShape(
        (x, y) =>
          Math.hypot(x / 80, (y + 70) / 70) < 1 ||
          (Math.abs(x) < 6 && y > -20 && y < 130) ||
          (Math.abs(x) < 55 && y > 120 && y < 132),
      ),
    ],
    [
      "a stool",
      drawShape(
        (x, y) =>
          (Math.abs(y + 100) < 12 && Math.abs(x) < 110) ||
          (Math.abs(Math.abs(x) - 95) < 7 && y > -100 && y < 120),
      ),
    ],
    ["a pencil on its end", drawShape((x, y) => Math.abs(x) < 5 && Math.abs(y) < 140)],
    [
      "a plant with leaves far beyond its pot, which is narrower below",
      drawShape(
        (x, y) =>
          Math.hypot(x / 168, (y + 40) / 50) < 1 ||
          (y > -20 &&
            Math.abs(x) < 75 - y * 0.36 &&
            y < 110 + 12 * Math.sqrt(Math.max(0, 1 - (x / 36) ** 2))),
      ),
    ],
    [
      "a large jar behind a small one beside it",
      drawShape(
        (x, y) =>
          (Math.abs(x + 140) < 20 && Math.abs(y - 125) < 35) || (Math.abs(x - 60) < 90 && Math.abs(y) < 110),
      ),
    ],
    [
      "a lamp with its head beside its base",
      drawShape(
        (x, y) =>
          Math.hypot((x + 40) / 60, (y - 130) / 12) < 1 ||
          (Math.abs(x + 40 + (y - 130) * 0.25) < 5 && Math.abs(y) < 130) ||
          Math.hypot((x - 40) / 40, (y + 120) / 20) < 1,
      ),
    ],
  ])("is detected, and touches the ground: %s", (_, product) => {
    const contact = stand(product);
    expect(contact.stance).toBe("stands");
    expect(contact.weight.some((weight) => weight > 0.5)).toBe(true);
  });
});

describe("a hanging or flying product", () => {
  test.each([
    ["a pendant on a chain that runs out of the picture", drawPendant()],
    [
      "a lamp shade on its cable",
      drawShape((x, y) => (Math.abs(x) < 2 && y < 60) || (y > 60 && y < 140 && Math.abs(x) < y)),
    ],
    ["a cone on its tip", drawShape((x, y) => Math.abs(y) < 120 && Math.abs(x) < (120 - y) * 0.4)],
    [
      "a plank in the air, on one corner",
      drawShape((x, y) => Math.abs(x * 0.8 + y * 0.6) < 130 && Math.abs(y * 0.8 - x * 0.6) < 14),
    ],
  ])("touches nothing, and its ground is well below it: %s", (_, product) => {
    const contact = stand(product);
    expect(contact.stance).toBe("floats");
    const frame = { width: 900, height: 900, left: 200, top: 100 };
    expect(contactShadow(contact, frame, { reach: 6, pitchSin: 0.19 }).data.every((dark) => dark === 0)).toBe(
      true,
    );
    expect(contact.groundY - contact.lowestY).toBeGreaterThan(0.1 * product.box.height);
  });

  test.each([300, 500, 900])("is judged alike at a width of %i pixels: a tilted drone", async (width) => {
    const drone = drawDrone();
    const { box } = drone;
    const size = { width, height: Math.round((width * box.height) / box.width) };
    const seen = { balance: measureBalance(drone, 1), size, cut: findCut(drone) };
    const { contact } = await scaleWithContact(drone, seen);
    expect([contact.stance, contact.tilted]).toEqual(["stands", true]);
  });

  test("touches nothing, like a product that the frame cuts off below", () => {
    const contact = stand(drawBust());
    expect(contact.stance).toBe("cut");
    expect(contact.weight.every((weight) => weight === 0)).toBe(true);
  });
});

describe("a requested stance", () => {
  const asked = (product: ProductCutOut, wanted: Stance) => {
    const alpha = alphaOf(product);
    return withStance(findContact(alpha), alpha, { cut: { ...findCut(product), hangs: false }, wanted });
  };
  const spectacles = drawShape(
    (x, y) => Math.abs(Math.hypot(x + 80, y - 20) - 60) < 6 || Math.abs(Math.hypot(x - 70, y - 55) - 60) < 6,
  );

  test("“stand” makes a product touch the ground on both sides, one of which is higher", () => {
    const contact = asked(spectacles, "stand");
    expect([contact.stance, contact.tilted]).toEqual(["stands", true]);
    const touched = [...contact.weight].map((weight, x) => (weight > 0.5 ? x : -1)).filter((x) => x >= 0);
    const middle = contact.weight.length / 2;
    expect([touched.some((x) => x < middle), touched.some((x) => x > middle)]).toEqual([true, true]);
  });

  test("“stand” leaves the contact of a standing product unchanged", () => {
    expect(asked(drawMug(), "stand")).toEqual(stand(drawMug()));
  });

  test.each([
    ["lie", "lies"],
    ["hang", "floats"],
    ["float", "floats"],
  ] as const)("“%s” gives the lower edge of a product no contact", (wanted, stance) => {
    const contact = asked(drawMug(), wanted);
    expect(contact.stance).toBe(stance);
    expect(contact.weight.every((weight) => weight === 0)).toBe(true);
  });
});
