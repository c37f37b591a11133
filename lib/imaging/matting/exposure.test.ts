import { beforeEach, describe, expect, test, vi } from "vitest";
import { lookAgain } from "./exposure.ts";
import { segment } from "./network/index.ts";

vi.mock("./network/index.ts", async (original) => ({
  ...(await original<typeof import("./network/index.ts")>()),
  segment: vi.fn(),
}));

const size = { width: 64, height: 64 };
const count = size.width * size.height;

const picture = (value: number) => new Uint8Array(3 * count).fill(value);
/** Probabilities of which the upper part has one value, the rest none. */
const upTo = (share: number, value: number) =>
  Float32Array.from({ length: count }, (_, index) => (index < share * count ? value : 0));

describe("lookAgain", () => {
  const seen: number[] = [];

  function answer(second: Float32Array): void {
    vi.mocked(segment).mockImplementation(async (rgb) => {
      seen.push(rgb[0] ?? 0);
      return second;
    });
  }

  beforeEach(() => {
    seen.length = 0;
    vi.mocked(segment).mockReset();
  });

  test("looks at a darker copy of a light product in doubt, and takes what is surer", async () => {
    const second = upTo(0.5, 1);
    answer(second);
    expect(await lookAgain(picture(230), size, upTo(0.5, 0.5))).toBe(second);
    expect(seen).toEqual([Math.round(255 * (230 / 255) ** 2)]);
  });

  test("looks at a brighter copy of a dark product in doubt", async () => {
    answer(upTo(0.5, 1));
    await lookAgain(picture(30), size, upTo(0.5, 0.5));
    expect(seen).toEqual([Math.round(255 * (30 / 255) ** 0.5)]);
  });

  test("does not run the network again where it was certain, or found nothing", async () => {
    expect(await lookAgain(picture(230), size, upTo(0.5, 1))).toBeNull();
    expect(await lookAgain(picture(230), size, upTo(0, 0))).toBeNull();
    expect(segment).not.toHaveBeenCalled();
  });

  test.each([
    ["hardly surer", upTo(0.5, 0.6)],
    ["sure of a smaller area", upTo(0.1, 1)],
  ])("keeps the first look if the second is %s", async (_, second) => {
    answer(second);
    const first = upTo(0.5, 0.5).fill(1, 0, count / 4);
    expect(await lookAgain(picture(230), size, first)).toBeNull();
    expect(segment).toHaveBeenCalledTimes(1);
  });
});
