import { env } from "./env.ts";

/** Matches API keys, signatures, header credentials and passwords in URLs, in any text. */
const secretPattern =
  /pg[so]_[0-9A-Za-z]{8,}|\b(?:sk|rk|whsec)_[0-9A-Za-z_]{8,}|([a-z][a-z0-9+.-]*:\/\/[^:@/\s"]*:)[^@/\s"]+@|([?&](?:key|api_key|token|access_token|signature|X-Amz-Signature|X-Amz-Credential)=)[^&\s"\\]+|(\b(?:Bearer|Basic|Key|Token) )(?=\S*[A-Z0-9])[0-9A-Za-z._~+/=-]{12,}/g;

/** Settings that are secrets; `urlSettings` are those whose URL contains a password. */
const secretSettings = [
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "GITHUB_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "FAL_API_KEY",
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

/** Shorter secrets are not redacted, because they would match ordinary words. */
const minLength = 8;

/** Cached until the settings change, because every log line is redacted. */
let own: { settings: string; pattern: RegExp | null } | null = null;

/** Removes this process's own secrets, in any encoding, and everything that has the form of a secret. */
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
  const urls = urlSettings.map((name) => values[name]);
  const settings = [...secrets, ...urls].join("\n");
  if (own?.settings !== settings)
    own = { settings, pattern: patternOf([...secrets, ...urls.map(passwordOf)]) };
  return own.pattern;
}

function patternOf(values: readonly (string | undefined)[]): RegExp | null {
  const secrets = values.filter((value) => value !== undefined && value.length >= minLength) as string[];
  if (secrets.length === 0) return null;
  // A JSON response that is quoted in a log entry is escaped twice.
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
