import { createHash, randomBytes } from "node:crypto";
import {
  auth as authorize,
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, expect, test } from "vitest";
import * as serverMetadata from "../../../app/.well-known/oauth-authorization-server/[[...path]]/route.ts";
import * as resourceMetadata from "../../../app/.well-known/oauth-protected-resource/[[...path]]/route.ts";
import * as authRoute from "../../../app/api/auth/[...all]/route.ts";
import * as mcp from "../../../app/api/mcp/route.ts";
import { suspendAccount } from "../../accounts/state.ts";
import { deleteExpired } from "../../db/expired.ts";
import { db, sql } from "../../db/index.ts";
import { changeOwnKey, revokeKey } from "../../keys/index.ts";
import { listKeys } from "../../keys/read.ts";
import { useDatabase } from "../../testing/database.ts";
import { useEnvironment } from "../../testing/environment.ts";
import { routesOf, serveRoutes } from "../../testing/http-server.ts";
import { goodPassword, newPerson, type Visitor } from "../../testing/visitor.ts";
import { auth } from "../index.ts";
import { secureAccount } from "../secure.ts";

const service = await serveRoutes(
  routesOf({
    "/api/mcp": mcp,
    "/api/auth/[...all]": authRoute,
    "/.well-known/oauth-protected-resource/[[...path]]": resourceMetadata,
    "/.well-known/oauth-authorization-server/[[...path]]": serverMetadata,
  }),
);
useEnvironment({ BASE_URL: service.url });
auth.forget();
afterAll(() => service.close());
await useDatabase();

const resource = `${service.url}/api/mcp`;
const redirectUri = "http://127.0.0.1:33418/callback";

/** An app as the official client of the protocol runs it; `allow` is its user in the browser. */
class App implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = { client_name: "Agent", redirect_uris: [redirectUri] };
  asked: URL | null = null;
  #information: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";

  clientInformation = () => this.#information;
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.#information = information;
  }
  tokens = () => this.#tokens;
  saveTokens(tokens: OAuthTokens) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;

  async listTools(): Promise<string[]> {
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: this });
    await client.connect(transport);
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  }
}

/** What the user's browser does with the request of an app: the page's query, and the answer's address. */
async function ask(visitor: Visitor, url: URL): Promise<string> {
  const reply = await visitor.get(`/oauth2/authorize${url.search}`);
  const location = new URL(reply.headers.get("location") ?? "", service.url);
  expect(location.pathname).toBe("/connect");
  return location.search.slice(1);
}

async function allow(visitor: Visitor, url: URL): Promise<URL> {
  const oauth_query = await ask(visitor, url);
  const { status, body } = await visitor.post("/oauth2/consent", { accept: true, oauth_query });
  expect(status).toBe(200);
  return new URL(body.url);
}

/** An app that a new person has connected. */
async function connect() {
  const person = await newPerson();
  const app = new App();
  await expect(app.listTools()).rejects.toThrow();
  if (!app.asked) throw new Error("the app did not ask");
  const back = await allow(person.visitor, app.asked);
  const code = back.searchParams.get("code") ?? "";
  await authorize(app, {
    serverUrl: resource,
    authorizationCode: code,
    iss: back.searchParams.get("iss") ?? "",
  });
  const keys = () => listKeys(person.userId);
  return { ...person, app, code, keys, token: () => app.tokens()?.access_token ?? "" };
}

/** One call by hand. */
async function call(token: string): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return await fetch(resource, { method: "POST", body, headers });
}

