import { APIError } from "better-auth/api";
import { db } from "../../db/index.ts";

const maxNameLength = 60;
const maxRedirects = 5;
const maxUriLength = 500;
/** Of all apps together that nobody has allowed yet; they are deleted after a day. */
const maxUnused = 5_000;

type Metadata = Record<string, unknown>;

/**
 * Reduces the registration of an app to what is stored: a public client, which has no secret and must use PKCE. Throws
 * if too many apps wait that nobody has allowed.
 */
export async function boundRegistration(body: Metadata): Promise<Metadata> {
  const uris = [body.redirect_uris].flat().filter((uri) => typeof uri === "string");
  if (uris.length > maxRedirects || uris.some((uri) => uri.length > maxUriLength)) {
    const error_description = `at most ${maxRedirects} redirect URIs of ${maxUriLength} characters`;
    throw new APIError("BAD_REQUEST", { error: "invalid_redirect_uri", error_description });
  }
  const unused = await db().oauthClient.count({ where: { consents: { none: {} } } });
  if (unused >= maxUnused) {
    const error_description = "too many apps register at present, try again in an hour";
    throw new APIError("TOO_MANY_REQUESTS", { error: "temporarily_unavailable", error_description });
  }
  const isNative = uris.every((uri) => !uri.startsWith("https:"));
  return {
    client_name: nameOf(body.client_name),
    redirect_uris: uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: isNative ? "native" : "web",
  };
}

/** Printable, in one line: the owner reads it on the page that asks for consent. */
function nameOf(given: unknown): string {
  const text = typeof given === "string" ? given.replaceAll(/\p{C}+/gu, " ").trim() : "";
  return text.slice(0, maxNameLength) || "App";
}
