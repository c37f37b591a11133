import { createHash } from "node:crypto";
import { poll } from "../../bench/parts/service.ts";
import { readSample } from "../../parts/samples.ts";
import { checkBalance } from "./attack.ts";
import { fieldsOf } from "./http.ts";
import type { Target } from "./target.ts";

/** An honest customer with files and credits, whom no attack may affect. */
export interface Witness {
  /** Returns the problems found with files, credits and a new photo. */
  check(): Promise<string[]>;
}

/** Opens the account, uploads a picture, and makes a photo and a cut-out of it. */
export async function openWitness(target: Target): Promise<Witness> {
  const account = await target.openAccount({ tier: "ultra" });
  const { key } = account;
  const imageUrl = await target.requireUpload(key, await readSample("lotion"));
  const photo = await target.generate(key, imageUrl);
  const cutOut = await target.cutOut(key, imageUrl);
  const urls = [imageUrl, fieldsOf(photo).result_url, fieldsOf(cutOut).result_url];
  const files = new Map<string, string>();
  for (const url of urls) {
    const hash = typeof url === "string" ? await hashOf(target, url) : null;
    if (typeof url !== "string" || !hash) throw new Error(`the witness could not make its pictures: ${urls}`);
    files.set(url, hash);
  }
  // Cost of the photo and the cut-out.
  let spent = 11;
  const isPhotoMade = async () => (await target.generate(key, imageUrl)).status === 200;

  return {
    async check() {
      const problems: string[] = [];
      for (const [url, hash] of files) {
        if ((await hashOf(target, url)) !== hash) problems.push(`a file is lost: ${target.pathOf(url)}`);
      }
      if (await poll(isPhotoMade, { everyMs: 500, timeoutMs: 30_000 })) spent += 1;
      else problems.push("no photo could be made within 30 s after the attack");
      return [...problems, ...(await checkBalance(target, account, spent))];
    },
  };
}

async function hashOf(target: Target, url: string): Promise<string | null> {
  const answer = await target.send({ path: target.pathOf(url) });
  return answer.status === 200 ? createHash("sha256").update(answer.body).digest("hex") : null;
}
