import { parseSetCookieHeader, toCookieOptions } from "better-auth/cookies";
import { cookies, headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { translateRefusal } from "../language/refusals.ts";
import { ApiError } from "../platform/errors.ts";
import { describeIssue } from "../platform/issue-words.ts";
import { log } from "../platform/log.ts";
import { localeOf } from "./locale.ts";
import { getUser, type SignedInUser } from "./page.ts";
import { type AuthAnswer, callAuth } from "./request.ts";

/** What a form shows after it was sent. */
export interface FormState<Data = undefined> {
  /** What went wrong with the whole of it. */
  error?: string;
  /** What is wrong with single fields, by name. */
  fieldErrors?: Record<string, string>;
  /** What was typed, except passwords: forms that are sent without scripts are filled with it again. */
  values?: Record<string, string>;
  /** What a successful action answers. */
  data?: Data;
}

export type FormAction<Data = undefined> = (
  state: FormState<Data>,
  form: FormData,
) => Promise<FormState<Data>>;

/** A server action for a form that anyone may send. Redirects pass through; ApiErrors become its message. */
export function formAction<Schema extends z.ZodType, Data = undefined>(
  schema: Schema,
  perform: (input: z.output<Schema>) => Promise<FormState<Data> | undefined>,
): FormAction<Data> {
  return async (_state, form) => inReadersWords(await run(schema, form, perform));
}

/** The same for signed-in people only: `perform` learns who they are. */
export function userAction<Schema extends z.ZodType, Data = undefined>(
  schema: Schema,
  perform: (input: z.output<Schema>, user: SignedInUser) => Promise<FormState<Data> | undefined>,
): FormAction<Data> {
  return formAction(schema, async (input) => {
    const user = await getUser();
    if (!user) return { error: "You are signed out. Sign in again, then repeat this." };
    return perform(input, user);
  });
}

/** Refusals are written in English, wherever they come from; here all of them pass. */
async function inReadersWords<Data>(state: FormState<Data>): Promise<FormState<Data>> {
  const locale = localeOf(await headers());
  const translated = Object.entries(state.fieldErrors ?? {}).map(([name, text]) => [
    name,
    translateRefusal(text, locale),
  ]);
  return {
    ...state,
    ...(state.error && { error: translateRefusal(state.error, locale) }),
    ...(state.fieldErrors && { fieldErrors: Object.fromEntries(translated) }),
  };
}

async function run<Schema extends z.ZodType, Data>(
  schema: Schema,
  form: FormData,
  perform: (input: z.output<Schema>) => Promise<FormState<Data> | undefined>,
): Promise<FormState<Data>> {
  const fields = [...form].filter(([name, value]) => typeof value === "string" && !name.startsWith("$"));
  const given = Object.fromEntries(fields) as Record<string, string>;
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !/password/i.test(name)));
  const parsed = schema.safeParse(given, { error: (issue) => `This ${describeIssue(issue)}.` });
  if (!parsed.success) {
    const fieldErrors: Record<string, string> = {};
    for (const issue of parsed.error.issues) fieldErrors[String(issue.path[0] ?? "")] ??= issue.message;
    return { fieldErrors, values };
  }
  try {
    return { values, ...(await perform(parsed.data)) };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof ApiError) return { error: error.message, values };
    log.error({ err: error }, "a server action failed");
    return { error: "That did not work, and it is our fault. Try again in a moment.", values };
  }
}

/** Asks the auth handler on behalf of the visitor, and hands its cookies on to the browser. */
export async function callAuthForPage(path: string, body: Record<string, unknown>): Promise<AuthAnswer> {
  const answer = await callAuth(path, body, await headers());
  if (!answer.ok) return answer;
  const jar = await cookies();
  for (const [name, cookie] of answer.setCookies.flatMap((line) => [...parseSetCookieHeader(line)])) {
    jar.set(name, cookie.value, toCookieOptions(cookie));
  }
  return answer;
}
