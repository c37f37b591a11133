// Guards that a killed server or database is restarted, and that a prompt that the model refuses costs nothing.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { requirePid } from "#lib/testing/pid.ts";
import { hostedService, uploadedPhoto } from "../hosted-service.ts";
import {
  databaseProcess,
  demoCaller,
  expectCleanAudit,
  expectReplaced,
  innerProcesses,
  isHealthyAt,
  pidOf,
  serverProcess,
  startAt,
} from "../own-service.ts";
import {
  bring,
  expect,
  expectAccessible,
  generations,
  make,
  openOptions,
  signUp,
  test,
  tried,
} from "../support.ts";

const service = hostedService();

test("a prompt that the model refuses costs nothing, and the error names a fix", async ({ page }) => {
  service.model.play({ refused: "content_policy_violation" });
  await signUp(page);
  await bring(page, "candle");
  await page.getByLabel("Describe the scene").fill("a waterfall");
  await page.getByTestId("generate").click();
  await expect(generations(page, "failed")).toHaveCount(1, { timeout: 120_000 });
  await expect(page.getByRole("alert").filter({ hasText: "refused" })).toContainText(
    "The credits were refunded. Change the prompt",
  );
  await expect(page.getByTestId("balance")).toHaveText("100 credits");
  expect(service.model.paid()).toHaveLength(1);
});

test("a killed server or database is restarted and completes its work, and Ctrl-C answers the running call", async () => {
  test.skip(process.platform !== "linux", "reads the process table of Linux");
  const { running } = service;
  if (!running) throw new Error("it is not running");
  const { pid } = JSON.parse(await readFile(path.join(service.place.dataDir, "service.json"), "utf8"));
  const second = startAt(service.place);
  expect(await second.exit()).toBe(1);
  expect(second.output()).toContain(`pid ${pid}`);
  expect(await isHealthyAt(service.place.port)).toBe(true);
  tried("own-database");

  const call = await demoCaller(service.place);
  const photo = await uploadedPhoto(service);
  const items = [{ custom_id: "one", operation: "generate", request: photo }];
  const { id } = await call("batches", { items });
  for (const [name, pattern] of [
    ["server", serverProcess],
    ["database", databaseProcess],
  ] as const) {
    const former = await pidOf(service.place, pattern);
    process.kill(former, "SIGKILL");
    await expectReplaced(service.place, former, pattern);
    const report = `The ${name} was ended by SIGKILL: restarting it in 0.2 s`;
    await expect.poll(running.output).toContain(report);
  }
  tried("restart", 2);
  const counts = async () => (await call(`batches/${id}?wait=30`)).counts;
  await expect.poll(counts, { timeout: 90_000 }).toMatchObject({ total: 1, succeeded: 1 });
  await expectCleanAudit(service.place);
  tried("operations");

  const newest = async () => (await call("generations?limit=1")).data[0].id;
  const before = await newest();
  const answer = call("generate", { ...photo, prompt: "during Ctrl-C" });
  await expect.poll(newest, { intervals: [20], timeout: 60_000 }).not.toBe(before);
  process.kill(-requirePid(running.child.pid), "SIGINT");
  expect(await answer).toMatchObject({ result_url: expect.stringMatching(/^http/) });
  expect(await running.exit()).toBe(0);
  service.running = null;
  expect(await innerProcesses(service.place)).toEqual([]);
  tried("drain");
});

test("a prompt that the studio ignores can be painted by the model, and the photo shows its mode and model", async ({
  page,
}) => {
  service.model.play("picture");
  const paidBefore = service.model.paid().length;
  await signUp(page);
  await bring(page);
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

  await make(page);
  await expect(page.getByText("Painted scene")).toBeVisible();
  const paid = service.model.paid().slice(paidBefore);
  expect(paid.map(({ fields }) => String(fields.prompt))).toEqual([
    expect.stringContaining("a tropical lagoon with orange slices"),
  ]);
  await page.goto("/photos");
  await page.getByTestId("photo").getByRole("button").click();
  const details = page.getByRole("dialog");
  await expect(details).toContainText("Scene by flux.2-klein");
  await expect(details).toContainText("Your product's own pixels");
});
