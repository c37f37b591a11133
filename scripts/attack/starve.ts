import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "./parts/attack.ts";
import type { Answer } from "./parts/http.ts";
import { photoOf, sample } from "./parts/witness.ts";

const seconds = 60;
const perSecond = 8;
const ofTheOther = 12;
const refusedWithinMs = 5_000;

/** One caller at its full allowed rate beside another that wants little. */
export const starve: Attack = {
  name: "starve",
  does: "asks 8 photos a second for a minute as one caller, beside another's 12",
  async prepare(target) {
    const greedy = await target.openAccount({ tier: "ultra" });
    const modest = await target.openAccount({ tier: "pro" });
    const greedyUrl = await target.requireUpload(greedy.key, await sample("perfume"));
    const modestUrl = await target.requireUpload(modest.key, await sample("beanie"));
    return async () => {
      const startedAt = performance.now();
      const until = (index: number, rate: number) =>
        sleep(Math.max(0, startedAt + index * rate - performance.now()));
      const flood = (async () => {
        const calls: Promise<Answer>[] = [];
        for (let index = 0; index < seconds * perSecond; index += 1) {
          await until(index, 1000 / perSecond);
          calls.push(
            target.api(greedy.key, "POST", "generate", photoOf(greedyUrl, { prompt: `number ${index}` })),
          );
        }
        return Promise.all(calls);
      })();
      const modestAnswers: Answer[] = [];
      for (let index = 0; index < ofTheOther; index += 1) {
        await until(index, (seconds * 1000) / ofTheOther);
        modestAnswers.push(
          await target.api(modest.key, "POST", "generate", photoOf(modestUrl, { prompt: `number ${index}` })),
        );
      }
      const greedyAnswers = await flood;
      const done = modestAnswers.filter(({ status }) => status === 200).length;
      const problems = done < ofTheOther - 2 ? [`the other caller got ${done} of ${ofTheOther} photos`] : [];
      const refusals = greedyAnswers.filter(({ status }) => status !== 200);
      const late = refusals.filter(({ ms }) => ms > refusedWithinMs).length;
      if (late > 0) problems.push(`${late} of ${refusals.length} refusals came only after the wait`);
      for (const { status, headers } of refusals) {
        if (![402, 429, 503].includes(status)) problems.push(`a refusal had status ${status}`);
        else if (status !== 402 && !headers["retry-after"])
          problems.push(`a ${status} came without Retry-After`);
      }
      return {
        tried: greedyAnswers.length,
        refused: refusals.length,
        problems: [...new Set(problems)],
        note: `the other got ${done} of ${ofTheOther}`,
      };
    };
  },
};
