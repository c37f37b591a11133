import { env } from "../platform/env.ts";

// With the embedded image host a picture's address carries BASE_URL, whichever local name the page came by.
const local = "http://localhost:* http://127.0.0.1:*";
const formTargets = [
  "https://checkout.stripe.com",
  "https://billing.stripe.com",
  "https://accounts.google.com",
  "https://github.com",
];

/** The style element that `sonner` puts into a page, first empty, then filled: it knows no nonce. */
export const sonnerStyleHashes = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
];

/** The Content-Security-Policy of a page: scripts and styles run only with the nonce of this one answer. */
export function pagePolicy(nonce: string): string {
  const development = env().NODE_ENV === "development";
  const styles = [`'nonce-${nonce}'`, ...sonnerStyleHashes.map((hash) => `'${hash}'`)].join(" ");
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // The development server writes styles into the page without a nonce.
    `style-src 'self' ${development ? "'unsafe-inline'" : styles}`,
    `img-src 'self' data: blob: https: ${local}`,
    `connect-src 'self' https: ${local}${development ? " ws:" : ""}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    `form-action 'self' ${formTargets.join(" ")}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What every answer carries, whoever made it. */
export function commonSecurityHeaders(): Record<string, string> {
  const isHttps = env().BASE_URL.startsWith("https:");
  // Other hosts of the domain are not ours to decide about.
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
