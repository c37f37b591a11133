import { readSample } from "../parts/samples.ts";
import { type Attack, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import { type Answer, fieldsOf } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const itemsOfBatch = 1_000;
const batchesAtOnce = 12;
const searchesAtOnce = 12;
const rounds = 5;
const metadataPairs = 9;
const valueLength = 450;

const photo = (imageUrl: string) => ({ image_url: imageUrl, type: "product", style: "studio" });

/** Random words that do not compress. */
const fullMetadata = () =>
  Object.fromEntries(times(metadataPairs, (pair) => [`field-${pair}`, randomWords().slice(0, valueLength)]));
const randomWords = () => times(45, () => Math.random().toString(36).slice(2, 12)).join(" ");

function orderBatch(target: Target, key: string, items: readonly object[]): Promise<Answer> {
  return target.api(key, "POST", "batches", { reuse: true, items });
}

/** Checks that the only errors are 429 for the account's limits, each with Retry-After. */
function problemsOfAll(answers: readonly Answer[], allowed: readonly number[]): string[] {
  const unexpected = answers.filter(({ status }) => !allowed.includes(status) && status !== 429);
  const silent = answers.filter(({ status, headers }) => status === 429 && !headers["retry-after"]);
  return problemsOf(
    [
      unexpected.length > 0,
      `${unexpected.length} were answered ${unexpected[0]?.status}: ${unexpected[0]?.body}`,
    ],
    [silent.length > 0, `${silent.length} refusals came without Retry-After`],
    [answers.every(({ status }) => status === 429), "every call was rejected"],
  );
}

/** Opens an account with one finished photo, which free orders for the same photo reuse. */
async function openWithPhoto(target: Target) {
  const account = await target.openAccount({ tier: "ultra" });
  const imageUrl = await target.requireUpload(account.key, await readSample("mug"));
  const made = await target.generate(account.key, imageUrl);
  if (made.status !== 200) throw new Error(`the first photo was answered ${made.status}: ${made.body}`);
  return { ...account, request: photo(imageUrl) };
}

/** Free batches whose items all equal those of earlier ones. */
export const poolReuse: Attack = {
  name: "pool-reuse",
  does: "orders one batch of 1,000 equal items, then twelve free ones at once",
  async prepare(target) {
    const { key, request } = await openWithPhoto(target);
    const items = (batch: number) =>
      times(itemsOfBatch, (index) => ({ operation: "generate", custom_id: `${batch}-${index}`, request }));
    const first = await orderBatch(target, key, items(0));
    if (first.status !== 202) throw new Error(`the first batch was answered ${first.status}: ${first.body}`);
    return async () => {
      const answers = await Promise.all(
        times(batchesAtOnce, (batch) => orderBatch(target, key, items(batch + 1))),
      );
      const slowest = Math.max(...answers.map(({ ms }) => ms));
      const done = answers.filter(({ status }) => status === 202).length;
      return outcomeOf(
        answers,
        problemsOfAll(answers, [202]),
        `${done} done, slowest ${(slowest / 1000).toFixed(1)} s`,
      );
    };
  },
};

/** Searches without matches over rows of maximum size. */
export const poolSearch: Attack = {
  name: "pool-search",
  does: "runs twelve searches at once, five times, over 3,900 rows with full metadata",
  async prepare(target) {
    const { key, request } = await openWithPhoto(target);
    for (let batch = 0; batch < 6; batch += 1) {
      const items = times(650, (index) => ({
        operation: "generate",
        custom_id: `${batch}-${index}`,
        request: { ...request, metadata: fullMetadata() },
      }));
      const answer = await orderBatch(target, key, items);
      if (answer.status !== 202) throw new Error(`a batch was answered ${answer.status}: ${answer.body}`);
    }
    return async () => {
      const answers: Answer[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const search = (index: number) =>
          target.api(
            key,
            "GET",
            `generations?search=${encodeURIComponent(index % 2 ? "no such words" : "%_%")}`,
          );
        answers.push(...(await Promise.all(times(searchesAtOnce, search))));
      }
      const found = answers.filter(({ status }) => status === 200);
      const slowest = Math.max(...found.map(({ ms }) => ms));
      const wrong = found.filter((answer) => !Array.isArray(fieldsOf(answer).data)).length;
      const problems = problemsOf([wrong > 0, `${wrong} answers were no pages`]);
      return outcomeOf(
        answers,
        [...problems, ...problemsOfAll(answers, [200])],
        `${found.length} answered, slowest ${slowest.toFixed(0)} ms`,
      );
    };
  },
};
