import { chooseGermanInMenu, expectGerman } from "./german.ts";
import { expect, forgetSession, password, query, signUp, test } from "./support.ts";

test("the first visit is in the language of the browser", async ({ browser, page }) => {
  await page.goto("/sign-in");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const context = await browser.newContext({ locale: "de-AT" });
  const german = await context.newPage();
  await german.goto(page.url());
  await expectGerman(german);
  await expect(german.getByRole("heading", { name: "Willkommen zurück" })).toBeVisible();
  await context.close();
});

test("the language can be chosen without scripts, and applies to later pages", async ({ browser, page }) => {
  await page.goto("/sign-in");
  const context = await browser.newContext({ locale: "en-US", javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(page.url());
  await plain.getByRole("button", { name: "Deutsch" }).click();
  await expectGerman(plain);
  await expect(plain.getByRole("heading", { name: "Willkommen zurück" })).toBeVisible();
  await plain.getByLabel("E-Mail").fill("nobody@example.com");
  await plain.getByLabel("Passwort", { exact: true }).fill("not the password");
  await plain.getByRole("button", { name: "Anmelden" }).click();
  await expect(plain.getByText("passen nicht zusammen")).toBeVisible();
  await plain.goto(new URL("/sign-up", page.url()).href);
  await expect(plain.getByRole("button", { name: "Konto anlegen" })).toBeVisible();
  await context.close();
});

test("the language of an account survives a reload and a new sign-in", async ({ page }) => {
  const person = await signUp(page, "/developers/keys");
  await chooseGermanInMenu(page);
  await expect(page.getByRole("heading", { name: "API-Schlüssel" })).toBeVisible();
  await page.reload();
  await expectGerman(page);
  const { rows } = await query(`SELECT locale FROM "user" WHERE email = $1`, [person.email]);
  expect(rows).toEqual([{ locale: "de" }]);
  await forgetSession(page);
  await page.goto("/sign-in?next=%2Fbilling%2Fusage");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/billing/usage");
  await expectGerman(page);
  await expect(page.getByRole("heading", { name: "Verbrauch", level: 1 })).toBeVisible();
});

test("the language can be changed by keyboard alone, and the menu shows the current one", async ({
  page,
}) => {
  await signUp(page, "/developers/webhooks");
  await page.getByRole("button", { name: "Your account" }).focus();
  await page.keyboard.press("Enter");
  const german = page.getByRole("menuitemradio", { name: "Deutsch" });
  await expect(page.getByRole("menuitemradio", { name: "English" })).toBeChecked();
  // Typing the first letters selects the entry, as in every menu.
  await page.keyboard.type("Deu");
  await expect(german).toBeFocused();
  await page.keyboard.press("Enter");
  await expectGerman(page);
  await page.getByRole("button", { name: "Ihr Konto" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Deutsch" })).toBeChecked();
});
