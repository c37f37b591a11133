// Guards that pages show the progress of work, by events and without them.

import { chooseFiles, expect, generations, pictures, sample, signUp, test } from "../support.ts";

test.describe.configure({ timeout: 300_000 });

test("events report the progress of work, and pages also update without them", async ({ page }) => {
  await signUp(page);
  const opened = page.waitForResponse("**/photos/orders/events");
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(1);
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
