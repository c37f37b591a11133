import { describe, expect, test } from "vitest";
import type { PictureInput } from "#lib/images/picture.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { RecentCutOuts } from "./recent-cut-outs.ts";

const picture = (name: string) => new TextEncoder().encode(name);

function maker(sizeBytes: number) {
  const made: string[] = [];
  const make = async (image: PictureInput): Promise<CutOut> => {
    made.push(typeof image === "string" ? image : new TextDecoder().decode(image));
    const box = { left: 0, top: 0, width: 1, height: 1 };
    return { rgba: new Uint8Array(sizeBytes), width: 1, height: 1, coverage: 1, box };
  };
  return { made, make };
}

describe("RecentCutOuts", () => {
  test("makes a cut-out once for the same bytes and options, and again for other options", async () => {
    const recent = new RecentCutOuts({ maxBytes: 150_000_000, maxEntries: 12 });
    const { made, make } = maker(4);
    const first = await recent.get(picture("a"), {}, make);
    expect(await recent.get(picture("a"), {}, make)).toBe(first);
    await recent.get(picture("a"), { maxSide: 9 }, make);
    expect(made).toEqual(["a", "a"]);
  });

  test("evicts the least recently used cut-out beyond twelve entries", async () => {
    const recent = new RecentCutOuts({ maxBytes: 150_000_000, maxEntries: 12 });
    const { made, make } = maker(4);
    const twelve = [..."abcdefghijkl"];
    for (const name of [...twelve, "a", "m", "a", "b"]) await recent.get(picture(name), {}, make);
    expect(made).toEqual([...twelve, "m", "b"]);
  });

  test("holds 150 MB at most", async () => {
    const recent = new RecentCutOuts({ maxBytes: 150_000_000, maxEntries: 12 });
    const { made, make } = maker(80_000_000);
    for (const name of ["a", "b", "a"]) await recent.get(picture(name), {}, make);
    expect(made).toEqual(["a", "b", "a"]);
  });
});
