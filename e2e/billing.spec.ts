import type { Page } from "@playwright/test";
import { expectPlan, goBack, goForward, openPortal } from "./billing-pages.ts";
import {
  bring,
  expect,
  expectAccessible,
  expectedErrors,
  generations,
  leaveCredits,
  pictures,
  sendToApi,
  signUp,
  test,
} from "./support.ts";

/** Enters the customer of the receipts; a tax number of another form is refused at its field. */
async function enterDetails(page: Page): Promise<void> {
  await page.getByLabel("Company or name").fill("<b>Lampenhaus</b> GmbH");
  await page.getByLabel("Street and number").fill("Ringstr. 7");
  await page.getByLabel("Postal code").fill("50667");
  await page.getByLabel("City").fill("Köln");
  await page.getByLabel("Country").selectOption("Germany");
  await page.getByLabel("VAT id").fill("DE12");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("VAT id")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("VAT id").fill("DE 123 456 789");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved for receipts from now on.")).toBeVisible();
  await expect(page.getByLabel("Country")).toHaveValue("DE");
}

async function askForPhoto(page: Page): Promise<{ status: number; code: string }> {
  const answer = await sendToApi(page, "generate", { data: {} });
  return { status: answer.status(), code: (await answer.json()).error.code };
}

test("a customer can go through trial, plan, top-up, renewal, failed payment, recovery and cancellation", async ({
  page,
}) => {
  test.setTimeout(240_000);
  expectedErrors.push("400", "402", "403");
  const person = await signUp(page, "/billing");
  await expectPlan(page, "Trial", "100", "0");

  await page.getByRole("button", { name: "Choose Pro" }).click();
  await expect(page.getByText("No card is charged and no real money moves.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /declined/ }).click();
  await expect(page.getByRole("alert")).toContainText("Your card was declined.");
  await page.getByRole("button", { name: /good card/ }).click();
  await page.waitForURL(/\/billing\?done=paid/);
  await expectPlan(page, "Active", "400", "100");

  await page.getByRole("button", { name: "Buy 100 credits" }).click();
  await page.getByRole("button", { name: "Leave without paying" }).click();
  await page.waitForURL(/\/billing\?done=left/);
  await enterDetails(page);
  await page.getByRole("button", { name: "Buy 100 credits" }).click();
  await page.getByRole("button", { name: /good card/ }).click();
  await page.waitForURL(/\/billing\?done=paid/);
  await expectPlan(page, "Active", "400", "200");
  await expect(page.getByRole("row", { name: /Pro plan, \w+ \d+ to \w+ \d+/ })).toBeVisible();
  await page.getByRole("link", { name: "Receipt" }).first().click();
  await expect(page.getByText("50667 Köln", { exact: true })).toBeVisible();
  await expect(page.getByText(/^TEST-\d{6}$/)).toBeVisible();
  await expect(page.getByRole("row", { name: "Tax" })).toContainText("$0.00");
  await expectAccessible(page);

  await leaveCredits(person, 1);
  await openPortal(page);
  await expectAccessible(page);
  await goForward(page);
  await goBack(page);
  await expectPlan(page, "Active", "400", "200");

  await openPortal(page);
  await page.getByRole("button", { name: /card that fails/ }).click();
  await goForward(page);
  await goBack(page);
  await expectPlan(page, "Payment due", "400", "200");
  await expect(page.getByText("$29.00 is due")).toBeVisible();
  expect(await askForPhoto(page)).toEqual({ status: 403, code: "no_active_subscription" });

  await openPortal(page);
  await page.getByRole("button", { name: /good card/ }).click();
  await goBack(page);
  await expectPlan(page, "Active", "400", "200");
  expect((await askForPhoto(page)).status).toBe(400);

  await openPortal(page);
  await page.getByRole("button", { name: "Cancel the subscription" }).click();
  await expect(page.getByRole("status")).toHaveText("The subscription ends with the current period.");
  await goForward(page);
  await goBack(page);
  await expectPlan(page, "No plan", "0", "200");
  await expect(page.getByRole("button", { name: "Choose Pro" })).toBeVisible();
});

test("an order short of credits leads to a plan that covers it, and the payment leads back to the order", async ({
  page,
}) => {
  const person = await signUp(page, "/billing");
  await leaveCredits(person, 0);
  await page.goto("/studio");
  await bring(page);
  await page.getByRole("link", { name: "Get credits" }).click();
  const offer = page.getByRole("region", { name: "Your order needs 1 credit more" });
  await expect(offer).toContainText("Starter plan");
  await expectAccessible(page);
  await offer.getByRole("button", { name: "Choose Starter" }).click();
  await page.getByRole("button", { name: /good card/ }).click();
  await page.waitForURL("/studio");
  await expect(pictures(page, "ready")).toHaveCount(1);
  await page.getByTestId("generate").click();
  await expect(generations(page)).toHaveCount(1);

  await page.goto("/billing?need=120");
  const pack = page.getByRole("region", { name: "Your order needs 120 credits more" });
  await expect(pack.getByRole("button", { name: "Buy 500 credits" })).toBeVisible();
});
