import type { Locator, Page } from "@playwright/test";
import { chooseFiles, expect, expectAccessible, pictures, sample, signUp, test } from "./support.ts";

test.use({ previews: "canvas" });
test.describe.configure({ timeout: 300_000 });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("arranging works by touch alone, and every group of options is accessible", async ({ page }) => {
    await signUp(page);
    const box = await arrange(page, "tap");
    await expect(box).toBeInViewport({ ratio: 0.9 });
    const before = await numberOf(page, "From left to right");
    await dragByTouch(page, box, { x: -0.2, y: 0 });
    await expect.poll(() => numberOf(page, "From left to right")).toBeLessThan(before - 10);
    await page.getByRole("button", { name: "Instagram profile" }).tap();
    await expect(page.getByTestId("safe-area")).toBeVisible();
    for (const group of ["Light", "Shadow", "Background", "Crop", "Place"]) {
      const tab = page.getByRole("tab", { name: group });
      await tab.tap();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      if (group === "Light" || process.env.TEST_TIER === "all") await expectAccessible(page);
    }
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  });
});

/** Opens the arrangement of the mug; returns its box once the product is found. */
async function arrange(page: Page, press: "click" | "tap" = "click"): Promise<Locator> {
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(1);
  await page.getByRole("button", { name: "Adjust" })[press]();
  const box = page.getByTestId("product-box");
  await expect(box).toBeVisible({ timeout: 120_000 });
  return box;
}

interface Point {
  x: number;
  y: number;
}

/** Drags like `drag`, with a finger: Playwright itself only taps. */
async function dragByTouch(page: Page, box: Locator, by: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [start, ...steps] = await pathOf(page, box, by);
  await touch("touchStart", [start]);
  for (const point of steps) await touch("touchMove", [point]);
  await touch("touchEnd", []);
}

/** From the middle of the product in six steps. */
async function pathOf(page: Page, box: Locator, by: Point): Promise<[Point, ...Point[]]> {
  const [from, frame] = [await box.boundingBox(), await page.getByTestId("preview").boundingBox()];
  if (!from || !frame) throw new Error("there is nothing to drag");
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const at = (part: number) => ({
    x: start.x + part * by.x * frame.width,
    y: start.y + part * by.y * frame.height,
  });
  return [start, ...[1, 2, 3, 4, 5, 6].map((step) => at(step / 6))];
}

async function numberOf(page: Page, name: string): Promise<number> {
  return Number(await page.getByRole("spinbutton", { name }).inputValue());
}
