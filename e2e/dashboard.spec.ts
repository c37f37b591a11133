import { unzipSync } from "fflate";
import { bytesOf, makePhotos, tiles } from "./gallery.ts";
import { expect, expectAccessible, expectedErrors, signUp, test } from "./support.ts";

test.describe.configure({ timeout: 300_000 });

test("the gallery can search, show, download and delete photos", async ({ page }) => {
  expectedErrors.push("404");
  await signUp(page, "/photos");
  await expect(page.getByText("No photos yet")).toBeVisible();
  await expectAccessible(page);
  await makePhotos(page, { style: "studio" }, { style: "luxury", prompt: "Dark marble, gold glow" });
  await page.goto("/photos");
  await expect(tiles(page)).toHaveCount(2);

  await page.getByRole("searchbox", { name: "Search names and prompts" }).fill("gold GLOW");
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=gold/);
  await expect(tiles(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(tiles(page)).toHaveCount(2);
  await page.getByLabel("Style").selectOption("studio");
  await page.waitForURL(/style=studio/);
  await expect(tiles(page)).toHaveCount(1);
  await page.goto("/photos");

  await page.getByRole("button", { name: /Details of mug, Luxury photo/ }).click();
  const details = page.getByRole("dialog");
  await expect(details).toContainText("Dark marble, gold glow");
  await expect(details).toContainText("1 credit");
  await expectAccessible(page);
  await expect(details).toContainText("Dashboard");
  await details.getByRole("button", { name: "Older" }).click();
  await expect(details).toContainText("Studio photo");
  const resultUrl = await details.getByRole("link", { name: "Open in full size" }).getAttribute("href");
  await page.keyboard.press("Escape");

  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await expectAccessible(page);
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "ZIP" }).click(),
  ]);
  const files = unzipSync(await bytesOf(archive));
  expect(Object.keys(files)).toEqual(["mug_luxury_1k.jpg", "mug_studio_1k.jpg"]);
  for (const bytes of Object.values(files)) expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);

  await page.getByRole("button", { name: "Choose none" }).click();
  await page.getByRole("button", { name: /Details of mug, Studio photo/ }).click();
  await details.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(tiles(page)).toHaveCount(1);
  await details.getByRole("button", { name: "Undo delete" }).click();
  await expect(tiles(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Details of mug, Studio photo/ }).click();
  await details.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(tiles(page)).toHaveCount(1);
  expect((await page.request.get(resultUrl ?? "")).status()).toBe(200);
  // Leaving the page makes the deletion final.
  await page.goto("/billing/usage");
  await expect.poll(async () => (await page.request.get(resultUrl ?? "")).status()).toBe(404);
  await page.goto("/photos");
  await expect(tiles(page)).toHaveCount(1);
  await page.goto("/billing/usage");
  await expect(page.locator("dl").first()).toContainText("Photos2");
});

test("a key is shown once, works in API calls, and stops working when it is revoked", async ({
  page,
  request,
  baseURL,
}) => {
  await signUp(page, "/developers/keys");
  await page.getByLabel("Name").fill("Shop backend");
  await page.getByRole("button", { name: "Create a key" }).click();
  const key = (await page.getByTestId("new-key").textContent()) ?? "";
  expect(key).toMatch(/^pgs_[0-9A-Za-z]{36}$/);
  await expect(page.getByTestId("curl-line")).toContainText(`Bearer ${key}`);
  await expectAccessible(page);
  const call = () =>
    request.get(`${baseURL}/api/v1/credits`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await (await call()).json()).total).toBe(100);

  await page.reload();
  const row = page.getByRole("row", { name: /Shop backend/ });
  await expect(row).toContainText(`${key.slice(0, 8)}…${key.slice(-4)}`);
  await expect(row).not.toContainText("Not yet");
  expect(await page.content()).not.toContain(key);

  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(row).toContainText("revoked", { ignoreCase: true });
  expect((await call()).status()).toBe(401);
});
