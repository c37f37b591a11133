// Guards sessions that are ended from another device, and what requires the password.

import type { Page } from "@playwright/test";
import { expect, password, query, signIn, signUp, test } from "../support.ts";

test("changing the password, a key from an older session and deleting the account require the password", async ({
  page,
}) => {
  const person = await signUp(page, "/account");
  const next = "another long password";
  await changePassword(page, "not my password", next);
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await changePassword(page, password, next);
  await expect(page.getByText("Your password is changed")).toBeVisible();

  await query(
    `UPDATE session SET created_at = now() - interval '11 minutes'
     WHERE user_id = (SELECT id FROM "user" WHERE email = $1)`,
    [person.email],
  );
  await page.goto("/developers/keys");
  await page.getByLabel("Name").fill("shop");
  await page.getByLabel("Your password").fill("not my password");
  await page.getByRole("button", { name: "Create a key" }).click();
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await page.getByLabel("Your password").fill(next);
  await page.getByRole("button", { name: "Create a key" }).click();
  await expect(page.getByTestId("new-key")).toBeVisible();

  await page.goto("/account");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("not my password");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(next);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL("/");
  await expect(page.getByRole("link", { name: "Start free" })).toBeVisible();
  expect((await query(`SELECT 1 FROM "user" WHERE email = $1`, [person.email])).rowCount).toBe(0);
});

test("a session can be ended from another device", async ({ page, browser }) => {
  const person = await signUp(page);
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere.newPage();
  await other.goto("/sign-in");
  await signIn(other, person);
  await other.waitForURL("/studio");
  await page.goto("/account");
  await expect(page.getByText("This one")).toBeVisible();
  await page.getByRole("button", { name: /^End the session/ }).click();
  await expect(page.getByRole("button", { name: /^End the session/ })).toHaveCount(0);
  await other.goto("/studio");
  await expect(other).toHaveURL("/sign-in?next=%2Fstudio");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  await elsewhere.close();
});

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel("Current password").fill(current);
  await page.getByLabel("New password").fill(next);
  await page.getByRole("button", { name: "Change password" }).click();
}
