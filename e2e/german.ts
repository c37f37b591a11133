import type { Page } from "@playwright/test";
import { expect } from "./support.ts";

export async function expectGerman(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
}

export async function chooseGermanInMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expectGerman(page);
}
