// Guards: a seller's afternoon, from a folder of mixed files to two looks, takes few clicks at any number of pictures.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page, Response } from "@playwright/test";
import { unzipSync } from "fflate";
import sharp from "sharp";
import {
  download,
  expect,
  expectedErrors,
  fileInput,
  leaveCredits,
  makeLook,
  openOptions,
  pictures,
  sample,
  screenshot,
  signUp,
  test,
} from "../support.ts";

/** The full scenario has forty; the suite uses fewer, because each is cut out and rendered eight times. */
const count = Number(process.env.AFTERNOON_PICTURES ?? 6);
/** All but two: one picture cannot be read, and one is too small. */
const sound = count - 2;
const photosOfEach = 4;
const photos = sound * photosOfEach;
const timeoutMs = 120_000 + count * 60_000;
const products = ["mug", "camera", "candle", "desklamp", "lotion", "mokapot", "perfume", "beanie"];
const colors = ["red", "green", "blue", "violet", "amber"];

test.describe.configure({ timeout: 3 * timeoutMs });

test(`${count} pictures become ${photos} photos with a brand look, two corrected cut-outs, one ZIP and a second look`, async ({
  page,
}) => {
  const clicks = await countClicks(page);
  const person = await signUp(page, "/looks");
  await leaveCredits(person, 10_000);
  await makeLook(page, {
    name: "Dark slate",
    settings: { style: "luxury", prompt: "On wet slate, cool light" },
  });
  await page.goto("/studio");

  // The image host rejects the damaged picture.
  expectedErrors.push("400 (Bad Request)");
  await fileInput(page).setInputFiles(await sellersPictures());
  await expect(pictures(page, "ready")).toHaveCount(sound, { timeout: timeoutMs });
  const missing = page.getByRole("region", { name: "Missing pictures" });
  await expect(missing.getByText("1 file is too small, 1 cannot be read.")).toBeVisible();
  await expect(missing).toContainText("dot.png — 12 × 12 pixels are too few");
  await screenshot(page, "1-pictures");

  const panel = page.getByRole("region", { name: "Settings" });
  await openOptions(page);
  await panel.getByRole("radio", { name: /^Lifestyle/ }).check();
  await panel.getByLabel("Describe the scene").fill("Marble counter, warm evening light");
  await panel.getByRole("button", { name: "Save as look" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Warm marble");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByTestId("look-picker")).toContainText("Warm marble");
  await panel.getByRole("button", { name: "Several: style" }).click();
  await panel.getByRole("checkbox", { name: /^Studio/ }).check();
  await panel.getByRole("checkbox", { name: /^Etsy listing/ }).check();
  await panel.getByRole("checkbox", { name: /^Instagram portrait/ }).check();
  await expect(panel).toContainText(`${sound} pictures × 2 styles × 2 places`);
  await screenshot(page, "2-look");
  await page.getByTestId("generate").click();
  await expect(page.getByTestId("order-progress")).toContainText(`of ${photos}`);
  await screenshot(page, "3-ordered");
  await page.getByTestId("order").getByRole("link").first().click();
  await page.waitForURL(/\/orders\/bat_/);
  await expectDone(page, photos);
  await screenshot(page, "4-order");
  const order = page.url();

  for (const product of ["red-mug", "green-camera"]) {
    await page
      .getByRole("button", { name: new RegExp(`^Details of ${product}, `) })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("link", { name: "Correct the cut-out" }).click();
    await eraseMiddle(page);
    await screenshot(page, `5-mask-${product}`);
    await page.getByRole("button", { name: /^Save and make 4 photos again/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/photos/orders/bat_") && url.href !== order);
    await expectDone(page, photosOfEach);
    await page.goBack();
    await page.goBack();
    await page.waitForURL(order);
    await expectDone(page, photos);
  }

  const archive = await download(page, page.getByRole("link", { name: "Download all" }));
  const files = Object.keys(unzipSync(archive.bytes));
  expect(files).toHaveLength(photos);
  expect(new Set(files.map((file) => file.replace(/_(lifestyle|studio)_.*/, ""))).size).toBe(sound);
  expect(files).toEqual(
    expect.arrayContaining(
      ["lifestyle", "studio"].flatMap((style) =>
        ["etsy", "instagram-portrait"].map((place) => `red-mug_${style}_${place}.jpg`),
      ),
    ),
  );

  await page.getByRole("button", { name: "Another style" }).click();
  await page.waitForURL("/studio");
  await expect(pictures(page, "ready")).toHaveCount(sound);
  await page.getByTestId("look-picker").getByRole("button").first().click();
  await page.getByRole("menuitem", { name: /^Dark slate/ }).click();
  const isOrder = (response: Response) =>
    response.request().method() === "POST" && response.url().endsWith("/batches");
  const [taken] = await Promise.all([page.waitForResponse(isOrder), page.getByTestId("generate").click()]);
  expect(taken.status()).toBe(202);
  await page.getByTestId("order").filter({ hasText: "Dark slate" }).getByRole("link").first().click();
  await page.waitForURL((url) => url.pathname.startsWith("/photos/orders/bat_") && url.href !== order);
  // In the same two sizes, and in the one style of the preset.
  await expectDone(page, 2 * sound);
  await screenshot(page, "6-another-look");
  await screenshotOf(page, "/photos", "7-gallery");

  test.info().annotations.push({ type: "clicks", description: String(clicks()) });
  // Independent of the number of pictures.
  expect(clicks()).toBeLessThanOrEqual(24);
});

async function screenshotOf(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await screenshot(page, name);
}

async function expectDone(page: Page, made: number): Promise<void> {
  await expect(page.getByTestId("order-progress")).toHaveText(`${made} done`, { timeout: timeoutMs });
}

/** Starts counting mouse clicks; the returned function gives the count. */
async function countClicks(page: Page): Promise<() => number> {
  let pressed = 0;
  await page.exposeFunction("countPress", () => {
    pressed += 1;
  });
  await page.addInitScript(() => {
    document.addEventListener("pointerdown", () => Reflect.get(window, "countPress")(), { capture: true });
  });
  return () => pressed;
}

/** Draws one stroke across the middle of the picture. */
async function eraseMiddle(page: Page): Promise<void> {
  const canvas = page.getByTestId("mask-canvas");
  await expect(canvas).toBeVisible({ timeout: 60_000 });
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the mask editor shows no picture");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 20, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
}

/** Files as in a seller's folder: two from a phone, one damaged, one far too small, and the rest. */
async function sellersPictures() {
  const heic = (name: string) => path.resolve("assets/tests/heic", `${name}.heic`);
  const [mug, other] = await Promise.all([readFile(heic("mug")), readFile(heic("cutout"))]);
  const damaged = (await readFile(sample("mug"))).subarray(0, 4_000);
  const dot = { create: { width: 12, height: 12, channels: 3, background: "#c33" } } as const;
  const rest = Array.from({ length: count - 4 }, (_, at) => coloredProduct(at));
  return [
    { name: "IMG_0001.heic", mimeType: "image/heic", buffer: mug },
    { name: "IMG_0002.heic", mimeType: "image/heic", buffer: other },
    { name: "damaged.jpg", mimeType: "image/jpeg", buffer: damaged },
    { name: "dot.png", mimeType: "image/png", buffer: await sharp(dot).png().toBuffer() },
    ...(await Promise.all(rest)),
  ];
}

/** A picture that differs from those of all other indexes. */
async function coloredProduct(at: number) {
  const color = at % colors.length;
  const product = products[at % products.length] ?? "mug";
  const turned = sharp(sample(product)).modulate({ hue: color * 72 });
  const buffer = await (at < 20 ? turned : turned.flop()).jpeg({ quality: 92 }).toBuffer();
  const name = `${colors[color]}-${product}${at < 40 ? "" : `-${at}`}.jpg`;
  return { name, mimeType: "image/jpeg", buffer };
}
