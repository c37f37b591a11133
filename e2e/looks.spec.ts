import { saveLook } from "./saved-look.ts";
import { expect, expectAccessible, test } from "./support.ts";

test.describe.configure({ timeout: 240_000 });

test("a brand look can be saved, changed, chosen again and renamed", async ({ page }) => {
  const { panel, dialog, picker } = await saveLook(page);

  // Another scene counts as a change of the preset; returning to its scene does not.
  await panel.getByLabel("Describe the scene").fill("Slate");
  await expect(picker).toContainText("changed");
  await picker.getByRole("button", { name: /Warm marble/ }).click();
  await page.getByRole("menuitem", { name: "Back to “Warm marble”" }).click();
  await expect(panel.getByLabel("Describe the scene")).toHaveValue("Marble counter, warm evening light");
  await expect(picker).not.toContainText("changed");

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
