import type { BetterAuthPlugin } from "better-auth";
import { companyProvider } from "./providers.ts";

/** The routes of the auth library that this service uses; all others respond 404. */
const ways = new Set([
  "POST /sign-up/email",
  "POST /sign-in/email",
  "POST /sign-in/social",
  "GET /callback/google",
  "GET /callback/github",
  `GET /callback/${companyProvider}`,
  "POST /sign-out",
  "GET /get-session",
  "GET /verify-email",
  "POST /send-verification-email",
  "POST /request-password-reset",
  "POST /reset-password",
  "POST /change-password",
  "POST /delete-user",
  "POST /two-factor/enable",
  "POST /two-factor/disable",
  "POST /two-factor/verify-totp",
  "POST /two-factor/verify-backup-code",
  "POST /two-factor/generate-backup-codes",
  "GET /error",
  "GET /.well-known/oauth-authorization-server",
  "POST /oauth2/register",
  "GET /oauth2/authorize",
  "POST /oauth2/consent",
  "POST /oauth2/token",
  "POST /oauth2/revoke",
]);

/** Response fields that would expose to scripts what the HttpOnly cookie hides. */
const secretFields = new Set(["token", "accessToken", "refreshToken", "idToken"]);

/** Allows only the known routes, and removes tokens from response bodies. */
export function allowedRoutes(basePath: string): BetterAuthPlugin {
  return {
    id: "allowed-routes",
    async onRequest(request) {
      const { pathname } = new URL(request.url);
      const way = `${request.method === "HEAD" ? "GET" : request.method} ${pathname.slice(basePath.length)}`;
      if (ways.has(way)) return;
      return { response: new Response(null, { status: 404 }) };
    },
    async onResponse(response) {
      if (!response.headers.get("content-type")?.includes("json")) return;
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => null);
      const headers = new Headers(response.headers);
      headers.delete("content-length");
      return {
        response: new Response(JSON.stringify(withoutSecrets(body)), { status: response.status, headers }),
      };
    },
  };
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretFields.has(name))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  );
}
