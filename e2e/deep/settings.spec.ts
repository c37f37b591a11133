// Guards that a killed server or database is restarted, and that a prompt that the model refuses costs nothing.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { type ServedProvider, serveProvider } from "#lib/testing/models/index.ts";
import { requirePid } from "#lib/testing/pid.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";
import {
  callerOf,
  databaseProcess,
  demoKeyOf,
  expectCleanAudit,
  expectReplaced,
  innerProcesses,
  isHealthyAt,
  jsonOf,
  newPlace,
  type Place,
  pidOf,
  removePlace,
  type Started,
  serverProcess,
  startAt,
  startServing,
} from "../own-service.ts";
import { chooseFiles, expect, generations, pictures, sample, signUp, test, tried } from "../support.ts";

// A separate service from the same build, with an image model, a bucket and the most detailed log.
const port = await findTestPort();
test.use({ baseURL: `http://localhost:${port}` });
test.describe.configure({ mode: "default", timeout: 180_000 });

let model: ServedProvider;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let place: Place;
let running: Started | null = null;

test.beforeAll(async () => {
  model = await serveProvider("openai-compatible");
  bucket = await startBucket();
  place = { ...(await newPlace()), port };
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

test("a prompt that the model refuses costs nothing, and the error names a fix", async ({ page }) => {
  model.play({ refused: "content_policy_violation" });
  await signUp(page);
  await chooseFiles(page, sample("candle"));
  await expect(pictures(page, "ready")).toHaveCount(1);
  await page.getByLabel("Describe the scene").fill("a waterfall");
  await page.getByTestId("generate").click();
  await expect(generations(page, "failed")).toHaveCount(1, { timeout: 120_000 });
  await expect(page.getByRole("alert").filter({ hasText: "refused" })).toContainText(
    "The credits were refunded. Change the prompt",
  );
  await expect(page.getByTestId("balance")).toHaveText("100 credits");
  expect(model.paid()).toHaveLength(1);
});

test("a killed server or database is restarted and completes its work, and Ctrl-C answers the running call", async () => {
  test.skip(process.platform !== "linux", "reads the process table of Linux");
  if (!running) throw new Error("it is not running");
  const { pid } = JSON.parse(await readFile(path.join(place.dataDir, "service.json"), "utf8"));
  const second = startAt(place);
  expect(await second.exit()).toBe(1);
  expect(second.output()).toContain(`pid ${pid}`);
  expect(await isHealthyAt(port)).toBe(true);
  tried("own-database");

  const call = await caller();
  const photo = await uploadedPhoto();
  const items = [{ custom_id: "one", operation: "generate", request: photo }];
  const { id } = await call("batches", { method: "POST", ...jsonOf({ items }) });
  for (const [name, pattern] of [
    ["server", serverProcess],
    ["database", databaseProcess],
  ] as const) {
    const former = await pidOf(place, pattern);
    process.kill(former, "SIGKILL");
    await expectReplaced(place, former, pattern);
    const report = `The ${name} was ended by SIGKILL: restarting it in 0.2 s`;
    await expect.poll(running.output).toContain(report);
  }
  tried("restart", 2);
  const counts = async () => (await call(`batches/${id}?wait=30`)).counts;
  await expect.poll(counts, { timeout: 90_000 }).toMatchObject({ total: 1, succeeded: 1 });
  await expectCleanAudit(place);
  tried("operations");

  const newest = async () => (await call("generations?limit=1")).data[0].id;
  const before = await newest();
  const answer = call("generate", { method: "POST", ...jsonOf({ ...photo, prompt: "during Ctrl-C" }) });
  await expect.poll(newest, { intervals: [20], timeout: 60_000 }).not.toBe(before);
  process.kill(-requirePid(running.child.pid), "SIGINT");
  expect(await answer).toMatchObject({ result_url: expect.stringMatching(/^http/) });
  expect(await running.exit()).toBe(0);
  running = null;
  expect(await innerProcesses(place)).toEqual([]);
  tried("drain");
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
