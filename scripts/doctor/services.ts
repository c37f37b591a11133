import { checkIssuer } from "#lib/auth/issuer.ts";
import { probeStripe } from "#lib/billing/stripe.ts";
import { readSigner } from "#lib/images/signature.ts";
import { checkMailServer, outboxFolder } from "#lib/mail/index.ts";
import { probeProvider } from "#lib/models/probe.ts";
import { env } from "#lib/platform/env.ts";
import { modelProviders } from "#lib/platform/model-providers.ts";
import { requireSigning } from "../start/signing.ts";
import { skewOf } from "./database.ts";
import { type Finding, found, problemOf } from "./findings.ts";

const refused = 401;
/** How long before its end a certificate is reported. */
const renewalDays = 30;

export async function checkCertificate(): Promise<Finding[]> {
  if (env().C2PA_CERT === undefined) return [];
  try {
    await requireSigning(env());
    const { daysLeft, expiresAt } = readSigner();
    return daysLeft > renewalDays ? [] : [found("certificate_expires", { at: expiresAt.toISOString() })];
  } catch (error) {
    return [found("signing_fails", { problem: problemOf(error) })];
  }
}

export async function checkStripe(): Promise<Finding[]> {
  if (!env().STRIPE_SECRET_KEY) return [];
  try {
    const { status, headers } = await probeStripe();
    return [...(status === refused ? [found("stripe_refused")] : []), ...clockOf("Stripe", headers)];
  } catch (error) {
    return [found("stripe_unreachable", { problem: problemOf(error) })];
  }
}

export async function checkMail(): Promise<Finding[]> {
  const { SMTP_URL, isPublic } = env();
  if (!SMTP_URL) return isPublic ? [found("mail_off", { folder: outboxFolder() })] : [];
  try {
    await checkMailServer();
    return [];
  } catch (error) {
    return [found("mail_fails", { problem: problemOf(error) })];
  }
}

export async function checkSignIn(): Promise<Finding[]> {
  const { OIDC_ISSUER: issuer, isPublic } = env();
  if (!issuer) return [];
  const isExposed = isPublic && issuer.startsWith("http://");
  const insecure = isExposed ? [found("issuer_insecure")] : [];
  try {
    await checkIssuer(issuer);
    return insecure;
  } catch (error) {
    return [found("issuer_unusable", { issuer, problem: problemOf(error) }), ...insecure];
  }
}

export async function checkModels(): Promise<Finding[]> {
  const providers = [...new Set(env().imageModels.map(({ provider }) => provider))];
  const findings = await Promise.all(
    providers.map(async (name) => {
      const { label: provider, keyName, baseUrlName, defaultBaseUrl } = modelProviders[name];
      try {
        const { status, headers } = await probeProvider(name);
        const isRefused = status === refused || status === 403;
        return [
          ...(isRefused ? [found("model_refused", { provider, setting: keyName })] : []),
          ...clockOf(provider, headers),
        ];
      } catch (error) {
        const address = env()[baseUrlName] ?? defaultBaseUrl ?? "";
        return [
          found("model_unreachable", { provider, address, problem: problemOf(error), setting: baseUrlName }),
        ];
      }
    }),
  );
  return findings.flat();
}

function clockOf(what: string, headers: Headers): Finding[] {
  const at = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(at) ? [] : skewOf(what, at);
}