async function register(metadata: object = {}): Promise<{ status: number; body: Record<string, unknown> }> {
  const body = JSON.stringify({ client_name: "Agent", redirect_uris: [redirectUri], ...metadata });
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${service.url}/api/auth/oauth2/register`, { method: "POST", body, headers });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** An authorization request by hand; null leaves a parameter out. */
function requestOf(clientId: string, change: Record<string, string | null> = {}): URL {
  const url = new URL(`${service.url}/api/auth/oauth2/authorize`);
  const wanted = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "work:read offline_access",
    state: "s",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource,
    ...change,
  };
  for (const [name, value] of Object.entries(wanted)) if (value !== null) url.searchParams.set(name, value);
  return url;
}

async function exchange(
  fields: Record<string, string>,
): Promise<{ status: number; error: unknown; body: OAuthTokens }> {
  const body = new URLSearchParams({ redirect_uri: redirectUri, resource, ...fields });
  const reply = await fetch(`${service.url}/api/auth/oauth2/token`, { method: "POST", body });
  const answer = (await reply.json()) as OAuthTokens & { error?: string };
  return { status: reply.status, error: answer.error, body: answer };
}

test("the official client finds, registers, asks, and calls tools; its tokens count as a key of the account", async () => {
  const { app, email, keys, token } = await connect();
  expect(await app.listTools()).toContain("list_scenes");
  const [key] = await keys();
  expect(key).toMatchObject({ name: "Agent", creator: "user", isTest: false, revokedAt: null });
  expect(key?.scopes).toEqual(expect.arrayContaining(["work:read", "work:write", "account:read"]));
  expect(key?.lastUsedAt).not.toBeNull();
  expect(token()).toMatch(/^pgo_/);
  const rows = await db().$queryRaw<{ row: string }[]>(sql`
    SELECT to_jsonb(t)::text AS row FROM oauth_access_token t UNION ALL SELECT to_jsonb(r)::text FROM oauth_refresh_token r`);
  for (const secret of [token().slice(4), app.tokens()?.refresh_token ?? "-"]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
  expect(
    await db().outgoingMail.count({ where: { recipient: email, subject: "A new API key was made" } }),
  ).toBe(1);
});

test("a call without a token names the metadata, which names this service's authorization server", async () => {
  const reply = await fetch(resource, { method: "POST", body: "{}" });
  expect(reply.status).toBe(401);
  const [, url = ""] = /resource_metadata="([^"]+)"/.exec(reply.headers.get("www-authenticate") ?? "") ?? [];
  expect(await (await fetch(url)).json()).toMatchObject({
    resource,
    authorization_servers: [`${service.url}/api/auth`],
  });
  for (const path of ["", "/api/auth"]) {
    const at = `${service.url}/.well-known/oauth-authorization-server${path}`;
    expect(await (await fetch(at)).json()).toMatchObject({
      issuer: `${service.url}/api/auth`,
      code_challenge_methods_supported: ["S256"],
      registration_endpoint: `${service.url}/api/auth/oauth2/register`,
    });
  }
  expect((await fetch(`${service.url}/.well-known/oauth-protected-resource/other`)).status).toBe(404);
});

test("a refresh token works once; used again, the app is disconnected from it", async () => {
  const { app, token } = await connect();
  const former = { token: token(), refresh_token: app.tokens()?.refresh_token ?? "" };
  const client_id = app.clientInformation()?.client_id ?? "";
  const grant = { grant_type: "refresh_token", client_id, refresh_token: former.refresh_token };
  const renewed = await exchange(grant);
  expect(renewed.status).toBe(200);
  expect((await call(renewed.body.access_token)).status).toBe(200);
  expect((await exchange(grant)).status).toBe(400);
  expect((await call(renewed.body.access_token)).status).toBe(401);
});

test("revoking, securing, suspending and deleting end an app, which cannot renew itself; scopes can be taken away", async () => {
  const ends: ((userId: string) => Promise<unknown>)[] = [
    async (userId) => revokeKey(userId, (await listKeys(userId))[0]?.id ?? ""),
    (userId) => secureAccount(userId, { suspectedAt: null, passwordHash: null, endsUndoLinks: false }),
    suspendAccount,
    (userId) => db().user.delete({ where: { id: userId } }),
  ];
  for (const end of ends) {
    const { app, userId, token } = await connect();
    expect((await call(token())).status).toBe(200);
    await end(userId);
    expect((await call(token())).status).toBe(401);
    if (end === suspendAccount) continue;
    const refresh_token = app.tokens()?.refresh_token ?? "";
    const client_id = app.clientInformation()?.client_id ?? "";
    expect((await exchange({ grant_type: "refresh_token", client_id, refresh_token })).status).toBe(400);
  }
  const { userId, keys, token } = await connect();
  const [key] = await keys();
  await changeOwnKey(userId, key?.id ?? "", { name: "Agent", scopes: ["looks"] });
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_credits", arguments: {} },
  });
  const headers = { authorization: `Bearer ${token()}`, "content-type": "application/json" };
  expect(await (await fetch(resource, { method: "POST", body, headers })).text()).toContain("missing_scope");
});

test("a revoked app is asked about again, and its tokens of before stay dead", async () => {
  const { app, visitor, userId, keys, token } = await connect();
  const former = token();
  await revokeKey(userId, (await keys())[0]?.id ?? "");
  const client_id = app.clientInformation()?.client_id ?? "";
  const code = (await allow(visitor, requestOf(client_id))).searchParams.get("code") ?? "";
  const fresh = await exchange({
    grant_type: "authorization_code",
    client_id,
    code,
    code_verifier: verifier,
  });
  expect((await call(fresh.body.access_token)).status).toBe(200);
  expect((await call(former)).status).toBe(401);
});

test("tokens open only the agents' endpoint, end after an hour, and none of another resource is issued", async () => {
  const { app, token, visitor } = await connect();
  const api = await import("../../../app/api/v1/credits/route.ts");
  const headers = { authorization: `Bearer ${token()}` };
  expect((await api.GET(new Request(`${service.url}/api/v1/credits`, { headers }))).status).toBe(401);
  const client_id = app.clientInformation()?.client_id ?? "";
  const foreign = await visitor.get(
    `/oauth2/authorize${requestOf(client_id, { resource: "https://other.example/mcp" }).search}`,
  );
  expect(foreign.headers.get("location")).toMatch(
    /^http:\/\/127\.0\.0\.1:33418\/callback\?error=invalid_target/,
  );
  await db().oauthAccessToken.updateMany({ data: { resources: ["https://other.example/mcp"] } });
  expect((await call(token())).status).toBe(401);
  await db().oauthAccessToken.updateMany({ data: { resources: [resource] } });
  expect((await call(token())).status).toBe(200);
  await db().oauthAccessToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
  expect((await call(token())).status).toBe(401);
});

test("a code works once, for its app, its address and its verifier; used again, its tokens end", async () => {
  const { visitor } = await newPerson();
  const client_id = String((await register()).body.client_id);
  const other = String((await register()).body.client_id);
  const codeOf = async () => (await allow(visitor, requestOf(client_id))).searchParams.get("code") ?? "";
  const grant = { grant_type: "authorization_code", client_id, code_verifier: verifier };
  const wrong: Record<string, string>[] = [
    { code_verifier: randomBytes(32).toString("base64url") },
    { client_id: other },
    { redirect_uri: "http://127.0.0.1:33418/other" },
    { resource: "https://other.example/mcp" },
  ];
  for (const change of wrong) {
    const reply = await exchange({ ...grant, code: await codeOf(), ...change });
    expect([400, 401], JSON.stringify(change)).toContain(reply.status);
  }
  const code = await codeOf();
  const issued = await exchange({ ...grant, code });
  expect((await call(issued.body.access_token)).status).toBe(200);
  expect((await exchange({ ...grant, code })).status).toBe(400);
  expect((await call(issued.body.access_token)).status).toBe(401);
});

test("no request leads to an address that its app has not registered, or continues without PKCE", async () => {
  const { visitor } = await newPerson();
  const client_id = String((await register()).body.client_id);
  const foreign = ["https://evil.example/", `${redirectUri}/../x`, "//evil.example", "javascript:alert(1)"];
  for (const redirect_uri of foreign) {
    const reply = await visitor.get(`/oauth2/authorize${requestOf(client_id, { redirect_uri }).search}`);
    const location = reply.headers.get("location");
    if (location !== null) expect(new URL(location, service.url).origin).toBe(service.url);
    else expect(reply.status, redirect_uri).toBe(400);
  }
  const unknown = await visitor.get(`/oauth2/authorize${requestOf("nobody").search}`);
  expect(new URL(unknown.headers.get("location") ?? "").origin).toBe(service.url);
  const incomplete: Record<string, string | null>[] = [
    { code_challenge: null },
    { code_challenge_method: "plain" },
    { scope: "keys" },
  ];
  for (const change of incomplete) {
    const reply = await visitor.get(`/oauth2/authorize${requestOf(client_id, change).search}`);
    expect(reply.headers.get("location"), JSON.stringify(change)).toMatch(/[?&]error=/);
  }
  // Neither a forged nor a changed request can be answered.
  const signed = await ask(visitor, requestOf(client_id));
  for (const oauth_query of [
    signed.replace("33418", "33419"),
    signed.replace("work%3Aread", "work%3Awrite"),
    requestOf(client_id).search.slice(1),
  ]) {
    for (const accept of [true, false]) {
      const reply = await visitor.post("/oauth2/consent", { accept, oauth_query });
      expect([reply.status, reply.body.url]).toEqual([400, undefined]);
    }
  }
  expect(await db().oauthConsent.count({ where: { clientId: client_id } })).toBe(0);
});

test("every request is shown, and allowing one requires the password unless the sign-in is recent", async () => {
  const { app, visitor, userId } = await connect();
  const client_id = app.clientInformation()?.client_id ?? "";
  // Also that of an app which is connected.
  const oauth_query = await ask(visitor, requestOf(client_id));
  await db().session.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - 11 * 60_000) },
  });
  const answer = (password?: string) =>
    visitor.post("/oauth2/consent", { accept: true, oauth_query, password });
  expect((await answer()).body.code).toBe("INVALID_PASSWORD");
  expect((await answer("not the password")).body.code).toBe("INVALID_PASSWORD");
  const refused = await visitor.post("/oauth2/consent", { accept: false, oauth_query });
  expect(refused.body.url).toMatch(/^http:\/\/127\.0\.0\.1:33418\/callback\?error=access_denied/);
  expect((await answer(goodPassword)).body.url).toContain("code=");
});

test("an app registers without a secret and with few, safe addresses; unused ones are limited and deleted", async () => {
  const { body } = await register({ client_secret: "x", token_endpoint_auth_method: "client_secret_post" });
  expect(body).toMatchObject({ token_endpoint_auth_method: "none", client_name: "Agent" });
  expect(body.client_secret).toBeUndefined();
  for (const uri of ["javascript:alert(1)", "http://evil.example/", "data:text/html,x", "x".repeat(501)]) {
    expect((await register({ redirect_uris: [uri] })).status, uri.slice(0, 20)).toBe(400);
  }
  expect((await register({ redirect_uris: Array.from({ length: 6 }, () => redirectUri) })).status).toBe(400);
  const headers = { "content-type": "application/json" };
  const registration = `${service.url}/api/auth/oauth2/register`;
  expect((await fetch(registration, { method: "POST", body: "null", headers })).status).toBe(400);
  expect(
    (await register({ redirect_uris: ["https://app.example/callback"], client_name: "a\u202eb\n" })).body,
  ).toMatchObject({ client_name: "a b" });
  const { app } = await connect();
  await db().$executeRaw(sql`
    INSERT INTO oauth_client (id, client_id, redirect_uris, grant_types, response_types, scopes, updated_at)
    SELECT 'flood' || n, 'flood' || n, '{}', '{}', '{}', '{}', now() FROM generate_series(1, 5000) n`);
  expect((await register()).status).toBe(429);
  await db().oauthClient.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) } });
  await deleteExpired();
  expect(await db().oauthClient.count({ where: { clientId: { startsWith: "flood" } } })).toBe(0);
  expect((await register()).status).toBe(201);
  const clientId = app.clientInformation()?.client_id ?? "";
  expect(await db().oauthClient.count({ where: { clientId } })).toBe(1);
});
