// Guards previews of every scene and option, and the photo that a second click on a scene orders.

import type { Page } from "@playwright/test";
import { bringPreviewed, scenes } from "../previewing.ts";
import {
  callApi,
  chooseFiles,
  expect,
  expectAccessible,
  expectMade,
  generations,
  openOptions,
  pictures,
  sample,
  signUp,
  test,
} from "../support.ts";

test.describe.configure({ timeout: 300_000 });

const makeButton = (page: Page) => page.getByTestId("generate");

/** URL of the preview on the canvas. */
function previewSource(page: Page) {
  return page.getByTestId("preview").getAttribute("src");
}

test.describe("with pictures of scenes", () => {
  test.use({ previews: "real" });

  test("scenes and the tray show free previews, and a second click on a scene orders the photo of a single picture", async ({
    page,
  }) => {
    await signUp(page);
    await bringPreviewed(page, "mug");
    const made = scenes(page).locator("[role=radio][data-made=true]");
    await expect.poll(() => made.count(), { timeout: 120_000 }).toBeGreaterThan(1);
    const before = await previewSource(page);
    await page.getByRole("searchbox", { name: "Find a scene" }).fill("petal");
    const scene = scenes(page).getByRole("radio", { name: "Podium with rose petals" });
    await scene.click();
    await expect(page.getByText(/^Free preview: Podium with rose petals/)).toBeVisible();
    await expect.poll(() => previewSource(page), { timeout: 60_000 }).not.toBe(before);
    await expect(page.getByTestId("balance")).toHaveText("100 credits");
    await page.getByRole("button", { name: "Before and after" }).click();
    await expect(page.getByRole("slider", { name: /^Compare the picture before/ })).toBeVisible();
    await expectAccessible(page);

    await scene.click();
    await expectMade(page);
    await expect(page.getByTestId("balance")).toHaveText("99 credits");
    const { data } = await callApi(page, "generations?limit=1");
    expect(data[0]).toMatchObject({ scene: "podium-petals", resolution: "1K" });

    await chooseFiles(page, sample("candle"));
    await expect(pictures(page, "ready")).toHaveCount(2);
    for (const tile of await pictures(page).locator("img").all()) {
      await expect(tile).toHaveAttribute("src", /^data:image\/jpeg/, { timeout: 120_000 });
    }
    // A picture that was ordered is ordered along with new ones only if it is chosen again.
    const ordered = page.getByRole("checkbox", { name: "Make photos of mug.jpg" });
    await expect(ordered).not.toBeChecked();
    await ordered.check();
    await page.getByLabel("Category").selectOption("Suggestions");
    await scenes(page).getByRole("radio", { name: "Luxury", exact: true }).dblclick();
    await expect(makeButton(page)).toContainText("Make 2 photos");
    await expect(generations(page)).toHaveCount(1);
  });
});

test.describe("with previews of the service", () => {
  test.use({ previews: "canvas" });

  test("options change the preview on the canvas and remain open; brand looks are offered after the first photo", async ({
    page,
  }) => {
    await signUp(page);
    await expect(page.getByText("Where will you use it?")).toBeHidden();
    await bringPreviewed(page, "mug");
    const expectAnother = async (change: () => Promise<unknown>) => {
      const before = await previewSource(page);
      await change();
      await expect.poll(() => previewSource(page), { timeout: 60_000 }).not.toBe(before);
    };
    await expectAnother(() => page.getByLabel("Describe the scene").fill("sage green backdrop"));
    await openOptions(page);
    await expectAnother(() => page.getByRole("radio", { name: /^16:9/ }).check());
    const box = await page.getByTestId("preview").boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeGreaterThan(1.6);
    await page.getByRole("button", { name: "Adjust" }).click();
    await expectAnother(() => page.getByTestId("product-box").press("Shift+ArrowLeft"));
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await expect(page.getByTestId("look-picker")).toHaveCount(0);
    await page.getByRole("button", { name: "Where will you use it?" }).click();
    await page.getByRole("checkbox", { name: /^Etsy listing/ }).check();
    await expect(page.getByRole("radio", { name: /^16:9/ })).toHaveCount(0);
    await page.getByRole("checkbox", { name: /^Custom/ }).check();
    await makeButton(page).click();
    await expectMade(page);
    await expect(page.getByTestId("look-picker")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Where will you use it?")).toBeVisible();
  });
});
