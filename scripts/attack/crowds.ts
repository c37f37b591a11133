import { setTimeout as sleep } from "node:timers/promises";
import { readSample } from "../parts/samples.ts";
import { type Attack, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import type { Answer } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const lastsMs = 60_000;
const callers = 8;
const atOnceEach = 5;

async function openCaller(target: Target, sample: string) {
  const { key } = await target.openAccount();
  return { key, url: await target.requireUpload(key, await readSample(sample)) };
}

/** Limit of the account (429) or of the machine (503); both must have Retry-After. */
const mayComeBack = ({ status }: Answer) => status === 429 || status === 503;

function problemsOfAnswers(answers: readonly Answer[]): string[] {
  const problems = answers.flatMap((answer) => {
    const { status, headers } = answer;
    return problemsOf(
      [!mayComeBack(answer) && ![200, 402, 409].includes(status), `an answer had status ${status}`],
      [mayComeBack(answer) && !headers["retry-after"], `a ${status} had no Retry-After`],
    );
  });
  return [...new Set(problems)];
}

function countStatuses(answers: readonly Answer[]): string {
  const byStatus = [...Map.groupBy(answers, ({ status }) => status)].sort(([a], [b]) => a - b);
  return byStatus.map(([status, { length }]) => `${length} × ${status}`).join(", ");
}

/** Many callers with continuous requests, far more than the service can process. */
export const overload: Attack = {
  name: "overload",
  does: "requests photos and cut-outs as 8 callers, five at a time, for a minute",
  async prepare(target) {
    const accounts: { key: string; url: string }[] = [];
    for (let index = 0; index < callers; index += 1) accounts.push(await openCaller(target, "mug"));
    return async () => {
      const answers: Answer[] = [];
      const endAt = performance.now() + lastsMs;
      const ask = async (key: string, imageUrl: string, lane: number) => {
        for (let index = 0; performance.now() < endAt; index += 1) {
          const answer = await (index % 3 === 2
            ? target.cutOut(key, imageUrl)
            : target.generate(key, imageUrl, `${lane} ${index}`));
          answers.push(answer);
          if (mayComeBack(answer)) await sleep(100);
        }
      };
      await Promise.all(accounts.flatMap(({ key, url }) => times(atOnceEach, (lane) => ask(key, url, lane))));
      const problems = problemsOfAnswers(answers);
      for (const { key } of accounts) {
        const open = await target.api(key, "GET", "generations?status=open");
        if (!open.body.toString().includes('"data":[]'))
          problems.push("a charge is still unresolved after the last response");
      }
      return outcomeOf(answers, problems, countStatuses(answers));
    };
  },
};

const perSecond = 8;
const refusedWithinMs = 5_000;

/** One caller near the rate limit, whose refusals must come at once; the other accounts must get their photos. */
export const starve: Attack = {
  name: "starve",
  does: "requests 8 photos per second for a minute as one caller",
  async prepare(target) {
    const { key, url } = await openCaller(target, "perfume");
    return async () => {
      const calls = times((lastsMs / 1000) * perSecond, async (index) => {
        await sleep((index * 1000) / perSecond);
        return target.generate(key, url, `number ${index}`);
      });
      const answers = await Promise.all(calls);
      const late = answers.filter(({ status, ms }) => status !== 200 && ms > refusedWithinMs).length;
      const problems = problemsOfAnswers(answers);
      if (late > 0) problems.push(`${late} refusals came only after a wait`);
      return outcomeOf(answers, problems, countStatuses(answers));
    };
  },
};
