import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "./parts/attack.ts";
import { isRefused } from "./parts/http.ts";
import { greyPng, textBomb } from "./parts/pictures.ts";

const answerWithinMs = 15_000;
const creditsWithinMs = 1_000;

/** Small files that are expensive to open. */
export const decode: Attack = {
  name: "decode",
  does: "uploads PNGs with 85 compressed texts each, and 40 megapixels in a few KB, four at once",
  async prepare(target) {
    const { key } = await target.openAccount();
    const other = await target.openAccount();
    const bombs = [
      ...Array.from({ length: 4 }, () => textBomb(85)),
      ...Array.from({ length: 4 }, () => greyPng(8000, 5000)),
    ];
    return async () => {
      let isOver = false;
      const problems: string[] = [];
      const beside = (async () => {
        let worstMs = 0;
        while (!isOver) {
          const { status, ms } = await target.api(other.key, "GET", "credits");
          if (status !== 200) problems.push(`/credits answered ${status} to another caller`);
          worstMs = Math.max(worstMs, ms);
          await sleep(50);
        }
        return worstMs;
      })();
      const answers = [];
      for (const four of [bombs.slice(0, 4), bombs.slice(4)]) {
        answers.push(...(await Promise.all(four.map((bytes) => target.upload(key, bytes)))));
      }
      isOver = true;
      const worstMs = await beside;
      if (worstMs > creditsWithinMs)
        problems.push(`/credits took ${(worstMs / 1000).toFixed(1)} s for another caller`);
      for (const { status, ms } of answers) {
        if (![200, 400, 413, 503].includes(status)) problems.push(`an upload was answered ${status}`);
        if (ms > answerWithinMs) problems.push(`an upload took ${(ms / 1000).toFixed(0)} s`);
      }
      return {
        tried: answers.length,
        refused: answers.filter(isRefused).length,
        problems,
        note: `/credits beside it at most ${worstMs.toFixed(0)} ms`,
      };
    };
  },
};
