import { describe, expect, test } from "vitest";
import { blurField, createField, type Field } from "./field.ts";
import { columnRange, createRowSampler } from "./sampling.ts";

function ramp(width: number, height: number): Field {
  const field = createField(width, height, 3);
  for (let i = 0; i < width * height; i++) field.data.set([i % width, Math.floor(i / width), 7], i * 3);
  return field;
}

describe("reading rows of a field", () => {
  test.each([8, 20, 64])("at width %i does not mix channels, even between two rows", (width) => {
    const sample = createRowSampler(ramp(8, 8), width, width);
    const row = new Float32Array(width * 3);
    for (const y of [0, width / 3, width / 2 - 0.25, width - 1]) {
      sample(y, row);
      for (let x = 0; x < width; x++) expect(row[x * 3 + 2]).toBe(7);
    }
  });

  test("interpolates an enlarged slope linearly", () => {
    const row = new Float32Array(32 * 3);
    createRowSampler(ramp(8, 8), 32, 32)(15.5, row);
    for (let x = 2; x < 30; x++) expect(row[x * 3]).toBeCloseTo((x + 0.5) / 4 - 0.5, 5);
    expect(row[1]).toBeCloseTo(3.5, 5);
  });

  test("writes only the requested range of columns", () => {
    const row = new Float32Array(32 * 3).fill(-1);
    createRowSampler(ramp(8, 8), 32, 32)(3, row, 10, 20);
    expect(row[9 * 3]).toBe(-1);
    expect(row[10 * 3]).toBeGreaterThanOrEqual(0);
    expect(row[20 * 3]).toBe(-1);
  });
});

describe("blurring a field", () => {
  test.each([
    [3, 3],
    [6, 0],
    [0, 5],
  ])("by %i, %i preserves the sum, and spreads a point by that standard deviation", (sigmaX, sigmaY) => {
    const field = createField(81, 81, 1);
    field.data[40 * 81 + 40] = 1;
    blurField(field, sigmaX, sigmaY);
    let [sum, spreadX, spreadY] = [0, 0, 0];
    field.data.forEach((value, i) => {
      sum += value;
      spreadX += value * ((i % 81) - 40) ** 2;
      spreadY += value * (Math.floor(i / 81) - 40) ** 2;
    });
    expect(sum).toBeCloseTo(1, 4);
    expect(Math.sqrt(spreadX)).toBeCloseTo(sigmaX, 0);
    expect(Math.sqrt(spreadY)).toBeCloseTo(sigmaY, 0);
  });

  test("leaves a uniform field uniform up to its edges", () => {
    const field = blurField({ ...createField(20, 10, 2), data: new Float32Array(400).fill(0.4) }, 4);
    for (const value of field.data) expect(value).toBeCloseTo(0.4, 5);
  });
});

test("columnRange finds the columns that differ from the given value", () => {
  const field = createField(10, 4, 3);
  field.data.fill(1);
  expect(columnRange(field, 1)).toEqual([0, 0]);
  field.data[(2 * 10 + 6) * 3] = 0.5;
  expect(columnRange(field, 1)).toEqual([0.5, 0.8]);
});
