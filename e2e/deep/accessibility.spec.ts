// Guards: every page outside the account is accessible in both themes and fits a phone, in English and in German.
import { documentPages } from "#lib/contract/sections.ts";
import { expect, expectPagesAccessible, signUp, test } from "../support.ts";

test.describe.configure({ timeout: 300_000 });

const forms = ["/sign-in", "/sign-up", "/forgot-password", "/reset-password?token=x"];
for (const path of ["/", "/none", ...forms, ...documentPages]) {
  test(`axe finds nothing on ${path}, and a phone does not scroll sideways`, ({ page }) =>
    expectPagesAccessible(page, [path]));
}

test("axe finds nothing on German pages, and a phone does not scroll sideways", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expectPagesAccessible(page, forms);
  // The account keeps the language of its sign-up.
  await signUp(page, "/developers/keys");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expectPagesAccessible(page, ["/developers/keys", "/developers/webhooks", "/billing/usage"]);
});
