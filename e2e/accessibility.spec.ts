import { documentPages } from "#lib/contract/sections.ts";
import {
  chooseFiles,
  expect,
  expectAccessible,
  expectedErrors,
  generations,
  pictures,
  sample,
  signUp,
  test,
} from "./support.ts";

test.describe.configure({ timeout: 300_000 });

const open = ["/", "/sign-in", "/sign-up", "/forgot-password", "/reset-password?token=x", "/none"];
for (const path of [...open, ...documentPages]) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    expectedErrors.push("404");
    await page.goto(path);
    await expectAccessible(page);
  });
}

test("axe finds nothing in the studio and the account, empty, busy and done", async ({ page }) => {
  await signUp(page);
  await expectAccessible(page);
  await chooseFiles(page, sample("mug"), sample("candle"));
  await expect(pictures(page, "ready")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByTestId("generate").click();
  await expect(generations(page, "succeeded")).toHaveCount(2, { timeout: 120_000 });
  await expect(page.getByTestId("result")).toHaveCSS("opacity", "1");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Enlarge" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.goto("/account");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

test("the first Tab focuses a link that skips the navigation", async ({ page }) => {
  await signUp(page, "/account");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
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

test("no page scrolls sideways on a phone", async ({ page }) => {
  expectedErrors.push("404");
  await page.setViewportSize({ width: 360, height: 740 });
  const expectFits = () =>
    expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), page.url())
      .toBe(true);
  for (const path of ["/", "/sign-in", "/sign-up", "/none", ...documentPages]) {
    await page.goto(path);
    await expectFits();
  }
  await signUp(page);
  await expectFits();
  await chooseFiles(page, sample("mug"), sample("candle"));
  await expect(pictures(page, "ready")).toHaveCount(2);
  await expectFits();
  await page.goto("/account");
  await expectFits();
});
