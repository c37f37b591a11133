import type { Page } from "@playwright/test";
import { chooseFiles, expect, pictures, sample } from "./support.ts";

export const scenes = (page: Page) => page.getByTestId("scenes");

/** Chooses pictures in the studio, until the preview of one shows. */
export async function bring(page: Page, ...names: string[]): Promise<void> {
  await chooseFiles(page, ...names.map(sample));
  await expect(pictures(page, "ready")).toHaveCount(names.length);
  await expect(page.getByTestId("preview")).toBeVisible({ timeout: 120_000 });
}
