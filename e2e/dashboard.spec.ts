import { unzipSync } from "fflate";
import { makePhotos, tiles } from "./gallery.ts";
import { download, expect, expectAccessible, expectedErrors, query, signUp, test } from "./support.ts";

test.describe.configure({ timeout: 300_000 });

test("the gallery can search, show, download and delete photos", async ({ page }) => {
  expectedErrors.push("404");
  await signUp(page, "/photos");
  await expect(page.getByText("No photos yet")).toBeVisible();
  await expectAccessible(page);
  await makePhotos(
    page,
    { style: "studio" },
    { style: "luxury", scene: "marble-vanity", prompt: "Dark marble, gold glow" },
  );
  await page.goto("/photos");
  await expect(tiles(page)).toHaveCount(2);

  await page.getByRole("searchbox", { name: "Search names, scenes, orders and dates" }).fill("gold GLOW");
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=gold/);
  await expect(tiles(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(tiles(page)).toHaveCount(2);
  await page.getByLabel("Scene", { exact: true }).selectOption("style:studio");
  await page.waitForURL(/scene=style%3Astudio/);
  await expect(tiles(page)).toHaveCount(1);
  await page.goto("/photos");

  await page.getByRole("button", { name: /Details of mug, Marble vanity/ }).click();
  const details = page.getByRole("dialog");
  await expect(details).toContainText("Dark marble, gold glow");
  await expect(details).toContainText("1 credit");
  await expectAccessible(page);
  await expect(details).toContainText("Dashboard");
  await details.getByRole("button", { name: "Older" }).click();
  await expect(details).toContainText("Studio photo");
  await details.getByRole("button", { name: "More" }).click();
  const fullSize = page.getByRole("menuitem", { name: "Open in full size" });
  const resultUrl = await fullSize.getAttribute("href");
  await page.keyboard.press("Escape");
  await expect(fullSize).toBeHidden();
  await expect(details.getByText("SKU")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();

  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await expectAccessible(page);
  const archive = await download(page, page.getByRole("button", { name: "ZIP" }));
  const files = unzipSync(archive.bytes);
  expect(Object.keys(files)).toEqual(["mug_marble-vanity_1k.jpg", "mug_studio_1k.jpg"]);
  for (const bytes of Object.values(files)) expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);

  await page.getByRole("button", { name: "Choose none" }).click();
  await page.getByRole("button", { name: /Details of mug, Studio photo/ }).click();
  await details.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(tiles(page)).toHaveCount(1);
  await details.getByRole("button", { name: "Undo delete" }).click();
  await expect(tiles(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Details of mug, Studio photo/ }).click();
  await details.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
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

test("a photo made in a scene ten days ago is found among 2,000 by date, by scene and by a misspelt name", async ({
  page,
}) => {
  const { email } = await signUp(page, "/photos");
  await query(
    `INSERT INTO generation (id, user_id, operation, status, source_ref, style, scene, title, from_monthly, from_topup,
                             period, expires_at, created_at, finished_at)
     SELECT 'gen_' || lpad(n::text, 22, '0'), u.id, 'generate', 'succeeded', 'https://shop.example/a.jpg', 'lifestyle',
            CASE n WHEN 777 THEN 'moss-forest' ELSE 'stones-water' END, CASE n WHEN 777 THEN 'Stoneware teapot' ELSE 'Lamp ' || n END,
            1, 0, 1, now(), now() - CASE n WHEN 777 THEN interval '10 days' ELSE n * interval '1 minute' END, now()
     FROM "user" u, generate_series(1, 2000) n WHERE u.email = $1`,
    [email],
  );
  const found = page.getByRole("button", { name: /^Details of Stoneware teapot, Mossy forest floor/ });
  await page.goto("/photos");
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(found).toHaveCount(0);

  await page.getByLabel("Scene", { exact: true }).selectOption("moss-forest");
  await expect(found).toHaveCount(1);
  const day = new Date(Date.now() - 10 * 86_400_000);
  const named = day.toLocaleDateString("en-US", { day: "numeric", month: "long" });
  await expect(page.getByRole("heading", { name: named })).toBeVisible();
  await expectAccessible(page);

  for (const words of [
    "stonewear",
    "moss teapot",
    day.toLocaleDateString("en-US", { day: "numeric", month: "short" }),
  ]) {
    await page.goto("/photos");
    await page.getByRole("searchbox").fill(words);
    await page.keyboard.press("Enter");
    await expect(found, words).toHaveCount(1);
  }
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
