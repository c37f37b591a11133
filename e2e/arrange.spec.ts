import { arrange, dragByTouch, numberOf } from "./arranging.ts";
import { expect, expectAccessible, signUp, test } from "./support.ts";

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
