// Guards versions of a photo and the undo of a deleted brand look.

import type { Request } from "@playwright/test";
import {
  chooseFiles,
  expect,
  expectAccessible,
  generations,
  makeLook,
  openOptions,
  pictures,
  sample,
  signUp,
  test,
} from "../support.ts";

test.describe.configure({ timeout: 240_000 });

const isOrder = (request: Request) => request.method() === "POST" && request.url().endsWith("/batches");

test("undo restores a deleted brand look; without undo it is deleted", async ({ page }) => {
  await signUp(page, "/looks");
  await expect(page.getByText("No looks yet")).toBeVisible();
  await expectAccessible(page);
  for (const name of ["Oak", "Slate"]) {
    await makeLook(page, { name, settings: { style: "luxury", background: { color: "#224466" } } });
  }
  await page.reload();
  const looks = page.getByTestId("look");
  await expect(looks).toHaveCount(2);
  await page.getByRole("button", { name: "More for “Oak”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(looks).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(looks).toHaveCount(2);
  await page.getByRole("button", { name: "More for “Slate”" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Wet slate");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(looks.filter({ hasText: "Wet slate" })).toBeVisible();
  await page.getByRole("button", { name: "More for “Oak”" }).click();
  const gone = page.waitForRequest((request) => request.method() === "DELETE");
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await gone;
  await page.reload();
  await expect(looks).toHaveCount(1);
  await expect(looks).toContainText("Wet slate");
});

test("another version of a photo is ordered with the next unused seed, and photos that exist already are free", async ({
  page,
}) => {
  await signUp(page);
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(1, { timeout: 60_000 });
  await openOptions(page);
  await page.getByRole("radio", { name: "2 versions" }).check();
  await expect(page.getByTestId("generate")).toContainText("Make 2 photos");
  await page.getByTestId("generate").click();
  await expect(generations(page, "succeeded")).toHaveCount(2, { timeout: 120_000 });
  await generations(page, "succeeded").first().getByRole("button").first().click();
  const sent = page.waitForRequest(isOrder);
  await page.getByRole("button", { name: "Another version" }).click();
  expect((await sent).postDataJSON().items[0].request.seed).toBe(2);
  await expect(generations(page, "succeeded")).toHaveCount(3, { timeout: 120_000 });
  const { data } = await page.evaluate(async () => (await fetch("/api/v1/generations")).json());
  expect(data.map(({ seed }: { seed: number }) => seed).sort()).toEqual([0, 1, 2]);
  await expect(page.getByTestId("balance")).toHaveText("97 credits");

  await expect(page.getByTestId("generate")).toContainText("0 credits");
  await expect(page.getByText("You have all 2 already: free")).toBeVisible();
  const answered = page.waitForResponse((response) => isOrder(response.request()));
  await page.getByTestId("generate").click();
  expect((await (await answered).json()).credits.reserved).toBe(0);
  await expect(generations(page, "succeeded")).toHaveCount(5);
  await expect(page.getByTestId("balance")).toHaveText("97 credits");
});
