import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expect, sample } from "./support.ts";

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
  const headers = { Origin: new URL(page.url()).origin };
  const file = { name: "mug.jpg", mimeType: "image/jpeg", buffer: await readFile(sample("mug")) };
  const upload = await page.request.post("/api/v1/upload", { headers, multipart: { file } });
  const { image_url } = await upload.json();
  // One after the other, because tests expect them in this order.
  for (const one of wanted) {
    const data = { image_url, type: "product", ...one };
    const make = async () => {
      const status = (await page.request.post("/api/v1/generate", { headers, data })).status();
      expect([200, 503]).toContain(status);
      return status;
    };
    await expect.poll(make, { timeout: 75_000, intervals: [2_000] }).toBe(200);
  }
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

export const tiles = (page: Page) => page.getByTestId("photo");
