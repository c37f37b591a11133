import type { Page } from "@playwright/test";
import { bringPreviewed, scenes } from "./previewing.ts";
import { deepTest, expect, openOptions, signUp, test } from "./support.ts";

test.describe.configure({ timeout: 300_000 });

test.describe("with previews of the service", () => {
  test.use({ previews: "canvas" });

  deepTest("Back closes the open panel or dialog, and then leaves the studio", async ({ page }) => {
    await signUp(page, "/account");
    await page.goto("/studio");
    await bringPreviewed(page, "mug");
    await page.getByRole("button", { name: "Adjust" }).click();
    await expect(page.getByTestId("product-box")).toBeVisible({ timeout: 60_000 });
    await page.goBack();
    await expect(page.getByTestId("product-box")).toBeHidden();
    await page.getByRole("button", { name: "Cut-out" }).click();
    await page.getByRole("menuitem", { name: /^Transparent file/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/studio$/);
    await page.goBack();
    await page.waitForURL(/\/account$/);
  });
});

for (const { device, width, height, order } of [
  { device: "a desktop", width: 1440, height: 900, order: ["prompt", "scene", "more"] },
  { device: "a phone", width: 390, height: 844, order: ["scene", "prompt", "more"] },
]) {
  test(`on ${device}, the studio has few controls, the Make button is at most twelve tabs away, and settings get the focus in visual order`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signUp(page);
    await bringPreviewed(page, "mug");
    if (device === "a desktop") expect(await countControls(page)).toBeLessThanOrEqual(20);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    const passed: { what: string; top: number }[] = [];
    const tabTo = async (wanted: string) => {
      for (let tabs = 1; tabs <= 12; tabs += 1) {
        await page.keyboard.press("Tab");
        const at = await focused(page);
        passed.push(at);
        if (at.what === wanted) return tabs;
      }
      throw new Error(`twelve tabs do not lead to ${wanted}: ${passed.map(({ what }) => what).join(", ")}`);
    };
    const toContent = await tabTo("Skip to content");
    await page.keyboard.press("Enter");
    const toMake = await tabTo("make");
    expect(toContent + toMake).toBeLessThanOrEqual(12);
    expect(passed.map(({ what }) => what)).toContain("Skip to scenes");
    const settings = passed.filter(({ what }) => order.includes(what));
    expect(settings.map(({ what }) => what)).toEqual(order);
    expect(settings).toEqual(settings.toSorted((one, other) => one.top - other.top));

    // Skips the pictures.
    await page.getByRole("link", { name: "Skip to scenes" }).focus();
    await page.keyboard.press("Enter");
    await tabTo("scene");
    await page.keyboard.press("ArrowRight");
    await expect(scenes(page).getByRole("radio", { name: "Amazon", exact: true })).toBeChecked();
    await expect(page.getByTestId("chosen-scene")).toHaveText("Amazon");

    expect(await visibleControls(page)).toBeLessThanOrEqual(40);
    await openOptions(page);
    expect(await visibleControls(page)).toBeLessThanOrEqual(60);
  });
}

/** Number of controls that the whole page shows, also those that a strip has scrolled away. */
function visibleControls(page: Page): Promise<number> {
  const controls = "a[href], button, input, select, textarea, summary, [role=radio], [role=option]";
  return page.locator(controls).evaluateAll(
    (all) =>
      all.filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
      }).length,
  );
}

/** Number of controls in the visible part of the page. */
function countControls(page: Page): Promise<number> {
  // A radio group counts once, because arrow keys move within it.
  return page.locator("main").evaluate((main) => {
    const isSeen = (element: Element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      return width > 1 && bottom > 0 && top < innerHeight;
    };
    const all = [
      ...main.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex]"),
    ];
    const focusable = all.filter((element) => element.tabIndex >= 0 && isSeen(element));
    const groups = focusable.flatMap((element) =>
      element instanceof HTMLInputElement && element.type === "radio" ? [element.name] : [],
    );
    return focusable.length - groups.length + new Set(groups).size;
  });
}

/** The focused element and its vertical position on the page. */
function focused(page: Page): Promise<{ what: string; top: number }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const isIn = (selector: string) => element.closest(selector) !== null;
    const what = () => {
      if (isIn("[data-testid=generate]")) return "make";
      if (isIn("[data-testid=scenes]") && element.getAttribute("aria-checked") === "true") return "scene";
      if (element instanceof HTMLTextAreaElement) return "prompt";
      if (element.textContent?.startsWith("More options")) return "more";
      return element.textContent ?? "";
    };
    return { what: what(), top: element.getBoundingClientRect().top + scrollY };
  });
}
