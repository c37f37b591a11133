import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { expect, expectAccessible, sample, screenshot, signUp, test } from "./support.ts";

test.describe.configure({ timeout: 300_000 });

/** Uploads a picture as a page does. Returns its URL. */
async function upload(page: Page, name: string, bytes: Buffer): Promise<string> {
  return await page.evaluate(
    async ([fileName, text]) => {
      const body = new FormData();
      const file = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
      body.append("file", new File([file], fileName, { type: "image/jpeg" }));
      const answer = await fetch("/api/v1/upload", { method: "POST", body });
      return ((await answer.json()) as { image_url: string }).image_url;
    },
    [name, bytes.toString("base64")] as const,
  );
}

/** Orders photos of the smallest size and opens the order's page. */
async function openOrder(page: Page, pictures: readonly { name: string; url: string; seed: number }[]) {
  const items = pictures.map(({ name, url, seed }) => ({
    custom_id: `${name}-${seed}`,
    operation: "generate",
    request: { image_url: url, type: "product", style: "studio", seed, title: name },
  }));
  const id = await page.evaluate(async (body) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/v1/batches", { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { id: string }).id;
  }, JSON.stringify({ items }));
  await page.goto(`/photos/orders/${id}`);
}

test("suspect photos are shown first, can be made again for free and approved, and one ZIP has the approved ones", async ({
  page,
}) => {
  await signUp(page, "/photos");
  const small = await sharp(sample("mug")).resize(400).jpeg().toBuffer();
  const mug = await upload(page, "mug.jpg", small);
  const candle = await upload(page, "candle.jpg", await readFile(sample("candle")));
  const many = Array.from({ length: 8 }, (_, seed) => ({ name: "candle", url: candle, seed }));
  await openOrder(page, [{ name: "mug", url: mug, seed: 0 }, { name: "mug", url: mug, seed: 1 }, ...many]);
  await expect(page.getByRole("heading", { name: "Check these 2" })).toBeVisible({ timeout: 120_000 });
  const queue = page.getByRole("region", { name: /^Check / });
  const suspects = queue.getByRole("listitem");
  await expect(suspects).toHaveCount(2);
  await expect(suspects.first()).toContainText("smaller in its picture than in the photo");
  await expectAccessible(page);
  await screenshot(page, "review");

  const before = await suspects.first().locator("img").getAttribute("src");
  await suspects.first().focus();
  await page.keyboard.press("m");
  await expect(suspects.first().getByRole("status")).toBeVisible();
  await expect(suspects.first().getByRole("status")).toBeHidden({ timeout: 60_000 });
  expect(await suspects.first().locator("img").getAttribute("src")).not.toBe(before);
  await page.keyboard.press("k");
  await expect(suspects).toHaveCount(1);
  await expect(page.getByTestId("balance")).toHaveText("90 credits");

  // The free remakes, a tenth of ten credits, are used up: the next remake shows its price.
  await suspects.first().getByRole("button", { name: "Fix" }).click();
  await page.getByRole("menuitem", { name: "Lying" }).click();
  await expect(suspects.first().getByRole("button", { name: "Make again 1 credit" })).toBeVisible();
  await suspects.first().getByRole("button", { name: "Not now" }).click();
  await suspects.first().getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Keep all 8" }).click();
  await expect(page.getByRole("button", { name: "Keep all 8" })).toBeHidden();

  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download approved" }).click(),
  ]);
  expect(Object.keys(unzipSync(await readFile(await archive.path())))).toHaveLength(10);
  await page.reload();
  await expect(page.getByTestId("photo").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Check/ })).toBeHidden();
});
