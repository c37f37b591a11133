import type { Page } from "@playwright/test";
import { bring, callApi, expect, generations, openOptions } from "./support.ts";

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
  const { id } = await callApi(page, "batches", { data: { items } });
  await page.goto(`/photos/orders/${id}`);
}

export const orders = (page: Page) => page.getByTestId("order");

/** Orders small photos of the mug and the candle in the given styles: four in two styles, six in three. */
export async function orderStyles(page: Page, ...styles: RegExp[]): Promise<void> {
  await bring(page, "mug", "candle");
  await openOptions(page);
  await page.getByRole("button", { name: "Several: style" }).click();
  for (const style of styles) await page.getByRole("checkbox", { name: style }).check();
  const photos = 2 * (1 + styles.length);
  await expect(page.getByTestId("generate")).toContainText(`Make ${photos} photos`);
  await expect(page.getByText(`2 pictures × ${1 + styles.length} styles`)).toBeVisible();
  await page.getByTestId("generate").click();
  await expect(generations(page)).toHaveCount(photos);
}
