import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { operations } from "#lib/contract/operations.ts";
import { type Case, expectEqual } from "./suite.ts";
import type { World } from "./world.ts";

const lists = ["listGenerations", "listBatches", "listLooks", "listWebhookEndpoints", "listKeys"] as const;

/** What an account has: its credits, the newest of its objects, and the files of the service. */
async function stateOf(world: World, key: string) {
  const newest = await Promise.all(
    lists.map(async (id) => {
      const answer = await world.call(operations[id], { query: { limit: "100" } }, key);
      const { data = [] } = answer.json as { data?: { id: string }[] };
      return [id, data.map((one) => one.id).join(" ")] as const;
    }),
  );
  const stored = await storedBy(world, key);
  return { credits: await world.creditsOf(key), stored, ...Object.fromEntries(newest) };
}

/** The number of files of an account on the disk of the image host; of another service, nothing is known. */
async function storedBy(world: World, key: string): Promise<number> {
  if (!world.own) return 0;
  const { folder } = await world.require<{ folder: string }>(operations.signUpload, {}, key);
  const root = path.join(world.own.dataDir, "images");
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const assets = names.filter((name) => name.endsWith("asset.json"));
  const texts = await Promise.all(
    assets.map((name) => readFile(path.join(root, name), "utf8").catch(() => "")),
  );
  const owner = path.posix.basename(folder);
  return texts.filter((text) => text.includes(`/${owner}/`)).length;
}

/** Runs a group of refused calls; afterwards the account has what it had before. */
export async function unchanged(
  { world, name, key }: { world: World; name: string; key: string },
  run: () => Promise<void>,
): Promise<Case> {
  const before = await stateOf(world, key).catch((error: Error) => error);
  await run();
  return {
    subject: name,
    name: "nothing was charged or stored",
    async run() {
      if (before instanceof Error) throw before;
      expectEqual(await stateOf(world, key), before, "the state before");
    },
  };
}

/** An account has the credits that it had before its refused and failed work. */
export function spendsNothing(world: World, credits: number | Error): Case {
  return {
    subject: "files",
    name: "nothing was charged",
    async run() {
      if (credits instanceof Error) throw credits;
      expectEqual(await world.creditsOf(world.payer), credits, "credits");
    },
  };
}
