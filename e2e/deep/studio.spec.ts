// Guards: a photo in progress shows each of its steps, in order.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  expect,
  fileInput,
  generations,
  openOptions,
  pictures,
  sample,
  signUp,
  test,
  watchSteps,
} from "../support.ts";

test.describe.configure({ timeout: 300_000 });

test("a photo in progress shows its current step", async ({ page }) => {
  await signUp(page);
  await fileInput(page).setInputFiles([await unseen("camera"), await unseen("candle")]);
  await expect(pictures(page, "ready")).toHaveCount(2);
  await openOptions(page);
  // Photos so large that each step takes longer than the interval between two updates.
  await page.getByRole("radio", { name: /^4K/ }).check();
  await page.getByRole("checkbox", { name: "Make photos of candle.jpg" }).uncheck();
  await page.getByTestId("generate").click();
  await expect(page.getByRole("button", { name: /^Show Studio of camera\.jpg/ })).toBeVisible();
  await page.getByRole("checkbox", { name: "Make photos of candle.jpg" }).check();
  await page.getByRole("checkbox", { name: "Make photos of camera.jpg" }).uncheck();
  await page.getByTestId("generate").click();
  await expect(page.getByRole("button", { name: /^Show Studio of candle\.jpg/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const steps = await watchSteps(page);
  await expect(generations(page, "succeeded")).toHaveCount(2, { timeout: 120_000 });
  expect(await steps()).toEqual(["In line", "Cut-out", "Photo"]);
});

/** A bundled picture with unique bytes, so that no cut-out of it is cached. */
async function unseen(name: string) {
  const jpeg = await readFile(sample(name));
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 18]), randomBytes(16)]);
  const buffer = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  return { name: `${name}.jpg`, mimeType: "image/jpeg", buffer };
}
