import type { Page } from "@playwright/test";
import { startReceiver, verifyReceived } from "#lib/testing/webhooks/receiver.ts";
import {
  expect,
  expectAccessible,
  expectedErrors,
  expectNarrowAndWide,
  forgetSession,
  query,
  signUp,
  test,
} from "./support.ts";

test.describe.configure({ timeout: 120_000 });

let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

/** Adds an endpoint in the page and returns its secret. */
async function addEndpoint(page: Page, url: string, description: string): Promise<string> {
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill(url);
  await dialog.getByLabel("Description").fill(description);
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  const secret = (await dialog.getByTestId("webhook-secret").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await page.waitForURL(/\/webhooks\/whe_/);
  await expect(page.getByRole("heading", { name: description, level: 1 })).toBeVisible();
  return secret;
}

const deliveries = (page: Page) => page.getByTestId("delivery");

test("an endpoint can be added, tested, paused, given a new secret and deleted, and shows its deliveries", async ({
  page,
}) => {
  expectedErrors.push("400");
  await signUp(page, "/developers/webhooks");
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("http://10.0.0.1/hook");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByRole("alert")).toContainText("must be a public http(s) address");
  await dialog.getByRole("checkbox", { name: "Every event" }).uncheck();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  receiver.answerWith("/shop", (_request, response) => response.writeHead(503).end("come back later"));
  const secret = await addEndpoint(page, receiver.url("/shop"), "Shop backend");
  expect(await page.content()).not.toContain(secret);
  await expect(deliveries(page)).toHaveCount(1);
  await expect(page.getByText("This endpoint is waiting for its first 2xx")).toBeVisible();
  await expect(deliveries(page)).toContainText("503");
  await expect(page.getByText("This endpoint is failing")).toBeVisible();
  await deliveries(page).locator("summary").click();
  await expect(deliveries(page)).toContainText("come back later");
  await expect(deliveries(page)).toContainText('"type": "test.ping"');
  await expectNarrowAndWide(page);

  receiver.answerWith("/shop", 200);
  await deliveries(page).getByRole("button", { name: "Send again" }).click();
  await expect(deliveries(page).locator("summary")).toContainText("Received");
  await expect(page.getByText("This endpoint is failing")).toBeHidden();
  await expect(page.getByText("This endpoint is waiting for its first 2xx")).toBeHidden();
  const received = receiver.at("/shop").at(-1);
  if (!received) throw new Error("nothing came");
  expect(verifyReceived(received, secret)).toMatchObject({ type: "test.ping" });

  await page.getByRole("link", { name: "Failed" }).click();
  await expect(page.getByText("Nothing here")).toBeVisible();
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(deliveries(page)).toHaveCount(1);

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Nothing is sent to this endpoint")).toBeVisible();
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText("Nothing is sent to this endpoint")).toBeHidden();

  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("checkbox", { name: "Every event" }).uncheck();
  await dialog.getByRole("checkbox", { name: "credits.low" }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("batch.completed")).toBeVisible();
  await expect(page.getByText("credits.low")).toBeHidden();

  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate the secret" }).click();
  const newSecret = (await page.getByTestId("webhook-secret").textContent()) ?? "";
  expect(newSecret).not.toBe(secret);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(deliveries(page)).toHaveCount(2);
  await expect(deliveries(page).first().locator("summary")).toContainText("Received");
  const both = receiver.at("/shop").at(-1);
  if (!both) throw new Error("nothing came");
  for (const one of [secret, newSecret]) expect(verifyReceived(both, one)).toHaveProperty("id");

  const values = [receiver.url("/shop")];
  await query(
    `UPDATE webhook_endpoint SET status = 'paused', pause_reason = 'failing' WHERE url = $1`,
    values,
  );
  await page.goto("/developers/webhooks");
  await expectNarrowAndWide(page);
  await page.getByRole("link", { name: "Shop backend" }).click();
  await expect(page.getByText("It received nothing for days")).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete endpoint" }).click();
  await page.waitForURL(/\/webhooks$/);
  await expect(page.getByText("No endpoints yet")).toBeVisible();
});

test("an endpoint of another account has no page, like an unknown one", async ({ page }) => {
  expectedErrors.push("404");
  await signUp(page, "/developers/webhooks");
  await addEndpoint(page, receiver.url("/private"), "Their backend");
  const { pathname: theirs } = new URL(page.url());
  await forgetSession(page);
  await signUp(page, "/developers/webhooks");
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  for (const address of [theirs, "/developers/webhooks/whe_0000000000000000000000"]) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing here");
    await expect(page.getByText("Their backend")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
  }
});
