import type { Page } from "@playwright/test";
import { expect, sendToApi, upload } from "./support.ts";

/** Makes photos as a script of the page would, and retries while the studio is busy. */
export async function makePhotos(
  page: Page,
  ...wanted: {
    style: string;
    scene?: string;
    prompt?: string;
    title?: string;
    metadata?: Record<string, string>;
  }[]
): Promise<void> {
  const image_url = await upload(page, "mug.jpg");
  // One after the other, because tests expect them in this order.
  for (const one of wanted) {
    const data = { image_url, type: "product", ...one };
    const make = async () => {
      const status = (await sendToApi(page, "generate", { data })).status();
      expect([200, 503]).toContain(status);
      return status;
    };
    await expect.poll(make, { timeout: 75_000, intervals: [2_000] }).toBe(200);
  }
}

export const tiles = (page: Page) => page.getByTestId("photo");
