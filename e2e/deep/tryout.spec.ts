// Guards that what a visitor tried is in the studio after signing up, and is made without the watermark.

import type { Page } from "@playwright/test";
import {
  callApi,
  chooseFiles,
  expect,
  expectAccessible,
  expectMade,
  pictures,
  sample,
  signUp,
  test,
} from "../support.ts";

test("after signing up, the studio has the picture and scene of a tryout and makes it without the watermark", async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto("/");
  await page.getByRole("link", { name: /Kitchen with lemons/ }).click();
  const scenes = page.getByRole("group", { name: "Scene to try" });
  await expect(scenes.getByRole("radio", { name: "Kitchen with lemons" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Use your own picture" })).toBeInViewport();
  const answered = page.waitForResponse("**/api/try?*");
  await page.locator("#try input[type=file]").setInputFiles(sample("camera"));
  await expect(page.getByRole("radio", { name: "Your picture" })).toBeChecked();
  let isMade = (await answered).status() === 200;
  await expect(async () => {
    if (isMade) return;
    const again = page.waitForResponse("**/api/try?*");
    await page.getByRole("button", { name: "Make the photo" }).click();
    isMade = (await again).status() === 200;
    expect(isMade).toBe(true);
  }).toPass({ timeout: 150_000 });
  const marked = page.getByRole("img", { name: "Your picture in the scene Kitchen with lemons" });
  await expect(marked).toBeVisible();
  const [markedLeft, markedRight] = await lowerCorners(page, (await marked.getAttribute("src")) ?? "");
  await expect(page.getByText("1 credit makes this photo without the watermark.")).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("tryout") !== null)).toBe(true);
  await signUp(page);
  await expect(pictures(page, "ready")).toHaveCount(1);
  await expect(page.getByRole("radio", { name: /Kitchen with lemons/ })).toBeChecked();
  const tried = page.getByRole("region", { name: "The photo that you tried" });
  await expect(tried).toContainText("makes it without the watermark, for 1 credit.");
  await expectAccessible(page);
  await page.getByTestId("generate").click();
  await expect(tried).toHaveCount(0);
  await expectMade(page);
  const { data } = await callApi(page, "generations");
  // The photo is the same but for the mark in its right corner.
  const [left, right] = await lowerCorners(page, data[0].result_url);
  expect(differenceOf(left, markedLeft)).toBeLessThan(4);
  expect(differenceOf(right, markedRight)).toBeGreaterThan(8);
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(2);
  await page.reload();
  await expect(pictures(page, "ready")).toHaveCount(2);
});

/** Brightness of the pixels in both lower corners of a photo, 300 × 60 each of 1024 × 768. */
async function lowerCorners(page: Page, url: string): Promise<[number[], number[]]> {
  return await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    const context = new OffscreenCanvas(1024, 768).getContext("2d");
    if (!context) throw new Error("there is no canvas");
    context.drawImage(image, 0, 0, 1024, 768);
    const greens = (left: number) =>
      [...context.getImageData(left, 768 - 70, 300, 60).data].filter((_, at) => at % 4 === 1);
    return [greens(0), greens(1024 - 300)];
  }, url);
}

function differenceOf(some: readonly number[], others: readonly number[]): number {
  return some.reduce((sum, value, at) => sum + Math.abs(value - (others[at] ?? 0)), 0) / some.length;
}
