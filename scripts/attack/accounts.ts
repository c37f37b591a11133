import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { poll } from "../bench/parts/service.ts";
import { type Attack, outcomeOf, problemsOf } from "./parts/attack.ts";
import { isRefused } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const passwords = 120;
const signUps = 29;
/** More failed attempts than typing errors cause, far fewer than guessing needs. */
const allowedPasswords = 20;
const allowedSignUps = 10;

/** One machine that claims a different address in each request. */
export const address: Attack = {
  name: "address",
  does: "tries 120 passwords and 29 sign-ups, each from another X-Forwarded-For",
  async prepare(target) {
    const { email } = await target.openAccount({ password: "correct horse battery 9" });
    const post = (call: string, fields: object) => {
      const [a, b, c] = randomBytes(3);
      return target.post(`/api/auth/${call}`, fields, { "x-forwarded-for": `11.${a}.${b}.${c}` });
    };
    return async () => {
      let checked = 0;
      for (let index = 0; index < passwords; index += 1) {
        const guess = await post("sign-in/email", { email, password: `guess number ${index}` });
        if (guess.status !== 429) checked += 1;
      }
      let opened = 0;
      for (let index = 0; index < signUps; index += 1) {
        const random = () => randomBytes(6).toString("hex");
        const person = { name: "Many", email: `${random()}@attack.example`, password: `quite ${random()}` };
        if ((await post("sign-up/email", person)).status === 200) opened += 1;
      }
      const tried = passwords + signUps;
      const problems = problemsOf(
        [checked > allowedPasswords, `${checked} of ${passwords} passwords were tried`],
        [opened > allowedSignUps, `${opened} accounts were opened from one machine`],
      );
      const note = `${checked} passwords, ${opened} accounts`;
      return { tried, refused: tried - checked - opened, problems, note };
    };
  },
};

/** An intruder with an old link or an open session, after the owner changed the password. */
export const wayIn: Attack = {
  name: "way-in",
  does: "uses an older password-reset link and an open session after a newer link was used",
  async prepare(target) {
    const { email, cookie } = await target.openSession();
    const older = await requestLink(target, email);
    const newer = await requestLink(target, email);
    const reset = (token: string, newPassword: string) =>
      target.post("/api/auth/reset-password", { token, newPassword });
    return async () => {
      const trivial = await reset(newer, "password1234");
      const fresh = isRefused(trivial) ? await reset(newer, "quiet otters 77 sing") : trivial;
      const byOlder = await reset(older, "mine now and forever 1");
      const byUsed = await reset(newer, "mine now and forever 2");
      const headers = { ...target.browserHeaders(), cookie };
      const bySession = await target.send({ path: "/api/v1/credits", headers });
      const problems = problemsOf(
        [!isRefused(trivial), "a trivial password was accepted"],
        [isRefused(fresh), `the owner's own link was answered ${fresh.status}`],
        [!isRefused(byOlder), "an older link changed the password"],
        [!isRefused(byUsed), "a used link changed the password"],
        [!isRefused(bySession), "a session was still valid after the password change"],
      );
      return outcomeOf([trivial, byOlder, byUsed, bySession], problems);
    };
  },
};

async function requestLink(target: Target, email: string): Promise<string> {
  const before = await linksTo(target, email);
  const { status } = await target.post("/api/auth/request-password-reset", { email });
  const findFresh = async () => (await linksTo(target, email)).find((token) => !before.includes(token));
  const fresh = await poll(findFresh, { everyMs: 100, timeoutMs: 10_000 });
  if (!fresh) throw new Error(`no mail with a reset link came (the request was answered ${status})`);
  return fresh;
}

/** Tokens of the reset links that were mailed to an address. */
async function linksTo(target: Target, email: string): Promise<string[]> {
  const folder = path.join(target.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  const texts = mails.filter((mail) => mail.includes(email)).map(decodeQuotedPrintable);
  return texts.flatMap((text) => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}

const decodeQuotedPrintable = (mail: string) => mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
