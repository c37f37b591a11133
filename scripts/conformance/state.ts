import { readdir } from "node:fs/promises";
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
  const files = world.own ? await readdir(path.join(world.own.dataDir, "images"), { recursive: true }) : [];
  const stored = files.filter((name) => name.endsWith(".original")).length;
  return { credits: await world.creditsOf(key), stored, ...Object.fromEntries(newest) };
}

/** Runs a group of refused calls; afterwards the account has what it had before. */
export async function unchanged(
  { world, name, key }: { world: World; name: string; key: string },
  run: () => Promise<void>,
): Promise<Case> {
  const before = await stateOf(world, key);
  await run();
  return {
    subject: name,
    name: "nothing was charged or stored",
    run: async () => expectEqual(await stateOf(world, key), before, "the state before"),
  };
}
