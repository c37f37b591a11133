import { expect, test } from "vitest";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import { createField } from "#lib/imaging/pixels/field.ts";
import { percentile } from "#lib/imaging/pixels/numbers.ts";
import { findContact } from "#lib/imaging/renderer/product/find-contact.ts";
import { styleDefinitions } from "#lib/imaging/renderer/styles/index.ts";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { relightProduct } from "./relight.ts";

test("a black frame of thin bars stays black on a light backdrop", async () => {
  const bar = (at: number) => Math.abs((at % 75) - 37) < 5;
  const frame = drawCutOut(320, 320, (x, y) =>
    x >= 10 && x < 310 && y >= 10 && y < 310 && (bar(x) || bar(y)) ? [20, 20, 20, 255] : null,
  );
  const size = { width: 512, height: 512 };
  const request = { style: "studio", prompt: null, aspectRatio: "1:1", resolution: "1K", ...size } as const;
  const { rgb, boundingBox } = await makePixels(frame, request, { design: size, cells: 64 });
  const box = boundingBox ?? { left: 0, top: 0, width: 0, height: 0 };
  const codes: number[] = [];
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const [u, v] = [(x - box.left) * (300 / box.width), (y - box.top) * (300 / box.height)];
      const inside = (at: number) => Math.abs(((at + 10) % 75) - 37) < 2.5;
      if (inside(u) || inside(v)) codes.push(rgb[(y * size.width + x) * 3 + 1] ?? 0);
    }
  }
  expect(percentile(codes, 0.5)).toBeLessThan(34);
});

test("lamps at the sides color the edges that face them, and leave the middle as it is", () => {
  const [width, height] = [240, 300];
  const [color, alpha] = [createField(width, height, 3), createField(width, height, 1)];
  for (let i = 0; i < width * height; i++) {
    const isIn = i % width >= 10 && i % width < 230 && i >= 10 * width && i < 290 * width;
    alpha.data[i] = isIn ? 1 : 0;
    color.data.fill(isIn ? 0.3 : 0, i * 3, i * 3 + 3);
  }
  const product = {
    color,
    alpha,
    contact: findContact(alpha),
    frame: { width: 600, height: 600, left: 180, top: 150 },
  };
  const around = createField(8, 8, 3);
  const { scene } = styleDefinitions.studio;
  const ground = [0.2, 0.2, 0.2] as const;
  const [right, up, left, down] = [
    [1.5, 0.7, 0.7] as const,
    [1, 1, 1] as const,
    [0.7, 0.7, 1.5] as const,
    [1, 1, 1] as const,
  ];
  const plain = relightProduct(product, scene, { ground, around }).gain;
  const lit = relightProduct(product, scene, { ground, around, sides: [right, up, left, down] }).gain;
  const change = (x: number, c: number) => {
    const at = (75 * lit.width + x) * 3 + c;
    return (lit.data[at] ?? 0) / (plain.data[at] ?? 1);
  };
  expect([change(60, 0), change(60, 2)]).toEqual([1, 1]);
  expect(change(113, 0)).toBeGreaterThan(1.15);
  expect(change(113, 2)).toBeLessThan(0.9);
  expect(change(6, 2)).toBeGreaterThan(1.15);
});
