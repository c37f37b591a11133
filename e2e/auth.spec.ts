import { totpOf } from "#lib/testing/totp.ts";
import {
  deepTest,
  expect,
  expectAccessible,
  fillSignUp,
  forgetSession,
  mailedLink,
  newPerson,
  password,
  signIn,
  signUp,
  test,
} from "./support.ts";

test("signing up starts the trial and opens the studio; signing out ends the session; the email is taken", async ({
  page,
}) => {
  const person = newPerson();
  await page.goto("/sign-up");
  await fillSignUp(page, person);
  await page.waitForURL("/studio");
  await expect(page.getByText("Choose pictures")).toBeVisible();
  await expect(page.getByTestId("balance")).toHaveText("100 credits");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("/");
  await page.goto("/studio");
  await expect(page).toHaveURL("/sign-in?next=%2Fstudio");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.waitForURL(/\/sign-up/);
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
  await fillSignUp(page, person);
  await expect(page.getByText("There is an account with this email already")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
});

test("signing in leads to the wanted page, never to another site, and a refusal reveals no accounts", async ({
  page,
}) => {
  const person = await signUp(page, "about:blank");
  await page.context().clearCookies();
  await page.goto("/account");
  await expect(page).toHaveURL("/sign-in?next=%2Faccount");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/sign-up?next=%2Faccount");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/sign-in?next=%2Faccount");
  for (const email of [newPerson().email, person.email]) {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "do not go together" })).toBeVisible();
    // The refusal empties this field, also what was typed before it arrived.
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  }
  await signIn(page, person);
  await page.waitForURL("/account");
  await forgetSession(page);
  await page.goto("/sign-in?next=https%3A%2F%2Fevil.example%2F");
  await signIn(page, person);
  await page.waitForURL("/studio");
});

test("guessing passwords is rate limited", async ({ page }) => {
  await page.goto("/sign-in");
  for (let attempt = 0; attempt < 16; attempt += 1) {
    const data = { email: "somebody@example.com", password: `guess number ${attempt}` };
    const answer = await page.request.post("/api/auth/sign-in/email", { data });
    expect([401, 429]).toContain(answer.status());
  }
  await page.getByLabel("Email").fill("somebody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("one more guess");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Too many attempts")).toBeVisible();
});

test("a forgotten password is replaced through the mailed link, which works once", async ({ page }) => {
  const person = await signUp(page, "about:blank");
  await forgetSession(page);
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgotten?" }).click();
  await page.waitForURL("/forgot-password");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Mail me the link" }).click();
  await expect(page.getByRole("status")).toContainText("the link has been sent");
  const link = await mailedLink(person, /\/reset-password\?token=\S+/);
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("another long password");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your new password is set")).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill("another long password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/studio");
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("a third long password");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("This link is no longer valid")).toBeVisible();
});

deepTest(
  "two-step sign-in is turned on with an authenticator, and signing in requires its code or a recovery code",
  async ({ page }) => {
    const person = await signUp(page, "/account");
    await page.getByRole("button", { name: "Turn on" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your password").fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    await expectAccessible(page);
    const secret = await dialog.getByTestId("second-step-secret").textContent();
    await dialog.getByLabel("Code", { exact: true }).fill(totpOf(secret ?? ""));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByTestId("recovery-code")).toHaveCount(10);
    const recovery = await dialog.getByTestId("recovery-code").first().textContent();
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await expect(page.getByRole("button", { name: "New recovery codes" })).toBeFocused();

    for (const way of ["app", "recovery"]) {
      await forgetSession(page);
      await page.goto("/sign-in?next=%2Faccount");
      await signIn(page, person);
      await page.waitForURL(/\/second-step/);
      if (way === "recovery") await page.getByRole("link", { name: "Use a recovery code" }).click();
      const field = page.getByLabel(way === "app" ? "Code" : "Recovery code", { exact: true });
      await field.fill("000000");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await field.fill(way === "app" ? totpOf(secret ?? "", Date.now() + 30_000) : (recovery ?? ""));
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("/account");
    }
  },
);

test("a second account of the same mailbox has no trial and shows why", async ({ page }) => {
  const person = await signUp(page, "about:blank");
  await forgetSession(page);
  await page.goto("/sign-up");
  await fillSignUp(page, { ...person, email: person.email.replace("@", "+shop@") });
  await page.waitForURL("/studio");
  await expect(page.getByText("There is no trial for this account")).toBeVisible();
  await expect(page.getByText("This mailbox had its trial")).toBeVisible();
});

test.describe("before any script has loaded", () => {
  test.use({ javaScriptEnabled: false });

  test("signing up and in work", async ({ page }) => {
    const person = newPerson();
    await page.goto("/sign-up");
    await fillSignUp(page, person);
    await page.waitForURL("/studio");
    await forgetSession(page);
    await page.goto("/sign-in?next=%2Faccount");
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("do not go together")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await signIn(page, person);
    await page.waitForURL("/account");
  });
});
