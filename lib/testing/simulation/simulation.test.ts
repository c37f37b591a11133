import { expect, test } from "vitest";
import { auditCredits } from "../../credits/audit.ts";
import { useDatabase } from "../database.ts";
import { tried } from "../evidence/index.ts";
import { simulateLife } from "./index.ts";

await useDatabase();

const lives = 60;

test("ends every random life where plain arithmetic says, and the ledger agrees", async () => {
  tried("simulation", lives);
  // SIM_SEED=n replays one seed; to run more: npm run attack -- simulate --seeds 10000
  const replayed = process.env.SIM_SEED;
  const seeds = replayed ? [Number(replayed)] : Array.from({ length: lives }, (_, index) => index + 1);
  for (const seed of seeds) await simulateLife(seed);
  expect((await auditCredits()).findings).toEqual([]);
}, 180_000);
