import type { NextConfig } from "next";

const config: NextConfig = {
  // Pages only: Node loads each `route.ts` (lib/http/route-table.ts).
  pageExtensions: ["tsx"],
  turbopack: {
    rules: {
      "*.ts": {
        // Code for the server refers to the modules of `lib` that Node has loaded; those that need the framework are built.
        condition: {
          all: [{ not: "browser" }, { path: /^lib\// }, { not: { content: /from "(next|react)\b/ } }],
        },
        loaders: ["./scripts/start/lib-loader.ts"],
        as: "*.js",
      },
    },
  },
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
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  // The redirect would copy a key in the query into a Location header.
  skipTrailingSlashRedirect: true,
  // `npm run dev` prints requests, and requests to the API may have a key in the query.
  logging: { incomingRequests: { ignore: [/^\/api\//] } },
  // `npm run check` and `npm test` check the types; a build skips them.
  typescript: { ignoreBuildErrors: true },
};

export default config;
