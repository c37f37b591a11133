import { env } from "./env.ts";

/** API keys, signatures, credentials of headers and passwords in URLs, whatever object or text they hide in. */
const secretPattern =
  /pgs_[0-9A-Za-z]{8,}|\b(?:sk|rk|whsec)_[0-9A-Za-z_]{8,}|([a-z][a-z0-9+.-]*:\/\/[^:@/\s"]*:)[^@/\s"]+@|([?&](?:key|api_key|token|access_token|signature|X-Amz-Signature|X-Amz-Credential)=)[^&\s"\\]+|(\b(?:Bearer|Basic|Key|Token) )(?=\S*[A-Z0-9])[0-9A-Za-z._~+/=-]{12,}/g;

/** Settings that are secrets, and those that have a password in their URL. */
const secretSettings = [
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "GITHUB_CLIENT_SECRET",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "OPENAI_API_KEY",
  "FAL_API_KEY",
  "REPLICATE_API_TOKEN",
  "BFL_API_KEY",
  "OPENAI_COMPATIBLE_API_KEY",
  "BACKUP_PASSPHRASE",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
] as const;
const urlSettings = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "CLOUDINARY_URL",
  "SMTP_URL",
  "BACKUP_URL",
] as const;

/** A shorter one would be found in ordinary words. */
const minLength = 8;

/** Made anew only where the settings have changed: each line of the log is redacted. */
let own: { settings: string; pattern: RegExp | null } | null = null;

/** The text without secrets: none of those that this process has, in any form, and nothing that looks like one. */
export function redact(text: string): string {
  const pattern = ownSecrets();
  return (pattern ? text.replace(pattern, "[redacted]") : text).replace(
    secretPattern,
    (_all, account?: string, query?: string, scheme?: string) =>
      account ? `${account}[redacted]@` : `${query ?? scheme ?? ""}[redacted]`,
  );
}

function ownSecrets(): RegExp | null {
  const values = env();
  const secrets = secretSettings.map((name) => values[name]);
  const urls = [...urlSettings.map((name) => values[name]), ...values.FORMER_CLOUDINARY_URLS];
  const settings = [...secrets, ...urls].join("\n");
  if (own?.settings !== settings)
    own = { settings, pattern: patternOf([...secrets, ...urls.map(passwordOf)]) };
  return own.pattern;
}

function patternOf(values: readonly (string | undefined)[]): RegExp | null {
  const secrets = values.filter((value) => value !== undefined && value.length >= minLength) as string[];
  if (secrets.length === 0) return null;
  // An answer that is quoted in an entry of the log is escaped twice.
  const forms = new Set(
    secrets.flatMap((one) => [one, escaped(one), escaped(escaped(one)), encodeURIComponent(one)]),
  );
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => RegExp.escape(form)).join("|"), "g");
}

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

function passwordOf(url: string | undefined): string | undefined {
  const password = url && URL.canParse(url) ? new URL(url).password : "";
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
