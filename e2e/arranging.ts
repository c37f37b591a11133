import type { Locator, Page } from "@playwright/test";
import { bring, expect } from "./support.ts";

/** Opens the arrangement of the mug; returns its box once the product is found. */
export async function arrange(page: Page, press: "click" | "tap" = "click"): Promise<Locator> {
  await bring(page);
  await page.getByRole("button", { name: "Adjust" })[press]();
  const box = page.getByTestId("product-box");
  await expect(box).toBeVisible({ timeout: 120_000 });
  return box;
}

interface Point {
  x: number;
  y: number;
}

/** Drags the product by fractions of the frame, in steps like a user. */
export async function drag(page: Page, box: Locator, by: Point): Promise<void> {
  const [start, ...steps] = await pathOf(page, box, by);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const { x, y } of steps) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Drags like `drag`, with a finger: Playwright itself only taps. */
export async function dragByTouch(page: Page, box: Locator, by: Point): Promise<void> {
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

export async function numberOf(page: Page, name: string): Promise<number> {
  return Number(await page.getByRole("spinbutton", { name }).inputValue());
}
