// Guards that an arrangement by mouse and keyboard survives a reload and applies to the photo.

import { generation } from "#lib/contract/generations/schemas.ts";
import { arrange, drag, dragByTouch, numberOf } from "../arranging.ts";
import { callApi, expect, expectAccessible, make, signUp, test } from "../support.ts";

test.use({ previews: "canvas" });
test.describe.configure({ timeout: 300_000 });

test("an arrangement by mouse and keyboard survives a reload, applies to the finished photo, and can be reset", async ({
  page,
}) => {
  await signUp(page);
  const box = await arrange(page);
  await expect(page.getByText("Detected: Standing")).toBeVisible();
  const preview = page.getByTestId("preview");
  const before = await preview.getAttribute("src");
  await page.getByRole("radio", { name: "Automatic" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Lying" })).toBeChecked();
  await expect(preview).not.toHaveAttribute("src", String(before), { timeout: 60_000 });
  await expectAccessible(page);
  await drag(page, box, { x: -0.14, y: -0.05 });
  await box.press(".");
  await box.press(".");
  const x = await numberOf(page, "From left to right");
  const y = await numberOf(page, "From top to bottom");
  expect(x).toBeLessThan(45);
  await expect(page.getByRole("spinbutton", { name: "Turned" })).toHaveValue("2");

  await page.getByRole("tab", { name: "Background" }).click();
  await page.getByRole("radio", { name: "One color" }).check();
  await page.getByRole("button", { name: "Sage" }).click();
  await page.reload();
  await expect(box).toBeVisible({ timeout: 60_000 });
  await make(page);

  const { data } = await callApi(page, "generations?limit=1");
  const photo = generation.parse(data[0]);
  expect(photo.options).toMatchObject({
    background: { color: "#b9c8b0" },
    layout: { rotation_deg: 2 },
    stance: "lie",
  });
  expect(photo.stance).toBe("lie");
  const { bounding_box: found, width, height } = photo;
  if (!found || !width || !height) throw new Error("the photo says nothing of its product");
  expect(Math.abs(found.left + found.width / 2 - (x / 100) * width)).toBeLessThan(0.02 * width);
  expect(Math.abs(found.top + found.height / 2 - (y / 100) * height)).toBeLessThan(0.02 * height);

  // Returns from the photo to its settings.
  await page.getByRole("button", { name: "Adjust" }).click();
  await expect(page.getByTestId("product-box")).toBeVisible({ timeout: 60_000 });
  expect(await numberOf(page, "From left to right")).toBe(x);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await expect(page.getByRole("button", { name: "Adjust" })).toBeFocused();
  const changes = page.getByTestId("option-changes");
  await expect(changes).toHaveText(/^Layout changed/);
  await changes.getByRole("button").click();
  await expect(changes).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("arranging works by touch alone, and every group of options is accessible", async ({ page }) => {
    await signUp(page);
    const box = await arrange(page, "tap");
    await expect(box).toBeInViewport({ ratio: 0.9 });
    const before = await numberOf(page, "From left to right");
    await dragByTouch(page, box, { x: -0.2, y: 0 });
    await expect.poll(() => numberOf(page, "From left to right")).toBeLessThan(before - 10);
    await page.getByRole("button", { name: "Instagram profile" }).tap();
    await expect(page.getByTestId("safe-area")).toBeVisible();
    for (const group of ["Light", "Shadow", "Background", "Crop", "Place"]) {
      const tab = page.getByRole("tab", { name: group });
      await tab.tap();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      if (group === "Light" || process.env.TEST_TIER === "all") await expectAccessible(page);
    }
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  });
});
