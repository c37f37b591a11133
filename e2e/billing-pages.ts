import type { Page } from "@playwright/test";
import { expect } from "./support.ts";

/** Expects plan name, monthly credits and top-up credits on the billing page. */
export async function expectPlan(page: Page, label: string, monthly: string, topup: string): Promise<void> {
  await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expect(page.getByTestId("monthly")).toHaveText(monthly);
  await expect(page.getByTestId("topup")).toHaveText(topup);
}

export async function openPortal(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== "/billing") await page.goto("/billing");
  await page.getByRole("button", { name: "Manage payment" }).click();
  await expect(page.getByRole("heading", { name: "Your subscription" })).toBeVisible();
}

export async function goForward(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Advance to/ }).click();
  await expect(page.getByRole("status")).toHaveText("The clock was advanced.");
}

export async function goBack(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Return to the service" }).click();
  await page.waitForURL(/\/billing\?done=back/);
}
