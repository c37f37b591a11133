import { describe, expect, test } from "vitest";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { shadeGround } from "#lib/imaging/renderer/light/ground-shadow.ts";
import { reflectProduct } from "#lib/imaging/renderer/light/reflection.ts";
import { createStage } from "#lib/imaging/renderer/set/stage.ts";
import { styleDefinitions } from "#lib/imaging/renderer/styles/index.ts";
import { alphaOf, drawMug } from "#lib/testing/imaging/drawn-products.ts";
import { seededRandom } from "#lib/testing/random.ts";
import type { ProductInFrame } from "./contact.ts";
import { contactShadow } from "./contact-shadow.ts";
import { findContact } from "./find-contact.ts";

function coverage(width: number, height: number, covered: (x: number, y: number) => boolean): Field {
  const field = createField(width, height, 1);
  for (let i = 0; i < field.data.length; i++)
    field.data[i] = covered(i % width, Math.floor(i / width)) ? 1 : 0;
  return field;
}

function stool(): Field {
  return coverage(300, 300, (x, y) => y < 40 || (x % 130 < 16 && y < (x > 100 && x < 200 ? 300 : 270)));
}

/** One jar in front on the left, and one `back` rows further back on the right. */
function pairOfJars(back: number): Field {
  return coverage(300, 300, (x, y) => {
    const isRight = x > 150;
    const across = (x + 0.5 - (isRight ? 240 : 60)) / 50;
    const foot = (isRight ? 290 - back : 290) + 8 * Math.sqrt(Math.max(0, 1 - across * across));
    return Math.abs(across) < 1 && y > foot - 120 && y < foot;
  });
}

describe("contact with the ground", () => {
  test("a mug touches the ground with its foot but not with its handle", () => {
    const contact = findContact(alphaOf(drawMug()));
    expect(contact.weight[90]).toBeGreaterThan(0.95);
    expect(contact.weight[200]).toBe(0);
    expect(contact.upright).toBe(true);
  });

  test("the camera's pitch is estimated from the curve of a round foot", () => {
    // The foot is an ellipse with half axes 90 and 18.
    expect(findContact(alphaOf(drawMug())).pitchSin).toBeGreaterThan(0.14);
    expect(findContact(alphaOf(drawMug())).pitchSin).toBeLessThan(0.24);
  });

  test("every leg of a stool touches the ground, even those further back, and nothing between them does", () => {
    const { weight } = findContact(stool());
    for (const leg of [8, 138, 268]) expect(weight[leg]).toBeGreaterThan(0.5);
    for (const gap of [70, 200]) expect(weight[gap]).toBe(0);
  });

  test("a ball touches the ground in one place only", () => {
    const { weight } = findContact(coverage(200, 200, (x, y) => Math.hypot(x - 99.5, y - 99.5) < 100));
    expect(weight[100]).toBeGreaterThan(0.9);
    expect(weight[40]).toBeLessThan(0.05);
  });

  test("the steps of a steep side are not feet: the ground under a wire bowl is level", () => {
    const wires = coverage(400, 300, (x, y) => {
      const across = Math.abs(x - 199.5);
      // Each wire ends a little above its inner neighbor.
      const steps = 5 * Math.floor(Math.max(0, across - 40) / 3);
      return y < 290 - steps;
    });
    const { foot } = findContact(wires);
    expect(Math.max(...foot) - Math.min(...foot)).toBeLessThan(12);
  });

  test("products at different depths each have their own ground line", () => {
    const { weight, foot, groundY, backY } = findContact(pairOfJars(80));
    for (const jar of [60, 240]) expect(weight[jar]).toBeGreaterThan(0.9);
    expect(weight[150]).toBe(0);
    expect((foot[60] as number) - (foot[240] as number)).toBeCloseTo(80, -1);
    expect(groundY - backY).toBeCloseTo(80, -1);
  });

  test.each([
    ["wider than", 41],
    ["beside", 180],
  ])("a lid in the air, %s its jar, does not touch the ground and adds no second ground line", (_, left) => {
    const isJar = (x: number, y: number) => x > 40 && x < 120 && y > 100;
    const { weight, apart, backY, groundY } = findContact(
      coverage(300, 300, (x, y) => isJar(x, y) || (x >= left && x < 260 && y < 60)),
    );
    expect(weight[80]).toBeGreaterThan(0.9);
    expect([weight[150], weight[200], weight[240]]).toEqual([0, 0, 0]);
    expect([apart, backY]).toEqual([[], groundY]);
  });

  test("an empty picture has no contact, and does not throw", () => {
    expect(findContact(createField(20, 20, 1)).weight.every((w) => w === 0)).toBe(true);
  });
});

