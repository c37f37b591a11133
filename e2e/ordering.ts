import type { Page } from "@playwright/test";
import { chooseFiles, expect, generations, openOptions, pictures, sample } from "./support.ts";

/** Uploads a picture as a page does. Returns its URL. */
export async function upload(page: Page, name: string, bytes: Buffer): Promise<string> {
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
export async function openOrder(
  page: Page,
  pictures: readonly { name: string; url: string; seed: number }[],
) {
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

export const orders = (page: Page) => page.getByTestId("order");

/** Orders small photos of the mug and the candle in the given styles: four in two styles, six in three. */
export async function orderStyles(page: Page, ...styles: RegExp[]): Promise<void> {
  await chooseFiles(page, sample("mug"), sample("candle"));
  await expect(pictures(page, "ready")).toHaveCount(2);
  await openOptions(page);
  await page.getByRole("button", { name: "Several: style" }).click();
  for (const style of styles) await page.getByRole("checkbox", { name: style }).check();
  const photos = 2 * (1 + styles.length);
  await expect(page.getByTestId("generate")).toContainText(`Make ${photos} photos`);
  await expect(page.getByText(`2 pictures × ${1 + styles.length} styles`)).toBeVisible();
  await page.getByTestId("generate").click();
  await expect(generations(page)).toHaveCount(photos);
}
