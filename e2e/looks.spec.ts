import type { Request } from "@playwright/test";
import {
  chooseFiles,
  expect,
  expectAccessible,
  generations,
  makeLook,
  openOptions,
  pictures,
  sample,
  signUp,
  test,
} from "./support.ts";

test.describe.configure({ timeout: 240_000 });

const isOrder = (request: Request) => request.method() === "POST" && request.url().endsWith("/batches");

test("a brand look can be saved, ordered for two marketplaces, and renamed", async ({ page }) => {
  await signUp(page);
  // Presets are offered to accounts that have one or have made a photo.
  await makeLook(page, { name: "Plain", settings: { style: "studio" } });
  await page.reload();
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(1, { timeout: 60_000 });
  await openOptions(page);
  const panel = page.getByRole("region", { name: "Settings" });
  await panel.getByRole("radio", { name: /^Lifestyle/ }).check();
  await panel.getByLabel("Describe the scene").fill("Marble counter, warm evening light");
  await panel.getByRole("button", { name: "Save as look" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Warm marble");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const picker = page.getByTestId("look-picker");
  await expect(picker).toContainText("Warm marble");
  await expect(picker).not.toContainText("changed");

  // Another scene counts as a change of the preset; returning to its scene does not.
  await panel.getByLabel("Describe the scene").fill("Slate");
  await expect(picker).toContainText("changed");
  await picker.getByRole("button", { name: /Warm marble/ }).click();
  await page.getByRole("menuitem", { name: "Back to “Warm marble”" }).click();
  await expect(panel.getByLabel("Describe the scene")).toHaveValue("Marble counter, warm evening light");
  await expect(picker).not.toContainText("changed");

  await panel.getByRole("checkbox", { name: /^Amazon main image, 2000 by 2000 pixels, 2 credits/ }).check();
  await panel.getByRole("checkbox", { name: /^Instagram square/ }).check();
  const make = page.getByTestId("generate");
  await expect(make).toContainText("Make 2 photos");
  await expect(make).toContainText("4 credits");
  await expect(panel).toContainText("2 places");
  const sent = page.waitForRequest(isOrder);
  await make.click();
  const order = (await sent).postDataJSON();
  expect(order.title).toContain("Warm marble");
  expect(order.items.map(({ custom_id }: { custom_id: string }) => custom_id)).toEqual([
    "mug_lifestyle_amazon",
    "mug_lifestyle_instagram-square",
  ]);
  for (const { request } of order.items)
    expect(request).toMatchObject({ look: expect.stringMatching(/^look_/), reuse: true });
  await expect(generations(page, "succeeded")).toHaveCount(2, { timeout: 180_000 });

  await page.goto("/photos");
  await page
    .getByRole("button", { name: /Lifestyle/ })
    .first()
    .click();
  const check = page.getByTestId("marketplace-check");
  await expect(check.getByRole("combobox")).not.toHaveValue("");
  await check.getByRole("combobox").selectOption("amazon");
  await expect(check).toContainText("Amazon main image would refuse it");
  await expect(check).toContainText("The background is not pure white");
  await check.getByRole("combobox").selectOption("instagram_square");
  await expect(check).toContainText("Nothing that Instagram square would refuse");
  await expectAccessible(page);

  await page.goto("/looks");
  const look = page.getByTestId("look");
  await expect(look).toHaveCount(2);
  await expect(look.filter({ hasText: "Warm marble" })).toContainText("Lifestyle");
  await look.getByRole("button", { name: "More for “Warm marble”" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await dialog.getByLabel("Name").fill("Marble at dusk");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(look.filter({ hasText: "Marble at dusk" })).toHaveCount(1);
  await expectAccessible(page);
});
