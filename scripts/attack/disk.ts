import { trialUploads } from "#lib/billing/plans.ts";
import type { Attack } from "./parts/attack.ts";
import { fieldsOf, isRefused, multipart } from "./parts/http.ts";
import { noisePng } from "./parts/pictures.ts";

/** What a trial may keep, and room for parts that are on their way. */
const allowedBytes = (trialUploads.storageMb + 100) * 1024 ** 2;

/** One signature, good for an hour, used again and again. */
export const disk: Attack = {
  name: "disk",
  does: "stores 40 pictures of 25 MB with one signature, and parts of uploads that never end",
  async prepare(target) {
    const { key } = await target.openAccount({ status: "trialing" });
    const picture = await noisePng(2880);
    const { upload_url, ...fields } = fieldsOf(await target.api(key, "GET", "upload/signed")) as Record<
      string,
      string
    >;
    const path = target.pathOf(String(upload_url));
    const form = multipart([
      ...Object.entries(fields).map(([name, content]) => ({ name, content: String(content) })),
      { name: "file", filename: "noise.png", content: picture },
    ]);
    return async () => {
      const before = await target.storedBytes();
      const answers = [];
      for (let index = 0; index < 40; index += 1) {
        answers.push(await target.send({ method: "POST", path, headers: form.headers, body: form.body }));
      }
      for (let index = 0; index < 40; index += 1) {
        const headers = {
          ...form.headers,
          "x-unique-upload-id": `never-${index}`,
          "content-range": `bytes 0-${picture.length - 1}/${picture.length + 1}`,
        };
        answers.push(await target.send({ method: "POST", path, headers, body: form.body }));
      }
      const stored = (await target.storedBytes()) - before;
      const problems =
        stored > allowedBytes ? [`one trial account keeps ${(stored / 1e6).toFixed(0)} MB`] : [];
      for (const { status } of answers) if (status === 500) problems.push("an upload was answered 500");
      return {
        tried: answers.length,
        refused: answers.filter(isRefused).length,
        problems,
        note: `${(stored / 1e6).toFixed(0)} MB stored`,
      };
    };
  },
};
