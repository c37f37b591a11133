import type { CompanyRefusal } from "#lib/auth/company.ts";
import type { Translate } from "#lib/language/translate.ts";
import { env } from "#lib/platform/env.ts";

/** `error` parameters of a sign-in through a provider: of this service, OAuth and the auth library. */
type ProviderError =
  | CompanyRefusal
  | "access_denied"
  | "account_not_linked"
  | "provider_silent"
  | "ACCOUNT_SHUT";

const appErrors = new Set([
  "invalid_client",
  "invalid_redirect",
  "invalid_request",
  "unsupported_response_type",
]);

/** Whether the authorization server refused the request of an app, which it cannot tell the app. */
export function isAppError(error: string | undefined): boolean {
  return error !== undefined && appErrors.has(error);
}

/** What to tell a visitor whom a provider sent back without signing in: what happened, and what to do. */
export function providerErrorIn(t: Translate, error: string): string {
  const texts: Record<ProviderError, string> = {
    access_denied: t(
      "The sign-in was canceled at the provider, or you may not use this service there. Try again.",
    ),
    address_missing: t(
      "The provider did not tell us your email address. Ask its administrator to release it to this service.",
    ),
    address_unconfirmed: t(
      "The provider has not confirmed your email address. Confirm it there, or ask its administrator, then sign in again.",
    ),
    domain_refused: t(
      "Only addresses of {domains} can sign in here. Choose such an account at the provider.",
      {
        domains: env().OIDC_DOMAINS.join(", "),
      },
    ),
    account_not_linked: t(
      "An account with this address was made here with a password, and its address was never confirmed. Sign in with the password, or ask the operator of this service.",
    ),
    provider_silent: t(
      "The provider did not answer. Try again in a few minutes; if it stays so, tell the operator of this service.",
    ),
    ACCOUNT_SHUT: t("This account is suspended. Write to the operator of this service."),
  };
  return error in texts
    ? texts[error as ProviderError]
    : t(
        "Signing in through that provider did not work. Try again; if it stays so, tell the operator of this service.",
      );
}
