import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expect, expectAccessible, expectedErrors, sample, signUp, test } from "./support.ts";

test.describe.configure({ timeout: 300_000 });

/** Makes photos as a script of the page would, and retries while the studio is busy. */
async function makePhotos(
  page: Page,
  ...wanted: { style: string; prompt?: string; title?: string; metadata?: Record<string, string> }[]
): Promise<void> {
  const headers = { Origin: new URL(page.url()).origin };
  const file = { name: "mug.jpg", mimeType: "image/jpeg", buffer: await readFile(sample("mug")) };
  const upload = await page.request.post("/api/v1/upload", { headers, multipart: { file } });
  const { image_url } = await upload.json();
  // One after the other, because tests expect them in this order.
  for (const one of wanted) {
    const data = { image_url, type: "product", ...one };
    const make = async () => {
      const status = (await page.request.post("/api/v1/generate", { headers, data })).status();
      expect([200, 503]).toContain(status);
      return status;
    };
    await expect.poll(make, { timeout: 75_000, intervals: [2_000] }).toBe(200);
  }
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

const tiles = (page: Page) => page.getByTestId("photo");

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

test("photos can be grouped by product, renamed, compared, downloaded as WebP and made again", async ({
  page,
}) => {
  await signUp(page, "/photos");
  const mug = { title: "blue mug.jpg", metadata: { sku: "MUG-1" } };
  await makePhotos(
    page,
    { style: "studio", ...mug },
    { style: "luxury", ...mug },
    { style: "amazon", title: "Cup" },
  );
  await page.goto("/photos");
  await page.getByRole("link", { name: "By product" }).click();
  await page.waitForURL(/view=product/);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Cup", "blue mug"]);

  await page.getByRole("button", { name: /Details of Cup/ }).click();
  const details = page.getByRole("dialog");
  await details.getByRole("button", { name: "Rename" }).click();
  await details.getByLabel("Name", { exact: true }).fill("Tasse 2");
  await page.keyboard.press("Enter");
  await expect(details.getByRole("heading")).toHaveText("Tasse 2");
  await expect(details.getByRole("button", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(details.getByRole("heading")).toHaveText("blue mug");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /Details of blue mug, Luxury/ })).toBeFocused();

  await page.getByRole("checkbox", { name: "Choose all of blue mug" }).check();
  await expect(page.getByText("2 chosen")).toBeVisible();
  await page.getByRole("button", { name: "Compare" }).click();
  const percent = page.getByTestId("zoom-percent");
  const before = Number.parseInt((await percent.textContent()) ?? "", 10);
  const [left, right] = [page.getByTestId("zoomed").first(), page.getByTestId("zoomed").last()];
  await left.hover();
  await page.mouse.wheel(0, -400);
  await expect
    .poll(async () => Number.parseInt((await percent.textContent()) ?? "", 10))
    .toBeGreaterThan(before);
  expect((await left.boundingBox())?.width).toBeCloseTo((await right.boundingBox())?.width ?? 0, 0);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Another format" }).click();
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "WebP" }).click(),
  ]);
  const names = Object.keys(unzipSync(await bytesOf(archive)));
  expect(names).toEqual(["blue-mug_luxury_1k.webp", "blue-mug_studio_1k.webp"]);

  await page.getByRole("button", { name: "Run again" }).click();
  await page.waitForURL("/studio");
  await expect(page.getByTestId("generate")).toContainText("Make 2 photos");
  await page.goto("/photos?search=tasse");
  await expect(tiles(page)).toHaveCount(1);
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

test("the usage page sums up the ledger and exports it as CSV", async ({ page }) => {
  await signUp(page, "/billing");
  await expectAccessible(page);
  await makePhotos(page, { style: "amazon" }, { style: "amazon" });
  await page.goto("/billing/usage");
  await expect(page.locator("dl").first()).toContainText("Credits used2");
  await expect(page.getByRole("table", { includeHidden: false }).last().getByRole("row")).toHaveCount(1 + 3);
  await page.getByText("Same data as a table").click();
  await expect(page.getByRole("region", { name: "Credits by day" })).toContainText("2");
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const rows = (await bytesOf(file)).toString("utf8").trim().split("\r\n");
  expect(rows).toHaveLength(1 + 3);
  expect(rows[1]).toContain(",charge,-1,-1,0,98,0,generate,amazon,1K,dashboard,gen_");
});
