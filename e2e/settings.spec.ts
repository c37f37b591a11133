import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { type ServedProvider, serveProvider } from "#lib/testing/models/index.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";
import {
  expectSecretKeys,
  expectUnstoredAnswers,
  expectWorkWithoutClient,
  type Watched,
} from "./key-secrecy.ts";
import {
  callerOf,
  demoKeyOf,
  jsonOf,
  newPlace,
  type Place,
  removePlace,
  type Started,
  startServing,
} from "./own-service.ts";
import {
  chooseFiles,
  expect,
  expectAccessible,
  generations,
  openOptions,
  pictures,
  sample,
  signUp,
  test,
} from "./support.ts";

// A separate service from the same build, with an image model, a bucket and the most detailed log.
const port = await findTestPort();
test.use({ baseURL: `http://localhost:${port}` });
test.describe.configure({ mode: "default", timeout: 180_000 });

let model: ServedProvider;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let place: Place;
let running: Started | null = null;
const output = "";
let service: Watched;

test.beforeAll(async () => {
  model = await serveProvider("openai-compatible");
  bucket = await startBucket();
  place = { ...(await newPlace()), port };
  service = { place, baseUrl: `http://localhost:${port}`, output: () => output + (running?.output() ?? "") };
});

// In any order, also after the test that stops it.
test.beforeEach(async () => {
  running ??= await startServing(place, {
    LOG_LEVEL: "trace",
    TRUSTED_PROXIES: "loopback",
    STORAGE_URL: bucket.url,
    ...model.env,
  });
});

test.afterAll(async () => {
  await removePlace(place);
  model.close();
  bucket.close();
});

test("a valid, revoked or unknown key, sent in any place, is in no response, log line or database row", () =>
  expectSecretKeys(service, 1));

test("responses to a key in the URL have Cache-Control no-store and Referrer-Policy no-referrer", () =>
  expectUnstoredAnswers(service));

test("work continues when its client disconnects, and its result can be read", () =>
  expectWorkWithoutClient(service, [1, 200]));

test("with a bucket, photos are delivered without the data folder's pictures", async () => {
  const { result_url } = await (await caller())("generate", {
    method: "POST",
    ...jsonOf({ ...(await uploadedPhoto()), prompt: "from a bucket" }),
  });
  const read = async () => Buffer.from(await (await fetch(result_url)).arrayBuffer());
  const bytes = await read();
  const kept = path.join(place.dataDir, "images");
  expect(existsSync(path.join(kept, "assets"))).toBe(false);
  await rm(kept, { recursive: true, force: true });
  expect((await read()).equals(bytes)).toBe(true);
});

test("a prompt that the studio ignores can be painted by the model, and the photo shows its mode and model", async ({
  page,
}) => {
  await signUp(page);
  await chooseFiles(page, sample("mug"));
  await expect(pictures(page, "ready")).toHaveCount(1);
  await openOptions(page);
  const scene = page.getByRole("radio", { name: /^Scene by flux\.2-klein/ });
  await expect(scene).toBeChecked();
  await page.getByRole("radio", { name: /^Studio Exact/ }).check();
  await page.getByLabel("Describe the scene").fill("a tropical lagoon with orange slices, soft light");
  const notes = page.getByTestId("prompt-notes");
  await expect(notes).toContainText("Left out: “tropical lagoon”");
  await expect(notes).toContainText("Left out: “orange slices”");
  await expect(notes).toContainText("Light: soft light");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Paint it with flux\.2-klein/ }).click();
  await expect(scene).toBeChecked();
  await expect(notes).toBeEmpty();

  await page.getByTestId("generate").click();
  await expect(generations(page, "succeeded")).toHaveCount(1, { timeout: 120_000 });
  await expect(page.getByText("Painted scene")).toBeVisible();
  expect(model.paid().map(({ fields }) => String(fields.prompt))).toEqual([
    expect.stringContaining("a tropical lagoon with orange slices"),
  ]);
  await page.goto("/photos");
  await page.getByTestId("photo").getByRole("button").click();
  const details = page.getByRole("dialog");
  await expect(details).toContainText("Scene by flux.2-klein");
  await expect(details).toContainText("Your product's own pixels");
});

async function caller() {
  return callerOf(place, await demoKeyOf(place));
}

/** The request for a photo of the mug, which it uploads. */
async function uploadedPhoto() {
  const form = new FormData();
  form.append("file", new Blob([await readFile(sample("mug"))]), "mug.jpg");
  const { image_url } = await (await caller())("upload", { method: "POST", body: form });
  return { image_url, type: "product", style: "studio", mode: "studio" };
}
