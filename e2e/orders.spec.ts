import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import sharp from "sharp";
import {
  chooseFiles,
  expect,
  expectAccessible,
  expectedErrors,
  expectNarrowAndWide,
  fileInput,
  generations,
  openOptions,
  pictures,
  sample,
  signUp,
  test,
} from "./support.ts";

test.describe.configure({ timeout: 300_000 });

const orders = (page: Page) => page.getByTestId("order");

/** Orders small photos of the mug and the candle in the given styles: four in two styles, six in three. */
async function orderStyles(page: Page, ...styles: RegExp[]): Promise<void> {
  await chooseFiles(page, sample("mug"), sample("candle"));
  await expect(pictures(page, "ready")).toHaveCount(2);
  await openOptions(page);
  await page.getByRole("button", { name: "Several: style" }).click();
  for (const style of styles) await page.getByRole("checkbox", { name: style }).check();
  const photos = 2 * (1 + styles.length);
  await expect(page.getByTestId("generate")).toContainText(`Make ${photos} photos`);
  await expect(page.getByText(`2 pictures × ${1 + styles.length} styles`)).toBeVisible();
  await page.getByTestId("generate").click();
  await expect(generations(page)).toHaveCount(photos);
}

test("two pictures in two styles are one order, whose progress two browsers show, and one ZIP", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  await orderStyles(page, /^Luxury/);
  await expect(page.getByTestId("balance")).toHaveText("96 credits");
  await expect(page.getByTestId("order-progress")).toContainText(/^\d of 4, (about \d+ s left|almost done)/);

  const other = await browser.newContext({
    storageState: await page.context().storageState(),
    ...(baseURL && { baseURL }),
  });
  const elsewhere = await other.newPage();
  await elsewhere.goto("/studio");
  await expect(generations(elsewhere)).toHaveCount(4);
  await page.reload();
  await expect(generations(page, "succeeded")).toHaveCount(4, { timeout: 120_000 });
  await expect(generations(elsewhere, "succeeded")).toHaveCount(4);
  await other.close();

  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download all" }).click(),
  ]);
  const files = unzipSync(await readFile(await archive.path()));
  expect(Object.keys(files).sort()).toEqual([
    "candle_luxury_1k.jpg",
    "candle_studio_1k.jpg",
    "mug_luxury_1k.jpg",
    "mug_studio_1k.jpg",
  ]);
  for (const bytes of Object.values(files)) expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);

  await page.goto("/photos/orders");
  await expectNarrowAndWide(page);
  await orders(page)
    .getByRole("link", { name: /^mug and 1 more/ })
    .click();
  await page.waitForURL(/\/orders\/bat_/);
  await expect(page.locator("[data-testid=photo][data-status=succeeded]")).toHaveCount(4);
  await expect(page).toHaveTitle(/^Order\b/);
  await expectNarrowAndWide(page);
  await page.getByRole("button", { name: /^Details of mug, Luxury photo/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Another style" }).click();
  await page.waitForURL("/studio");
  await expect(page.getByTestId("picture")).toHaveCount(2);
  await expect(page.getByText("2 of 2 chosen")).toBeVisible();
});

test("waiting photos can be canceled, one or all of them, and are refunded", async ({ page }) => {
  await signUp(page, "/photos/orders");
  await expect(page.getByText("No orders yet")).toBeVisible();
  await page.goto("/studio");
  await orderStyles(page, /^Luxury/, /^Lifestyle/);
  await expect(page.getByTestId("balance")).toHaveText("94 credits");
  await page.getByRole("button", { name: "Cancel Lifestyle of candle.jpg" }).click();
  await expect(generations(page)).toHaveCount(5);
  await expect(page.getByTestId("balance")).toHaveText("95 credits");
  await page.getByRole("button", { name: /^Cancel \d waiting$/ }).click();
  await expect(generations(page, "queued")).toHaveCount(0);
  await expect(generations(page, "running")).toHaveCount(0, { timeout: 120_000 });
  const made = await generations(page, "succeeded").count();
  expect(made).toBeLessThan(5);
  await expect(page.getByTestId("balance")).toHaveText(`${100 - made} credits`);
  const done = made > 0 ? `${made} done, ` : "";
  await expect(page.getByTestId("order-progress")).toHaveText(`${done}${6 - made} canceled`);
  await page.goto("/photos/orders");
  await expect(orders(page)).toContainText("Canceled");
  await expect(orders(page)).toContainText(new RegExp(`${made} credits?, ${6 - made} refunded`));
});

test("a photo of a picture without a product fails, is refunded, and can be retried", async ({ page }) => {
  await signUp(page);
  // The scene previews find no product either.
  expectedErrors.push("400 (Bad Request)");
  const white = sharp({ create: { width: 640, height: 640, channels: 3, background: "#fff" } });
  const buffer = await white.png().toBuffer();
  await fileInput(page).setInputFiles([{ name: "blank.png", mimeType: "image/png", buffer }]);
  // The first picture replaces the file input with another one.
  await expect(pictures(page)).toHaveCount(1);
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(2);
  await page.getByTestId("generate").click();
  await expect(generations(page, "failed")).toHaveCount(1, { timeout: 120_000 });
  await expect(generations(page, "succeeded")).toHaveCount(1, { timeout: 120_000 });
  await expect(page.getByTestId("balance")).toHaveText("99 credits");
  await expect(page.getByTestId("order-progress")).toHaveText("1 done, 1 failed");
  await page.getByRole("button", { name: /^Show Studio of blank\.png, failed/ }).click();
  await expect(page.getByText("Its credits were refunded.")).toBeVisible();
  const [again] = await Promise.all([
    page.waitForResponse("**/retry"),
    page.getByRole("button", { name: "Try again" }).click(),
  ]);
  expect(again.status()).toBe(202);
  expect((await again.json()).counts).toMatchObject({ total: 2, succeeded: 1, failed: 0 });
  await expect(generations(page, "failed")).toHaveCount(1, { timeout: 120_000 });
  await expect(page.getByTestId("balance")).toHaveText("99 credits", { timeout: 120_000 });
});
