import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { trialUploads } from "#lib/contract/billing/plans.ts";
import { pngOfTexts, rawPng } from "#lib/testing/imaging/hostile-pictures.ts";
import { readSample } from "../parts/samples.ts";
import { type Attack, inMegabytes, inSeconds, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import { type Answer, isRefused, multipart, partsOf } from "./parts/http.ts";

const uploadWithinMs = 15_000;
const creditsWithinMs = 1_000;
const thumbnailWithinMs = 5_000;
/** Storage limit of a trial account, plus room for incomplete uploads. */
const allowedBytes = (trialUploads.storageMb + 100) * 1024 ** 2;

/** Small files that are expensive to decode. */
export const decode: Attack = {
  name: "decode",
  does: "uploads PNGs with 85 compressed texts each, and 40 megapixels in a few KB, four at once",
  async prepare(target) {
    const { key } = await target.openAccount();
    const other = await target.openAccount();
    const bombs = [pngOfTexts(rawPng(64, 64, 64)), rawPng(8000, 5000, 5000)];
    return async () => {
      let isOver = false;
      const problems: string[] = [];
      const beside = (async () => {
        let worstMs = 0;
        while (!isOver) {
          const { status, ms } = await target.api(other.key, "GET", "credits");
          if (status !== 200) problems.push(`/credits returned ${status} for another caller`);
          worstMs = Math.max(worstMs, ms);
          await sleep(50);
        }
        return worstMs;
      })();
      const answers: Answer[] = [];
      for (const bomb of bombs)
        answers.push(...(await Promise.all(times(4, () => target.upload(key, bomb)))));
      isOver = true;
      const worstMs = await beside;
      if (worstMs > creditsWithinMs)
        problems.push(`/credits took ${inSeconds(worstMs, 1)} for another caller`);
      for (const { status, ms } of answers) {
        problems.push(
          ...problemsOf(
            [![200, 400, 413, 503].includes(status), `an upload was answered ${status}`],
            [ms > uploadWithinMs, `an upload took ${inSeconds(ms)}`],
          ),
        );
      }
      const note = `/credits meanwhile at most ${worstMs.toFixed(0)} ms`;
      return outcomeOf(answers, problems, note);
    };
  },
};

/** Transformations that any client can request with the URL of one picture. */
export const transform: Attack = {
  name: "transform",
  does: "requests eight expensive delivery URLs without a key, then a thumbnail",
  async prepare(target) {
    const { key } = await target.openAccount();
    const large = await target.requireUpload(key, await noisePng(1200));
    const small = await target.requireUpload(key, await readSample("mug"));
    const ask = (url: string, part: string) => {
      const path = target.pathOf(url).replace("/image/upload/", `/image/upload/${part}/`);
      return target.send({ path, timeoutMs: 120_000 });
    };
    return async () => {
      const expensive = times(8, (index) =>
        ask(large, `c_scale,w_${6300 + index},h_${6300 - index},f_avif,q_100`),
      );
      const { status, ms } = await ask(small, "c_limit,w_480,f_webp,q_auto");
      const answers = await Promise.all(expensive);
      const refused = answers.filter(isRefused).length;
      const problems = problemsOf(
        [refused < 8, `${8 - refused} of 8 expensive pictures were made without a signature`],
        [status !== 200, `a thumbnail behind them was answered ${status}`],
        [ms > thumbnailWithinMs, `a thumbnail behind them took ${inSeconds(ms)}`],
      );
      return { tried: 9, refused, problems, note: `thumbnail ${ms.toFixed(0)} ms` };
    };
  },
};

/** One signature, valid for an hour, used repeatedly. */
export const disk: Attack = {
  name: "disk",
  does: "stores 40 pictures of 25 MB with one signature, and parts of uploads that are never completed",
  async prepare(target) {
    const { key } = await target.openAccount({ status: "trialing" });
    const picture = await noisePng(2880);
    const { path, fields } = await target.signUpload(key);
    const { body, headers } = multipart([
      ...partsOf(fields),
      { name: "file", filename: "noise.png", content: picture },
    ]);
    const partOf = (upload: string) => ({
      ...headers,
      "x-unique-upload-id": upload,
      "content-range": `bytes 0-${picture.length - 1}/${picture.length + 1}`,
    });
    return async () => {
      const before = await target.storedBytes();
      const answers: Answer[] = [];
      for (let index = 0; index < 80; index += 1) {
        const sent = index < 40 ? headers : partOf(`never-${index - 40}`);
        answers.push(await target.send({ method: "POST", path, headers: sent, body }));
      }
      const stored = (await target.storedBytes()) - before;
      const problems = problemsOf(
        [stored > allowedBytes, `one trial account keeps ${inMegabytes(stored)}`],
        ...answers.map(({ status }) => [status === 500, "an upload returned 500"] as const),
      );
      return outcomeOf(answers, problems, `${inMegabytes(stored)} stored`);
    };
  },
};

/** Noise as a PNG of `side` × `side` pixels, three bytes per pixel, almost incompressible. */
async function noisePng(side: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: side, height: side, channels: 3, background: "white", noise } as const;
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}
