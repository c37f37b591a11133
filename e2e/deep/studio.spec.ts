// Guards: a photo in progress shows each of its steps, in order.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  bring,
  download,
  expect,
  expectMade,
  fileInput,
  make,
  openOptions,
  pictures,
  sample,
  signUp,
  test,
  watchSteps,
} from "../support.ts";

test.describe.configure({ timeout: 300_000 });

test("a photo in progress shows its current step", async ({ page }) => {
  await signUp(page);
  await fileInput(page).setInputFiles([await unseen("camera"), await unseen("candle")]);
  await expect(pictures(page, "ready")).toHaveCount(2);
  await openOptions(page);
  // Photos so large that each step takes longer than the interval between two updates.
  await page.getByRole("radio", { name: /^4K/ }).check();
  await page.getByRole("checkbox", { name: "Make photos of candle.jpg" }).uncheck();
  // More than run at once, so that the next order waits.
  await page.getByLabel("How many versions").selectOption("3 versions");
  await page.getByTestId("generate").click();
  await expect(page.getByRole("button", { name: /^Show Studio of camera\.jpg/ }).first()).toBeVisible();
  await page.getByLabel("How many versions").selectOption("1 version");
  await page.getByRole("checkbox", { name: "Make photos of candle.jpg" }).check();
  await page.getByRole("checkbox", { name: "Make photos of camera.jpg" }).uncheck();
  await page.getByTestId("generate").click();
  await expect(page.getByRole("button", { name: /^Show Studio of candle\.jpg/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const steps = await watchSteps(page);
  await expectMade(page, 4);
  expect(await steps()).toEqual(["In line", "Cut-out", "Photo"]);
});

/** A bundled picture with unique bytes, so that no cut-out of it is cached. */
async function unseen(name: string) {
  const jpeg = await readFile(sample(name));
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 18]), randomBytes(16)]);
  const buffer = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  return { name: `${name}.jpg`, mimeType: "image/jpeg", buffer };
}

test("a finished photo can be made again in another scene, cut out and downloaded in each format", async ({
  page,
}) => {
  await signUp(page);
  await bring(page);
  await make(page);
  await expect(page.getByTestId("generate")).toHaveCount(0);
  await page.getByRole("button", { name: "Another scene" }).click();
  await expect(page.getByRole("radio", { name: "Studio", exact: true })).toBeFocused();
  await page.getByRole("radio", { name: "Luxury", exact: true }).dblclick();
  await expectMade(page, 2);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const transparent = page.getByRole("menuitem", { name: /^Transparent file 10 credits/ });
  await expect(transparent).toContainText("For white, a photo on white costs 1 credit.");
  await transparent.click();
  await expect(page.getByText("1 picture: 10 credits.")).toBeVisible();
  await page.getByRole("button", { name: "Cut out 10 credits" }).click();
  await expectMade(page, 3);
  await expect(page.getByTestId("balance")).toHaveText("88 credits");
  for (const [name, type] of [
    ["PNG", "png"],
    ["WebP", "webp"],
    ["JPEG", "jpg"],
  ] as const) {
    await page.getByRole("button", { name: "Download" }).click();
    const { bytes } = await download(page, page.getByRole("menuitem", { name }));
    expect(bytes.subarray(0, 12).toString("latin1")).toMatch(
      { png: /^\x89PNG/, webp: /^RIFF....WEBP/s, jpg: /^\xff\xd8\xff/ }[type],
    );
  }
});
