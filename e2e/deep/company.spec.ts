// Guards company sign-in in a browser: the button, a person of the company, a refusal, a service without passwords.

import { startIssuer } from "#lib/testing/auth/issuer.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { newPlace, type Place, removePlace, startServing } from "../own-service.ts";
import { expect, expectAccessible, test } from "../support.ts";

const port = await findTestPort();
const baseUrl = `http://localhost:${port}`;
test.use({ baseURL: baseUrl });
test.describe.configure({ timeout: 180_000 });

let place: Place;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
test.beforeAll(async () => {
  issuer = await startIssuer(baseUrl, {
    ada: { email: "ada@company.example", email_verified: true, name: "Ada", groups: ["photo-operators"] },
    eve: { email: "eve@evil.example", email_verified: true },
  });
  place = { ...(await newPlace()), port };
  await startServing(place, {
    ...issuer.env,
    OIDC_NAME: "Example GmbH",
    OIDC_DOMAINS: "company.example",
    OIDC_OPERATOR_CLAIM: "groups:photo-operators",
    PASSWORD_SIGN_IN: "off",
  });
});
test.afterAll(async () => {
  await removePlace(place);
  issuer.close();
});

test("a person of the company signs in, opens the support desk, and signs out; a stranger is told why not", async ({
  page,
}) => {
  await page.goto("/sign-up");
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await expectAccessible(page);
  const signIn = page.getByRole("button", { name: "Sign in with Example GmbH" });
  await signIn.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The sign-in was canceled at the provider")).toBeVisible();
  await signIn.click();
  await page.getByRole("button", { name: "eve" }).click();
  await expect(page.getByText("Only addresses of company.example can sign in here")).toBeVisible();
  // The issuer remembers who chose themselves there.
  await page.context().clearCookies();
  await page.goto("/sign-in?next=%2Faccount");
  await signIn.click();
  await page.getByRole("button", { name: "ada" }).click();
  await page.waitForURL("/account");
  await expect(page.getByText("Ada, ada@company.example")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change password" })).toHaveCount(0);
  await page.goto("/operator");
  await expect(page.getByRole("heading", { name: "Support desk" })).toBeVisible();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("/");
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
});
