import type { Page } from "@playwright/test";
import sharp from "sharp";
import {
  chooseFiles,
  expect,
  expectAccessible,
  generations,
  pictures,
  sample,
  signUp,
  test,
} from "./support.ts";

test.describe.configure({ timeout: 300_000 });

test("a cut-out can be corrected by keyboard alone, and the photo is made again with it", async ({
  page,
}) => {
  await signUp(page);
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(1);
  await page.getByTestId("generate").click();
  await expect(generations(page, "succeeded")).toHaveCount(1, { timeout: 120_000 });
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
  await page.getByRole("button", { name: "Make 1 photo again 1 credit" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\/bat_/);
  await expect(page.locator("[data-testid=photo][data-status=succeeded]")).toHaveCount(1, {
    timeout: 120_000,
  });

  const [after = "", before = ""] = await page.evaluate(async () => {
    const { data } = await (await fetch("/api/v1/generations?operation=generate")).json();
    return data.map(({ result_url }: { result_url: string }) => result_url);
  });
  expect(await changeInMiddle(page, before, after)).toBeGreaterThan(15);
});

test("leaving the mask editor with unsaved strokes, by Back or by its button, requires a confirmation", async ({
  page,
}) => {
  await signUp(page);
  await chooseFiles(page, sample("candle"));
  await expect(pictures(page, "ready")).toHaveCount(1);
  // Before any photo or cut-out is paid for.
  await page.getByRole("button", { name: "Cut-out" }).click();
  await page.getByRole("menuitem", { name: /^Correct the cut-out/ }).click();
  await expect(page.getByTestId("mask-canvas")).toBeVisible({ timeout: 60_000 });
  await tabTo(page, "mask-canvas");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
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

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, testId: string): Promise<void> {
  const target = page.getByTestId(testId);
  for (let times = 0; times < 30; times += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${testId}`);
}

async function expectMiddle(page: Page, state: "there" | "erased"): Promise<void> {
  const canvas = page.getByTestId("mask-canvas");
  const brightness = () =>
    canvas.evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) return -1;
      const [x, y] = [Math.round(element.width / 2), Math.round(element.height / 2)];
      const { data } = element.getContext("2d")?.getImageData(x, y, 1, 1) ?? {};
      return Math.max(...(data?.slice(0, 3) ?? [-1]));
    });
  if (state === "there") await expect.poll(brightness).toBeGreaterThan(40);
  else await expect.poll(brightness).toBeLessThan(5);
}

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
