import sharp from "sharp";
import { chooseFiles, expect, expectAccessible, pictures, sample, signUp, test } from "./support.ts";

test("a visitor tries a sample without an account and sees a watermarked photo", async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto("/");
  await page.getByRole("link", { name: "Try without an account" }).click();
  await page.getByRole("radio", { name: "Stoneware mug" }).check({ force: true });
  await page.getByRole("radio", { name: "Luxury", exact: true }).check({ force: true });
  // Who pays comes first: while others work the visitor may be asked to come back.
  await expect(async () => {
    const answered = page.waitForResponse("**/api/try?*");
    await page.getByRole("button", { name: "Make the photo" }).click();
    expect((await answered).status()).toBe(200);
  }).toPass({ timeout: 150_000 });
  const photo = page.getByRole("img", { name: "Stoneware mug in the scene Luxury, with a watermark" });
  await expect(photo).toHaveJSProperty("naturalWidth", 1024);
  // A luxury photo is black in its corner: what is bright there is the watermark.
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

test("a photo tried in a scene of the first page is made without its watermark after signing up", async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto("/");
  await page.getByRole("link", { name: /Kitchen with lemons/ }).click();
  const scenes = page.getByRole("group", { name: "Scene to try" });
  await expect(scenes.getByRole("radio", { name: "Kitchen with lemons" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Use your own picture" })).toBeInViewport();
  const answered = page.waitForResponse("**/api/try?*");
  await page.locator("#try input[type=file]").setInputFiles(sample("camera"));
  await expect(page.getByRole("radio", { name: "Your picture" })).toBeChecked();
  let isMade = (await answered).status() === 200;
  await expect(async () => {
    if (isMade) return;
    const again = page.waitForResponse("**/api/try?*");
    await page.getByRole("button", { name: "Make the photo" }).click();
    isMade = (await again).status() === 200;
    expect(isMade).toBe(true);
  }).toPass({ timeout: 150_000 });
  await expect(
    page.getByRole("img", { name: "Your picture in the scene Kitchen with lemons" }),
  ).toBeVisible();
  await expect(page.getByText("1 credit makes this photo without the watermark.")).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("tryout") !== null)).toBe(true);
  await signUp(page);
  await expect(pictures(page, "ready")).toHaveCount(1);
  await expect(page.getByRole("radio", { name: /Kitchen with lemons/ })).toBeChecked();
  const tried = page.getByRole("region", { name: "The photo that you tried" });
  await expect(tried).toContainText("makes it without the watermark, for 1 credit.");
  await expectAccessible(page);
  await page.getByTestId("generate").click();
  await expect(tried).toHaveCount(0);
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(2);
  await page.reload();
  await expect(pictures(page, "ready")).toHaveCount(2);
});

test("the studio's address names a scene to begin with", async ({ page }) => {
  await signUp(page, "/studio?scene=kitchen-lemons");
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(1);
  await expect(page.getByRole("radio", { name: /Kitchen with lemons/ })).toBeChecked();
  await expect(page).toHaveURL(/\/studio$/);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`at ${viewport.width} × ${viewport.height} it is seen without scrolling for whom, at what price, and the proof`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto("/");
    const seen = [
      page.getByText("For everyone who sells online"),
      page.getByText(/From \$0\.05 a photo/),
      page.getByText("credits free"),
      page.getByRole("slider"),
    ];
    for (const part of seen) await expect(part).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
}

test("search engines and previews of links are told of the public pages alone", async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get("/robots.txt")).text();
  for (const closed of ["/api/", "/studio", "/account"]) expect(robots).toContain(`Disallow: ${closed}`);
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
  expect(pages).toContain(`${baseURL}/docs`);
  for (const url of pages) expect((await request.get(url)).status(), url).toBe(200);
  const page = await (await request.get("/")).text();
  expect(page).toContain(`<link rel="canonical" href="${baseURL}"`);
  const [, card = ""] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
  const picture = await request.get(card);
  const { width, height } = await sharp(await picture.body()).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test("pages that the operator did not write are neither there nor linked", async ({ page, request }) => {
  expect((await request.get("/terms")).status()).toBe(404);
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "Footer" })).not.toContainText("Terms");
});
