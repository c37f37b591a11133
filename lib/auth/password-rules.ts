import { dictionary } from "@zxcvbn-ts/language-common";
import { z } from "zod";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** A new password in a form. */
export const newPassword = z
  .string()
  .min(minPasswordLength, `Use at least ${minPasswordLength} characters.`)
  .max(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`);

const minCharacters = 5;
/** Shorter parts of a name are in too many good passwords. */
const minPersonalPart = 4;
const minRun = 4;
const runs = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
];

/** Passwords that attackers try first, from leaked lists. */
let common: Set<string> | null = null;

/** What is wrong with a new password, for its owner to read; null when it may be used. */
export function findPasswordProblem(password: string, owner: { email: string; name: string }): string | null {
  if (password.length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`;
  if (password.length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`;
  const text = password.normalize("NFKC").toLowerCase();
  if (isMostlyPersonal(text, owner)) return "Leave your name and your mail address out of it.";
  if (new Set(text).size < minCharacters || /^(.{1,8}?)\1+.{0,3}$/.test(text)) {
    return "This repeats itself: use something less regular.";
  }
  if (withoutRuns(text).length < minCharacters)
    return "This follows a row of keys or letters: use something else.";
  if (isCommon(text)) return "This is one of the passwords that are tried first: use something of your own.";
  return null;
}

/** What is left without the owner's name and address must still be a password. */
function isMostlyPersonal(text: string, { email, name }: { email: string; name: string }): boolean {
  const parts = [email, email.replace(/@.*/, ""), ...`${email} ${name}`.split(/[^\p{L}\p{N}]+/u)]
    .map((part) => part.normalize("NFKC").toLowerCase())
    .filter((part) => part.length >= minPersonalPart)
    .toSorted((a, b) => b.length - a.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, ""), text);
  return rest.length < text.length && rest.length < minPasswordLength - 2;
}

function withoutRuns(text: string): string {
  const both = runs.flatMap((run) => [run, [...run].reverse().join("")]);
  let rest = "";
  for (let at = 0; at < text.length; ) {
    let length = 1;
    while (at + length < text.length && both.some((run) => run.includes(text.slice(at, at + length + 1)))) {
      length += 1;
    }
    if (length < minRun) rest += text.slice(at, at + length);
    at += length;
  }
  return rest;
}

/** A common password is no better for capitals, digits in place of letters, or a year behind it. */
function isCommon(text: string): boolean {
  common ??= new Set(dictionary["passwords-common"]);
  const spelled = text.replaceAll(/[0134578@$!]/g, (sign) => lettersFor[sign] ?? sign);
  const bare = [text, spelled].map((form) => form.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  const decorated = bare.filter((core) => core.length >= minCharacters && text.length - core.length <= 6);
  return [text, spelled, ...decorated].some((form) => common?.has(form));
}

const lettersFor: Record<string, string> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};
