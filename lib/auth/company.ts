import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { type GenericOAuthConfig, genericOAuth } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import { env } from "../platform/env.ts";
import { getVisit } from "./bound-handler.ts";
import { discoveryUrl } from "./issuer.ts";
import { companyProvider } from "./providers.ts";

type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions["user"]>["validateUserInfo"]>;
type Claims = Readonly<Record<string, unknown>>;

const maxNameLength = 100;
const address = z.email().max(254);

/** Refusals of a company sign-in, as the `error` parameter of the sign-in page. */
export const companyRefusals = ["address_missing", "address_unconfirmed", "domain_refused"] as const;
export type CompanyRefusal = (typeof companyRefusals)[number];

/**
 * Sign-in by OpenID Connect: the library checks state, PKCE, nonce and the signature of the ID token. The discovery
 * document is read at the first sign-in and not at the start, which an issuer that is down would delay for everybody.
 */
export function companySignIn(): BetterAuthPlugin[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET } = env();
  if (!OIDC_ISSUER) return [];
  const company: GenericOAuthConfig = {
    providerId: companyProvider,
    discoveryUrl: discoveryUrl(OIDC_ISSUER),
    requireIdTokenVerification: true,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scopes: ["openid", "email", "profile"],
    // Signing out ends the session here, not at the company.
    disableProviderLogout: true,
    mapProfileToUser: (claims) => ({
      name: textOf(claims.name).slice(0, maxNameLength),
      // `checkCompanyUser` refuses other addresses.
      emailVerified: true,
      image: undefined,
    }),
  };
  const plugin = genericOAuth({ config: [company] });
  // The library's own list of providers whose discovery is still to do, tried again at each sign-in.
  const pending = { genericOAuthPendingDiscovery: new Map([[companyProvider, company]]) };
  return [{ ...plugin, init: () => ({ context: pending }) }];
}

/** Called by the library before it creates, links or signs in the user of a provider. */
export const checkCompanyUser: ValidateUserInfo = ({ user, source }) => {
  if (source.oauth?.providerId !== companyProvider) return;
  const claims = source.oauth.profile ?? {};
  const refusal = refusalOf(textOf(user.email), claims, source.action === "link-account");
  if (refusal) return { error: refusal };
  getVisit().isOperatorByClaim = hasOperatorClaim(claims);
};

function refusalOf(email: string, claims: Claims, isLink: boolean): CompanyRefusal | null {
  if (!address.safeParse(email).success) return "address_missing";
  const { OIDC_DOMAINS: domains } = env();
  if (domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase())) {
    return "domain_refused";
  }
  const { email_verified: confirmed } = claims;
  if (confirmed === true || confirmed === "true") return null;
  // Some issuers never send the claim: an allowed domain is the company's own. It opens no account made otherwise.
  const isTrusted = confirmed === undefined && domains.length > 0 && !isLink;
  return isTrusted ? null : "address_unconfirmed";
}

/** Null without OIDC_OPERATOR_CLAIM: then only the command line makes operators. */
function hasOperatorClaim(claims: Claims): boolean | null {
  const { OIDC_OPERATOR_CLAIM: rule } = env();
  if (rule === undefined) return null;
  const colon = rule.lastIndexOf(":");
  const value = claims[rule.slice(0, colon)];
  return [value].flat().includes(rule.slice(colon + 1));
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
