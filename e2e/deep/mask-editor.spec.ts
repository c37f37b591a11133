// Guards every key of the mask editor, and the photo that is made again with a corrected cut-out.

import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectMiddle, tabTo } from "../mask-canvas.ts";
import { bring, callApi, expect, expectAccessible, make, signUp, test } from "../support.ts";

test.describe.configure({ timeout: 300_000 });

test("a cut-out can be corrected by keyboard alone, and the photo is made again with it", async ({
  page,
}) => {
  await signUp(page);
  await bring(page);
  await make(page);
  await page.getByRole("button", { name: "More", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: /^Correct the cut-out/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/studio\/mask/);
  await expect(page.getByTestId("mask-canvas")).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await tabTo(page, "mask-canvas");

  // With a black background, the middle is black where it is erased.
  await page.keyboard.press("b");
  await expectMiddle(page, "there");
  await page.keyboard.press("f");
  for (let times = 0; times < 10; times += 1) await page.keyboard.press("]");
  await page.keyboard.press("Space");
  await expectMiddle(page, "erased");
  await page.keyboard.press("Control+z");
  await expectMiddle(page, "there");
  await page.keyboard.press("Control+Shift+z");
  await expectMiddle(page, "erased");
  await page.keyboard.press("r");
  await page.keyboard.press("Enter");
  await expectMiddle(page, "there");
  await page.keyboard.press("e");
  await page.keyboard.down("Space");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.up("Space");
  await expectMiddle(page, "erased");

  await page.keyboard.press("Control+s");
  await expect(page.getByRole("dialog", { name: "Make the photos of this picture again?" })).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(page);
  // The first remake with a corrected cut-out is free.
  await page.getByRole("button", { name: "Make 1 photo again free" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\/bat_/);
  await expect(page.locator("[data-testid=photo][data-status=succeeded]")).toHaveCount(1, {
    timeout: 120_000,
  });

  const { data } = await callApi(page, "generations?operation=generate");
  const [after, before] = data;
  expect(await changeInMiddle(page, before.result_url, after.result_url)).toBeGreaterThan(15);
});

/** Mean difference of the middle of two pictures, in levels of 0..255. */
async function changeInMiddle(page: Page, one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((url) => readMiddle(page, url)));
  if (!a || !b || a.length !== b.length) throw new Error("the photos are not of one size");
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

async function readMiddle(page: Page, url: string): Promise<Buffer> {
  const photo = sharp(await (await page.request.get(url)).body());
  const { width, height } = await photo.metadata();
  const [across, down] = [Math.round(width / 5), Math.round(height / 5)];
  return photo
    .extract({ left: 2 * across, top: 2 * down, width: across, height: down })
    .raw()
    .toBuffer();
}
