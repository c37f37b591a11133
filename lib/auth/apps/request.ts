import { isScope, type Scope } from "../../contract/keys/scopes.ts";
import { db } from "../../db/index.ts";
import { appScopes } from "./resource.ts";

/** What the page of consent says about an app's request. Its signature is checked when the user answers. */
export interface AppRequest {
  name: string;
  /** Where the browser goes afterwards. */
  host: string;
  scopes: Scope[];
}

/** Null if the app is unknown, or the address is none of its own. */
export async function findAppRequest(query: URLSearchParams): Promise<AppRequest | null> {
  const redirectUri = query.get("redirect_uri") ?? "";
  const clientId = query.get("client_id") ?? "";
  if (!query.has("sig") || !URL.canParse(redirectUri)) return null;
  const app = await db().oauthClient.findUnique({ where: { clientId } });
  if (!app) return null;
  const { host, protocol } = new URL(redirectUri);
  const asked = query.get("scope")?.split(" ") ?? appScopes;
  return { name: app.name ?? "App", host: host || protocol, scopes: asked.filter(isScope) };
}
