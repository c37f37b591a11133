import { z } from "zod";
import { readBody } from "../platform/body.ts";

const probeTimeoutMs = 10_000;
const maxDocumentBytes = 256 * 1024;

export const discoveryUrl = (issuer: string) => `${issuer}/.well-known/openid-configuration`;

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

/** Throws an error that names what is wrong with the issuer's discovery document, if something is. */
export async function checkIssuer(issuer: string): Promise<void> {
  const headers = { "accept-encoding": "identity" };
  const answer = await fetch(discoveryUrl(issuer), { headers, signal: AbortSignal.timeout(probeTimeoutMs) });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  const body = new TextDecoder().decode(await readBody(answer, maxDocumentBytes));
  const { success, data, error } = discovery.safeParse(JSON.parse(body));
  if (!success)
    throw new Error(`${error.issues[0]?.path.join(".") || "the document"} is missing or wrong in it`);
  if (data.issuer.replace(/\/+$/, "") !== issuer) throw new Error(`it names another issuer, ${data.issuer}`);
}
