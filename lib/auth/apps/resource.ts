import { scopeNames } from "../../contract/keys/scopes.ts";
import { toolOperations } from "../../contract/mcp/operations.ts";
import { getBrand } from "../../platform/brand.ts";
import { env } from "../../platform/env.ts";

const toolScopes = new Set<string | null>(Object.values(toolOperations).map(({ scope }) => scope));

/** The scopes that an app may ask for: those of the tools. */
export const appScopes = scopeNames.filter((scope) => toolScopes.has(scope));

/** Scope of OAuth for an app that stays connected, by refresh tokens. */
export const stayConnected = "offline_access";

/** Access tokens begin so, unlike keys. */
export const tokenPrefix = "pgo_";

/** The only resource that tokens are for. */
export const appResource = () => `${env().BASE_URL}/api/mcp`;

const wellKnown = "/.well-known/oauth-protected-resource";

/** Parameter of a 401 that tells an app where to begin (RFC 9728). */
export const metadataChallenge = () => `resource_metadata="${env().BASE_URL}${wellKnown}/api/mcp"`;

/** The metadata at `wellKnown` itself and below it; null for the path of another resource. */
export function resourceMetadata(path: string): string | null {
  if (path !== "" && path !== "api/mcp") return null;
  return JSON.stringify({
    resource: appResource(),
    resource_name: getBrand().name,
    authorization_servers: [`${env().BASE_URL}/api/auth`],
    scopes_supported: [...appScopes, stayConnected],
    bearer_methods_supported: ["header"],
  });
}
