// Guards orders that are sent again after a lost response, and uploads in formats a browser cannot show.

import path from "node:path";
import {
  bring,
  chooseFiles,
  expect,
  expectedErrors,
  expectMade,
  generations,
  make,
  openOptions,
  pictures,
  signIn,
  signUp,
  test,
} from "../support.ts";

test.describe.configure({ timeout: 300_000 });

const heicSample = path.resolve("assets/tests/heic/mug.heic");
const orderUrl = "**/api/v1/batches";

test("a photo can be made of a HEIC picture, which this browser cannot show", async ({ page }) => {
  await signUp(page);
  await chooseFiles(page, heicSample);
  await expect(pictures(page, "ready")).toHaveCount(1);
  const snapshot = pictures(page).locator("img");
  await expect.poll(() => snapshot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await openOptions(page);
  await page.getByRole("radio", { name: /^4K/ }).check();
  await expect(page.getByText("mug.heic has 640 × 480 pixels and will look soft at 4K.")).toBeVisible();
  await page.getByRole("radio", { name: /^1K/ }).check();
  await expect(page.getByText("will look soft")).toBeHidden();
  await make(page);
});

test("an order is sent again after a lost response, charged once, and sent after a reload", async ({
  page,
}) => {
  expectedErrors.push("ERR_FAILED", "ERR_INTERNET_DISCONNECTED");
  await signUp(page);
  await bring(page);
  const keys = new Set<string | undefined>();
  let lost = 0;
  await page.route(orderUrl, async (route) => {
    keys.add(route.request().headers()["idempotency-key"]);
    // The service accepts the order but the response is dropped: the worst time for a connection to fail.
    if (lost++ === 0) await route.fetch();
    return route.abort();
  });
  await page.getByTestId("generate").click();
  await expect(page.getByText("Connection lost. Retrying…")).toBeVisible();
  await expect.poll(() => lost, { timeout: 30_000 }).toBeGreaterThan(1);
  expect(keys.size).toBe(1);
  await page.unroute(orderUrl);
  await page.reload();
  await expectMade(page);
  await expect(page.getByTestId("balance")).toHaveText("99 credits");
  await page.reload();
  await expect(generations(page, "succeeded")).toHaveCount(1);
  await expect(page.getByTestId("balance")).toHaveText("99 credits");
});

test("after an expired session, signing in leads back to the same studio and sends the order", async ({
  page,
}) => {
  expectedErrors.push("401");
  const person = await signUp(page);
  await bring(page);
  await page.context().clearCookies();
  await page.getByTestId("generate").click();
  await expect(page.getByText("You are signed out")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, person);
  await page.waitForURL("/studio");
  await expect(page.getByText("You are signed in again.")).toBeVisible();
  await expectMade(page);
});
