// Guards the command that tries a model and prints its calls and times.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { recordModelCall } from "#lib/generations/run/model-calls.ts";
import { systemClock } from "#lib/models/paint.ts";
import { env } from "#lib/platform/env.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { serveProvider } from "#lib/testing/models/index.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { run } from "../admin.ts";
import { print } from "./said.ts";

await useDatabase();
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "trial-"));
  await writeFile(path.join(folder, "ball.png"), await drawnProduct());
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => db().modelCall.deleteMany());

test("a photo is generated without an account, and its times are printed", async () => {
  const out = path.join(folder, "made.jpg");
  const image = path.join(folder, "ball.png");
  const printed = await print(
    "generate",
    "--image",
    image,
    "--style",
    "amazon",
    "--ratio",
    "4:3",
    "--out",
    out,
  );
  expect(printed).toMatch(/^mode {6}studio$/m);
  expect(printed).toMatch(/^model {5}none$/m);
  expect(printed).toMatch(/^fidelity {2}product original, 0\.0 % changed by the model$/m);
  expect(printed).toMatch(/^cost {6}\$0\.0000$/m);
  expect(printed).toMatch(/^time .* studio \d+\.\d s$/m);
  expect(await sharp(out).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 896 });
}, 60_000);

test("a trial of a model prints its calls and times, and records the calls", async () => {
  const server = await serveProvider("openai-compatible", { scenario: ["unavailable", "picture"] });
  const settings = { ...env() };
  useModelsOf([server]);
  vi.spyOn(systemClock, "sleep").mockResolvedValue(undefined);
  const model = server.env.IMAGE_MODEL ?? "";
  const image = path.join(folder, "ball.png");
  const words = [
    "--model",
    model,
    "--mode",
    "scene",
    "--prompt",
    "on a raft",
    "--out",
    path.join(folder, "a.jpg"),
  ];
  const printed = await print("generate", "--image", image, ...words);
  server.close();
  Object.assign(env(), settings);
  expect(printed).toMatch(/^mode {6}scene$/m);
  expect(printed).toContain(`model     ${model}`);
  expect(printed).toMatch(/^time .* plan \d+\.\d s, paint \d+\.\d s, compose \d+\.\d s$/m);
  expect(printed).toMatch(new RegExp(`^call {6}${model} {2}provider_error {2}`, "m"));
  expect(printed).toMatch(new RegExp(`^call {6}${model} {2}succeeded {2}`, "m"));
  const books = await db().modelCall.findMany({ orderBy: { id: "asc" } });
  expect(books.map(({ outcome, generationId }) => [outcome, generationId])).toEqual([
    ["provider_error", null],
    ["succeeded", null],
  ]);
}, 60_000);

test.each([
  [["--image", "nowhere.png"], "--image cannot be read"],
  [["--image", "ball.png", "--mode", "scene"], "set IMAGE_MODEL"],
  [["--image", "ball.png", "--model", "google/gemini-x-image"], "has no effect here: run npm run admin"],
  [["--image", "ball.png", "--style", "baroque"], "--style must be one of"],
])("generate with %j fails, and the error names the fix", async (words, message) => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  useEnvironment({ INIT_CWD: folder });
  await expect(run(["generate", ...words])).rejects.toThrow(message);
  vi.unstubAllEnvs();
});

test("costs prints the assumed value of a credit, and the sums", async () => {
  expect(await print("costs")).toContain("No photo was made and no model was called.");
  const call = {
    provider: "fal",
    model: "painter",
    mode: "edit",
    style: "studio",
    generationId: null,
  } as const;
  await recordModelCall({ ...call, outcome: "succeeded", costMicros: 40_000, durationMs: 10 });
  await recordModelCall({ ...call, outcome: "timed_out", costMicros: null, durationMs: 10 });
  const printed = await print("costs");
  expect(printed).toContain("A credit is worth $0.04975 (the lowest price among plans and top-ups).");
  expect(printed).toMatch(/^studio +fal\/painter +0 +2 +1 +\$0\.04\+ +0 +\$0\.00 +-\$0\.04$/m);
  expect(printed).toMatch(/^all +- +0 +2 +1 +\$0\.04\+/m);
  const json = JSON.parse(await print("costs", "--credit-value", "0.08", "--since", "2026-01-01", "--json"));
  expect(json).toMatchObject({
    since: "2026-01-01T00:00:00.000Z",
    credit_value_usd: 0.08,
    rows: [
      { style: "studio", model: "fal/painter", calls: 2, failed_calls: 1, cost_usd: 0.04, margin_usd: -0.04 },
    ],
  });
  await expect(run(["costs", "--credit-value", "much"])).rejects.toThrow("must be US dollars");
  await expect(run(["costs", "--since", "once"])).rejects.toThrow("must be an ISO date");
});
