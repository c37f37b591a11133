import type { Browser, Page } from "@playwright/test";
import { totpOf } from "#lib/testing/totp.ts";
import {
  deepTest,
  expect,
  expectAccessible,
  expectedErrors,
  expectNarrowAndWide,
  type Person,
  password,
  query,
  screenshot,
  sendToApi,
  signUp,
  test,
} from "./support.ts";

test.describe.configure({ timeout: 180_000 });

/** Signs up a user and makes them an operator. `npm run admin -- operator add` has its own test. */
async function becomeOperator(page: Page): Promise<Person> {
  const person = await signUp(page, "/account");
  await query(`UPDATE "user" SET is_operator = true WHERE email = $1`, [person.email]);
  return person;
}

async function turnOnSecondStep(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const post = (path: string, data: object) =>
    page.request.post(`/api/auth/two-factor/${path}`, { headers: { Origin: origin }, data });
  const { totpURI } = await (await post("enable", { password })).json();
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  expect((await post("verify-totp", { code: totpOf(secret) })).status()).toBe(200);
}

/** Inserts a finished photo with this request id. */
async function haveFinishedPhoto({ email }: Person, requestId: string): Promise<void> {
  await query(
    `WITH owner AS (SELECT id FROM "user" WHERE email = $1),
          paid AS (UPDATE balance SET monthly = monthly - 2 WHERE user_id = (SELECT id FROM owner) RETURNING *),
          work AS (
            INSERT INTO generation (id, user_id, operation, status, source_ref, style, from_monthly, from_topup, period,
                                    expires_at, finished_at, request_id)
            SELECT 'gen_' || $2, user_id, 'generate', 'succeeded', '', 'studio', 2, 0, period, now(), now(), $2
            FROM paid RETURNING id, user_id)
     INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
     SELECT paid.user_id, 'charge', -2, 0, paid.monthly, paid.topup, 'charge:' || work.id FROM paid, work`,
    [email, requestId],
  );
}

async function haveSentMails({ email }: Person, count: number): Promise<void> {
  await query(
    `INSERT INTO outgoing_mail (reference, recipient, subject, text, sent_at)
     SELECT 'operator:' || $1 || n, $1, 'Mail ' || n, '', now() FROM generate_series(1, $2::int) AS n`,
    [email, count],
  );
}

/** Opens a browser of another person, with a different client address. */
async function newBrowser(browser: Browser): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": `10.7.${Date.now() % 250}.9` };
  return await (await browser.newContext({ extraHTTPHeaders })).newPage();
}

deepTest(
  "an operator can find a customer by a request id, refund a photo, and view the account with consent",
  async ({ page, browser }) => {
    const customerPage = await newBrowser(browser);
    const customer = await signUp(customerPage, "/photos");
    const requestId = `req_e2e${Date.now()}`;
    await haveFinishedPhoto(customer, requestId);
    await becomeOperator(page);

    await page.goto("/operator");
    await expect(page.getByText("Turn on two-step sign-in first")).toBeVisible();
    await screenshot(page, "operator-second-step");
    await turnOnSecondStep(page);
    await page.goto("/account");
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Support desk" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support desk");
    await screenshot(page, "operator-overview");
    await expectNarrowAndWide(page);

    await page.getByLabel("Find an account").fill("example.com");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page.getByRole("link", { name: customer.email })).toBeVisible();
    await page.getByLabel("Find an account").fill(requestId);
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(customer.email);
    await screenshot(page, "operator-account");
    await expectNarrowAndWide(page);
    const work = page.getByTestId("desk-work").first();
    await expect(work).toContainText(requestId);
    await work.getByRole("button", { name: "Refund" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note").fill("came out grey");
    await screenshot(page, "operator-refund");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(work).toContainText("Refunded");
    await expect(work.getByRole("button", { name: "Refund" })).toBeHidden();

    await haveSentMails(customer, 40);
    await page.reload();
    const mails = page.getByTestId("desk-mail");
    await expect(mails).toHaveCount(25);
    await page.getByRole("link", { name: "Show more" }).click();
    await expect.poll(() => mails.count()).toBeGreaterThanOrEqual(40);
    await expect(page.getByRole("link", { name: "Show more" })).toBeHidden();

    await page.getByRole("button", { name: "Ask for a view" }).click();
    await dialog.getByLabel("Reason, for its owner").fill("to see why the photo is grey");
    await dialog.getByRole("button", { name: "Ask for a view" }).click();
    await expect(page.getByText("View of this account requested")).toBeVisible();
    await expect(page.getByRole("button", { name: "Open the view" })).toBeHidden();

    await customerPage.goto("/photos");
    const notice = customerPage.getByRole("region", { name: "Support" });
    await expect(notice).toContainText("to see why the photo is grey");
    await screenshot(customerPage, "operator-notice");
    await expectAccessible(customerPage);
    await notice.getByRole("button", { name: "Accept" }).click();
    const proof = customerPage.getByRole("dialog");
    await proof.getByLabel("Your password").fill(password);
    await proof.getByRole("button", { name: "Accept" }).click();
    await expect(notice).toContainText("may see your account");

    await page.reload();
    await page.getByRole("button", { name: "Open the view" }).click();
    await page.waitForURL("**/photos");
    const banner = page.getByRole("region", { name: "View of an account" });
    await expect(banner).toContainText(`You see the account of ${customer.email}`);
    await screenshot(page, "operator-view");
    await expectNarrowAndWide(page);
    await page.goto("/account/activity");
    const refund = page.getByTestId("activity").filter({ hasText: "refunded by the operator" });
    await expect(refund).toContainText("The operator");
    await expect(refund).toContainText("came out grey");
    await page.goto("/developers/keys");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not part of the view");
    await screenshot(page, "operator-closed");
    expect((await sendToApi(page, "looks", { data: {} })).status()).toBe(403);
    expectedErrors.push("403 (Forbidden)", "404 (Not Found)");
    expect((await page.goto("/operator"))?.status()).toBe(404);
    await page.goto("/photos");
    await expect(banner).toBeVisible();

    await notice.getByRole("button", { name: "End the view" }).click();
    await expect(notice).toBeHidden();
    await page.goto("/photos");
    await expect(banner).toBeHidden();
    await page.context().addCookies([{ name: "locale", value: "de", url: new URL("/", page.url()).href }]);
    await page.goto("/operator");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kundendienst");
    await screenshot(page, "operator-german");
  },
);

test("the support desk shows the page of an unknown address to non-operators", async ({ page }) => {
  expectedErrors.push("404 (Not Found)");
  const seen = async (path: string) => {
    const status = (await page.goto(path))?.status();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing here");
    // The router adds its announcer once the page runs.
    await expect(page.locator("next-route-announcer")).toBeAttached();
    return [status, await page.title(), await page.locator("body").ariaSnapshot()];
  };
  const desk = ["/operator", "/operator/accounts/usr_1", "/operator/second-step", "/operator/view"];
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await signUp(page, "/photos");
    const unknown = await seen("/no-such-page");
    expect(unknown[0]).toBe(404);
    for (const path of desk) expect(await seen(path), path).toEqual(unknown);
  }
  await page.goto("/photos");
  await page.getByRole("button", { name: "Your account" }).click();
  await expect(page.getByRole("menuitem", { name: "Account and sessions" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Support desk" })).toBeHidden();
});
