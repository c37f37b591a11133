import { randomBytes } from "node:crypto";
import type { Attack } from "./parts/attack.ts";

const passwords = 120;
const signUps = 29;
/** More than a person mistypes, far fewer than a guess needs. */
const allowedPasswords = 20;
const allowedSignUps = 10;

/** One machine that claims to be another with every request. */
export const address: Attack = {
  name: "address",
  does: "tries 120 passwords and 29 sign-ups, each from another X-Forwarded-For",
  async prepare(target) {
    const { email } = await target.openAccount({ password: "correct horse battery 9" });
    const post = (path: string, fields: object) => {
      const [a, b, c] = randomBytes(3);
      const headers = { ...target.browserHeaders(), "x-forwarded-for": `11.${a}.${b}.${c}` };
      return target.send({
        method: "POST",
        path: `/api/auth/${path}`,
        headers,
        body: JSON.stringify(fields),
      });
    };
    return async () => {
      const guesses = [];
      for (let index = 0; index < passwords; index += 1) {
        guesses.push(await post("sign-in/email", { email, password: `guess number ${index}` }));
      }
      const made = [];
      for (let index = 0; index < signUps; index += 1) {
        const person = { name: "Many", email: `${randomBytes(6).toString("hex")}@attack.example` };
        made.push(
          await post("sign-up/email", { ...person, password: `quite ${randomBytes(8).toString("hex")}` }),
        );
      }
      const checked = guesses.filter(({ status }) => status !== 429).length;
      const opened = made.filter(({ status }) => status === 200).length;
      const problems: string[] = [];
      if (checked > allowedPasswords) problems.push(`${checked} of ${passwords} passwords were tried`);
      if (opened > allowedSignUps) problems.push(`${opened} accounts were opened from one machine`);
      return {
        tried: passwords + signUps,
        refused: passwords + signUps - checked - opened,
        problems,
        note: `${checked} passwords, ${opened} accounts`,
      };
    };
  },
};
