import { expect, type Page } from "@playwright/test";

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, testId: string): Promise<void> {
  const target = page.getByTestId(testId);
  for (let times = 0; times < 30; times += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${testId}`);
}

export async function expectMiddle(page: Page, state: "there" | "erased"): Promise<void> {
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
