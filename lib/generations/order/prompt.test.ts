import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import { db } from "#lib/db/index.ts";
import { estimateCost } from "#lib/generations/order/estimate.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { onePhoto, queueOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { type ServedProvider, serveProvider } from "#lib/testing/models/index.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { present } from "../history/present.ts";

await useDatabase();
useFixedPixels();

let server: ServedProvider;
let imageUrl: string;
const background = { color: "#ffffff" };
const read = [["oak"], ["zeppelin"]] as const;
const painted = [null, null] as const;

beforeAll(async () => {
  server = await serveProvider("fal");
  imageUrl = (await imageHost().upload(await drawnProduct(), { folder: "inputs/test" })).url;
});
beforeEach(() => useModelsOf([server], { IMAGE_MODE: "scene" }));
afterAll(() => server.close());

interface Wanted {
  style?: "studio" | "amazon";
  mode?: PhotoMode;
  background?: { color: string };
}

interface ReadPrompt {
  promptUnderstood: readonly { text: string }[] | null;
  promptIgnored: readonly string[] | null;
}

const wordsOf = (read: ReadPrompt | undefined) =>
  read && [read.promptUnderstood?.map(({ text }) => text) ?? null, read.promptIgnored];

async function estimated(wanted: Wanted) {
  const { userId } = await makeAccount();
  const request = { imageUrl, style: "studio", prompt: "oak, a zeppelin", ...wanted } as const;
  const account = { monthly: 9, topup: 0, total: 9 };
  const { requests } = await estimateCost(
    { requests: [{ operation: "generate", request }] },
    { userId, account },
  );
  return wordsOf(requests[0]);
}

async function queued({ style = "studio", mode: wantedMode, ...options }: Wanted) {
  const { userId } = await makeAccount();
  const photo = onePhoto(userId);
  await queueOne({ ...photo, style, prompt: "oak, a zeppelin", wantedMode, options }, 1);
  const row = await db().generation.findUniqueOrThrow({ where: { id: photo.id } });
  const [shown] = await present([row]);
  return wordsOf(shown);
}

describe.each([
  ["an estimate", estimated],
  ["work that waits", queued],
])("with an image model, %s", (_name, readPrompt) => {
  test.each<[string, Wanted, readonly unknown[]]>([
    ["as the operator chose", {}, painted],
    ["a scene", { mode: "scene" }, painted],
    ["a photo of the studio", { mode: "studio" }, read],
    ["a scene before a background of the caller's own", { mode: "scene", background }, read],
    ["a scene of pure white", { mode: "scene", style: "amazon" }, [[], ["oak", "zeppelin"]]],
  ])("reports for %s how the words are understood", async (_how, wanted, words) => {
    expect(await readPrompt(wanted)).toEqual(words);
  });
});
