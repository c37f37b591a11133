import { publicText } from "#lib/http/route.ts";
import { securityText } from "#lib/legal/security-text.ts";

export const GET = publicText("text/plain; charset=utf-8", securityText);
