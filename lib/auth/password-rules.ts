import { dictionary } from "@zxcvbn-ts/language-common";
import { z } from "zod";
import { because, type Reason, reasonKey } from "../platform/reasons.ts";

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** Schema of a new password in a form. */
export const newPassword = z
  .string()
  .min(minPasswordLength, reasonKey("use_more_characters"))
  .max(maxPasswordLength, reasonKey("use_fewer_characters"));

const minCharacters = 5;
/** Shorter parts of a name occur in too many good passwords. */
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

/** Common passwords from leaked lists, loaded on first use. */
let common: Set<string> | null = null;

/** The problem of a new password, for its owner; null if it is acceptable. */
export function findPasswordProblem(password: string, owner: { email: string; name: string }): Reason | null {
  if (password.length < minPasswordLength)
    return because("use_more_characters", { count: minPasswordLength });
  if (password.length > maxPasswordLength)
    return because("use_fewer_characters", { count: maxPasswordLength });
  const text = password.normalize("NFKC").toLowerCase();
  if (isMostlyPersonal(text, owner)) return because("password_personal");
  if (new Set(text).size < minCharacters || /^(.{1,8}?)\1+.{0,3}$/.test(text)) {
    return because("password_repetitive");
  }
  if (withoutRuns(text).length < minCharacters) return because("password_in_a_row");
  if (isCommon(text)) return because("password_common");
  return null;
}

/** Whether too little remains of a password without the owner's name and address. */
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

/** Capitals, digits in place of letters, or a year at the end do not make a common password acceptable. */
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
