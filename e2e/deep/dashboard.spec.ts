// Guards photos grouped by product, and the usage page.

import { unzipSync } from "fflate";
import { makePhotos, tiles } from "../gallery.ts";
import { download, expect, expectAccessible, signUp, test } from "../support.ts";

test.describe.configure({ timeout: 300_000 });

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
  const readPercent = async () => Number.parseInt((await percent.textContent()) ?? "", 10);
  const readWidths = () =>
    Promise.all(
      [page.getByTestId("zoomed").first(), page.getByTestId("zoomed").last()].map(
        async (area) => (await area.boundingBox())?.width ?? 0,
      ),
    );
  // Before the window is measured, the pictures have neither a size nor a zoom.
  await expect.poll(async () => Math.min(...(await readWidths()), await readPercent())).toBeGreaterThan(0);
  const [before, [fitted = 0]] = [await readPercent(), await readWidths()];
  await page.getByTestId("zoomed").first().hover();
  await page.mouse.wheel(0, -400);
  await expect.poll(readPercent).toBeGreaterThan(before);
  await expect
    .poll(async () => {
      const [left = 0, right = 0] = await readWidths();
      return Math.abs(left - right) < 0.5 && left > 2 * fitted;
    })
    .toBe(true);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Another format" }).click();
  const archive = await download(page, page.getByRole("menuitem", { name: "WebP" }));
  const names = Object.keys(unzipSync(archive.bytes));
  expect(names).toEqual(["blue-mug_luxury_1k.webp", "blue-mug_studio_1k.webp"]);

  await page.getByRole("button", { name: "Run again" }).click();
  await page.waitForURL("/studio");
  await expect(page.getByTestId("generate")).toContainText("Make 2 photos");
  await page.goto("/photos?search=tasse");
  await expect(tiles(page)).toHaveCount(1);
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
  const file = await download(page, page.getByRole("link", { name: "Export CSV" }));
  const rows = file.bytes.toString("utf8").trim().split("\r\n");
  expect(rows).toHaveLength(1 + 3);
  expect(rows[1]).toContain(",charge,-1,-1,0,98,0,generate,amazon,1K,dashboard,gen_");
});
