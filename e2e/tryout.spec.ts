import { expect, expectAccessible, test } from "./support.ts";

test("a visitor tries a sample without an account and sees a watermarked photo", async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto("/");
  await page.getByRole("link", { name: "Try without an account" }).click();
  await page.getByRole("radio", { name: "Stoneware mug" }).check({ force: true });
  await page.getByRole("radio", { name: "Luxury", exact: true }).check({ force: true });
  // Paying customers have priority, so a visitor may be asked to retry while others work.
  await expect(async () => {
    const answered = page.waitForResponse("**/api/try?*");
    await page.getByRole("button", { name: "Make the photo" }).click();
    expect((await answered).status()).toBe(200);
  }).toPass({ timeout: 150_000 });
  const photo = page.getByRole("img", { name: "Stoneware mug in the scene Luxury, with a watermark" });
  await expect(photo).toHaveJSProperty("naturalWidth", 1024);
  // A luxury photo is black in its corner, so bright pixels there belong to the watermark.
  const brightest = await photo.evaluate((image: HTMLImageElement) => {
    const context = new OffscreenCanvas(256, 64).getContext("2d");
    context?.drawImage(image, image.naturalWidth - 256, image.naturalHeight - 64, 256, 64, 0, 0, 256, 64);
    const { data } = context?.getImageData(0, 0, 256, 64) ?? {};
    return [...(data ?? [])].reduce((most, value, at) => (at % 4 === 0 ? Math.max(most, value) : most), 0);
  });
  expect(brightest).toBeGreaterThan(150);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Get it without the watermark" }).click();
  await page.waitForURL("/sign-up");
});
