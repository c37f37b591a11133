import { setTimeout as sleep } from "node:timers/promises";
import { requirePid } from "#lib/testing/pid.ts";
import { processTree } from "../bench/parts/processes.ts";
import { type Attack, inSeconds, type Outcome, sample } from "./parts/attack.ts";
import { fieldsOf } from "./parts/http.ts";
import type { Account, Target } from "./parts/target.ts";

const rounds = 3;
const backWithinMs = 5_000;
/** A charge whose process died is given back within this. */
const refundWithinMs = 120_000;

const kill = (name: string, does: string, victim: string): Attack => ({
  name,
  does,
  kills: true,
  prepare: (target) => prepareKill(target, victim),
});

export const kills = [
  kill(
    "kill-worker",
    "kills the process that makes the pixels while it makes photos, three times",
    "pixel worker",
  ),
  kill("kill-server", "kills the server while it makes photos, three times", "server"),
  kill("kill-database", "kills the database while photos are made, three times", "database"),
];

async function prepareKill(target: Target, victimName: string): Promise<() => Promise<Outcome>> {
  const account = await target.openAccount({ tier: "pro" });
  const imageUrl = await target.requireUpload(account.key, await sample("desklamp"));
  return async () => {
    const problems: string[] = [];
    const kept: string[] = [];
    let calls = 0;
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      const making = Array.from({ length: 3 }, (_, index) =>
        target.generate(account.key, imageUrl, `round ${round} photo ${index}`),
      );
      await sleep(300 + round * 400);
      // Parents come first in the tree: the database's is its postmaster.
      const victim = (await processTree(await target.pid())).find(({ name }) => name === victimName);
      if (!victim) problems.push(`round ${round + 1}: there is no such process`);
      else process.kill(requirePid(victim.pid), "SIGKILL");
      const killedAt = performance.now();
      const isBack = await target.waitUntilHealthy(60_000);
      const awayMs = performance.now() - killedAt;
      if (!isBack)
        return { tried: round + 1, refused, problems: [...problems, "the service did not come back"] };
      if (awayMs > backWithinMs)
        problems.push(`round ${round + 1}: healthy again after ${inSeconds(awayMs, 1)}`);
      const answers = await Promise.all(making);
      calls += answers.length;
      const succeeded = answers.filter(({ status }) => status === 200);
      refused += answers.length - succeeded.length;
      kept.push(...succeeded.map((answer) => String(fieldsOf(answer).result_url)));
    }
    problems.push(...(await checkCredits(target, account)));
    for (const url of kept) {
      const { status } = await target.send({ path: target.pathOf(url) });
      if (status !== 200) problems.push(`a photo that was answered with success is gone (${status})`);
    }
    return {
      tried: rounds,
      refused,
      problems: [...new Set(problems)],
      note: `${calls} photos asked for, ${kept.length} answered`,
    };
  };
}

/** Each charge ends: what was kept is in the history as succeeded, and the balance is the rest. */
async function checkCredits(target: Target, account: Account): Promise<string[]> {
  const giveUpAt = performance.now() + refundWithinMs;
  while (performance.now() < giveUpAt) {
    const list = fieldsOf(await target.api(account.key, "GET", "generations?limit=100")).data;
    const rows = Array.isArray(list) ? (list as { status: string; credits_used: number }[]) : [];
    if (Array.isArray(list) && rows.every(({ status }) => status !== "pending")) {
      const spent = rows.reduce((sum, { credits_used }) => sum + credits_used, 0);
      const left = await target.creditsOf(account.key);
      return left === account.credits - spent
        ? []
        : [`the balance is ${left} instead of ${account.credits - spent}`];
    }
    await sleep(500);
  }
  return [`a charge was still open ${inSeconds(refundWithinMs)} later`];
}
