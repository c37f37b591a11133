import { expectMiddle, tabTo } from "./mask-canvas.ts";
import { bring, expect, signUp, test } from "./support.ts";

test.describe.configure({ timeout: 300_000 });

test("a cut-out can be corrected by keyboard, and leaving with unsaved strokes requires a confirmation", async ({
  page,
}) => {
  await signUp(page);
  await bring(page, "candle");
  // Before any photo or cut-out is paid for.
  await page.getByRole("button", { name: "Cut-out" }).click();
  await page.getByRole("menuitem", { name: /^Correct the cut-out/ }).click();
  await expect(page.getByTestId("mask-canvas")).toBeVisible({ timeout: 60_000 });
  await tabTo(page, "mask-canvas");
  await page.keyboard.press("b");
  await expectMiddle(page, "there");
  await page.keyboard.press("Space");
  await expectMiddle(page, "erased");
  await page.keyboard.press("Control+z");
  await expectMiddle(page, "there");
  await page.keyboard.press("Control+Shift+z");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.goBack();
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "Continue correcting" }).click();
  await expect(page).toHaveURL(/\/studio\/mask/);
  await expect(page.getByTestId("mask-canvas")).toBeFocused();
  await page.getByRole("button", { name: "Close the editor" }).click();
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.waitForURL("/studio");
});
