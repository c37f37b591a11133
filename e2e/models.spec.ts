import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type ServedProvider, serveProvider } from "#lib/testing/models/index.ts";
import { findTestPort } from "#lib/testing/port.ts";
import {
  chooseFiles,
  expect,
  expectAccessible,
  generations,
  openOptions,
  pictures,
  sample,
  shareCache,
  signUp,
  test,
} from "./support.ts";

// A separate service from the same build, with an image model.
const port = await findTestPort();
test.use({ baseURL: `http://localhost:${port}` });
test.describe.configure({ mode: "default", timeout: 180_000 });

let folder: string;
let model: ServedProvider;
let service: ChildProcess;

test.beforeAll(async () => {
  model = await serveProvider("openai-compatible");
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-models-"));
  await chmod(folder, 0o711);
  // Marks the first photos as made, so that the start skips them.
  await mkdir(path.join(folder, "data"));
  await shareCache(path.join(folder, "data"));
  await writeFile(path.join(folder, "data/first-photos.json"), "[]");
  service = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...process.env,
      npm_lifecycle_event: "",
      PORT: String(port),
      DATA_DIR: path.join(folder, "data"),
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "loopback",
      ...model.env,
    },
    stdio: "ignore",
  });
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isHealthy, { timeout: 120_000 }).toBe(true);
});

test.afterAll(async () => {
  const ended = once(service, "exit");
  if (service.exitCode === null && service.kill("SIGINT")) await ended;
  model.close();
  await rm(folder, { recursive: true, force: true });
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
