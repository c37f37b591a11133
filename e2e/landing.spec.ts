import sharp from "sharp";
import { chooseFiles, expect, pictures, sample, signUp, test } from "./support.ts";

test("the URL of the studio can choose a scene", async ({ page }) => {
  await signUp(page, "/studio?scene=kitchen-lemons");
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(1);
  await expect(page.getByRole("radio", { name: /Kitchen with lemons/ })).toBeChecked();
  await expect(page).toHaveURL(/\/studio$/);
});

test("the landing page shows audience, price and example without scrolling, on a phone and a desktop", async ({
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
  // Terms that the operator did not write have no link, and no page.
  await expect(page.getByRole("navigation", { name: "Footer" })).not.toContainText("Terms");
  expect((await page.request.get("/terms")).status()).toBe(404);
});

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
