// Guards that no page of a German account shows an English text, and that German pages fit a phone.

import { german } from "#components/language/de/index.ts";
import { chooseGermanInMenu, expectGerman } from "../german.ts";
import { expect, expectAccessible, signUp, test } from "../support.ts";

test("no page of a German account shows an English text that has a translation", async ({ page }) => {
  const english = Object.entries(german).flatMap(([text, said]) => (text === said ? [] : [text]));
  await signUp(page, "/developers/keys");
  await chooseGermanInMenu(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  for (const path of [
    "/developers/keys",
    "/",
    "/studio",
    "/photos/orders",
    "/photos",
    "/looks",
    "/billing",
    "/account",
    "/billing/usage",
  ]) {
    await page.goto(path);
    await expectGerman(page);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    const seen = await page.evaluate(() => {
      const texts = [...document.querySelectorAll("body *")].flatMap((element) => [
        ...["aria-label", "title", "placeholder", "alt"].map((name) => element.getAttribute(name)),
        ...[...element.childNodes].map(({ nodeType, nodeValue }) => (nodeType === 3 ? nodeValue : null)),
      ]);
      return texts.map((text) => text?.trim());
    });
    expect(
      english.filter((text) => seen.includes(text)),
      path,
    ).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
  }
});
