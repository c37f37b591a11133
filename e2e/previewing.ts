import type { Page } from "@playwright/test";
import { bring, expect } from "./support.ts";

export const scenes = (page: Page) => page.getByTestId("scenes");

/** Chooses pictures in the studio, until the preview of one shows. */
export async function bringPreviewed(page: Page, ...names: string[]): Promise<void> {
  await bring(page, ...names);
  await expect(page.getByTestId("preview")).toBeVisible({ timeout: 120_000 });
}
