import {
  bring,
  expect,
  expectAccessible,
  expectFits,
  expectPagesAccessible,
  make,
  signUp,
  test,
} from "./support.ts";
import { expectTouchTargets } from "./touch-targets.ts";

// One page of each layout; deep/accessibility.spec.ts checks all pages.
for (const path of ["/", "/sign-up", "/docs/marketplaces", "/none"]) {
  test(`axe finds nothing on ${path}; a phone does not scroll sideways, and fingers hit each action`, ({
    page,
  }) => expectPagesAccessible(page, [path]));
}

test("axe finds nothing in the studio, empty, ready and done, and a phone does not scroll sideways", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signUp(page);
  await expectAccessible(page, ["light", "dark"]);
  await bring(page);
  await expectAccessible(page);
  await make(page);
  await expect(page.getByTestId("result")).toHaveCSS("opacity", "1");
  await expectAccessible(page, ["light", "dark"]);
  await page.getByRole("button", { name: "Enlarge" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page);
  await expectTouchTargets(page);
});

test("the account is accessible, and the first Tab focuses a link that skips the navigation", async ({
  page,
}) => {
  await signUp(page, "/account");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page);
  await expectTouchTargets(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

test("the chosen theme applies to the next page without scripts", async ({ page, browser }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "Dark" }).click();
  const state = await page.context().storageState();
  const context = await browser.newContext({
    storageState: state,
    javaScriptEnabled: false,
    colorScheme: "light",
  });
  const next = await context.newPage();
  await next.goto(page.url());
  await expect(next.locator("html")).toHaveCSS("color-scheme", "dark");
  await context.close();
});
