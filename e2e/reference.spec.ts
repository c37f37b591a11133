import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { documentPages, markdownOf, pageOf, sections } from "#lib/contract/sections.ts";
import { guideParts } from "#lib/documentation/guide-parts.ts";
import { expect, signUp, test } from "./support.ts";

const all = Object.values<Operation>(operations);
/** Page size limit, for phones on a slow connection. */
const largestPageBytes = 200_000;

test("the reference can be read without scripts and without an account", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/docs");
  const calls = page.locator("#calls li");
  await expect(calls).toHaveCount(5);
  await expect(calls.last()).toBeInViewport({ ratio: 1 });
  const quickstart = page.locator("#quickstart");
  await expect(quickstart.locator("pre:visible")).toContainText(`curl ${baseURL}/api/v1/upload`);
  await quickstart.getByText("Python", { exact: true }).click();
  await expect(quickstart.locator("pre:visible")).toContainText("import requests");
  await page.goto("/docs#error-overloaded");
  await expect(page.locator("#error-overloaded")).toBeInViewport();
  await page.goto("/docs#batchArchive");
  await expect(page.locator("#batchArchive")).toBeInViewport();
  await page.locator("#batchArchive a").click();
  await expect(page.locator("#batchArchive").getByRole("heading", { level: 2 })).toBeInViewport();
  await context.close();
});

test("each operation is on one page of limited size, and the index links to all of them", async ({
  page,
}) => {
  const index = await (await page.request.get("/docs")).text();
  for (const { id, section } of all) expect(index).toContain(`href="${pageOf(section)}#${id}"`);
  for (const id of Object.keys(guideParts)) expect(index).toContain(`<section id="${id}"`);
  for (const path of documentPages) {
    const answer = await page.request.get(path);
    const html = await answer.text();
    expect(answer.status(), path).toBe(200);
    expect(Buffer.byteLength(html), path).toBeLessThan(largestPageBytes);
    const shown = all.filter(({ id }) => html.includes(`<section id="${id}"`));
    expect(shown.map(({ section }) => pageOf(section)).every((own) => own === path)).toBe(true);
    expect(shown).toHaveLength(all.filter(({ section }) => pageOf(section) === path).length);
  }
});

test("every link of llms.txt and of its documents works", async ({ page, baseURL }) => {
  const linksOf = (text: string) =>
    [...text.matchAll(/\]\((http[^)\s]+)\)/g)]
      .map(([, link = ""]) => link.split("#")[0] ?? "")
      .filter((link) => link.startsWith(`${baseURL}/`));
  const list = await page.request.get("/llms.txt");
  expect(list.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
  const found = new Set(linksOf(await list.text()));
  expect(found.size).toBe(documentPages.length + 1);
  for (const link of [...found])
    for (const inner of linksOf(await (await page.request.get(link)).text())) found.add(inner);
  for (const link of found) expect((await page.request.get(link)).status(), link).toBe(200);
});

test("a page is served as Markdown if the Accept header asks for it", async ({ page }) => {
  for (const path of ["/docs", "/docs/photos", "/changelog"]) {
    const asked = await page.request.get(path, { headers: { Accept: "text/markdown" } });
    expect(asked.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
    const named = await page.request.get(markdownOf(path));
    expect(await asked.text()).toBe(await named.text());
    const html = await page.request.get(path, { headers: { Accept: "text/html,*/*;q=0.8" } });
    expect(html.headers()["content-type"]).toContain("text/html");
    for (const answer of [asked, html]) expect(answer.headers().vary).toMatch(/\bAccept(,|$)/);
    const again = await page.request.get(markdownOf(path), {
      headers: { "If-None-Match": named.headers().etag ?? "" },
    });
    expect(again.status()).toBe(304);
  }
});

test("the reference is open to search engines, and the changelog links to its Markdown and its feed", async ({
  page,
  baseURL,
}) => {
  expect(await (await page.request.get("/robots.txt")).text()).toContain("Allow: /docs\n");
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  for (const path of documentPages) expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
  await page.goto("/changelog");
  const alternates = page.locator('link[rel="alternate"]');
  const types = await alternates.evaluateAll((links) => links.map((link) => link.getAttribute("type")));
  expect(types.sort()).toEqual(["application/atom+xml", "text/markdown"]);
  const feed = await page.request.get("/changelog.xml");
  expect(feed.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
});

test("the reference fills a new key into its examples, also on the next page, and sends calls by session", async ({
  page,
  request,
}) => {
  await signUp(page, "/docs");
  await page.getByRole("button", { name: "Create a key and fill it in" }).click();
  await expect(page.getByText("Your key is in every example")).toBeVisible({ timeout: 60_000 });
  await page
    .getByRole("navigation", { name: "Contents", exact: true })
    .getByRole("link", { name: "Credits" })
    .last()
    .click();
  await page.waitForURL("/docs/credits");
  const line = (await page.locator("#credits pre:visible").first().textContent()) ?? "";
  const key = /Bearer (pgs_[0-9A-Za-z]{36})/.exec(line)?.[1] ?? "";
  const url = /http\S+/.exec(line)?.[0] ?? "";
  expect((await request.get(url, { headers: { Authorization: `Bearer ${key}` } })).status()).toBe(200);

  await page.locator("#credits").getByText("JavaScript", { exact: true }).click();
  await expect(page.locator("#estimate pre:visible").first()).toContainText("await fetch(");
  const tryIt = page.getByTestId("try-credits");
  await tryIt.getByText("Try it").click();
  await tryIt.getByRole("button", { name: "Send" }).click();
  await expect(tryIt.getByTestId("answer")).toContainText('"total": 100');
});

test("the navigation of the documentation is German in a German browser", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "de-DE", ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/changelog");
  await expect(page.getByRole("heading", { name: "Änderungen", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Diese Seite als Markdown" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Inhalt", exact: true })
    .getByRole("link", { name: sections.photos.title })
    .click();
  await expect(page.getByRole("heading", { name: sections.photos.title, level: 1 })).toBeVisible();
  await expect(page.getByText("Diese Seite gibt es nur auf Englisch.")).toBeVisible();
  await context.close();
});
