import type { Page } from "@playwright/test";
import { expect, expectNarrowAndWide, screenshot, signUp, test } from "./support.ts";

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
