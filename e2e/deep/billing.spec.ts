// Guards the prices and credits of upgrades, downgrades and of an order that is short of credits.

import { expectPlan, goBack, goForward, openPortal } from "../billing-pages.ts";
import { expect, expectAccessible, signUp, test } from "../support.ts";

test("an upgrade charges its shown price and grants credits immediately; a downgrade waits and can be undone", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signUp(page, "/billing");
  await page.getByRole("button", { name: "Choose Pro" }).click();
  await page.getByRole("button", { name: /good card/ }).click();
  await page.waitForURL(/\/billing\?done=paid/);
  await page.getByRole("link", { name: "Upgrade to Max" }).click();
  await expect(page.getByText("$79.00", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const pay = page.getByRole("button", { name: /^Pay \$50\.00 and upgrade$/ });
  await pay.click();
  await page.waitForURL(/\/billing\?done=upgraded/);
  await expectPlan(page, "Active", "1,200", "100");
  await page.getByRole("link", { name: "Receipt" }).first().click();
  await expect(page.getByRole("row", { name: /Max plan, rest of the period/ })).toContainText("$79.00");
  await expect(page.getByRole("row", { name: "Paid" })).toContainText("$50.00");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Billing" }).click();
  await page.getByRole("button", { name: "Switch to Starter" }).click();
  await page.getByRole("button", { name: "Confirm the change to Starter plan" }).click();
  await page.waitForURL(/\/billing\?done=back/);
  await expectPlan(page, "Active", "1,200", "100");
  await expect(page.getByText(/^Your plan changes to Starter on /)).toBeVisible();
  await page.getByRole("button", { name: "Keep Max" }).click();
  await page.waitForURL(/\/billing\?done=kept/);
  await expect(page.getByText(/^Your plan changes to/)).toHaveCount(0);
  await page.getByRole("button", { name: "Switch to Starter" }).click();
  await page.getByRole("button", { name: "Confirm the change to Starter plan" }).click();
  await page.waitForURL(/\/billing\?done=back/);
  await openPortal(page);
  await expect(page.getByText("Changes to Starter plan at the renewal.")).toBeVisible();
  await goForward(page);
  await goBack(page);
  await expectPlan(page, "Active", "100", "100");
});
