import { setTimeout as sleep } from "node:timers/promises";
import { readSample } from "../parts/samples.ts";
import { type Attack, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import type { Answer } from "./parts/http.ts";

const lastsMs = 60_000;
const callers = 8;
const atOnceEach = 5;

/** Many callers with continuous requests, far more than the service can process. */
export const overload: Attack = {
  name: "overload",
  does: "requests photos and cut-outs as 8 callers, five at a time, for a minute",
  async prepare(target) {
    const mug = await readSample("mug");
    const accounts: { key: string; url: string }[] = [];
    for (let index = 0; index < callers; index += 1) {
      const { key } = await target.openAccount({ tier: "ultra" });
      accounts.push({ key, url: await target.requireUpload(key, mug) });
    }
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
      const problems = answers.flatMap((answer) => problemsOfAnswer(answer, [200, 402, 409]));
      for (const { key } of accounts) {
        const open = await target.api(key, "GET", "generations?status=open");
        if (!open.body.toString().includes('"data":[]'))
          problems.push("a charge is still unresolved after the last response");
      }
      const byStatus = [...Map.groupBy(answers, ({ status }) => status)].sort(([a], [b]) => a - b);
      const note = byStatus.map(([status, { length }]) => `${length} × ${status}`).join(", ");
      return outcomeOf(answers, [...new Set(problems)], note);
    };
  },
};

/** Limit of the account (429) or of the machine (503); both must have Retry-After. */
const mayComeBack = ({ status }: Answer) => status === 429 || status === 503;

function problemsOfAnswer(answer: Answer, alsoAllowed: readonly number[]): string[] {
  const { status, headers } = answer;
  const isExpected = mayComeBack(answer) || alsoAllowed.includes(status);
  return problemsOf(
    [!isExpected, `an answer had status ${status}`],
    [mayComeBack(answer) && !headers["retry-after"], `a ${status} had no Retry-After`],
  );
}

const perSecond = 8;
const ofTheOther = 12;
const refusedWithinMs = 5_000;

/** One caller at its full rate limit, next to another with few requests. */
export const starve: Attack = {
  name: "starve",
  does: "requests 8 photos per second for a minute as one caller, next to another caller's 12",
  async prepare(target) {
    const greedy = await target.openAccount({ tier: "ultra" });
    const modest = await target.openAccount({ tier: "pro" });
    const greedyUrl = await target.requireUpload(greedy.key, await readSample("perfume"));
    const modestUrl = await target.requireUpload(modest.key, await readSample("beanie"));
    return async () => {
      const startedAt = performance.now();
      const until = (index: number, rate: number) =>
        sleep(Math.max(0, startedAt + index * rate - performance.now()));
      const flood = (async () => {
        const calls: Promise<Answer>[] = [];
        for (let index = 0; index < (lastsMs / 1000) * perSecond; index += 1) {
          await until(index, 1000 / perSecond);
          calls.push(target.generate(greedy.key, greedyUrl, `number ${index}`));
        }
        return Promise.all(calls);
      })();
      const modestAnswers: Answer[] = [];
      for (let index = 0; index < ofTheOther; index += 1) {
        await until(index, lastsMs / ofTheOther);
        modestAnswers.push(await target.generate(modest.key, modestUrl, `number ${index}`));
      }
      const greedyAnswers = await flood;
      const done = modestAnswers.filter(({ status }) => status === 200).length;
      const refusals = greedyAnswers.filter(({ status }) => status !== 200);
      const late = refusals.filter(({ ms }) => ms > refusedWithinMs).length;
      const problems = problemsOf(
        [done < ofTheOther - 2, `the other caller got ${done} of ${ofTheOther} photos`],
        [late > 0, `${late} of ${refusals.length} refusals came only after the wait`],
      );
      for (const refusal of refusals) problems.push(...problemsOfAnswer(refusal, [402]));
      return {
        tried: greedyAnswers.length,
        refused: refusals.length,
        problems: [...new Set(problems)],
        note: `the other got ${done} of ${ofTheOther}`,
      };
    };
  },
};
