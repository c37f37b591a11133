// Guards: every page outside the account is accessible in both themes and fits a phone, in English and in German; on
// phones, fingers hit each action of every page.
import { documentPages } from "#lib/contract/sections.ts";
import { makePhotos } from "../gallery.ts";
import { bring, expect, expectFits, expectPagesAccessible, openOptions, signUp, test } from "../support.ts";
import { expectTouchTargets } from "../touch-targets.ts";

test.describe.configure({ timeout: 300_000 });

const forms = ["/sign-in", "/sign-up", "/forgot-password", "/reset-password?token=x"];
for (const path of ["/", "/none", ...forms, ...documentPages]) {
  test(`axe finds nothing on ${path}; a phone does not scroll sideways, and fingers hit each action`, ({
    page,
  }) => expectPagesAccessible(page, [path]));
}

test("axe finds nothing on German pages, and a phone does not scroll sideways", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expectPagesAccessible(page, ["/", ...forms]);
  // The account keeps the language of its sign-up.
  await signUp(page, "/developers/keys");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expectPagesAccessible(page, ["/developers/keys", "/developers/webhooks", "/billing/usage"]);
});

const accountPages = [
  "/photos",
  "/photos?view=product",
  "/photos/orders",
  "/looks",
  "/billing",
  "/billing/usage",
  "/developers/keys",
  "/developers/webhooks",
  "/account",
  "/account/activity",
];
for (const width of [320, 414]) {
  test(`on a phone of ${width} px, fingers hit each action of the account`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await signUp(page, "/photos");
    await makePhotos(page, { style: "studio" }, { style: "lifestyle", scene: "marble-vanity" });
    for (const path of accountPages) {
      await page.goto(path);
      await expectFits(page);
      await expectTouchTargets(page);
    }
    await page.goto("/photos");
    await page.getByRole("button", { name: /Details of mug, Studio photo/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectTouchTargets(page);
    await page.goto("/studio");
    await bring(page, "mug", "candle");
    await openOptions(page);
    await expectTouchTargets(page);
  });
}
