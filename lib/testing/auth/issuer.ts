import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { parseSetCookieHeader } from "better-auth/cookies";
import Provider from "oidc-provider";
import { serveLocally } from "../local-server.ts";

/** Claims of the people whom the company knows, by their id there. */
export type People = Record<string, Record<string, unknown>>;

/** A company's identity provider (OpenID Connect), with a page to choose a person or to cancel. */
export interface Issuer {
  url: string;
  people: People;
  /** Settings of this service for it. */
  env: Record<string, string>;
  close(): void;
}

export async function startIssuer(baseUrl: string, people: People, port = 0): Promise<Issuer> {
  const server = createServer();
  const { url, close } = await serveLocally(server, port);
  const client = {
    client_id: "photos",
    client_secret: randomBytes(24).toString("hex"),
    redirect_uris: [`${baseUrl}/api/auth/callback/oidc`],
  };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider: Provider = new Provider(url, {
    clients: [client],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "tests", use: "sig" }] },
    cookies: { keys: [randomBytes(24).toString("hex")] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) =>
      people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    // The company's administrators have approved this service for everybody.
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) handle(request, response);
    else void interact(provider, people, request, response);
  });
  return {
    url,
    people,
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret },
    close,
  };
}

async function interact(
  provider: Provider,
  people: People,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "POST") {
    const accountId = new URLSearchParams(await text(request)).get("person");
    const result = accountId ? { login: { accountId } } : { error: "access_denied" };
    return await provider.interactionFinished(request, response, result);
  }
  const buttons = [...Object.keys(people), ""].map(
    (id) => `<button name="person" value="${id}">${id || "Cancel"}</button>`,
  );
  response.setHeader("content-type", "text/html").end(`<form method="post">${buttons.join("")}</form>`);
}

/**
 * What a browser does from the authorization URL on: chooses a person, or cancels (null). Returns the address at this
 * service to which the issuer sends it back.
 */
export async function chooseAt(authorizationUrl: string, person: string | null): Promise<URL> {
  const { origin } = new URL(authorizationUrl);
  const cookies = new Map<string, string>();
  let url = authorizationUrl;
  let init: RequestInit = {};
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      for (const [name, { value }] of parseSetCookieHeader(line)) cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) {
      // The page that asks who it is.
      init = { method: "POST", body: new URLSearchParams({ person: person ?? "" }) };
      continue;
    }
    url = new URL(location, url).href;
    init = {};
    if (new URL(url).origin !== origin) return new URL(url);
  }
  throw new Error(`the issuer went on and on: ${url}`);
}
