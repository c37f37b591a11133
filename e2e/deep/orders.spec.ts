// Guards that pages show the progress of work, by events and without them.

import { unzipSync } from "fflate";
import { orderStyles, orders } from "../ordering.ts";
import {
  bring,
  download,
  expect,
  expectAccessible,
  expectMade,
  expectNarrowAndWide,
  generations,
  signUp,
  test,
} from "../support.ts";

test.describe.configure({ timeout: 300_000 });

test("events report the progress of work, and pages also update without them", async ({ page }) => {
  await signUp(page);
  const opened = page.waitForResponse("**/photos/orders/events");
  await bring(page);
  await page.getByTestId("generate").click();
  const stream = await opened;
  expect(stream.headers()["content-type"]).toBe("text/event-stream");
  const states = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = [];
        new EventSource("/photos/orders/events").onmessage = ({ data }) => {
          const { status } = JSON.parse(data);
          seen.push(status);
          if (status === "succeeded") resolve(seen);
        };
      }),
  );
  expect(new Set(states)).toEqual(new Set(["running", "succeeded"]));
  await expect(generations(page, "succeeded")).toHaveCount(1);

  await page.route("**/photos/orders/events", (route) => route.fulfill({ status: 204 }));
  const ordered = page.waitForResponse((answer) => answer.url().endsWith("/batches"));
  await page.getByRole("button", { name: "Another version" }).click();
  const { id } = await (await ordered).json();
  await page.goto(`/photos/orders/${id}`);
  await page.getByRole("link", { name: /^All/ }).click();
  await expect(page.getByTestId("order-progress")).toHaveText("1 done", { timeout: 120_000 });
});

test("two pictures in two styles are one order, whose progress two browsers show, and one ZIP", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  await orderStyles(page, /^Luxury/);
  await expect(page.getByTestId("balance")).toHaveText("96 credits");
  await expect(page.getByTestId("order-progress")).toContainText(/^\d of 4, (about \d+ s left|almost done)/);

  const other = await browser.newContext({
    storageState: await page.context().storageState(),
    ...(baseURL && { baseURL }),
  });
  const elsewhere = await other.newPage();
  await elsewhere.goto("/studio");
  await expect(generations(elsewhere)).toHaveCount(4);
  await page.reload();
  await expectMade(page, 4);
  await expect(generations(elsewhere, "succeeded")).toHaveCount(4);
  await other.close();

  const archive = await download(page, page.getByRole("link", { name: "Download all" }));
  const files = unzipSync(archive.bytes);
  expect(Object.keys(files).sort()).toEqual([
    "candle_luxury_1k.jpg",
    "candle_studio_1k.jpg",
    "mug_luxury_1k.jpg",
    "mug_studio_1k.jpg",
  ]);
  for (const bytes of Object.values(files)) expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);

  await page.goto("/photos/orders");
  await expectNarrowAndWide(page);
  await orders(page)
    .getByRole("link", { name: /^mug and 1 more/ })
    .click();
  await page.waitForURL(/\/orders\/bat_/);
  await expect(page.locator("[data-testid=photo][data-status=succeeded]")).toHaveCount(4);
  await expect(page).toHaveTitle(/^Order\b/);
  await expectNarrowAndWide(page);
  await page.getByRole("button", { name: /^Details of mug, Luxury photo/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Another style" }).click();
  await page.waitForURL("/studio");
  await expect(page.getByTestId("picture")).toHaveCount(2);
  await expect(page.getByText("2 of 2 chosen")).toBeVisible();
});
