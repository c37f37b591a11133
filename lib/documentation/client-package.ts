import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "../platform/env.ts";
import { refusal } from "../platform/errors.ts";
import { lazy } from "../platform/lazy.ts";
import { because } from "../platform/reasons.ts";

/** Made by the build (`scripts/start/pack-sdk.ts`). */
const file = path.join(import.meta.dirname, "../../.next/sdk.tgz");

const readPackage = lazy(() => readFile(file).catch(() => null));

/** The client library of this version, as an npm package. Throws ApiError not_found before the first build. */
export async function readClientPackage() {
  const bytes = await readPackage();
  if (bytes === null) throw refusal(because("path_unknown", { path: "/sdk.tgz" }));
  return { bytes, contentType: "application/gzip" };
}

/** Where the client library can be installed from, and its integrity as in a lockfile; null before the first build. */
export async function describeClientPackage(): Promise<{ url: string; integrity: string } | null> {
  const bytes = await readPackage();
  if (bytes === null) return null;
  const digest = createHash("sha512").update(bytes).digest("base64");
  return { url: `${env().BASE_URL}/sdk.tgz`, integrity: `sha512-${digest}` };
}
