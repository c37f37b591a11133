// Guards the review of an order of ten: free remakes up to their share, corrections, and one ZIP of the approved.

import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { openOrder } from "../ordering.ts";
import { download, expect, expectAccessible, sample, screenshot, signUp, test, upload } from "../support.ts";

test.describe.configure({ timeout: 300_000 });

test("suspect photos are shown first, can be made again for free and approved, and one ZIP has the approved ones", async ({
  page,
}) => {
  await signUp(page, "/photos");
  const small = await sharp(sample("mug")).resize(400).jpeg().toBuffer();
  const mug = await upload(page, "mug.jpg", small);
  const candle = await upload(page, "candle.jpg", await readFile(sample("candle")));
  const many = Array.from({ length: 8 }, (_, seed) => ({ name: "candle", url: candle, seed }));
  await openOrder(page, [{ name: "mug", url: mug, seed: 0 }, { name: "mug", url: mug, seed: 1 }, ...many]);
  await expect(page.getByRole("heading", { name: "Check these 2" })).toBeVisible({ timeout: 120_000 });
  const queue = page.getByRole("region", { name: /^Check / });
  const suspects = queue.getByRole("listitem");
  await expect(suspects).toHaveCount(2);
  await expect(suspects.first()).toContainText("smaller in its picture than in the photo");
  await expectAccessible(page);
  await screenshot(page, "review");

  const before = await suspects.first().locator("img").getAttribute("src");
  await suspects.first().focus();
  await page.keyboard.press("m");
  await expect(suspects.first().getByRole("status")).toBeVisible();
  await expect(suspects.first().getByRole("status")).toBeHidden({ timeout: 60_000 });
  expect(await suspects.first().locator("img").getAttribute("src")).not.toBe(before);
  await page.keyboard.press("k");
  await expect(suspects).toHaveCount(1);
  await expect(page.getByTestId("balance")).toHaveText("90 credits");

  // The free remakes, a tenth of ten credits, are used up: a first correction is free even so, the next remake shows
  // its price.
  await suspects.first().getByRole("button", { name: "Fix" }).click();
  await page.getByRole("menuitem", { name: "Lying" }).click();
  await expect(suspects.first().getByRole("status")).toBeVisible();
  await expect(suspects.first().getByRole("status")).toBeHidden({ timeout: 60_000 });
  await expect(page.getByTestId("balance")).toHaveText("90 credits");
  await suspects.first().getByRole("button", { name: "Make again" }).click();
  await expect(suspects.first().getByRole("button", { name: "Make again 1 credit" })).toBeVisible();
  await suspects.first().getByRole("button", { name: "Not now" }).click();
  await suspects.first().getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Keep all 8" }).click();
  await expect(page.getByRole("button", { name: "Keep all 8" })).toBeHidden();

  const archive = await download(page, page.getByRole("link", { name: "Download approved" }));
  expect(Object.keys(unzipSync(archive.bytes))).toHaveLength(10);
  await page.reload();
  await expect(page.getByTestId("photo").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Check/ })).toBeHidden();
});
