import { createHash } from "node:crypto";
import { sample } from "./attack.ts";
import { fieldsOf } from "./http.ts";
import type { Account, Target } from "./target.ts";

/** An honest customer with files and credits, who must not notice any attack. */
export class Witness {
  readonly #account: Account;
  readonly #target: Target;
  readonly #files: ReadonlyMap<string, string>;
  readonly #imageUrl: string;
  /** For the photo and the cut-out made at first. */
  #spent = 11;

  private constructor(found: {
    target: Target;
    account: Account;
    imageUrl: string;
    files: Map<string, string>;
  }) {
    this.#target = found.target;
    this.#account = found.account;
    this.#imageUrl = found.imageUrl;
    this.#files = found.files;
  }

  /** Opens the account, uploads a picture, makes a photo and a cut-out of it. */
  static async open(target: Target): Promise<Witness> {
    const account = await target.openAccount({ tier: "ultra" });
    const imageUrl = await target.requireUpload(account.key, await sample("lotion"));
    const photo = await target.generate(account.key, imageUrl);
    const cutOut = await target.cutOut(account.key, imageUrl);
    const urls = [imageUrl, fieldsOf(photo).result_url, fieldsOf(cutOut).result_url];
    const files = new Map<string, string>();
    for (const url of urls) {
      const hash = typeof url === "string" ? await hashOf(target, url) : null;
      if (typeof url !== "string" || !hash)
        throw new Error(`the witness could not make its pictures: ${urls}`);
      files.set(url, hash);
    }
    return new Witness({ target, account, imageUrl, files });
  }

  /** What is not as it should be, in words: files, credits, and whether a photo can be made. */
  async check(): Promise<string[]> {
    const problems: string[] = [];
    for (const [url, hash] of this.#files) {
      if ((await hashOf(this.#target, url)) !== hash)
        problems.push(`a file is lost: ${this.#target.pathOf(url)}`);
    }
    const made = await this.#makePhoto();
    if (made) this.#spent += 1;
    else problems.push("no photo could be made within 30 s after the attack");
    const credits = await this.#target.creditsOf(this.#account.key);
    const expected = this.#account.credits - this.#spent;
    if (credits !== expected) problems.push(`the balance is ${credits} instead of ${expected}`);
    return problems;
  }

  async #makePhoto(): Promise<boolean> {
    const giveUpAt = performance.now() + 30_000;
    while (performance.now() < giveUpAt) {
      const answer = await this.#target.generate(this.#account.key, this.#imageUrl);
      if (answer.status === 200) return true;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return false;
  }
}

async function hashOf(target: Target, url: string): Promise<string | null> {
  const answer = await target.send({ path: target.pathOf(url) });
  return answer.status === 200 ? createHash("sha256").update(answer.body).digest("hex") : null;
}
