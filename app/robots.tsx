import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { env } from "#lib/platform/env.ts";

/** Pages that require sign-in, and URLs for programs. */
const closed = [
  ...["/account", "/billing", "/developers", "/looks", "/photos", "/studio"],
  ...["/api/", "/embedded/", "/second-step", "/confirm-address", "/undo-address", "/reset-password"],
];

/** The paths that search engines must not crawl. Of the API, only its description is open to them. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  return {
    rules: { userAgent: "*", allow: ["/", "/docs", "/api/v1/openapi.json"], disallow: closed },
    sitemap: new URL("/sitemap.xml", env().BASE_URL).href,
  };
}
