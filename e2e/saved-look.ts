import type { Page } from "@playwright/test";
import { bring, expect, makeLook, openOptions, signUp } from "./support.ts";

/** Signs up, chooses a lifestyle scene for the mug and saves it as the look “Warm marble”. */
export async function saveLook(page: Page) {
  await signUp(page);
  // Presets are offered to accounts that have one or have made a photo.
  await makeLook(page, { name: "Plain", settings: { style: "studio" } });
  await page.reload();
  await bring(page);
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
  return { panel, dialog, picker };
}
