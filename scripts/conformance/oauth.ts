import { createHash, randomBytes } from "node:crypto";
import { fail } from "./check.ts";
import { type Case, casesOf, expectEqual, expectThat, Skipped } from "./suite.ts";
import type { Answer, Sent } from "./wire.ts";
import type { World } from "./world.ts";

const redirectUri = "http://127.0.0.1:33418/callback";
const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");
const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };
const auth = "/api/auth/oauth2";

type Fields = Record<string, unknown>;

/** What apps of agents call: metadata, registration, authorization, tokens (RFC 8414, 9728, 7591, 7636). */
export function oauth(world: World): Case[] {
  const get = (path: string, headers = {}) => world.send({ method: "GET", path, headers });
  const post = (path: string, body: object, headers = {}) =>
    world.send({ method: "POST", path, headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const resource = `${world.baseUrl}/api/mcp`;
  const register = (change: object = {}) =>
    post(`${auth}/register`, { client_name: "Agent", redirect_uris: [redirectUri], ...change });
  const exchange = (fields: Record<string, string>) =>
    world.send({
      method: "POST",
      path: `${auth}/token`,
      headers: form,
      body: new URLSearchParams({ redirect_uri: redirectUri, resource, ...fields }).toString(),
    });
  const listTools = (token: string) =>
    post("/api/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }, { authorization: `Bearer ${token}` });

  const rows: Record<string, () => Promise<void>> = {
    async "the metadata of the resource names the authorization server"() {
      for (const path of ["", "/api/mcp"]) {
        const answer = await get(`/.well-known/oauth-protected-resource${path}`);
        const { authorization_servers, ...rest } = answer.json as Fields;
        expectEqual([answer.status, rest.resource], [200, resource]);
        expectEqual(authorization_servers, [`${world.baseUrl}/api/auth`]);
      }
    },
    async "the metadata of the server has addresses of this service, PKCE and no secrets"() {
      for (const path of ["", "/api/auth"]) {
        const { status, json: found } = await get(`/.well-known/oauth-authorization-server${path}`);
        const metadata = found as Fields;
        expectEqual([status, metadata.issuer], [200, `${world.baseUrl}/api/auth`]);
        expectEqual(metadata.code_challenge_methods_supported, ["S256"]);
        for (const name of ["authorization_endpoint", "token_endpoint", "registration_endpoint"])
          expectThat(
            String(metadata[name]).startsWith(world.baseUrl),
            "an address here",
            String(metadata[name]),
          );
      }
    },
    async "an app registers, its user consents, and its tokens work until they are renewed or revoked"() {
      const { email, password } = (world.own?.demo ?? {}) as { email?: string; password?: string };
      if (!email) throw new Skipped("needs the password of the demo account");
      const { status, json: made } = await register();
      const client_id = String((made as Fields).client_id);
      expectEqual([status, (made as Fields).client_secret], [201, undefined]);

      const origin = { origin: world.baseUrl };
      const signedIn = await post("/api/auth/sign-in/email", { email, password }, origin);
      const cookie = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
      const asked = await get(`${auth}/authorize?${request(client_id, { resource })}`, { cookie });
      const page = new URL(asked.headers.get("location") ?? "", world.baseUrl);
      expectEqual(page.pathname, "/connect");
      const consent = { accept: true, oauth_query: page.search.slice(1) };
      const agreed = await post(`${auth}/consent`, consent, { ...origin, cookie });
      const code = new URL(String((agreed.json as Fields).url)).searchParams.get("code") ?? "";

      const grant = { grant_type: "authorization_code", client_id, code, code_verifier: verifier };
      const issued = tokensOf(await exchange(grant));
      expectEqual((await listTools(issued.access_token)).status, 200, "a call");
      const renewal = { grant_type: "refresh_token", client_id, refresh_token: issued.refresh_token };
      const renewed = tokensOf(await exchange(renewal));
      expectEqual((await listTools(renewed.access_token)).status, 200, "a call after the renewal");
      const body = new URLSearchParams({ token: renewed.access_token, client_id }).toString();
      const revoked = await world.send({ method: "POST", path: `${auth}/revoke`, headers: form, body });
      expectEqual(revoked.status, 200, "the revocation");
      expectEqual((await listTools(renewed.access_token)).status, 401, "a call after the revocation");
    },
    async "an unused app has only safe addresses, a bounded name and no secret"() {
      const answer = await register({ client_name: "a\u202eb\n".repeat(50), client_secret: "x" });
      const { client_name, client_secret, token_endpoint_auth_method } = answer.json as Fields;
      expectEqual([answer.status, client_secret, token_endpoint_auth_method], [201, undefined, "none"]);
      expectThat(/^\P{C}{1,60}$/u.test(String(client_name)), "a printable name", String(client_name));
    },
    async "a request of an unknown app, or to an address that its app has not, leads nowhere else"() {
      const client_id = String(((await register()).json as Fields).client_id);
      const wrong = [
        request("nobody", { resource }),
        request(client_id, { resource, redirect_uri: "https://evil.example/" }),
        request(client_id, { resource, redirect_uri: "javascript:alert(1)" }),
      ];
      for (const query of wrong) {
        const answer = await get(`${auth}/authorize?${query}`);
        const location = answer.headers.get("location");
        if (location === null) expectEqual(answer.status, 400, query);
        else expectEqual(new URL(location, world.baseUrl).origin, new URL(world.baseUrl).origin, query);
      }
    },
  };
  return casesOf("oauth", rows, (run) => run());
}

/** Wrong requests, and the documented status with which each is refused. */
export function oauthRefusals(world: World): Case[] {
  const registration = (body: unknown): Partial<Sent> => ({
    headers: json,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const redirect = (...redirect_uris: unknown[]) => registration({ client_name: "Agent", redirect_uris });
  const grant = (fields: Record<string, string>): Partial<Sent> => ({
    headers: form,
    body: new URLSearchParams(fields).toString(),
  });
  const code = { grant_type: "authorization_code", code: "x", client_id: "nobody", code_verifier: verifier };
  const refused: Record<string, Record<string, Partial<Sent>>> = {
    register: {
      "no body": { headers: json },
      "no JSON": registration("{"),
      "a list": registration([]),
      null: registration("null"),
      "no address": registration({ client_name: "Agent" }),
      "a script as address": redirect("javascript:alert(1)"),
      "an address without TLS": redirect("http://evil.example/"),
      "a data address": redirect("data:text/html,x"),
      "no text as address": redirect(7),
      "a long address": redirect(`https://app.example/${"x".repeat(500)}`),
      "many addresses": redirect(...Array.from({ length: 6 }, () => redirectUri)),
      "a large body": registration({ client_name: "x".repeat(17 * 1024), redirect_uris: [redirectUri] }),
    },
    token: {
      "no body": { headers: form },
      "no grant": grant({ client_id: "nobody" }),
      "an unknown grant": grant({ ...code, grant_type: "password" }),
      "an unknown app": grant(code),
      "an unknown refresh token": grant({
        grant_type: "refresh_token",
        client_id: "nobody",
        refresh_token: "x",
      }),
      "no form": { headers: json, body: "{" },
      "broken escapes": { headers: form, body: "grant_type=%zz&code=%c3%28&client_id=%00" },
      "a large body": grant({ ...code, code: "x".repeat(17 * 1024) }),
    },
    revoke: {
      "no body": { headers: form },
      "an unknown app": grant({ token: "pgo_x", client_id: "nobody" }),
    },
    consent: {
      "no session": registration({ accept: true, oauth_query: "client_id=nobody" }),
    },
  };
  /** The others are refused with 400. */
  const statuses: Record<string, number> = { "no form": 415, "no session": 401 };
  const sent = Object.entries(refused).flatMap(([path, ways]) =>
    casesOf(`oauth ${path}`, ways, async (how, name) => {
      const answer = await world.send({ method: "POST", path: `${auth}/${path}`, ...how });
      const status = statuses[name] ?? 400;
      fail(answer, answer.status === status ? [] : [`status ${status}`]);
    }),
  );
  const unknown = ["oauth-protected-resource/other", "oauth-authorization-server/other", "nothing-like-it"];
  return [
    ...sent,
    ...unknown.map((path) => ({
      subject: `/.well-known/${path}`,
      name: "404",
      async run() {
        const answer = await world.send({ method: "GET", path: `/.well-known/${path}` });
        fail(answer, answer.status === 404 ? [] : ["status 404"]);
      },
    })),
  ];
}

function request(client_id: string, change: Record<string, string>): string {
  return new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    scope: "work:read offline_access",
    state: "s",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...change,
  }).toString();
}

function tokensOf(answer: Answer): { access_token: string; refresh_token: string } {
  if (answer.status !== 200) fail(answer, ["status 200"]);
  return answer.json as { access_token: string; refresh_token: string };
}
