import { type ServedProvider, serveProvider } from "#lib/testing/models/index.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";
import {
  demoCaller,
  newPlace,
  type Place,
  removePlace,
  type Started,
  startServing,
  uploadMug,
} from "./own-service.ts";
import { test } from "./support.ts";

const port = await findTestPort();

/** The parts of the separate service; set while its tests run. */
export interface HostedService {
  model: ServedProvider;
  bucket: Awaited<ReturnType<typeof startBucket>>;
  place: Place;
  baseUrl: string;
  /** Null after a test that stopped it, which sets this. */
  running: Started | null;
  output: () => string;
}

/** A separate service from the same build for this file's tests: with an image model, a bucket and the fullest log. */
export function hostedService(): HostedService {
  const baseUrl = `http://localhost:${port}`;
  const service = { baseUrl, running: null, output: () => service.running?.output() ?? "" } as HostedService;
  test.use({ baseURL: baseUrl });
  test.describe.configure({ mode: "default", timeout: 180_000 });
  test.beforeAll(async () => {
    service.model = await serveProvider("openai-compatible");
    service.bucket = await startBucket();
    service.place = { ...(await newPlace()), port };
  });
  // In any order, also after the test that stops it.
  test.beforeEach(async () => {
    service.running ??= await startServing(service.place, {
      LOG_LEVEL: "trace",
      TRUSTED_PROXIES: "loopback",
      STORAGE_URL: service.bucket.url,
      ...service.model.env,
    });
  });
  test.afterAll(async () => {
    await removePlace(service.place);
    service.model.close();
    service.bucket.close();
  });
  return service;
}

/** The request for a photo of the mug, which it uploads. */
export async function uploadedPhoto({ place }: HostedService) {
  const image_url = await uploadMug(await demoCaller(place));
  return { image_url, type: "product", style: "studio", mode: "studio" };
}
