import { env } from "../platform/env.ts";

/** Id of the company's identity provider; part of the redirect URI that the company registers. */
export const companyProvider = "oidc";

export const providerIds = ["google", "github", companyProvider] as const;
export type ProviderId = (typeof providerIds)[number];

/** A sign-in provider, with the name on its button. */
export interface SignInProvider {
  id: ProviderId;
  name: string;
}

/** The sign-in providers with credentials in this deployment. */
export function signInProviders(): SignInProvider[] {
  const { OIDC_ISSUER, OIDC_NAME, GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID } = env();
  return [
    ...(OIDC_ISSUER ? [{ id: companyProvider, name: OIDC_NAME ?? new URL(OIDC_ISSUER).host } as const] : []),
    ...(GOOGLE_CLIENT_ID ? [{ id: "google", name: "Google" } as const] : []),
    ...(GITHUB_CLIENT_ID ? [{ id: "github", name: "GitHub" } as const] : []),
  ];
}

/** Whether passwords open accounts; otherwise only the providers do. */
export function takesPasswords(): boolean {
  return env().PASSWORD_SIGN_IN === "on";
}
