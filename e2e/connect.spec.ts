import { createHash, randomBytes } from "node:crypto";
import { expect, expectAccessible, signUp, test } from "./support.ts";

const verifier = randomBytes(32).toString("base64url");
const redirectUri = "http://127.0.0.1:33418/callback";

test("an app asks, is allowed on a page that names it, reads the credits, and is revoked beside the keys", async ({
  page,
  baseURL,
}) => {
  await page.route(`${redirectUri}*`, (route) => route.fulfill({ body: "back in the app" }));
  const registered = await page.request.post("/api/auth/oauth2/register", {
    data: { client_name: "Agent", redirect_uris: [redirectUri] },
  });
  const { client_id } = await registered.json();
  const resource = `${baseURL}/api/mcp`;
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id, redirect_uri: redirectUri, state: "s", resource },
    ...{ scope: "work:read account:read offline_access", code_challenge_method: "S256" },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  // A visitor signs in first.
  await page.goto(`/api/auth/oauth2/authorize?${query}`);
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fconnect/);
  await signUp(page, "about:blank");
  await page.goto(`/api/auth/oauth2/authorize?${query}`);
  await expect(page.getByRole("heading", { name: "Connect “Agent”?" })).toBeVisible();
  await expect(page.getByText("127.0.0.1:33418")).toBeVisible();
  await expect(page.getByText("read the credits and events of the account")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.waitForURL(/callback\?error=access_denied/);
  await page.goto(`/api/auth/oauth2/authorize?${query}`);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(/callback\?code=/);
  const form = {
    ...{ grant_type: "authorization_code", client_id, redirect_uri: redirectUri, resource },
    ...{ code_verifier: verifier, code: new URL(page.url()).searchParams.get("code") ?? "" },
  };
  // By the app, which has none of the browser's cookies.
  const issued = await fetch(`${baseURL}/api/auth/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  const tokens = await issued.json();
  const callTool = () =>
    fetch(resource, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "get_credits", arguments: {} },
      }),
    });
  expect(await (await callTool()).text()).toContain("100");
  await page.goto("/developers/keys");
  const row = page.getByRole("row", { name: /Agent/ });
  await expect(row).toContainText("Active");
  await row.getByRole("button", { name: /Revoke/ }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(row).toContainText("Revoked");
  expect((await callTool()).status).toBe(401);
});

test("a request of an unknown app, or for an address that is not its own, ends on a page that says so", async ({
  page,
}) => {
  await signUp(page, "about:blank");
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id: "nobody", redirect_uri: "https://evil.example/" },
  });
  await page.goto(`/api/auth/oauth2/authorize?${query}`);
  await expect(page).toHaveURL("/connect");
  await expect(page.getByText("Start again in the app")).toBeVisible();
});
