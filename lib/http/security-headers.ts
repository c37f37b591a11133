import { env } from "../platform/env.ts";

// URLs of the embedded image host use BASE_URL, even if the page was opened under another local name.
const local = "http://localhost:* http://127.0.0.1:*";
const formTargets = [
  "https://checkout.stripe.com",
  "https://billing.stripe.com",
  "https://accounts.google.com",
  "https://github.com",
];

/** Hashes of the style element that `sonner` inserts, first empty, then filled; it does not support nonces. */
export const sonnerStyleHashes = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
];

/** The Content-Security-Policy of a page: only scripts and styles with the nonce of this response run. */
export function pagePolicy(nonce: string): string {
  const development = env().NODE_ENV === "development";
  const { OIDC_ISSUER } = env();
  const targets = OIDC_ISSUER ? [...formTargets, new URL(OIDC_ISSUER).origin] : formTargets;
  const styles = [`'nonce-${nonce}'`, ...sonnerStyleHashes.map((hash) => `'${hash}'`)].join(" ");
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // The development server inserts styles without a nonce.
    `style-src 'self' ${development ? "'unsafe-inline'" : styles}`,
    `img-src 'self' data: blob: https: ${local}`,
    `connect-src 'self' https: ${local}${development ? " ws:" : ""}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    `form-action 'self' ${targets.join(" ")}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of every response. */
export function commonSecurityHeaders(): Record<string, string> {
  const isHttps = env().BASE_URL.startsWith("https:");
  // Off by default: other hosts of the domain may not support HTTPS.
  const subdomains = env().HSTS_SUBDOMAINS === "on" ? "; includeSubDomains" : "";
  return {
    "X-Content-Type-Options": "nosniff",
    ...(isHttps && { "Strict-Transport-Security": `max-age=31536000${subdomains}` }),
  };
}

export const pageHeaders: Record<string, string> = {
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};
