import { checkIssuer } from "#lib/auth/issuer.ts";
import { probeStripe } from "#lib/billing/stripe.ts";
import { readSigner } from "#lib/images/signature.ts";
import { checkMailServer, outboxFolder } from "#lib/mail/index.ts";
import { probeProvider } from "#lib/models/probe.ts";
import { env } from "#lib/platform/env.ts";
import { modelProviders } from "#lib/platform/model-providers.ts";
import { requireSigning } from "../start/signing.ts";
import { skewOf } from "./database.ts";
import { type Finding, found, foundBy } from "./findings.ts";

const refused = 401;
/** How long before its end a certificate is reported. */
const renewalDays = 30;

export async function checkCertificate(): Promise<Finding[]> {
  if (env().C2PA_CERT === undefined) return [];
  const look = async () => {
    await requireSigning(env());
    const { daysLeft, expiresAt } = readSigner();
    return daysLeft > renewalDays ? [] : [found("certificate_expires", { at: expiresAt.toISOString() })];
  };
  return foundBy(look, "signing_fails");
}

export async function checkStripe(): Promise<Finding[]> {
  if (!env().STRIPE_SECRET_KEY) return [];
  const look = async () => {
    const { status, headers } = await probeStripe();
    return [...(status === refused ? [found("stripe_refused")] : []), ...clockOf("Stripe", headers)];
  };
  return foundBy(look, "stripe_unreachable");
}

export async function checkMail(): Promise<Finding[]> {
  const { SMTP_URL, isPublic } = env();
  if (!SMTP_URL) return isPublic ? [found("mail_off", { folder: outboxFolder() })] : [];
  return foundBy(() => checkMailServer().then(() => []), "mail_fails");
}

export async function checkSignIn(): Promise<Finding[]> {
  const { OIDC_ISSUER: issuer, isPublic } = env();
  if (!issuer) return [];
  const isExposed = isPublic && issuer.startsWith("http://");
  const insecure = isExposed ? [found("issuer_insecure")] : [];
  const look = () => checkIssuer(issuer).then(() => []);
  return [...(await foundBy(look, "issuer_unusable", { issuer })), ...insecure];
}

export async function checkModels(): Promise<Finding[]> {
  const providers = [...new Set(env().imageModels.map(({ provider }) => provider))];
  const findings = await Promise.all(
    providers.map((name) => {
      const { label: provider, keyName, baseUrlName, defaultBaseUrl } = modelProviders[name];
      const look = async () => {
        const { status, headers } = await probeProvider(name);
        const isRefused = status === refused || status === 403;
        return [
          ...(isRefused ? [found("model_refused", { provider, setting: keyName })] : []),
          ...clockOf(provider, headers),
        ];
      };
      const address = env()[baseUrlName] ?? defaultBaseUrl ?? "";
      return foundBy(look, "model_unreachable", { provider, address, setting: baseUrlName });
    }),
  );
  return findings.flat();
}

function clockOf(what: string, headers: Headers): Finding[] {
  const at = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(at) ? [] : skewOf(what, at);
}
