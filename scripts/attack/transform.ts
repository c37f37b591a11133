import type { Attack } from "./parts/attack.ts";
import { isRefused } from "./parts/http.ts";
import { noisePng } from "./parts/pictures.ts";
import { sample } from "./parts/witness.ts";

const thumbnailWithinMs = 5_000;

/** What anyone who has seen one address of a picture can ask for. */
export const transform: Attack = {
  name: "transform",
  does: "asks eight expensive delivery URLs without a key, and a thumbnail behind them",
  async prepare(target) {
    const { key } = await target.openAccount();
    const large = target.pathOf(await target.requireUpload(key, await noisePng(1200)));
    const small = target.pathOf(await target.requireUpload(key, await sample("mug")));
    const withPart = (path: string, part: string) => path.replace("/image/upload/", `/image/upload/${part}/`);
    const paths = Array.from({ length: 8 }, (_, index) =>
      withPart(large, `c_scale,w_${6300 + index},h_${6300 - index},f_avif,q_100`),
    );
    return async () => {
      const expensive = Promise.all(paths.map((path) => target.send({ path, timeoutMs: 120_000 })));
      const thumbnail = await target.send({
        path: withPart(small, "c_limit,w_480,f_webp,q_auto"),
        timeoutMs: 120_000,
      });
      const answers = await expensive;
      const problems: string[] = [];
      const made = answers.filter((answer) => !isRefused(answer)).length;
      if (made > 0) problems.push(`${made} of 8 expensive pictures were made without a signature`);
      if (thumbnail.status !== 200) problems.push(`a thumbnail behind them was answered ${thumbnail.status}`);
      if (thumbnail.ms > thumbnailWithinMs)
        problems.push(`a thumbnail behind them took ${(thumbnail.ms / 1000).toFixed(0)} s`);
      return {
        tried: 9,
        refused: answers.filter(isRefused).length,
        problems,
        note: `thumbnail ${thumbnail.ms.toFixed(0)} ms`,
      };
    };
  },
};
