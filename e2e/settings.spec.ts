import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { callerAt, hostedService, uploadedPhoto } from "./hosted-service.ts";
import { expectSecretKeys, expectUnstoredAnswers, expectWorkWithoutClient } from "./key-secrecy.ts";
import { jsonOf } from "./own-service.ts";
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

const service = hostedService();

test("a valid, revoked or unknown key, sent in any place, is in no response, log line or database row", () =>
  expectSecretKeys(service, 1));

test("responses to a key in the URL have Cache-Control no-store and Referrer-Policy no-referrer", () =>
  expectUnstoredAnswers(service));

test("work continues when its client disconnects, and its result can be read", () =>
  expectWorkWithoutClient(service, [1, 200]));

test("with a bucket, photos are delivered without the data folder's pictures", async () => {
  const { result_url } = await (await callerAt(service))("generate", {
    method: "POST",
    ...jsonOf({ ...(await uploadedPhoto(service)), prompt: "from a bucket" }),
  });
  const read = async () => Buffer.from(await (await fetch(result_url)).arrayBuffer());
  const bytes = await read();
  const kept = path.join(service.place.dataDir, "images");
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
  expect(service.model.paid().map(({ fields }) => String(fields.prompt))).toEqual([
    expect.stringContaining("a tropical lagoon with orange slices"),
  ]);
  await page.goto("/photos");
  await page.getByTestId("photo").getByRole("button").click();
  const details = page.getByRole("dialog");
  await expect(details).toContainText("Scene by flux.2-klein");
  await expect(details).toContainText("Your product's own pixels");
});
