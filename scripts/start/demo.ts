// Run by the start in its own process, so that the demo account's dependencies do not stay in memory.
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { disconnectDb } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { makeFilesPrivate } from "#lib/platform/private-files.ts";
import { listSamples } from "#lib/samples/index.ts";
import { readSample } from "../parts/samples.ts";
import { type Demo, ensureDemo } from "../seed.ts";
import { stopSignals } from "./shutdown.ts";

const maxAttempts = 3;

makeFilesPrivate();
// The parent process handles signals: it ends this one, or has ended, which closes the channel.
for (const signal of stopSignals) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit(1));
process.channel?.unref();

try {
  const demo = await ensureDemo();
  process.send?.({ demo });
  if (process.argv[2] === "photos") process.send?.({ imageUrl: await ensureFirstPhotos(demo) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await disconnectDb();
process.exit();

interface Photo {
  url: string;
  imageUrl: string;
}

/** Makes the first photos at the first start. Returns the URL of a source picture. */
async function ensureFirstPhotos(demo: Demo): Promise<string | null> {
  const file = path.join(env().DATA_DIR, "first-photos.json");
  const known = await readFile(file, "utf8")
    .then((text) => JSON.parse(text) as Photo[])
    .catch(() => null);
  // The file may come from a start with another base URL.
  if (known) return known[0]?.imageUrl.replace(/^.*?(?=\/embedded\/)/, demo.base_url) ?? null;
  console.log("Making the first photos …");
  const made = await makeFirstPhotos(demo);
  await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return made[0]?.imageUrl ?? null;
}

/** Makes the first photos of a new demo account through the API, from bundled pictures, one per style. */
async function makeFirstPhotos(demo: Demo): Promise<Photo[]> {
  const made: Photo[] = [];
  const onePerStyle = new Map((await listSamples()).map((sample) => [sample.suggestedStyle, sample]));
  for (const { name, file, suggestedStyle } of onePerStyle.values()) {
    const form = new FormData();
    form.append("file", new Blob([await readSample(name)]), file);
    const upload = { route: "/api/v1/upload", key: `first-upload-${name}` };
    const { image_url } = await post(demo, upload, { body: form });
    const body = JSON.stringify({ image_url, type: "product", style: suggestedStyle });
    const headers = { "Content-Type": "application/json" };
    const generate = { route: "/api/v1/generate", key: `first-photo-${name}` };
    const { result_url } = await post(demo, generate, { body, headers });
    if (!result_url || !image_url) continue;
    made.push({ url: result_url, imageUrl: image_url });
    console.log(`✓ ${result_url}`);
  }
  return made;
}

/**
 * With fixed keys, a start that was interrupted resumes the same photos. Waits while the service is busy; a call that
 * failed and was refunded is retried with the next key.
 */
async function post(
  demo: Demo,
  { route, key }: { route: string; key: string },
  init: RequestInit,
): Promise<Record<string, string>> {
  let problem = "";
  for (let attempt = 1; attempt <= maxAttempts; ) {
    const headers = {
      ...init.headers,
      Authorization: `Bearer ${demo.api_key}`,
      "Idempotency-Key": `${key}-${attempt}`,
    };
    const response = await fetch(`${demo.base_url}${route}`, { ...init, method: "POST", headers });
    const answer = (await response.json()) as Record<string, string>;
    if (response.ok) return answer;
    problem = `${route} returned ${response.status}: ${JSON.stringify(answer)}`;
    const retryAfterS = Number(response.headers.get("retry-after") ?? 0);
    if (retryAfterS > 0) await sleep(retryAfterS * 1000);
    else if (response.status === 502) attempt += 1;
    else break;
  }
  throw new Error(problem);
}
