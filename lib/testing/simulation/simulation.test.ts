import { expect, test } from "vitest";
import { auditCredits } from "../../credits/audit.ts";
import { useDatabase } from "../database.ts";
import { tried } from "../evidence/index.ts";
import { simulateLife } from "./index.ts";

await useDatabase();

const lives = 2;

test("random account histories end with the calculated balance, and the credits audit finds no problem", async () => {
  tried("simulation", lives);
  for (let seed = 1; seed <= lives; seed += 1) await simulateLife(seed);
  expect((await auditCredits()).findings).toEqual([]);
});