describe("shadow and reflection", () => {
  const frame = { width: 600, height: 600, left: 160, top: 200 };

  function standing(alpha = alphaOf(drawMug())): ProductInFrame {
    const color = createField(alpha.width, alpha.height, 3);
    color.data.fill(0.5);
    return { color, alpha, contact: findContact(alpha), frame };
  }

  const stageOf = ({ alpha, contact }: ProductInFrame) =>
    createStage(frame, { ...frame, width: alpha.width, height: alpha.height }, contact);

  test("the contact shadow begins at the outline, never above it", () => {
    const contact = findContact(alphaOf(drawMug()));
    const shadow = contactShadow(contact, frame, { reach: 4, pitchSin: contact.pitchSin });
    let darkAbove = 0;
    for (let x = 0; x < contact.bottom.length; x++) {
      const edge = Math.max(0, (contact.bottom[x] as number) + frame.top);
      for (let y = 0; y < edge - 4; y++) darkAbove += shadow.data[y * frame.width + x + frame.left] as number;
    }
    expect(darkAbove).toBe(0);
  });

  test("the ground that shows between two lugs of a receding sole is darker than that in front of them", () => {
    const front = (x: number) => 100 + 0.2 * x;
    const isNotch = (x: number) => x >= 140 && x <= 160;
    const sole = coverage(300, 180, (x, y) => y < front(x) - (isNotch(x) ? 12 : 0));
    const contact = findContact(sole);
    const { data } = contactShadow(contact, frame, { reach: 4, pitchSin: 0.3 });
    const below = (x: number, rows: number) =>
      data[(Math.round(front(x)) + rows + frame.top) * frame.width + x + frame.left] as number;
    expect(below(150, -6)).toBeGreaterThan(0.5);
    expect(below(150, -6)).toBeGreaterThan(1.5 * below(80, 6));
    expect(below(80, 6)).toBeGreaterThan(2 * below(80, 36));
  });

  test("fur casts no streaks: the ground before a ragged edge darkens evenly", () => {
    const random = seededRandom(11);
    const tufts = Array.from({ length: 300 }, () => 6 * random());
    const fur = coverage(300, 200, (x, y) => y < 180 + (tufts[Math.floor(x)] as number) && (x + y) % 7 > 0.5);
    const { data } = contactShadow(findContact(fur), frame, { reach: 4, pitchSin: 0.6 });
    for (const rows of [12, 24, 40]) {
      const at = (x: number) => data[(186 + rows + frame.top) * frame.width + x + frame.left] as number;
      const steps = Array.from({ length: 200 }, (_, x) => Math.abs(at(x + 51) - at(x + 50)));
      expect(Math.max(...steps), `${rows} rows below`).toBeLessThan(0.02);
    }
  });

  test("what hangs high above the ground does not darken it", () => {
    const lamp = coverage(
      300,
      200,
      (x, y) => (y > 150 && x < 200) || (x > 230 && y < 40) || (y < 10 && x > 50),
    );
    const { data } = contactShadow(findContact(lamp), frame, { reach: 4, pitchSin: 0.3 });
    const below = Array.from(
      { length: 200 },
      (_, y) => data[(y + frame.top) * frame.width + 265 + frame.left],
    );
    expect(Math.max(...(below as number[]))).toBe(0);
  });

  test.each(["luxury", "lifestyle"] as const)("in style %s nothing behind the table is shaded", (style) => {
    const mug = standing();
    const stage = stageOf(mug);
    const shade = shadeGround(mug, styleDefinitions[style].scene, { ground: [0.5, 0.4, 0.3], stage });
    expect(shade?.top).toBeGreaterThanOrEqual(Math.floor(stage.edgeY));
    expect(shade?.field.data.some((factor) => factor < 0.6)).toBe(true);
  });

  test.each([80, 140])(
    "a product that stands %i rows further back has its shadow at its own foot",
    (back) => {
      const jars = standing(pairOfJars(back));
      const shade = shadeGround(jars, styleDefinitions.studio.scene, {
        ground: [0.8, 0.8, 0.8],
        stage: stageOf(jars),
      });
      const at = (x: number, y: number) =>
        shade?.field.data[((y + frame.top - shade.top) * frame.width + x + frame.left) * 3] ?? 1;
      expect(at(240, 301 - back)).toBeLessThan(0.65);
    },
  );

  test("shadows only remove light", () => {
    const mug = standing();
    const shade = shadeGround(mug, styleDefinitions.studio.scene, {
      ground: [0.8, 0.8, 0.8],
      stage: stageOf(mug),
    });
    expect(shade?.field.data.every((factor) => factor >= 0 && factor <= 1)).toBe(true);
  });

  test("a scene with shadow 0 has no shadow", () => {
    const mug = standing();
    const scene = { ...styleDefinitions.studio.scene, shadow: 0 };
    expect(shadeGround(mug, scene, { ground: [1, 1, 1], stage: stageOf(mug) })).toBeNull();
  });

  test("the mirror image begins at the outline of the foot", () => {
    const mug = standing();
    const { contact } = mug;
    const { field, top } = reflectProduct(mug, styleDefinitions.luxury.scene) ?? expect.fail();
    for (let x = 0; x < field.width; x++) {
      const column = Math.round((x + 0.5) * 2 - 0.5) - frame.left;
      const mirror = contact.mirror[column] ?? 0;
      for (let y = 0; y < field.height; y++) {
        const above = mirror + frame.top - (top + y * 2);
        if (above > 16) expect(field.data[(y * field.width + x) * 4 + 3]).toBeLessThan(0.02);
      }
    }
    const under = Math.round((contact.lowestY + frame.top + 12 - top) / 2);
    expect(field.data[(under * field.width + Math.round((90 + frame.left) / 2)) * 4 + 3]).toBeGreaterThan(
      0.2,
    );
  });
});
