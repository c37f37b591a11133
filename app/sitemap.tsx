import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { documentPages } from "#lib/contract/sections.ts";
import { listLegalPages } from "#lib/legal/index.ts";
import { env } from "#lib/platform/env.ts";

/** The public pages, under the configured base URL. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const legal = (await listLegalPages()).map((page) => `/${page}`);
  const pages = ["/", ...documentPages, "/sign-up", ...legal];
  return pages.map((page) => ({ url: new URL(page, env().BASE_URL).href }));
}
