import { env } from "../../platform/env.ts";
import { auth, basePath } from "../index.ts";

/** The library's metadata of the authorization server (RFC 8414), at the root and at the issuer's path. */
export async function authorizationMetadata(path: string): Promise<string | null> {
  if (path !== "" && `/${path}` !== basePath) return null;
  const url = `${env().BASE_URL}${basePath}/.well-known/oauth-authorization-server`;
  return await (await auth().handler(new Request(url))).text();
}
