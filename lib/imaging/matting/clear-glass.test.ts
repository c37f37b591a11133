import { expect, test } from "vitest";
import { sampleFile } from "#lib/testing/imaging/labels.ts";
import { listStances, readCutOut, readStance } from "#lib/testing/imaging/stances.ts";
import { cutOutYardstick, listYardstick } from "#lib/testing/imaging/yardstick.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { findClearGlass } from "./clear-glass.ts";

const yardstick = async (name: string) => {
  const picture = (await listYardstick()).find((one) => one.name === name);
  if (!picture) throw new Error(`the yardstick has no ${name}`);
  return await cutOutYardstick(picture);
};
const sample = (name: string) => readCutOut(sampleFile(name), sampleFile(name, "alpha.png"));

test("clear glass is found where it shows the ground, and its box lies in the product", async () => {
  const cut = await sample("perfume");
  const box = findClearGlass(cut);
  if (box === null) throw new Error("no clear glass was found");
  expect(box.left).toBeGreaterThanOrEqual(cut.box.left);
  expect(box.top).toBeGreaterThan(cut.box.top + 0.2 * cut.box.height);
  expect(box.left + box.width).toBeLessThanOrEqual(cut.box.left + cut.box.width);
  expect(box.top + box.height).toBeLessThanOrEqual(cut.box.top + cut.box.height);
});

test("no opaque product counts as clear glass: white ones, black ones, metal, a camera, lace", async () => {
  const seeThrough = ["spectacles", "oil-bottle", "iced-tea", "organza-bag"];
  const all = (await listYardstick()).map(({ name }) => name).filter((name) => !seeThrough.includes(name));
  for (const name of rowsOf(all, ["white-mug", "white-lamp", "lace-fan"])) {
    expect(findClearGlass(await yardstick(name)), name).toBeNull();
  }
  const samples = ["beanie", "camera", "candle", "desklamp", "lotion", "mokapot", "mug"];
  for (const name of rowsOf(samples, ["candle", "camera"]))
    expect(findClearGlass(await sample(name)), name).toBeNull();
  const stances = (await listStances()).map(({ name }) => name);
  for (const name of rowsOf(stances, ["headphones", "plate"])) {
    expect(findClearGlass(await readStance(name)), name).toBeNull();
  }
});

test("a picture that shows no ground has no clear glass", async () => {
  expect(findClearGlass({ ...(await sample("perfume")), around: undefined })).toBeNull();
});
