import { setTimeout as sleep } from "node:timers/promises";
import { requirePid } from "#lib/testing/pid.ts";
import { processTree } from "../parts/measure.ts";
import { readSample } from "../parts/samples.ts";
import { poll } from "../parts/service.ts";
import { inSeconds } from "../parts/table.ts";
import { type Attack, type Outcome, times } from "./parts/attack.ts";
import { fieldsOf } from "./parts/http.ts";
import { pathOf, type Target } from "./parts/target.ts";

const rounds = 3;
const backWithinMs = 5_000;
/** Time within which a charge is refunded after its process died. */
const refundWithinMs = 120_000;

const kill = (name: string, victim: string): Attack => ({
  name,
  does: `kills the ${victim} three times while photos are made`,
  kills: true,
  prepare: (target) => prepareKill(target, victim),
});

export const kills = [
  kill("kill-worker", "pixel worker"),
  kill("kill-server", "server"),
  kill("kill-database", "database"),
];

async function prepareKill(target: Target, victimName: string): Promise<() => Promise<Outcome>> {
  const { key } = await target.openAccount();
  const credits = await target.creditsOf(key);
  const imageUrl = await target.requireUpload(key, await readSample("desklamp"));
  return async () => {
    const problems: string[] = [];
    const kept: string[] = [];
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      const making = times(3, (index) => target.generate(key, imageUrl, `round ${round} photo ${index}`));
      await sleep(300 + round * 400);
      // Parents come first in the tree, so the first database process is the postmaster.
      const victim = (await processTree(await target.pid())).find(({ name }) => name === victimName);
      if (!victim) problems.push(`round ${round + 1}: no such process`);
      else process.kill(requirePid(victim.pid), "SIGKILL");
      const killedAt = performance.now();
      if (!(await target.waitUntilHealthy(60_000)))
        return { tried: round + 1, refused, problems: [...problems, "the service did not recover"] };
      const awayMs = performance.now() - killedAt;
      if (awayMs > backWithinMs)
        problems.push(`round ${round + 1}: healthy again after ${inSeconds(awayMs)}`);
      for (const answer of await Promise.all(making)) {
        if (answer.status === 200) kept.push(String(fieldsOf(answer).result_url));
        else refused += 1;
      }
    }
    problems.push(...(await checkCredits(target, key, credits)));
    for (const url of kept) {
      const { status } = await target.send({ path: pathOf(url) });
      if (status !== 200) problems.push(`a photo that was returned as finished is missing (${status})`);
    }
    return { tried: rounds, refused, problems, note: `${kept.length} of ${3 * rounds} photos returned` };
  };
}

/** Checks that every charge is resolved, and that the balance equals the credits minus the succeeded work. */
async function checkCredits(target: Target, key: string, credits: number): Promise<string[]> {
  const findResolved = async () => {
    const list = fieldsOf(await target.api(key, "GET", "generations?limit=100")).data;
    const rows = Array.isArray(list) ? (list as { status: string; credits_used: number }[]) : null;
    return rows?.every(({ status }) => status !== "queued" && status !== "running") ? rows : null;
  };
  const rows = await poll(findResolved, { everyMs: 500, timeoutMs: refundWithinMs });
  if (!rows) return [`a charge was still open ${inSeconds(refundWithinMs)} later`];
  const expected = rows.reduce((left, { credits_used }) => left - credits_used, credits);
  const left = await target.creditsOf(key);
  return left === expected ? [] : [`the balance is ${left} instead of ${expected}`];
}
