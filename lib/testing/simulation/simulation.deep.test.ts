// Guards that dozens of random account histories end with the calculated balances.
import { expect, test } from "vitest";
import { auditCredits } from "../../credits/audit.ts";
import { useDatabase } from "../database.ts";
import { tried } from "../evidence/index.ts";
import { simulateLife } from "./index.ts";

await useDatabase();

const lives = 60;

test("every random account history ends with the calculated balance, and the credits audit finds no problem", async () => {
  tried("simulation", lives);
  // SIM_SEED=n replays one seed; to run more: npm run attack -- simulate --seeds 10000
  const replayed = process.env.SIM_SEED;
  const seeds = replayed ? [Number(replayed)] : Array.from({ length: lives }, (_, index) => index + 1);
  for (const seed of seeds) await simulateLife(seed);
  expect((await auditCredits()).findings).toEqual([]);
}, 180_000);
