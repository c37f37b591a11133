import { expect, test } from "vitest";
import { auditCredits } from "../../credits/audit.ts";
import { useDatabase } from "../database.ts";
import { tried } from "../evidence/index.ts";
import { runsOf } from "../trials.ts";
import { simulateLife } from "./index.ts";

await useDatabase();

// SIM_SEED=n replays one life; SIM_LIVES=10000 tries more.
const lives = Number(process.env.SIM_LIVES ?? runsOf(60, 2));

test(
  "random account histories end with the calculated balance, and the credits audit finds no problem",
  async () => {
    tried("simulation", lives);
    const replayed = process.env.SIM_SEED;
    const seeds = replayed ? [Number(replayed)] : Array.from({ length: lives }, (_, index) => index + 1);
    for (const seed of seeds) await simulateLife(seed);
    expect((await auditCredits()).findings).toEqual([]);
  },
  Math.max(60_000, lives * 3_000),
);
