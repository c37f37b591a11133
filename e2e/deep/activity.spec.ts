// Guards the export of an account: password, mailed link, download.

import type { Page } from "@playwright/test";
import {
  download,
  expect,
  expectAccessible,
  mailedLink,
  password,
  screenshot,
  signUp,
  test,
} from "../support.ts";

test.describe.configure({ timeout: 120_000 });

const entries = (page: Page) => page.getByTestId("activity");

test("an export of an account requires the password, is mailed as a link, and can be downloaded", async ({
  page,
}) => {
  const person = await signUp(page, "/account");
  await page.getByRole("button", { name: "Export my data" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Export my data" }).click();
  await expect(dialog).toContainText("This is not your current password.");
  await screenshot(page, "export-dialog");
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Export my data" }).click();
  await expect(async () => {
    await page.goto("/account");
    await expect(page.getByRole("link", { name: "Download" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const link = await mailedLink(person, /\/account\/export\/\S+/);
  await expect(page.getByRole("link", { name: "Download" })).toHaveAttribute("href", link);
  await screenshot(page, "export");
  await expectAccessible(page);
  const { name } = await download(page, page.getByRole("link", { name: "Download" }));
  expect(name).toMatch(/^account-\d{4}-\d\d-\d\d\.zip$/);
  await page.goto("/account/activity");
  await expect(entries(page).first()).toContainText("Export of your data downloaded");
});
