import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNarrowAndWide,
  mailedLink,
  password,
  screenshot,
  signUp,
  test,
} from "./support.ts";

test.describe.configure({ timeout: 120_000 });

const entries = (page: Page) => page.getByTestId("activity");

async function makeKey(page: Page, name: string): Promise<void> {
  await page.goto("/developers/keys");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create a key" }).click();
  await expect(page.getByTestId("new-key")).toBeVisible();
}

test("the activity of an account shows each action and its actor, by kind, in English and German", async ({
  page,
}) => {
  await signUp(page, "/account");
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(entries(page).filter({ hasText: "Signed in" })).toContainText("You");
  await expect(entries(page).filter({ hasText: "Plan changed" })).toContainText("The service");
  await makeKey(page, "Shop-plugin-with-a-rather-long-name-that-a-phone-has-to-break-here");
  await page.goto("/account/activity");
  const made = entries(page).filter({ hasText: "API key created" });
  await expect(made).toContainText("Shop-plugin");
  await expect(made).toContainText("You");
  await expect(made).toContainText("from ");
  await screenshot(page, "activity");
  await expectNarrowAndWide(page);
  await page.getByRole("link", { name: "Keys and webhooks" }).click();
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Photos", exact: true }).last().click();
  await expect(page.getByText("Nothing here")).toBeVisible();
  await page.context().addCookies([{ name: "locale", value: "de", url: new URL("/", page.url()).href }]);
  await page.goto("/account/activity?kind=keys");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aktivität");
  await expect(entries(page)).toContainText("API-Schlüssel erstellt");
  // An invalid cursor and filter fall back to the newest entries.
  await page.goto("/account/activity?cursor=x&kind=nonsense");
  await expect(entries(page).first()).toBeVisible();
});

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
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.zip$/);
  await page.goto("/account/activity");
  await expect(entries(page).first()).toContainText("Export of your data downloaded");
});
