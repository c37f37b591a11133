import { setTimeout as sleep } from "node:timers/promises";
import { requirePid } from "#lib/testing/pid.ts";
import { processTree } from "../bench/parts/measure.ts";
import { poll } from "../bench/parts/service.ts";
import { readSample } from "../parts/samples.ts";
import { type Attack, checkBalance, inSeconds, type Outcome, times } from "./parts/attack.ts";
import { fieldsOf } from "./parts/http.ts";
import type { Account, Target } from "./parts/target.ts";

const rounds = 3;
const backWithinMs = 5_000;
/** Time within which a charge is refunded after its process died. */
const refundWithinMs = 120_000;

const kill = (name: string, victim: string, what: string): Attack => ({
  name,
  does: `kills ${what}, three times`,
  kills: true,
  prepare: (target) => prepareKill(target, victim),
});

export const kills = [
  kill("kill-worker", "pixel worker", "the process that makes the pixels while it makes photos"),
  kill("kill-server", "server", "the server while it makes photos"),
  kill("kill-database", "database", "the database while photos are made"),
];

async function prepareKill(target: Target, victimName: string): Promise<() => Promise<Outcome>> {
  const account = await target.openAccount({ tier: "pro" });
  const imageUrl = await target.requireUpload(account.key, await readSample("desklamp"));
  return async () => {
    const problems: string[] = [];
    const kept: string[] = [];
    let calls = 0;
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      const making = times(3, (index) =>
        target.generate(account.key, imageUrl, `round ${round} photo ${index}`),
      );
      await sleep(300 + round * 400);
      // Parents come first in the tree, so the first database process is the postmaster.
      const victim = (await processTree(await target.pid())).find(({ name }) => name === victimName);
      if (!victim) problems.push(`round ${round + 1}: no such process`);
      else process.kill(requirePid(victim.pid), "SIGKILL");
      const killedAt = performance.now();
      const isBack = await target.waitUntilHealthy(60_000);
      const awayMs = performance.now() - killedAt;
      if (!isBack)
        return { tried: round + 1, refused, problems: [...problems, "the service did not recover"] };
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
      if (status !== 200) problems.push(`a photo that was returned as finished is missing (${status})`);
    }
    return {
      tried: rounds,
      refused,
      problems: [...new Set(problems)],
      note: `${calls} photos requested, ${kept.length} returned`,
    };
  };
}

/** Checks that every charge is resolved, and that the balance equals the credits minus the succeeded work. */
async function checkCredits(target: Target, account: Account): Promise<string[]> {
  const findResolved = async () => {
    const list = fieldsOf(await target.api(account.key, "GET", "generations?limit=100")).data;
    const rows = Array.isArray(list) ? (list as { status: string; credits_used: number }[]) : null;
    return rows?.every(({ status }) => status !== "queued" && status !== "running") ? rows : null;
  };
  const rows = await poll(findResolved, { everyMs: 500, timeoutMs: refundWithinMs });
  if (!rows) return [`a charge was still open ${inSeconds(refundWithinMs)} later`];
  const spent = rows.reduce((sum, { credits_used }) => sum + credits_used, 0);
  return checkBalance(target, account, spent);
}
