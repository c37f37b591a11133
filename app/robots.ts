import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { env } from "#lib/platform/env.ts";

/** Everything behind a sign-in, and all that machines call. */
const closed = [
  ...["/account", "/billing", "/developers", "/looks", "/photos", "/studio"],
  ...["/api/", "/embedded/", "/second-step", "/confirm-address", "/undo-address", "/reset-password"],
];

/** What search engines are asked to leave alone; of what machines call, the description is for everybody. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  return {
    rules: { userAgent: "*", allow: ["/", "/docs", "/api/v1/openapi.json"], disallow: closed },
    sitemap: new URL("/sitemap.xml", env().BASE_URL).href,
  };
}
