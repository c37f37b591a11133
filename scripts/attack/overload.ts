import type { Attack } from "./parts/attack.ts";
import type { Account } from "./parts/target.ts";
import { photoOf, sample } from "./parts/witness.ts";

const callers = 8;
const atOnceEach = 5;
const seconds = 60;

/** Many callers, each always asking: far more than can be made. */
export const overload: Attack = {
  name: "overload",
  does: "lets 8 callers ask for photos and cut-outs five at a time for a minute",
  async prepare(target) {
    const accounts: Account[] = [];
    for (let index = 0; index < callers; index += 1)
      accounts.push(await target.openAccount({ tier: "ultra" }));
    const urls = await Promise.all(
      accounts.map(async ({ key }) => target.requireUpload(key, await sample("mug"))),
    );
    return async () => {
      const statuses = new Map<number, number>();
      const problems = new Set<string>();
      const endAt = performance.now() + seconds * 1000;
      const ask = async ({ key }: Account, imageUrl: string, lane: number) => {
        for (let index = 0; performance.now() < endAt; index += 1) {
          const { status, headers } = await (index % 3 === 2
            ? target.api(key, "POST", "remove-bg", { image_url: imageUrl })
            : target.api(key, "POST", "generate", photoOf(imageUrl, { prompt: `${lane} ${index}` })));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (![200, 402, 409, 429, 503].includes(status)) problems.add(`an answer had status ${status}`);
          const mayComeBack = status === 429 || status === 503;
          if (mayComeBack && !headers["retry-after"]) problems.add(`a ${status} came without Retry-After`);
          if (mayComeBack) await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };
      await Promise.all(
        accounts.flatMap((account, index) =>
          Array.from({ length: atOnceEach }, (_, lane) => ask(account, urls[index] ?? "", lane)),
        ),
      );
      for (const { key } of accounts) {
        const pending = await target.api(key, "GET", "generations?status=pending");
        if (!pending.body.toString().includes('"data":[]'))
          problems.add("a charge is still open after the last answer");
      }
      const tried = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      const note = [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${count} × ${status}`)
        .join(", ");
      return { tried, refused: tried - (statuses.get(200) ?? 0), problems: [...problems], note };
    };
  },
};
