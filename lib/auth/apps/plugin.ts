import { oauthProvider } from "@better-auth/oauth-provider";
import { hashKey } from "../../keys/format.ts";
import { appResource, appScopes, stayConnected, tokenPrefix } from "./resource.ts";

/**
 * The authorization server for apps of agents (OAuth 2.1): the library checks redirect URIs, PKCE, codes, resources
 * and the rotation of refresh tokens. Tokens are opaque and stored as hashes; what they may do is in `store.ts`.
 */
export function appAuthorization() {
  const scopes = [...appScopes, stayConnected];
  return oauthProvider({
    loginPage: "/connect",
    consentPage: "/connect",
    scopes,
    resources: [{ identifier: appResource(), name: "MCP" }],
    enforcePerClientResources: false,
    grantTypes: ["authorization_code", "refresh_token"],
    allowDynamicClientRegistration: true,
    // Apps register before their user is known, as the protocol of agents expects it.
    allowUnauthenticatedClientRegistration: true,
    clientRegistrationAllowedScopes: scopes,
    disableJwtPlugin: true,
    prefix: { opaqueAccessToken: tokenPrefix },
    storeTokens: { hash: async (token) => hashKey(token) },
  });
}
