import { operations } from "#lib/contract/operations.ts";
import { checkRefusal } from "./check.ts";
import { allOperations } from "./derived.ts";
import { callsPerMinute } from "./service.ts";
import { type Case, expectThat, Skipped } from "./suite.ts";
import type { World } from "./world.ts";

const atOnce = 8;

/** Every operation with a key, called by an account that has used up its calls of this minute. */
export function rateLimits(world: World): Case[] {
  const keyed = allOperations.filter(([, { missingKeyCode }]) => missingKeyCode !== null);
  let exhausted: Promise<string> | null = null;
  return keyed.map(([id, operation]) => ({
    subject: id,
    name: "rate_limited",
    async run() {
      if (!world.own) throw new Skipped("needs an account whose calls may be used up");
      exhausted ??= exhaust(world);
      const key = await exhausted;
      const params = { id: operation.example.id ?? "unknown" };
      const json = operation.input.from === "json" ? { json: {} } : {};
      // A call is free again every few milliseconds, so the first one may be admitted.
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const answer = await world.call(operation, { params, ...json }, key);
        if (answer.status === 429) return void checkRefusal(operation, answer, { code: "rate_limited" });
        await Promise.all(Array.from({ length: atOnce }, () => world.call(operations.credits, {}, key)));
      }
      expectThat(false, "rate_limited", "20 other responses");
    },
  }));
}

async function exhaust(world: World): Promise<string> {
  const key = await world.account("canceled");
  for (let sent = 0; sent < 2 * callsPerMinute; sent += atOnce) {
    const call = () => world.call(operations.credits, {}, key);
    const answers = await Promise.all(Array.from({ length: atOnce }, call));
    if (answers.some(({ status }) => status === 429)) break;
  }
  return key;
}
