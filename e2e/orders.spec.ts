import sharp from "sharp";
import { orderStyles, orders } from "./ordering.ts";
import {
  chooseFiles,
  deepTest,
  expect,
  expectedErrors,
  expectMade,
  fileInput,
  generations,
  pictures,
  sample,
  signUp,
  test,
} from "./support.ts";

test.describe.configure({ timeout: 300_000 });

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

deepTest(
  "a photo of a picture without a product fails, is refunded, and can be retried",
  async ({ page }) => {
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
    await expectMade(page);
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
  },
);
