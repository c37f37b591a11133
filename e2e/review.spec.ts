import { unzipSync } from "fflate";
import sharp from "sharp";
import { openOrder } from "./ordering.ts";
import { download, expect, expectAccessible, sample, signUp, test, upload } from "./support.ts";

test.describe.configure({ timeout: 300_000 });

test("a suspect photo is shown first, and approving it with a key leads to a ZIP of the order", async ({
  page,
}) => {
  await signUp(page, "/photos");
  const small = await sharp(sample("mug")).resize(400).jpeg().toBuffer();
  await openOrder(page, [{ name: "mug", url: await upload(page, "mug.jpg", small), seed: 0 }]);
  const suspects = page.getByRole("region", { name: /^Check / }).getByRole("listitem");
  await expect(suspects).toHaveCount(1, { timeout: 120_000 });
  await expect(suspects).toContainText("smaller in its picture than in the photo");
  await expectAccessible(page);
  await suspects.focus();
  await page.keyboard.press("k");
  await expect(suspects).toHaveCount(0);
  const archive = await download(page, page.getByRole("link", { name: "Download approved" }));
  expect(Object.keys(unzipSync(archive.bytes))).toHaveLength(1);
});
