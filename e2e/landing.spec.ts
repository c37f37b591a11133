import type { Page } from "@playwright/test";
import sharp from "sharp";
import { bring, expect, signUp, test } from "./support.ts";

test("the URL of the studio can choose a scene", async ({ page }) => {
  await signUp(page, "/studio?scene=kitchen-lemons");
  await bring(page);
  await expect(page.getByRole("radio", { name: /Kitchen with lemons/ })).toBeChecked();
  await expect(page).toHaveURL(/\/studio$/);
});

test("the landing page shows audience, price and example without scrolling, on a phone and a desktop, and every picture has twice its size", async ({
  page,
}) => {
  await page.goto("/");
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    const seen = [
      page.getByText("For everyone who sells online"),
      page.getByText(/From \$0\.05 a photo/),
      page.getByText("credits free"),
      page.getByRole("slider"),
    ];
    for (const part of seen) await expect(part).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await coarsePictures(page)).toEqual([]);
  // Terms that the operator did not write have no link, and no page.
  await expect(page.getByRole("navigation", { name: "Footer" })).not.toContainText("Terms");
  expect((await page.request.get("/terms")).status()).toBe(404);
  await page.goto("/sign-up");
  expect(await coarsePictures(page)).toEqual([]);
});

/** The pictures whose largest file has less than two pixels per pixel of the page. */
function coarsePictures(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const pictures = [...document.images].filter((image) => image.getBoundingClientRect().width > 0);
    for (const image of pictures) image.loading = "eager";
    await Promise.all(pictures.map((image) => image.decode()));
    return pictures.flatMap((image) => {
      const { width, height } = image.getBoundingClientRect();
      const ratio = image.naturalWidth / image.naturalHeight;
      const isCut = getComputedStyle(image).objectFit === "cover";
      const shown = (isCut ? Math.max : Math.min)(width, height * ratio);
      const widths = image.srcset.split(", ").map((one) => Number(/ (\d+)w$/.exec(one)?.[1] ?? 0));
      const largest = Math.max(image.naturalWidth, ...widths);
      return largest < 2 * shown ? [`${image.currentSrc} ${largest} for ${shown}`] : [];
    });
  });
}

test("robots.txt excludes private pages, the sitemap lists reachable pages, and link previews have a picture", async ({
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
