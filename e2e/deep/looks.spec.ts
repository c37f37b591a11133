// Guards versions of a photo and the undo of a deleted brand look.

import type { Request } from "@playwright/test";
import { saveLook } from "../saved-look.ts";
import {
  bring,
  callApi,
  expect,
  expectAccessible,
  expectMade,
  generations,
  make,
  makeLook,
  openOptions,
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
  await bring(page);
  await openOptions(page);
  await page.getByLabel("How many versions").selectOption("2 versions");
  await expect(page.getByTestId("generate")).toContainText("Make 2 photos");
  await make(page, 2);
  await generations(page, "succeeded").first().getByRole("button").first().click();
  const sent = page.waitForRequest(isOrder);
  await page.getByRole("button", { name: "Another version" }).click();
  expect((await sent).postDataJSON().items[0].request.seed).toBe(2);
  await expectMade(page, 3);
  const { data } = await callApi(page, "generations");
  expect(data.map(({ seed }: { seed: number }) => seed).sort()).toEqual([0, 1, 2]);
  await expect(page.getByTestId("balance")).toHaveText("97 credits");

  await page.getByRole("button", { name: "Show mug.jpg" }).click();
  await expect(page.getByText("You have all 2 already: free")).toBeVisible();
  await page.getByRole("link", { name: "Show the photos" }).click();
  await page.waitForURL(/\/photos\?view=product$/);
  await expect(page.getByTestId("balance")).toHaveText("97 credits");
  const after = await callApi(page, "generations");
  expect(after.data).toHaveLength(3);
});

test("a brand look can be ordered for two marketplaces", async ({ page }) => {
  const { panel } = await saveLook(page);

  await panel.getByRole("button", { name: "Where will you use it?" }).click();
  await panel.getByRole("checkbox", { name: /^Amazon main image, 2000 by 2000 pixels, 2 credits/ }).check();
  await panel.getByRole("checkbox", { name: /^Instagram square/ }).check();
  const button = page.getByTestId("generate");
  await expect(button).toContainText("Make 2 photos");
  await expect(button).toContainText("4 credits");
  await expect(panel).toContainText("2 places");
  const sent = page.waitForRequest(isOrder);
  await button.click();
  const order = (await sent).postDataJSON();
  expect(order.title).toContain("Warm marble");
  expect(order.items.map(({ custom_id }: { custom_id: string }) => custom_id)).toEqual([
    "mug_lifestyle_amazon",
    "mug_lifestyle_instagram-square",
  ]);
  for (const { request } of order.items)
    expect(request).toMatchObject({ look: expect.stringMatching(/^look_/), reuse: true });
  await expect(generations(page, "succeeded")).toHaveCount(2, { timeout: 180_000 });

  await page.goto("/photos");
  await page
    .getByRole("button", { name: /^Details of mug, “Marble counter, warm evening light”/ })
    .first()
    .click();
  const check = page.getByTestId("marketplace-check");
  await expect(check.getByRole("combobox")).not.toHaveValue("");
  await check.getByRole("combobox").selectOption("amazon");
  await expect(check).toContainText("Amazon main image would refuse it");
  await expect(check).toContainText("The background is not pure white");
  await check.getByRole("combobox").selectOption("instagram_square");
  await expect(check).toContainText("Nothing that Instagram square would refuse");
  await expectAccessible(page);
});
