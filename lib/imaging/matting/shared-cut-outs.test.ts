import { mkdtemp, readdir, truncate } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { CutOut } from "../pixels/cut-out.ts";
import { RecentCutOuts } from "./recent-cut-outs.ts";
import { SharedCutOuts } from "./shared-cut-outs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "shared-cut-outs-"));
});

const box = { left: 1, top: 0, width: 1, height: 2 };
const around = { dark: { above: 0, beside: 0.25, below: 0.5 }, hasHorizon: null };
const cut: CutOut = {
  rgba: Uint8Array.from({ length: 24 }, (_, index) => index * 9),
  width: 2,
  height: 3,
  coverage: 0.4,
  box,
  around,
  unsureParts: [box],
  mayBeCutByFrame: true,
};

describe("cut-outs that processes share", () => {
  test("are read as they were written", async () => {
    await new SharedCutOuts(folder).write("mug", cut);
    const read = await new SharedCutOuts(folder).read("mug");
    expect({ ...read, rgba: [...(read?.rgba ?? [])] }).toEqual({ ...cut, rgba: [...cut.rgba] });
    expect(await new SharedCutOuts(folder).read("candle")).toBeNull();
  });

  test("are made once for two processes", async () => {
    let made = 0;
    const make = async () => {
      made += 1;
      return cut;
    };
    const room = { maxBytes: 1_000, maxEntries: 2 };
    for (let process = 0; process < 2; process += 1)
      await new RecentCutOuts(room, new SharedCutOuts(folder)).get(cut.rgba, {}, make);
    expect(made).toBe(1);
  });

  test("are missing when their file was cut short, or when the folder is gone", async () => {
    const shared = new SharedCutOuts(folder);
    await shared.write("mug", cut);
    const [name = ""] = await readdir(folder);
    for (const length of [0, 3, 20, 100]) {
      await truncate(path.join(folder, name), length);
      expect(await shared.read("mug")).toBeNull();
    }
    const gone = new SharedCutOuts(path.join(folder, "gone"));
    await gone.write("mug", cut);
    expect(await gone.read("mug")).toBeNull();
  });

  test("leave no more files and bytes than the room has, the most recently used ones", async () => {
    const shared = new SharedCutOuts(folder, { maxBytes: 1_000_000, maxFiles: 2 });
    for (const key of ["a", "b"]) await shared.write(key, cut);
    await shared.read("a");
    await shared.write("c", cut);
    expect(await Promise.all(["a", "b", "c"].map(async (key) => (await shared.read(key)) !== null))).toEqual([
      true,
      false,
      true,
    ]);
    const small = new SharedCutOuts(folder, { maxBytes: 300, maxFiles: 9 });
    await small.write("d", cut);
    expect(await readdir(folder)).toHaveLength(1);
  });
});
